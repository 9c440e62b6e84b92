"""The end of a Debian whose root is encrypted, and which goes back to dracut's image for it: there the root is unmounted
and its device closed, while the picture of the shutdown stays."""

from case import case
from cases.service import power_off
from encrypted import unlock

# Seconds for the end: the image is unpacked, and what was written is encrypted.
LIMIT = 500


@case("luks-return", is_long=True)
def encrypted_return(lab):
    """The picture of the shutdown stays until the power is off, and holds neither the root nor its device."""
    machine = lab.machine
    unlock(machine, limit=300)
    machine.wait_for(
        "systemctl is-active multi-user.target || { systemctl list-jobs --no-pager; false; }",
        "multi-user", limit=300)
    machine.wait_for("! pidof firstlightd", "the end of the boot's display", limit=60)
    # The disk has no image, which is made for each run; and of the lab's busybox, which comes first
    # elsewhere, `cpio` does not know all options.
    machine.run(
        f"cat >/boot/initrd.img-{machine.kernel.release}", input=machine.initramfs.read_bytes(), limit=180)
    # An emulated processor beside a busy one takes longer than the 90 s in which systemd would have
    # the image unpacked, and than the 3 s for the start of the display, which the case `shutdown`
    # keeps.
    for unit, lines in (
            ("dracut-shutdown", f"Environment=PATH=/usr/sbin:/usr/bin\\nTimeoutStopSec={LIMIT}"),
            ("firstlight-shutdown@poweroff", "TimeoutStartSec=60")):
        machine.run(
            f"d=/run/systemd/system/{unit}.service.d; mkdir -p $d && "
            f"printf '[Service]\\n{lines}\\n' >$d/lab.conf")
    machine.run("systemctl daemon-reload")
    # As a module of dracut does for what it has opened.
    machine.run("mkdir -p /run/initramfs && touch /run/initramfs/.need_shutdown")
    # Everything that the image writes goes to the serial line.
    machine.run("echo 8 >/proc/sys/kernel/printk")
    power_off(lab, LIMIT)
    log = machine.log.read_text(errors="replace")
    _, found, end = log.rpartition("Killing all remaining processes")
    lab.expect(found, f"the end is not that of the image: {machine.last_words}")
    lab.expect("Unmounted /oldroot." in end, f"the root is not unmounted: {end}")
    for word in ("Cannot umount", "Blocking umount", "is busy", "resource busy", "Could not disassemble"):
        lab.expect(word not in end, f"something is held: {end}")
    lab.expect("Disassembling device-mapper devices" in end, f"the device is not closed: {end}")
