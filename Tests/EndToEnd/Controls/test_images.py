"""Pictures that clients give to image controls: by the client, from standard input, and over the socket."""

import os
import struct
import zlib

from harness import ROOT, TestCase, VarlinkError
from picture import Picture

SCENE = """
{
  "background": "#000000",
  "layers": [{ "kind": "image", "name": "photo", "frame": [40, 20, 80, 80], "filter": "nearest" }],
  "controls": { "photo": { "kind": "image", "label": "Photo", "drives": "photo" } },
}
"""


def png(color, side=2):
    def chunk(kind, data):
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)))
    rows = (b"\0" + bytes(color) * side) * side
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b""))


def memory_file(data):
    number = os.memfd_create("picture")
    os.write(number, data)
    return number


class Images(TestCase):
    def shot(self):
        return self.client("screenshot", "-o", "-").stdout

    def test_the_client_shows_a_file_and_standard_input(self):
        daemon = self.start(scene=SCENE)
        before = self.shot()
        file = self.write("red.png", png((255, 0, 0)))
        self.client("image", "photo", file, "--text", "A red square")
        daemon.step(0.1)
        red = self.shot()
        self.assertNotEqual(before, red)
        self.assertIn("Photo, image: A red square", self.client("describe").out)
        self.client("image", "-", input=png((0, 0, 255)))
        daemon.step(0.1)
        self.assertNotIn(self.shot(), [before, red])
        drawn = self.client(
            "render", self.directory / "scene.jsonc", "--size", "160x120", "--set", f"photo={file}",
            "--at", "1s", "-o", self.directory / "drawn.png", socket=False)
        self.assertEqual(drawn.err, "")
        self.client("image", file)
        daemon.step(0.1)
        self.assertEqual(self.shot(), red)

    def test_a_photograph_is_shown_as_it_was_taken(self):
        daemon = self.start(scene=SCENE)
        file = ROOT / "Tests/ImagesTests/Files/turned.jpg"
        self.client("image", "photo", file)
        daemon.step(0.1)
        self.client(
            "render", self.directory / "scene.jsonc", "--size", "160x120", "--set", f"photo={file}",
            "--at", "1s", "-o", self.directory / "drawn.png", socket=False)
        shown = Picture(self.shot())
        self.assertEqual(shown.rows, Picture((self.directory / "drawn.png").read_bytes()).rows)
        # Its left side, which is red, is on top.
        above, below = shown.pixel(80, 30), shown.pixel(80, 90)
        self.assertGreater(above[0], 200)
        self.assertLess(below[0], 100)
        cut = self.write("cut.jpg", file.read_bytes()[:300])
        self.assertIn("cut off", self.client("image", "photo", cut, status=1).err)

    def test_a_file_that_is_no_picture_is_refused_with_the_reason(self):
        self.start(scene=SCENE)
        text = self.write("text.png", b"hello")
        self.assertIn("neither a PNG nor a JPEG file", self.client("image", text, status=1).err)
        cut = self.write("cut.png", png((1, 2, 3))[:60])
        self.assertIn("cut off", self.client("image", "photo", cut, status=1).err)
        self.assertIn(
            "phto", self.client("image", "phto", self.write("a.png", png((1, 2, 3))), status=1).err)
        self.client("image", "none.png", status=66)
        large = self.write("large.png", png((9, 9, 9), 4000))
        self.assertIn("4000×4000", self.client("image", large, status=1).err)

    def test_a_program_gives_a_file_that_it_shortens_then(self):
        daemon = self.start(scene=SCENE)
        picture = memory_file(png((0, 255, 0), 1000))
        with daemon.connect() as client, daemon.connect() as events:
            events.send_call("Subscribe", {"kinds": ["image_changed"]}, more=True)
            events.receive()
            client.call("SetImage", {"control": "photo", "fileDescriptor": 0}, [picture])
            self.assertEqual(events.receive()["parameters"]["events"][0]["control"], "photo")
            for length in [0, 8, 100, 3000]:
                os.ftruncate(picture, length)
                with self.assertRaises(VarlinkError) as refused:
                    client.call("SetImage", {"fileDescriptor": 0}, [picture])
                self.assertTrue(refused.exception.name.endswith("InvalidValue"))
            self.assertIn("timeUSec", daemon.step(0.1))
        os.close(picture)

    def test_other_users_give_pictures_in_memory_only(self):
        self.start(scene=SCENE)
        os.chmod(self.socket, 0o666)
        picture = self.write("red.png", png((255, 0, 0)))
        os.chmod(picture, 0o644)
        result = self.client_as_nobody("image", str(picture))
        self.assertEqual(result.returncode, 0, result.stderr)
