"""The lab itself sees the drawn picture: a known pattern, read back in every possible way."""

import time

from case import case
from oracle import checksum, grab, pattern, scanout_checksum


def set_mode(lab, options=""):
    """Shows the pattern and holds it."""
    lab.machine.run(f"started modeset -h {options} >/tmp/modeset.log 2>&1 &")
    lab.machine.wait_for("grep first_flip_us /tmp/modeset.log", "the first flip of modeset")


def see_the_monitor(lab):
    set_mode(lab)
    shown = lab.machine.screen()
    lab.expect_same(shown, pattern(*shown.size), "the monitor")
    lab.expect_same(grab(lab.machine), shown, "what the driver has")
    began = time.monotonic()
    lab.machine.screen()
    lab.measure(f"{shown.width}x{shown.height}, read in {(time.monotonic() - began) * 1000:.0f} ms")


@case("bochs", needs_daemon=False)
def oracle_bochs(lab):
    see_the_monitor(lab)


@case("virtio", needs_daemon=False)
def oracle_virtio(lab):
    see_the_monitor(lab)


@case("vkms", needs_daemon=False)
def oracle_vkms(lab):
    set_mode(lab)
    shown = grab(lab.machine)
    lab.expect_same(shown, pattern(*shown.size), "what the driver has")
    lab.expect_equal(scanout_checksum(lab.machine), checksum(shown), "the scanout's checksum")


@case("vesafb24", needs_daemon=False)
def oracle_vesafb24(lab):
    """Three bytes a pixel, written by hand: blue, green, red."""
    machine = lab.machine
    expected = pattern(1024, 768)
    pixels = bytearray(len(expected.pixels))
    for channel in range(3):
        pixels[channel::3] = expected.pixels[2 - channel :: 3]
    # The console's cursor would blink into the picture.
    machine.run("echo 0 >/sys/class/graphics/fbcon/cursor_blink; printf '\\033[?25l' >/dev/tty1")
    machine.run("cat >/dev/fb0", input=bytes(pixels))
    lab.expect_same(machine.screen(), expected, "the monitor")
    lab.expect_same(grab(machine, "/dev/fb0"), expected, "what the driver has")
