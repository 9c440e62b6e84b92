"""Photos in a scene: the start does not wait for them, except where every frame has to be the same."""

import random
import struct
import zlib

from harness import TestCase, wait_until

SCENE = """
{
  "background": "#102030",
  "layers": [
    { "kind": "image", "file": "photo.png", "size": ["80%", "auto"] },
    { "frame": [0, 0, 8, 8], "backgroundColor": "#ffffff" },
  ],
}
"""


def photo(width=1200, height=900):
    """A picture that takes some 15 ms to unpack."""
    def chunk(kind, data):
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)))
    noise = random.Random(1)
    row = b"".join(bytes((x * 255 // width, 90, noise.randrange(64))) for x in range(width))
    rows = b"".join(
        b"\0" + row[-3 * y :] + row[: -3 * y] if y else b"\0" + row for y in range(height))
    return (b"\x89PNG\r\n\x1a\n"
            + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))


def pixels(data):
    """The red, green and blue of a PNG file's pixels, row after row: encoders choose their own filters."""
    place, packed = 8, b""
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        content = data[place + 8:place + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", content[:10])
            assert depth == 8 and color in (2, 6)
        if kind == b"IDAT":
            packed += content
        place += length + 12
    step = 3 if color == 2 else 4
    rows, result, above = zlib.decompress(packed), [], bytes(width * step)
    for y in range(height):
        start = y * (width * step + 1)
        kind, row = rows[start], bytearray(rows[start + 1:start + 1 + width * step])
        for x, value in enumerate(row):
            left = row[x - step] if x >= step else 0
            corner = above[x - step] if x >= step else 0
            if kind == 4:
                near = min(
                    (left, above[x], corner),
                    key=lambda other: abs(left + above[x] - corner - other))
            else:
                near = [0, left, above[x], (left + above[x]) // 2][kind]
            row[x] = (value + near) & 255
        result += [bytes(row[x:x + 3]) for x in range(0, len(row), step)]
        above = row
    return result


class Photos(TestCase):
    def rendered(self):
        output = self.directory / "rendered.png"
        self.client(
            "render", self.directory / "scene.jsonc", "--size", "160x120", "--at", "0s", "-o",
            output, socket=False)
        return pixels(output.read_bytes())

    def test_a_photo_fades_in_to_what_the_scene_looks_like(self):
        self.write("photo.png", photo())
        daemon = self.start(scene=SCENE, clock="vsync")
        rendered = self.rendered()
        shots = []

        def is_there():
            shots.append(pixels(self.client("screenshot", "-o", "-").stdout))
            return shots[-1] == rendered

        wait_until(is_there, "the photo")
        status = daemon.call("GetStatus")
        # The frame without it, and those in which it fades in.
        self.assertGreater(status["frames"], 5)
        self.assertIsNone(status.get("sceneFault"))

    def test_frames_in_files_have_it_from_the_first_on(self):
        self.write("photo.png", photo())
        frames = self.directory / "frames"
        self.start(scene=SCENE, clock="vsync", output=f"png:{frames}")
        first = wait_until(lambda: sorted(frames.glob("*.png")), "the first frame")[0]
        self.assertEqual(pixels(first.read_bytes()), self.rendered())

    def test_a_damaged_photo_is_logged_and_left_out(self):
        self.write("photo.png", photo()[:5000])
        daemon = self.start(scene=SCENE, clock="vsync")
        fault = wait_until(lambda: daemon.call("GetStatus").get("sceneFault"), "the fault")
        self.assertIn("photo.png", fault)
        self.assertIn("lacks a picture", daemon.log)
        self.assertIn(
            "photo.png",
            self.client("check", self.directory / "scene.jsonc", status=1, socket=False).err)
        daemon.stop()
        strict = self.start("--require-scene", scene=SCENE, clock="vsync", wait=False)
        self.assertEqual(strict.wait(), 65)
