"""That the lab itself sees what is drawn: a known pattern, read back in every way that there is."""

import time
import zlib

from case import case
from picture import Picture, read_ppm


def pattern(width, height):
    """What `modeset` draws."""
    rows = []
    across = bytes(x & 255 for x in range(width))
    for y in range(height):
        row = bytearray(width * 3)
        row[0::3] = across
        row[1::3] = bytes([y & 255]) * width
        row[2::3] = bytes((x ^ y) & 255 for x in range(width))
        rows.append(bytes(row))
    return Picture(width, height, b"".join(rows))


def grab(machine, device="/dev/dri/card0", index=0):
    """What the driver scans out: for displays that nobody sees."""
    path = machine.directory / "grab.ppm"
    path.write_bytes(machine.run(f"grab -c {index} {device} 2>/tmp/grab.log").output)
    return read_ppm(path)


def scanout_checksum(machine, card=0, crtc=0):
    """The checksum that vkms makes of a frame as it composes it, from its debugfs."""
    line = machine.text(f"head -n 1 /sys/kernel/debug/dri/{card}/crtc-{crtc}/crc/data")
    return int(line.split()[1], 16)


def checksum(picture):
    """What vkms computes for a picture: CRC-32 without inversions, 16 bits a channel, ARGB."""
    wide = bytearray(b"\xff" * (picture.width * picture.height * 8))
    for channel in range(3):
        levels = picture.pixels[channel::3]
        wide[2 + 2 * channel :: 8] = levels
        wide[3 + 2 * channel :: 8] = levels
    return zlib.crc32(wide, 0xFFFFFFFF) ^ 0xFFFFFFFF


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
