"""Scenes with mistakes get a diagnostic; a picture stays on the screen."""

import json
import os
import signal
import struct
import subprocess
import unittest
import zlib

from harness import DAEMON, DISPLAY, TestCase, VarlinkError, clean_environment, wait_until


def png(width, height, data=None, kinds=b"\x08\x06\0\0\0"):
    """A PNG file of a size, with a body that need not fit it."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(
            ">I", zlib.crc32(kind + body))
    if data is None:
        data = zlib.compress((b"\0" + b"\x80" * 4 * width) * height)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">II", width, height) + kinds)
            + chunk(b"IDAT", data) + chunk(b"IEND", b""))


def image_scene(name):
    return '{"layers": [{"kind": "image", "file": "%s"}]}' % name


class Scenes(TestCase):
    """Each of these scenes gets a diagnostic; the one on the screen stays, and so does memory."""

    def setUp(self):
        super().setUp()
        self.daemon = self.start()
        self.daemon.call("SetProgress", {"value": 0.5, "durationUSec": 0})
        self.hash = self.daemon.step(0.1)["frameHash"]

    def peak(self):
        with open(f"/proc/{self.daemon.pid}/status") as status:
            line = next(line for line in status if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024

    def refuse(self, name, text, *words, limit=12 << 20):
        """Loads a scene by path, which has to fail and to change nothing."""
        path = self.write(name, text)
        before = self.peak()
        parameters = self.assertVarlinkError(
            "SceneInvalid", self.daemon.call, "LoadScene", {"path": str(path)})
        self.assertGreaterEqual(len(parameters["diagnostics"]), 1)
        said = json.dumps(parameters["diagnostics"], ensure_ascii=False)
        for word in words:
            self.assertIn(word, said)
        self.assertLess(self.peak() - before, limit, "memory was spent")
        self.assertEqual(self.daemon.step(0.02)["frameHash"], self.hash)
        self.assertEqual(self.daemon.call("GetStatus")["sceneGeneration"], 1)

    def test_pictures(self):
        good = png(8, 8)
        pictures = {
            "truncated.png": good[:40], "half.png": good[:-20], "empty.png": b"",
            "text.png": b"hello", "huge.png": png(100_000, 100_000, b""),
            "wide.png": png(100_000, 1, b""), "zero.png": png(0, 5, b""),
            "negative.png": png(0xFFFFFFFF, 0xFFFFFFFF, b""),
            "short.png": png(4000, 4000, zlib.compress(b"\0" * 100)),
            "colours.png": png(8, 8, kinds=b"\x07\x09\0\0\0"),
            "crc.png": good[:30] + b"\xff" + good[31:],
        }
        for name, data in pictures.items():
            with self.subTest(name):
                self.write(name, data)
                # Pictures within the limits may take their own size before they turn out broken.
                self.refuse("image.jsonc", image_scene(name), name, limit=96 << 20)

    def test_a_picture_that_unpacks_to_far_more_than_its_size(self):
        self.write("bomb.png", png(8, 8, zlib.compress(bytes(256 << 20), 9)))
        before = self.peak()
        path = self.write("image.jsonc", image_scene("bomb.png"))
        try:
            self.daemon.call("LoadScene", {"path": str(path)})
        except VarlinkError as error:
            self.assertEqual(error.name, DISPLAY + "SceneInvalid")
        self.assertLess(self.peak() - before, 24 << 20)
        self.daemon.step(0.1)

    def test_pictures_that_are_not_files(self):
        os.mkfifo(self.directory / "fifo.png")
        (self.directory / "loop.png").symlink_to("loop.png")
        for name in ["missing.png", "fifo.png", "loop.png", "/dev/zero", ".", "/proc/kmsg"]:
            with self.subTest(name):
                self.refuse("image.jsonc", image_scene(name))

    def test_texts(self):
        layers = '{"layers": [%s]}'
        scenes = {
            "nothing": "", "no object": "[]", "no JSON": "hello", "half": '{"layers": [',
            "binary": bytes(range(256)), "unknown key": '{"layer": []}',
            "a key twice": '{"layers": [], "layers": []}',
            "NaN": layers % '{"opacity": NaN}', "infinity": layers % '{"opacity": 1e999}',
            "an opacity of 7": layers % '{"opacity": 7}',
            "10⁹ segments": layers % '{"kind": "progress", "segments": 1000000000}',
            "-1 segments": layers % '{"kind": "progress", "segments": -1}',
            "a colour": layers % '{"backgroundColor": "#GGGGGG"}',
            "a style of itself": '{"styles": {"a": {"use": "b"}, "b": {"use": "a"}},'
                                 '"layers": [{"use": "a"}]}',
            "an unknown style": layers % '{"use": "nothing"}',
            "a target that is not there": '{"layers": [],'
            '"controls": {"a": {"kind": "progress", "drives": ["nothing"]}}}',
            "deep nesting": "[" * 200_000, "deep layers": '{"layers": [' * 5000,
        }
        for name, text in scenes.items():
            with self.subTest(name):
                self.refuse("scene-under-test.jsonc", text)

    def test_a_side_of_100000(self):
        self.refuse(
            "side.jsonc", '{"layers": [{"kind": "image", "file": "a.png", "size": [1e300, 1]}]}')

    def test_too_many_layers(self):
        self.refuse(
            "many.jsonc", '{"layers": [' + '{"kind": "progress"},' * 100_000 + "]}", "items",
            limit=256 << 20)

    def test_a_file_that_is_too_large(self):
        self.refuse("large.jsonc", '{"layers": []}' + " " * (32 << 20), "bytes")

    def test_paths_that_are_not_files(self):
        os.mkfifo(self.directory / "fifo.jsonc")
        for path in [self.directory / "fifo.jsonc", self.directory, "/dev/zero",
                     self.directory / "missing.jsonc", "/" + "x" * 5000, "/\0x"]:
            with self.subTest(str(path)[:40]), self.daemon.connect() as connection:
                connection.send_call("LoadScene", {"path": str(path)})
                self.assertIn("error", connection.receive())
                self.assertEqual(self.daemon.call("GetStatus")["sceneGeneration"], 1)

    def test_descriptors_that_are_not_files(self):
        reader, writer = os.pipe()
        try:
            for descriptor in [reader, writer, os.open("/dev/zero", os.O_RDONLY),
                               os.open(self.directory, os.O_RDONLY)]:
                with self.daemon.connect() as connection:
                    connection.send_call(
                        "LoadScene", {"fileDescriptor": 0}, descriptors=[descriptor])
                    self.assertIn("error", connection.receive())
                os.close(descriptor)
        finally:
            self.daemon.call("GetStatus")

    def test_a_daemon_that_must_show_a_bad_scene_does_not_start(self):
        bad = self.write("bad.jsonc", '{\n  "layers": [{"oops": 1}]\n}')
        poor = self.write("poor.jsonc", image_scene("missing.png"))
        for scene, status in [(bad, 65), (poor, 65), (self.directory / "missing.jsonc", 66)]:
            result = subprocess.run(
                [DAEMON, str(scene), "--socket", str(self.directory / "other"),
                 "--output", "none", "--require-scene"],
                capture_output=True, timeout=20, env=clean_environment())
            self.assertEqual(result.returncode, status, result.stderr)
            self.assertIn(os.path.basename(scene).encode(), result.stderr)
        self.assertFalse((self.directory / "other").exists())


class StartsWithFaults(TestCase):
    """The screen is never empty, whatever the fault of the scene."""

    def shown(self, scene, *arguments):
        daemon = self.start(str(scene), *arguments, scene=None)
        status = daemon.call("GetStatus")
        said = self.client("status").out
        self.assertIn(status["sceneFault"], said)
        self.assertNotIn("Error", daemon.log)
        daemon.stop()
        return status

    def test_a_scene_without_its_picture_is_shown(self):
        self.write("broken.png", b"\x89PNG\r\n\x1a\n" + bytes(40))
        self.write("text.png", b"hello")
        for name in ["missing.png", "broken.png", "text.png", ".", "/dev/zero"]:
            with self.subTest(name):
                scene = self.write(
                    "poor.jsonc",
                    '{"layers": [{"kind": "image", "name": "logo", "file": "%s", "size": [9, 9],'
                    '"animations": [{"key": "opacity", "to": 0.5, "duration": 1}]},'
                    '{"name": "rest", "backgroundColor": "#FFFFFF"}]}' % name)
                self.client("check", scene, socket=False, status=1)
                status = self.shown(scene)
                self.assertEqual((status["scene"], status["layers"]), ("poor", 3))
                self.assertIn("poor.jsonc:1:", status["sceneFault"])

    def test_the_built_in_scene_is_shown_for_one_that_does_not_load(self):
        bad = self.write("bad.jsonc", '{\n  "layers": [{"oops": 1}]\n}')
        for scene in [bad, self.directory / "missing.jsonc", "no-such-scene"]:
            with self.subTest(str(scene)):
                status = self.shown(scene)
                self.assertEqual(status["scene"], "First Light")
                self.assertIn(getattr(scene, "name", scene), status["sceneFault"])

    def test_a_scene_that_was_mended_is_shown_on_hup(self):
        path = self.write("bad.jsonc", '{"layers": [{"oops": 1}]}')
        daemon = self.start(str(path), scene=None)
        self.assertEqual(daemon.call("GetStatus")["scene"], "First Light")
        self.write("bad.jsonc", '{"layers": []}')
        daemon.process.send_signal(signal.SIGHUP)
        status = wait_until(
            lambda: (s := daemon.call("GetStatus")) and s["scene"] == "bad" and s, "the scene")
        self.assertNotIn("sceneFault", status)


if __name__ == "__main__":
    unittest.main()
