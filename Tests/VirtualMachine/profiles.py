"""The machines: one for each kind of display."""

from encrypted import IDENTIFIER
from machine import Profile


def virtio(heads, *devices, size="1024x768"):
    width, height = size.split("x")
    return ("-device", f"virtio-gpu-pci,id=g0,max_outputs={heads},xres={width},yres={height}",
            *devices)


VGA = ("-device", "VGA,id=g0")
# The panel is built in with its right side up.
TURNED = "video=Virtual-1:800x600@60,panel_orientation=right_side_up"
STAYING = " ".join(
    f"systemd.mask={unit}.service" for unit in
    ("firstlight-quit", "firstlight-quit-wait", "gate", "getty@tty1"))
ASKING = " systemd.wants=firstlight-plymouth.socket systemd.wants=firstlight-ask-password.path"
# Last, so that it is the console that scripts of the image write to and read from.
ROOT = "console=tty0 root=/dev/mapper/root rw"
# Nothing takes the console before the display's end, which this root has no unit for.
SPLASH = "systemd.mask=getty@tty1.service " + ROOT

# The American passphrase does not open it: that of this slot is typed by the German keymap.
GERMAN = f"rd.luks.options={IDENTIFIER}=key-slot=0"


PROFILES = {
    profile.name: profile
    for profile in [
        Profile(
            "bochs", devices=VGA + ("-device", "virtio-mouse-pci"),
            modules=("bochs", "virtio_input", "evdev", "uinput")),
        Profile(
            "virtio", devices=virtio(1, "-device", "virtio-tablet-pci"),
            modules=("virtio_gpu", "virtio_input", "evdev", "uinput"), viewers=1),
        Profile("virtio2", devices=virtio(2), modules=("virtio_gpu",), viewers=2),
        # Two cards with a monitor each; the second one's driver comes later.
        Profile(
            "cards", devices=VGA + ("-device", "virtio-gpu-pci,id=g1,xres=800,yres=600"),
            modules=("bochs",)),
        Profile("vkms", modules=("vkms", "evdev", "uinput")),
        Profile("turned", devices=VGA, modules=("bochs",), kernel=TURNED),
        Profile("cirrus", devices=("-device", "cirrus-vga,id=g0"), modules=("cirrus",)),
        # No driver: only the firmware's framebuffer device.
        Profile("vesafb16", devices=VGA, kernel="vga=0x314", needs_boot_sector=True),
        Profile("vesafb24", devices=VGA, kernel="vga=0x318", needs_boot_sector=True),
        # The card's driver, which is loaded later, prefers a larger mode.
        Profile("vesafb32", devices=VGA, kernel="vga=0x343", needs_boot_sector=True),
        # Firmware with a logo, whose framebuffer stays until the card's driver comes.
        Profile("firmware", devices=VGA, needs_boot_sector=True, has_firmware=True),
        # A framebuffer device in memory, with room for two pictures.
        Profile("vfb", modules=("vfb vfb_enable=1 videomemorysize=8388608",)),
        # A card whose driver is not there yet.
        Profile("late", devices=VGA),
        # A display that stays, without a login.
        Profile("systemd", devices=VGA, has_systemd=True, kernel=STAYING),
        # One that has plymouth's socket and systemd's password agent, too.
        Profile("asking", devices=VGA, has_systemd=True, kernel=STAYING + ASKING),
        # A display with the newest systemd, until the boot ends it.
        Profile(
            "newest", devices=VGA, has_systemd=True, is_newest=True, is_counted=True,
            kernel=ASKING.strip()),
        # A display that stays, with a compositor, which asks for more
        # than the other card's driver can.
        Profile("kiosk", devices=virtio(1), has_systemd=True, has_kiosk=True, kernel=STAYING),
        # A boot that ends the display, and goes on to the login prompt.
        Profile("login", devices=VGA, has_systemd=True, is_counted=True),
        # A boot that tells of its units, and ends the display when it is done.
        Profile(
            "times", devices=VGA, has_systemd=True, kernel="lab=times systemd.mask=gate.service"),
        # A boot as it is, for its time.
        Profile(
            "cost", devices=VGA, has_systemd=True, is_counted=True, skips_waits=True,
            kernel="lab=cost systemd.mask=gate.service"),
        # An encrypted root, which asks for its passphrase by the daemon or on the console.
        Profile("luks", devices=VGA, kernel=SPLASH, is_encrypted=True, has_splash=True),
        Profile(
            "luks-virtio", devices=virtio(1), kernel=SPLASH, is_encrypted=True, has_splash=True),
        Profile(
            "luks-alone", devices=VGA, kernel="lab=alone " + SPLASH, is_encrypted=True,
            has_splash=True),
        Profile(
            "luks-dracut", devices=VGA, kernel=f"rd.luks.name={IDENTIFIER}=root {GERMAN} " + SPLASH,
            is_encrypted=True, has_splash=True, has_dracut=True),
        # A root with Firstlight, whose end goes back to the image. Its service may take a while.
        Profile(
            "luks-return", devices=VGA, is_encrypted=True, has_splash=True, has_dracut=True,
            kernel=f"lab=service systemd.mask=gate.service rd.luks.name={IDENTIFIER}=root {GERMAN} " + ROOT),
        # A root with Firstlight, to its login prompt; and with a daemon that is killed on the way.
        # The service has to start in a time of its own, whatever else the host does.
        Profile(
            "luks-service", devices=VGA, kernel="lab=service " + ROOT, is_encrypted=True,
            has_splash=True, is_counted=True),
        *(
            Profile(
                name, devices=VGA, kernel=f"lab=service lab.kill={moment} " + ROOT,
                is_encrypted=True, has_splash=True, is_counted=True)
            for name, moment in (
                ("luks-early", "early"), ("luks-killed", "asking"), ("luks-between", "between"))),
        # The daemon hangs before a shell.
        Profile(
            "luks-panic", devices=VGA, kernel="lab=panic " + SPLASH, is_encrypted=True,
            has_splash=True),
        Profile("luks-text", devices=VGA, kernel=ROOT, is_encrypted=True),
    ]
}
