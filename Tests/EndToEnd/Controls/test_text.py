"""Labels and messages: texts of controls, refused texts, and files that are no fonts."""

import json
import os
import shutil

from harness import DISPLAY, TestCase, VarlinkError

SCENE = """
{
  "layers": [
    { "kind": "progress", "name": "ring", "style": "circle", "frame": [40, 10, 80, 80] },
    { "kind": "progress", "name": "line", "style": "line", "frame": [10, 100, 140, 8] },
    { "kind": "text", "name": "label", "string": "{percent}", "frame": [40, 38, 80, 24],
      "fontSize": 20, "alignment": "center", "label": "How far" },
    { "kind": "text", "name": "message", "string": "Hello", "frame": [0, 0, 160, 10], "fontSize": 8 },
  ],
  "controls": {
    "install": { "kind": "progress", "drives": ["ring", "line", "label"] },
    "message": { "kind": "text", "drives": "message" },
  },
}
"""


LATIN = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"


class Texts(TestCase):
    def setUp(self):
        super().setUp()
        self.daemon = self.start(scene=SCENE)

    def text(self, name):
        return self.daemon.layer(name)["text"]

    def test_one_request_drives_a_ring_a_line_and_a_label(self):
        self.assertEqual(self.text("label"), "0%")
        self.client("progress", "0.33", "--duration", "1s")
        self.daemon.step(0.5)
        self.assertLess(0, self.daemon.layer("ring")["progress"])
        self.assertEqual(
            self.daemon.layer("ring")["progress"], self.daemon.layer("line")["progress"])
        self.assertNotIn(self.text("label"), ["0%", "33%"])
        self.daemon.step(1)
        self.assertEqual(self.text("label"), "33%")
        self.assertRegex(self.client("layers").out, r"(?m)label +text .* 33%$")
        nodes = json.loads(self.client("describe", "--json").out)["nodes"]
        label = next(node for node in nodes if node["label"] == "How far")
        self.assertEqual((label["role"], label["text"]), ("text", "33%"))

    def test_a_refused_message_leaves_the_progress(self):
        for control, words in [
            ("wrong", "one of message (text)"), ("install", "is a progress control")]:
            result = self.client(
                "progress", "0.5", "--text", "Half", "--text-control", control, status=1)
            self.assertIn(words, result.err)
        result = self.client("progress", "0.5", "--text", "x" * 5000, status=1)
        self.assertIn("4096", result.err)
        result = self.client("progress", "--indeterminate", "--text", "x" * 5000, status=1)
        self.assertEqual(self.daemon.control("install")["value"], 0)
        self.assertFalse(self.daemon.control("install")["indeterminate"])
        self.client("progress", "0.5", "--text", "Half", "--text-control", "message")
        self.assertEqual(self.daemon.control("install")["value"], 0.5)

    def test_a_refused_progress_leaves_the_message(self):
        self.client("progress", "--text", "Before")
        for more in [["wrong", "0.5"], ["0.5", "--phase", "wrong"]]:
            self.client("progress", *more, "--text", "After", status=1)
        self.daemon.step(0.1)
        self.assertEqual(self.text("message"), "Before")

    def test_a_message_is_seen(self):
        before = self.daemon.step(0.1)["frameHash"]
        self.client("progress", "0", "--text", "Grüße, नमस्ते, שלום 1%")
        after = self.daemon.step(0.1)["frameHash"]
        self.assertNotEqual(before, after)
        self.assertEqual(self.text("message"), "Grüße, नमस्ते, שלום 1%")
        # The terminal gets no commands, and nothing is filled in.
        self.daemon.call("SetText", {"text": "a\x1b[2Jb\nc {percent}"})
        self.daemon.step(0.1)
        self.assertEqual(self.text("message"), "ab\nc {percent}")
        self.assertRegex(self.client("layers").out, r"(?m)message +text .* ab c {percent}$")

    def test_a_refused_message_changes_nothing(self):
        before = self.daemon.step(0.1)["frameHash"]
        with self.assertRaises(VarlinkError) as refused:
            self.daemon.call("SetText", {"text": "é" * 2048 + "!"})
        self.assertIn("4096", json.dumps(refused.exception.parameters))
        self.daemon.call("SetText", {"text": "Hello"})
        self.assertEqual(self.daemon.step(0.1)["frameHash"], before)
        with self.daemon.connect() as connection:
            connection.socket.sendall(
                b'{"method":"' + (DISPLAY + "SetText").encode()
                + b'","parameters":{"text":"\xff\xfe"}}\0')
        self.assertEqual(self.daemon.step(0.1)["frameHash"], before)
        self.daemon.call("SetText", {"text": "é" * 2048})
        self.daemon.step(0.1)
        self.assertEqual(self.text("message"), "é" * 2048)

    def test_a_font_that_is_cut_short_in_its_place(self):
        copy = self.directory / "font.ttf"
        shutil.copyfile(LATIN, copy)
        scene = SCENE.replace('"fontSize": 8', '"fontSize": 8, "font": { "file": "font.ttf" }')
        self.daemon.call("LoadScene", {"path": str(self.write("font.jsonc", scene))})
        self.daemon.step(0.1)
        os.truncate(copy, 5000)
        for text in ["Ünpäckïng", "Привет", "x" * 4000, "नमस्ते"]:
            self.daemon.call("SetText", {"text": text})
            self.daemon.step(0.1)
        self.assertEqual(self.text("message"), "नमस्ते")

    def test_a_scene_without_a_directory_opens_no_fonts(self):
        scene = SCENE.replace('"fontSize": 8', '"fontSize": 8, "font": { "file": "%s" }' % LATIN)
        number = os.memfd_create("scene")
        os.write(number, scene.encode())
        with self.daemon.connect() as connection, self.assertRaises(VarlinkError) as refused:
            connection.call("LoadScene", {"fileDescriptor": 0}, descriptors=[number])
        os.close(number)
        self.assertEqual(refused.exception.name, DISPLAY + "SceneInvalid")
        self.assertIn("no directory", json.dumps(refused.exception.parameters))

    def test_fonts_that_are_none(self):
        os.mkfifo(self.directory / "fifo.ttf")
        self.write("text.ttf", b"hello")
        self.write("empty.ttf", b"")
        self.write("tables.ttf", b"\0\1\0\0\xff\xff" + bytes(200))
        scene = '{ "layers": [ { "kind": "text", "string": "a", "font": { "file": "%s" } } ] }'
        for name in ["fifo.ttf", "text.ttf", "empty.ttf", "tables.ttf", "/dev/zero", "."]:
            with self.subTest(name), self.assertRaises(VarlinkError) as refused:
                path = self.write("font.jsonc", scene % name)
                self.daemon.call("LoadScene", {"path": str(path)})
            self.assertEqual(refused.exception.name, DISPLAY + "SceneInvalid")
        self.assertEqual(self.daemon.call("GetStatus")["sceneGeneration"], 1)
        # A missing font is replaced, with a warning.
        path = self.write("font.jsonc", scene % "missing.ttf")
        self.assertIn("missing.ttf", self.client("check", path, socket=False).err)
        self.daemon.call("LoadScene", {"path": str(path)})
        self.assertEqual(self.daemon.call("GetStatus")["sceneGeneration"], 2)
