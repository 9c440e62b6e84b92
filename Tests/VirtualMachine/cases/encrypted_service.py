"""A boot of an encrypted root with Firstlight in it, from the first picture to the login prompt, and what becomes of that
when the daemon is killed on the way."""

import time

from case import case
from cases.console import expect_console
from cases.encrypted_faults import words
from cases.encrypted_root import Watch, darkness, first_picture, ink
from display import GuestService
from encrypted import KEYS, unlock
from machine import Failed

# Seconds for each step: such a machine is slow on a host that does something else.
LIMIT = 300
CLIENT = "/usr/lib/firstlight/plymouth"
# The last word of the image's scripts, which nobody takes back.
OPENED = "cryptsetup: root: set up successfully"
# The colour of the built-in scene's progress.
BAR = (0xFF, 0xD7, 0xA3)
# The share of a boot that former ones have needed for the units before the gate.
LEARNT = 0.7


def controls(daemon):
    return {control["kind"]: control for control in daemon.call("ListControls")["controls"]}


def bar(picture):
    """The right end of the progress, as a part of the way: of a bar of 72 % of the height, in the middle."""
    width, height = picture.size
    y = int(0.62 * height + max(5, 0.011 * height))
    row = picture.row(y)
    lit = [x for x in range(width) if tuple(row[3 * x : 3 * x + 3]) == BAR]
    return ((max(lit) - width / 2) / height + 0.36) / 0.72 if lit else 0


def console_pictures(machine):
    """The times at which the console's own picture got on the screen, after the first frame of a program."""
    probes = machine.text("cat /sys/kernel/tracing/kprobe_events")
    if len(probes.splitlines()) != 2:
        raise Failed(f"the kernel does not trace both ways of the console's picture: {probes}")
    seen, times = False, []
    for line in machine.text("cat /sys/kernel/tracing/trace").splitlines():
        if "drm_vblank_event_delivered" in line and "file=0000000000000000" not in line:
            seen = True
        elif seen and (" pan:" in line or " console:" in line and "result=0x0" in line):
            times.append(line.split(":")[0].split()[-1])
    if not seen:
        raise Failed("no frame of a program is in the trace")
    return times


def journal(machine):
    return machine.text(
        "journalctl -b --no-pager -o short-monotonic -u firstlight.service | tail -30")


def wait_for_service(lab, watch):
    """Waits until the root's service is there, with the picture on the screen all the time."""
    machine = lab.machine
    is_active = "systemctl is-active firstlight.service"
    try:
        watch.until(lambda: machine.run(is_active, check=False).status == 0, "the service", LIMIT)
    except Failed as error:
        raise Failed(f"{error}; {journal(machine)}") from None
    daemon = GuestService(machine)
    # It is another program than the image's, and has the screen.
    watch.until(
        lambda: any(output["name"] != "none" for output in daemon.call("GetStatus")["outputs"]),
        "the service's display", LIMIT)
    lab.expect_equal(
        machine.text(f"stat -c %U /proc/{daemon.pid}"), "firstlight", "the service's user")
    lab.expect_equal(
        daemon.show("NRestarts"), "0", f"new starts of the service: {journal(machine)}")
    began, ended = (
        int(daemon.show(f"{name}TimestampMonotonic")) for name in ("InactiveExit", "ActiveEnter"))
    lab.measure(f"service {watch.seconds:.1f} s, in {(ended - began) / 1e6:.1f} s")
    return daemon


def expect_login(lab, watch):
    """The boot goes on to its end: the picture stays until the login prompt can be read and typed at."""
    machine = lab.machine
    machine.run("touch /run/gate")
    last = watch.shown
    watch.has_picture = False
    end = time.monotonic() + LIMIT
    while darkness(watch.shown) < 0.2:
        last = watch.shown
        lab.expect(
            time.monotonic() < end,
            f"the picture stays: {machine.text('systemctl list-jobs --no-pager')}")
        time.sleep(0.05)
        watch.look()
    machine.wait_for("grep -q 'login: ' /dev/vcs1", "the login prompt's text", limit=LIMIT)
    lab.measure(f"login prompt {watch.seconds:.1f} s")
    lab.expect_equal(
        machine.text("systemctl show -P SubState firstlight-quit.service"), "exited", "the quit")
    failed = machine.text("systemctl --failed --no-legend --plain")
    lab.expect(
        not failed,
        f"units that failed: {failed}: "
        f"{machine.text('journalctl -b --no-pager -o cat -p 4 | tail -20') if failed else ''}")
    lab.expect_equal(
        machine.text("systemctl show -P Result firstlight.service"), "success",
        "how the display ended")
    machine.wait_for("! pidof firstlightd", "the end of the display and of its guard", limit=LIMIT)
    expect_console(lab, active="1", kd="text")
    lab.expect_equal(machine.text("findmnt -no SOURCE /"), "/dev/mapper/root", "the root")
    machine.press("a", "b")
    machine.wait_for("grep -q 'login: ab' /dev/vcs1", "the keys that were pressed")
    return last


