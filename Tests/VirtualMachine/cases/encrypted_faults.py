"""Boots with an encrypted root in which the daemon of the initramfs hangs."""

import time

from case import case
from cases.encrypted_root import Watch, darkness, first_picture
from machine import Failed


def words(machine):
    """The kernel's log, where scripts of the image tell what they have done to the daemon."""
    return machine.log.read_text(errors="replace")


@case("luks-panic", is_long=True)
def hung_before_a_shell(lab):
    """The daemon hangs, and the image starts a shell: the console is text at once, and takes keys."""
    machine, watch = lab.machine, Watch(lab)
    first_picture(watch)
    watch.has_picture = False
    watch.until(
        lambda: "lab: the daemon gets STOP" in words(machine), "the daemon to be stopped", 60)
    began = time.monotonic()
    watch.until(lambda: darkness(watch.shown) > 0.9, "the console as text", 20)
    lab.measure(f"text {time.monotonic() - began:.1f} s after the daemon was stopped")
    lab.expect(time.monotonic() - began < 6, "the console comes late")
    # The shell's prompt, and an echo of what is typed.
    watch.pause(3)
    before = watch.shown.pixels
    machine.press("e", "c", "h", "o", "spc", "x", "ret")
    end = time.monotonic() + 10
    while machine.screen().pixels == before:
        if time.monotonic() > end:
            raise Failed("the shell takes no keys")
        time.sleep(0.2)
