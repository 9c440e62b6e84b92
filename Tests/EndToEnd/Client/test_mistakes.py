"""Answers of the client to command lines that new users try first."""

import gzip
import signal
import struct
import subprocess
import zipfile
import zlib

from harness import CLIENT, LIMIT, RING, TestCase, clean_environment, wait_until

WORDS = """{
  "strings": { "en": { "hello": "Hello" }, "de": { "hello": "Hallo" } },
  "layers": [
    { "kind": "progress", "name": "bar", "style": "line", "size": [80, 8] },
    { "kind": "text", "name": "words", "string": "@hello" },
  ],
  "controls": {
    "job": { "kind": "progress", "drives": "bar", "phases": { "get": 1, "write": 1 } },
    "outcome": { "kind": "state", "states": { "working": {}, "done": {} } },
    "note": { "kind": "text", "drives": "words" },
  },
}
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="5" height="5"/></svg>'
LOTTIE = '{"v":"5.5.7","fr":60,"ip":0,"op":60,"w":100,"h":100,"layers":[]}'


def png():
    def chunk(kind, data):
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(b"\0\0")) + chunk(b"IEND", b""))


def archive(files):
    """An initial RAM file system of files by their paths."""
    data = bytearray()
    for path, text in {**files, "TRAILER!!!": ""}.items():
        name, text = path.encode() + b"\0", text.encode()
        fields = (1, 0o100644, 0, 0, 1, 0, len(text), 0, 0, 0, 0, len(name), 0)
        data += b"070701" + b"".join(b"%08x" % field for field in fields) + name
        data += bytes(-len(data) % 4) + text
        data += bytes(-len(data) % 4)
    return bytes(data)


class Mistakes(TestCase):
    def setUp(self):
        super().setUp()
        self.write("ring.jsonc", RING)
        self.write("logo.svg", SVG)
        self.write("logo.json", LOTTIE)
        self.write("notes.txt", "Buy milk")
        self.write("movie.mp4", "")
        (self.directory / "logo.png").write_bytes(png())
        (self.directory / "folder").mkdir()
        self.write("folder/scene.jsonc", RING)

    def error(self, *arguments, status):
        result = self.client(*arguments, socket=False, status=status)
        self.assertEqual(result.out, "")
        return result.err

    def test_files_that_are_no_scenes(self):
        for path, status, hint in [
            ("logo.svg", 1, "try: firstlight import logo.svg -o logo"),
            ("logo.json", 1, "try: firstlight import logo.json -o logo"),
            ("logo.png", 1, '{ "layers": [{ "kind": "image", "file": "logo.png" }] }'),
            ("folder", 66, "try: folder/scene.jsonc"), ("folder/", 66, "try: folder/scene.jsonc"),
        ]:
            for command in [["check"], ["check", "--files"], ["pack", "-o", "out.scene"]]:
                with self.subTest(path, command=command):
                    self.assertIn(hint, self.error(*command, path, status=status))
        self.assertNotIn("try:", self.error("check", "notes.txt", status=1))
        # The keys of another format are no mistakes of a scene.
        for path in ["logo.svg", "logo.json", "logo.png"]:
            for command in ["check", "load"]:
                with self.subTest(path, command=command):
                    lines = self.error(command, path, status=1).splitlines()
                    self.assertIn(f"{path} is a picture", lines[0])
                    self.assertLessEqual(len(lines), 2)
        (self.directory / "theme").mkdir()
        self.write("theme/own.plymouth", "[Plymouth Theme]")
        self.assertIn(
            "try: firstlight import theme -o theme", self.error("check", "theme", status=66))
        self.assertIn("try: --size 800x480", self.error("check", "--sizes", "800x480", status=66))

    def test_misspelt_names_of_files(self):
        for path, hint in [
            ("rign.jsonc", "ring.jsonc"), ("ring", "ring.jsonc"),
            ("folder/scnee.jsonc", "folder/scene.jsonc")]:
            for command in (
                ["check"], ["preview"], ["render", "-o", "still.png"], ["load", "--pass"]):
                with self.subTest(path, command=command):
                    self.assertIn(f"try: {hint}\n", self.error(*command, path, status=66))

    def test_misspelt_names_of_a_daemon(self):
        self.write("words.jsonc", WORDS)
        daemon = self.start(scene=WORDS, size="160x120")
        screen = daemon.call("GetStatus")["outputs"][0]["name"]
        for arguments, words in [
            (["load", "boto"], ["boot", "did you mean 'boot'?", "./boto"]),
            (["load", "words"], ["try: ./words.jsonc"]),
            (["load", "--pass", "wrods.jsonc"], ["try: words.jsonc"]),
            *[
                (
                    command + ["--screen", screen + "x"],
                    [f"one of {screen}", f"did you mean '{screen}'?"])
                for command in (
                    ["text", "Hello"], ["status"], ["status", "--json"], ["describe"],
                    ["describe", "--follow"], ["watch"], ["layers"], ["progress", "job", "1"],
                    ["locale", "de"], ["reduced-motion", "on"], ["step", "1"])],
            (["state", "otucome", "done"], ["one of outcome (state)", "did you mean 'outcome'?"]),
            (["state", "outcome", "doen"], ["one of working, done", "did you mean done?"]),
            (["state", "doen"], ["one of working, done", "did you mean done?"]),
            (["progress", "jbo", "40%"], ["did you mean 'job'?"]),
            (["progress", "job", "40%", "--phase", "wriet"], ["get, write", "did you mean write?"]),
        ]:
            with self.subTest(arguments):
                result = self.client(*arguments, status=None)
                self.assertNotEqual(result.returncode, 0)
                for word in words:
                    self.assertIn(word, result.err)
        error = self.client("locale", "ed").err
        self.assertIn("it has en, de; did you mean 'de'?", error)
        still = ["render", "words.jsonc", "-o", "still.png"]
        for setting, words in [
            ("otucome=done", ["did you mean 'outcome'?", "one of job, outcome"]),
            ("outcome=doen", ["did you mean done?", "one of working, done"]),
            ("job=wriet=50%", ["did you mean write?", "get, write"]),
        ]:
            with self.subTest(setting):
                error = self.error(*still, "--set", setting, status=1)
                for word in words:
                    self.assertIn(word, error)
        for command in (still, ["check", "--size", "320x240", "words.jsonc"]):
            self.assertIn(
                "it has en, de; did you mean 'de'?",
                self.client(*command, "--locale", "ed", socket=False, status=None).err)

    def test_values_that_begin_with_a_dash(self):
        self.assertIn(
            "try: firstlight text ticket -- '-5 °C'\n",
            self.error("text", "ticket", "-5 °C", status=64))
        self.assertIn(
            "try: --text='-5 left'\n", self.error("progress", "40%", "--text", "-5 left", status=64)
        )
        self.assertNotIn("try:", self.error("text", "--jsn", "hello", status=64))

    def test_wrong_words_are_refused_with_a_hint(self):
        self.assertIn("try: firstlight help render\n", self.error("help", "rendr", status=64))
        self.assertIn("try: firstlight --help\n", self.error("help", "nope", status=64))
        self.assertIn("USAGE: firstlight render", self.client("help", "render", socket=False).out)
        self.assertIn("from 0 to 1", self.error("progress", "-5%", status=64).splitlines()[-1])
        error = self.error("status", "--socket", self.directory / "notes.txt", status=69)
        self.assertIn(
            "notes.txt is a plain file, and no socket\n  try: name the daemon's socket with --socket",
            error)
        self.start()
        # An input that has no lines is no reason to be silent.
        self.assertIn("no control 'nope'", self.client("log", "nope", status=1).err)
        self.assertIn(
            "too much: at most 4096 bytes of text", self.client("text", "x" * 5000, status=1).err)
        result = self.client("screenshot")
        self.assertEqual(
            (result.out, result.err), ("", "firstlight: the picture is in screenshot.png\n"))
        self.assertTrue((self.directory / "screenshot.png").exists())
        self.assertEqual(self.client("screenshot", "-o", "own.png").err, "")

    def test_a_refused_scene_has_the_diagnostics_of_check(self):
        self.start()
        self.write("wrong.jsonc", '{ "layers": [\n  { "kind": "shap" } ] }')
        lines = self.error("check", "wrong.jsonc", status=1).splitlines()
        told = self.client("load", "--pass", "wrong.jsonc", status=1).err.splitlines()
        self.assertEqual([line for line in told if line.startswith(" ")][:2],
                         [line for line in lines if line.startswith("   = ")])

    def test_a_variable_that_is_not_there_has_no_place_in_the_file(self):
        self.write(
            "colours.jsonc",
            '{ "variables": { "ink": "#fff" }, "layers": [{ "name": "a", "backgroundColor": "$ink" }] }')
        error = self.error("check", "--set-variable", "imk=#000", "colours.jsonc", status=1)
        self.assertTrue(
            error.startswith(
                'colours.jsonc: error: the scene has no variable "imk", which "imk=#000" would set'
            ),
            error)
        self.assertIn('did you mean "ink"?', error)
        self.assertNotIn("^", error)

    def test_a_pack_does_not_replace_what_it_is_made_of(self):
        for output in ["ring.jsonc", "./ring.jsonc", self.directory / "ring.jsonc"]:
            with self.subTest(output):
                self.assertIn(
                    "-o ring.scene", self.error("pack", "ring.jsonc", "-o", output, status=73))
        self.assertEqual((self.directory / "ring.jsonc").read_text(), RING)
        self.write("photo.jsonc", '{ "layers": [{ "kind": "image", "file": "logo.png" }] }')
        self.assertIn(
            "logo.png is a file of the scene",
            self.error("pack", "photo.jsonc", "-o", "logo.png", status=73))
        self.client("pack", "photo.jsonc", "-o", "photo.scene", socket=False)
        # Once more into the same file.
        self.client("pack", "photo.jsonc", "-o", "photo.scene", socket=False)
        self.assertIn(
            "firstlight load photo.scene",
            self.error("pack", "photo.scene", "-o", "b.scene", status=1))

    def test_a_schema_is_of_the_format(self):
        self.assertIn(
            "'firstlight check ring.jsonc'", self.error("schema", "ring.jsonc", status=64))
        self.assertIn(
            "'firstlight schema -o scene.json'", self.error("schema", "scene.json", status=64))

    def test_a_compressed_image_takes_no_space_on_a_disk(self):
        self.write("image.gz", gzip.compress(archive({"a": ""})))
        result = self.client("doctor", "--initramfs", "image.gz", socket=False, status=1,
                             environment=clean_environment(TMPDIR="/proc/none"))
        self.assertIn("image: 1 files", result.out)
        self.write("image.gz", b"\x1f\x8b" + bytes(100))
        result = self.client("doctor", "--initramfs", "image.gz", socket=False, status=66)
        self.assertIn("image.gz: the image is damaged, says gzip", result.err)
        self.assertIn("try: ", result.err)

    def test_a_long_description_of_a_boot_animation_is_refused(self):
        with zipfile.ZipFile(self.directory / "long.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("desc.txt", b"10 10 30\np 1 0 part0\n" + b"x\n" * (1 << 18))
        result = self.client("import", "long.zip", "-o", "long", socket=False, status=1)
        self.assertIn("long.zip: desc.txt has more than 256 KiB", result.err)
        self.assertFalse((self.directory / "long").exists())

    def test_a_signal_ends_doctor_which_leaves_no_file(self):
        files = {f"etc/firstlight/{number:05}": "" for number in range(20_000)}
        self.write("image", archive({"etc/firstlight/scene.jsonc": RING, **files}))
        temporary = self.directory / "temporary"
        temporary.mkdir()
        process = subprocess.Popen(
            [CLIENT, "doctor", "--initramfs", self.directory / "image"], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env=clean_environment(TMPDIR=str(temporary)))
        self.addCleanup(process.kill)
        wait_until(lambda: any(temporary.glob("*/etc/firstlight/01*")), "files of the image")
        process.terminate()
        self.assertEqual(process.wait(LIMIT), -signal.SIGTERM)
        self.assertEqual(list(temporary.iterdir()), [])

    def test_imports(self):
        for source, status, hint in [
            ("ring.jsonc", 1, "ring.jsonc is a scene already"),
            ("folder", 1, "firstlight check folder/scene.jsonc"),
            ("logo.png", 1, '"kind": "image"'),
            ("movie.mp4", 1, "ffmpeg -i movie.mp4 -plays 0 movie.apng"),
            ("notes.txt", 1, "a theme's folder"),
        ]:
            with self.subTest(source):
                self.assertIn(hint, self.error("import", source, "-o", "new", status=status))
        for output, status, hint in [
            ("scene.jsonc", 64, "in which scene.jsonc is made"),
            ("-", 64, "-o names one"),
            ("notes.txt", 73, "notes.txt is a file, and -o names a folder"),
            ("folder", 73, "folder is not empty"),
        ]:
            with self.subTest(output):
                self.assertIn(hint, self.error("import", "logo.svg", "-o", output, status=status))
        self.assertFalse((self.directory / "new").exists())
        error = self.error("import", "logo.svg", "-o", "new", "--size", "10x10", "--bake", status=1)
        self.assertIn("--size, --bake are for Lottie animations, and logo.svg is none", error)
        self.assertIn("try: the same without --size, --bake", error)
        self.assertIn("try: firstlight ask", self.error("prompt", "Name", status=64))