@case("luks-service", is_long=True)
def encrypted_boot(lab):
    """From the first picture by the passphrase and the switch to the root to the login prompt, with no dark frame."""
    machine, watch = lab.machine, Watch(lab)
    lab.measure(f"picture after {first_picture(watch, LIMIT):.1f} s")
    lab.measure(f"prompt {watch.until(lambda: ink(watch.shown) > 100, 'a prompt', LIMIT):.1f} s")
    # Keys of the first moments belong to the former picture.
    watch.pause(3)
    machine.press(*KEYS, "ret")
    lab.measure(f"root {watch.until(machine.is_up, 'the root', LIMIT):.1f} s")

    # The root's service goes on with the image's state and plymouth's
    # socket, whose words are taken back there.
    daemon = wait_for_service(lab, watch)
    lab.expect(
        "begins anew" not in journal(machine) and "is not adopted" not in journal(machine),
        journal(machine))
    lab.expect_equal(controls(daemon)["text"]["text"], OPENED, "the text from the image")
    machine.run(f"{CLIENT} hide-message --text='{OPENED}'")
    lab.expect_equal(controls(daemon)["text"]["text"], "", "the text that was taken back")

    # The boot waits at the gate, where former boots have gone on: the
    # progress is at what they have taught.
    watch.until(
        lambda: controls(daemon)["text"]["text"] == "Waiting for lab-last",
        "the reason of the stall", LIMIT)
    watch.until(
        lambda: controls(daemon)["progress"]["value"] >= LEARNT, "the progress that was learnt",
        LIMIT)
    lab.expect(controls(daemon)["progress"]["value"] <= 0.97, "the progress is full before the end")
    watch.pause(1)
    lab.expect(LEARNT <= bar(watch.shown) <= 0.98, f"the bar shows {bar(watch.shown):.2f}")
    lab.expect_equal(console_pictures(machine), [], "the console's pictures before the end")
    lab.measure(f"{watch.count} pictures, none of them dark")

    last = expect_login(lab, watch)
    lab.expect(
        console_pictures(machine), "the trace has no picture of the console, not even at the end")
    lab.expect(bar(last) > 0.98, f"the last picture shows a progress of {bar(last):.2f}")
    path = "/var/lib/firstlight/times/boot"
    machine.wait_for(f"grep -q ' 6 0 lab-last' {path}", "the times that are kept")
    times = {line.split()[4]: line.split()[2:4] for line in machine.text(f"cat {path}").splitlines()[2:]}
    lab.expect_equal(
        [times.get(name) for name in ("lab-last.service", "rare.service")],
        [["6", "0"], ["5", "5"]], "the boots with two units, and the boots since then")


def expect_text(lab, watch, sign):
    """Waits until the daemon is killed, and then until the console's text is seen."""
    watch.has_picture = False
    watch.until(lambda: sign in words(lab.machine), "the daemon to be killed", LIMIT)
    began = watch.seconds
    watch.until(lambda: darkness(watch.shown) > 0.9, "the console as text", LIMIT)
    lab.measure(f"text {watch.seconds - began:.1f} s after it was killed")


@case("luks-killed", is_long=True)
def killed_asking(lab):
    """The daemon is killed while it asks: the console asks, and the root's service begins anew."""
    watch = Watch(lab)
    first_picture(watch, LIMIT)
    expect_text(lab, watch, "lab: killed while it asked")
    unlock(lab.machine, LIMIT)
    lab.measure(f"root {watch.seconds:.1f} s")
    watch.until(lambda: darkness(watch.shown) < 0.2, "a picture again", LIMIT)
    wait_for_service(lab, watch)
    expect_login(lab, watch)


def expect_service(lab, watch):
    """A picture again, of the root's service. The rest is as in `killed_asking`, and takes as long again."""
    watch.until(lambda: darkness(watch.shown) < 0.2, "a picture again", LIMIT)
    wait_for_service(lab, watch)
    lab.expect_equal(lab.machine.text("findmnt -no SOURCE /"), "/dev/mapper/root", "the root")
    # Nothing of the image's daemon is left that would hold it back.
    lab.expect_equal(
        lab.machine.text("systemctl show -P ActiveState firstlight-plymouth.socket"), "active",
        "the socket of plymouth's protocol")


@case("luks-early", is_long=True)
def killed_before_asking(lab):
    """The daemon is killed before it asks: the console asks, and the root's service begins anew."""
    watch = Watch(lab)
    first_picture(watch, LIMIT)
    expect_text(lab, watch, "lab: killed before it asked")
    unlock(lab.machine, LIMIT)
    lab.measure(f"root {watch.seconds:.1f} s")
    expect_service(lab, watch)


@case("luks-between", is_long=True)
def killed_between_roots(lab):
    """The daemon is killed between the roots, where it waits for the root's service: that begins anew."""
    watch = Watch(lab)
    first_picture(watch, LIMIT)
    watch.until(lambda: ink(watch.shown) > 100, "a prompt", LIMIT)
    # Keys of the first moments belong to the former picture.
    watch.pause(3)
    lab.machine.press(*KEYS, "ret")
    expect_text(lab, watch, "lab: killed between the roots")
    watch.until(lab.machine.is_up, "the root", LIMIT)
    lab.measure(f"root {watch.seconds:.1f} s")
    expect_service(lab, watch)
