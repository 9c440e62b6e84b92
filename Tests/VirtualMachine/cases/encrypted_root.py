"""A Debian whose root is encrypted: its initramfs, made by Debian's own tools with our hooks, asks for
the passphrase on the picture, and the picture stays until the system is up.

The keyboard is German: the passphrase is right only where prompts read keys by the kernel's keymap.
"""

import time

from case import case
from encrypted import KEYS, unlock
from machine import Failed

# A prompt's text is drawn in this or lighter, and nothing else of the scene is.
INK = 0xE0
LIGHT = bytes(level >= INK for level in range(256))


class Watch:
    """Watches the monitor; from the first picture on it must not be dark."""

    def __init__(self, lab):
        self.lab = lab
        self.machine = lab.machine
        self.began = time.monotonic()
        self.has_picture = False
        self.count = 0
        self.shown = None

    def look(self):
        self.shown = self.machine.screen()
        if not self.has_picture:
            return
        self.count += 1
        if darkness(self.shown) > 0.2:
            path = self.machine.directory / "dark.png"
            self.shown.write_png(path)
            raise Failed(f"the monitor is dark {self.seconds:.1f} s after the start "
                         f"({darkness(self.shown):.0%} black, picture {self.count})")

    @property
    def seconds(self):
        return time.monotonic() - self.began

    def until(self, condition, what, limit):
        """Looks until a condition holds; the seconds since the start."""
        end = time.monotonic() + limit
        while True:
            self.look()
            if condition():
                return self.seconds
            if time.monotonic() > end:
                raise Failed(f"waited {limit} s in vain for {what}: {self.machine.last_words}")
            time.sleep(0.1)

    def pause(self, seconds):
        end = time.monotonic() + seconds
        self.until(lambda: time.monotonic() > end, "", seconds + 30)


def darkness(picture):
    """The black part of a picture, as of the console: the scene has some blue everywhere."""
    blue = picture.pixels[2::3]
    return blue.count(0) / len(blue)


def ink(picture):
    """The number of pixels in the colour of a prompt's text."""
    light = [
        int.from_bytes(picture.pixels[channel::3].translate(LIGHT), "little")
        for channel in range(3)]
    return (light[0] & light[1] & light[2]).bit_count()


def expect_up(lab):
    """The system is up to its last target, on the root that was opened."""
    machine = lab.machine
    lab.expect_equal(machine.text("findmnt -no SOURCE /"), "/dev/mapper/root", "the root")
    lab.expect_equal(machine.text("dmsetup table root | cut -d ' ' -f 3"), "crypt", "its kind")


def boot(lab, has_pid_file=True):
    machine, watch = lab.machine, Watch(lab)
    lab.measure(f"picture after {first_picture(watch):.1f} s")
    lab.measure(f"prompt {watch.until(lambda: ink(watch.shown) > 100, 'a prompt', 60):.1f} s")
    # Keys of the first moments belong to the former picture.
    watch.pause(1)
    empty = ink(watch.shown)
    machine.press("x", "y")
    watch.until(lambda: ink(watch.shown) > empty + 10, "marks for the keys", 10)
    machine.press("ret")
    # cryptsetup says that it was wrong, waits a second and asks again.
    watch.pause(6)
    watch.until(lambda: ink(watch.shown) > 100, "a prompt again", 30)
    watch.pause(1)
    machine.press(*KEYS, "ret")
    lab.measure(f"root {watch.until(machine.is_up, 'the root', 90):.1f} s")
    is_reached = "systemctl is-active multi-user.target"
    watch.until(lambda: machine.run(is_reached, check=False).status == 0, "multi-user", 120)
    lab.measure(f"multi-user {watch.seconds:.1f} s; {watch.count} pictures, none of them dark")
    expect_up(lab)
    machine.run("plymouth --ping")
    if not has_pid_file:
        machine.run("plymouth quit")
        machine.wait_for("! plymouth --ping", "the daemon's end")
        return
    lab.expect_equal(
        machine.text("readlink /proc/$(cat /run/plymouth/pid)/exe").split("/")[-1].split()[0],
        "firstlightd", "what the file with the daemon's number names")
    machine.run("plymouth quit")
    machine.wait_for("! plymouth --ping", "the daemon's end")
    machine.wait_for("! [ -e /run/plymouth/pid ]", "the end of the file with its number")


def first_picture(watch, limit=90):
    """The seconds until the scene is shown."""
    seconds = watch.until(lambda: darkness(watch.shown) < 0.2, "a picture", limit)
    watch.has_picture = True
    return seconds


@case("luks", is_long=True)
def encrypted_root(lab):
    """Asks for the passphrase on the picture, which stays until the system is up."""
    boot(lab)


@case("luks-virtio", is_long=True)
def encrypted_root_virtio(lab):
    boot(lab)


@case("luks-dracut", is_long=True)
def encrypted_root_dracut(lab):
    """Asks in an image of dracut, through systemd's password agent."""
    boot(lab, has_pid_file=False)


@case("luks-alone", is_long=True)
def encrypted_root_alone(lab):
    """Where nothing in the root could end it, the display ends with the image, and the console comes back."""
    machine, watch = lab.machine, Watch(lab)
    first_picture(watch)
    watch.until(lambda: ink(watch.shown) > 100, "a prompt", 60)
    watch.pause(1)
    machine.press(*KEYS, "ret")
    began = watch.until(machine.is_up, "the root", 90)
    machine.wait_for(
        "[ \"$(console)\" = 'active=1 kd=text vt=auto' ]", "the console as text", limit=60)
    lab.measure(f"text {watch.seconds - began:.1f} s after the root")
    machine.wait_for("! pidof firstlightd", "the end of the display")
    expect_up(lab)


@case("luks-text", needs_daemon=False, is_long=True)
def encrypted_root_text(lab):
    """Without the daemon in the image the console asks, as usual."""
    machine, began = lab.machine, time.monotonic()
    unlock(machine)
    lab.measure(f"root {time.monotonic() - began:.1f} s")
    machine.wait_for("systemctl is-active multi-user.target", "multi-user", limit=120)
    lab.measure(f"multi-user {time.monotonic() - began:.1f} s")
    expect_up(lab)
