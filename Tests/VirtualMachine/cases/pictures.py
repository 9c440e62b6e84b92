"""Every kind of display shows the picture that is drawn without one, to the last pixel."""

import struct
import time

from case import case
from oracle import checksum, scanout_checksum
from scenario import STEPS, monitor, play, scanout, wait_for_outputs


@case("bochs")
def picture_bochs(lab):
    play(lab, lab.start("--output=drm"), monitor(lab))


@case("cirrus")
def picture_rgb565(lab):
    """16 bits a pixel by DRM, dithered."""
    daemon = lab.start("--output=drm", "--format=RGB565")
    lab.expect_equal(daemon.call("GetStatus")["outputs"][0]["format"], "RGB565", "the format")
    play(lab, daemon, monitor(lab))


@case("cirrus")
def picture_cirrus(lab):
    """A display that prefers few bits a pixel, and to which its driver copies."""
    play(lab, lab.start("--output=drm"), monitor(lab))


@case("turned")
def picture_turned(lab):
    """A panel mounted with its right side up: the picture is rotated to the right."""
    play(lab, lab.start("--output=drm"), monitor(lab), turn=90)


@case("virtio")
def picture_virtio(lab):
    play(lab, lab.start("--output=drm"), monitor(lab))


@case("virtio")
def picture_rotated(lab):
    """Rotated by the option, in each direction."""
    for degrees in (90, 180, 270):
        daemon = lab.start("--output=drm", f"--rotate={degrees}")
        play(lab, daemon, monitor(lab), steps=STEPS[:2], turn=degrees)
        daemon.stop()


@case("vesafb24")
def picture_vesafb24_rotated(lab):
    """Three bytes a pixel, rotated."""
    play(lab, lab.start("--output=fbdev", "--rotate=270"), monitor(lab), turn=270)


@case("vkms")
def picture_vkms(lab):
    play(lab, lab.start("--output=drm:/dev/dri/card0"), scanout(lab))
    lab.expect_equal(
        scanout_checksum(lab.machine), checksum(scanout(lab)()), "the scanout's checksum")


@case("vkms")
def picture_vkms_rgb565(lab):
    play(lab, lab.start("--output=drm", "--format=RGB565"), scanout(lab))


@case("vesafb16")
def picture_vesafb16(lab):
    """The firmware's framebuffer with 16 bits a pixel."""
    play(lab, lab.start("--output=fbdev"), monitor(lab))


@case("vesafb24")
def picture_vesafb24(lab):
    """Three bytes a pixel."""
    play(lab, lab.start("--output=fbdev:/dev/fb0"), monitor(lab))


@case("vesafb32")
def picture_vesafb32(lab):
    play(lab, lab.start("--output=auto"), monitor(lab))


def pan(lab, bits):
    lab.machine.run(f"fbmode /dev/fb0 {bits}")
    daemon = lab.start("--output=fbdev")
    play(lab, daemon, scanout(lab, "/dev/fb0"))
    offsets = set()
    for _ in range(6):
        # Not a frame's time, so that the numbers of frames drawn are not all even.
        daemon.call("Step", durationUSec=10_000)
        lab.machine.run("grab /dev/fb0 2>/tmp/grab.log >/dev/null")
        words = dict(word.split("=") for word in lab.machine.text("cat /tmp/grab.log").split())
        offsets.add(words["yoffset"])
    lab.expect(len(offsets) == 2, f"it does not pan: the offsets are {sorted(offsets)}")
    lab.measure("panning between lines " + " and ".join(sorted(offsets, key=int)))


@case("vfb")
def panning_vfb32(lab):
    """A framebuffer device with red and blue swapped, in two buffers by panning."""
    pan(lab, 32)


@case("vfb")
def panning_vfb16(lab):
    pan(lab, 16)


@case("firmware")
def firmware_logo(lab):
    """The firmware's logo stays where it is: the first picture has the same pixels there."""
    machine = lab.machine
    table = "/sys/firmware/acpi/bgrt"
    x, y, status = (
        int(machine.text(f"cat {table}/{name}")) for name in ("xoffset", "yoffset", "status"))
    image = machine.run(f"cat {table}/image").output
    width, height = struct.unpack_from("<ii", image, 18)
    scene = (
        """{ "background": "#000000", "layers": [{ "kind": "image", "source": "firmwareLogo" }] }"""
    )
    machine.run(
        "echo 0 >/sys/class/graphics/fbcon/cursor_blink; printf '\\033[?25l\\033[2J' >/dev/tty1")
    daemon = lab.start(scene=scene)
    wait_for_outputs(lab, daemon)
    time.sleep(1)
    after = machine.screen()

    def logo(picture):
        return [picture.row(row)[3 * x:3 * (x + width)] for row in range(y, y + height)]

    # From the bottom, blue before red, rows of whole words.
    stride, start = (width * 3 + 3) & ~3, struct.unpack_from("<I", image, 10)[0]
    stored = [image[start + row * stride:][:3 * width] for row in reversed(range(height))]
    stored = [
        bytes(byte for at in range(0, 3 * width, 3) for byte in row[at : at + 3][::-1])
        for row in stored]
    lab.expect_equal(after.size, machine.firmware_screen.size, "the size of the screen")
    lab.expect(
        logo(machine.firmware_screen) == stored,
        "the firmware does not show the picture of its table")
    lab.expect(logo(after) == stored, "the logo in the first picture is another")
    lab.measure(
        f"{width}x{height} at {x},{y}, status {status}, 0 pixels differ from the firmware's picture"
    )
