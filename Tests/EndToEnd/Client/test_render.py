"""`render`, `check` and `frames`: the client's commands without a daemon."""

import errno
import fcntl
import json
import os
import struct
import subprocess
import unittest
import zlib

from harness import CLIENT, RING, ROOT, TestCase, clean_environment
from picture import Picture

SCENES = ROOT / "Sources" / "Scene" / "Scenes"
ORANGE = RING.replace('"size": [80, 80],', '"size": [80, 80], "progressColor": "#FF8000",')


def on_terminal(test, *arguments, **variables):
    """The exit status of the client, and its standard error as a terminal gets it."""
    master, slave = os.openpty()
    environment = clean_environment(TERM="xterm")
    environment.pop("NO_COLOR", None)
    environment.update(variables)
    process = subprocess.Popen(
        [CLIENT, *map(str, arguments)], cwd=test.directory, env=environment, stderr=slave,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    os.close(slave)
    text = b""
    try:
        while part := os.read(master, 4096):
            text += part
    except OSError as error:
        # Nothing has the other end open any more.
        test.assertEqual(error.errno, errno.EIO)
    finally:
        os.close(master)
    return process.wait(20), text.decode()


class Render(TestCase):
    def setUp(self):
        super().setUp()
        self.write("ring.jsonc", ORANGE)

    def render(self, *arguments, size="160x120", status=0):
        return self.client(
            "render", "ring.jsonc", "--size", size, "-o", "out.png", *arguments, socket=False,
            status=status)

    @property
    def picture(self):
        return Picture((self.directory / "out.png").read_bytes())

    def test_a_half_ring_is_lit_on_the_right(self):
        self.render("--set", "install=50%", "--at", "2s")
        picture = self.picture
        self.assertEqual((picture.width, picture.height), (160, 120))
        # The ring's radius is 36: its stroke's middle is at 44 and 116 of the middle row.
        self.assertEqual(picture.pixel(116, 60), (255, 128, 0))
        self.assertEqual(picture.pixel(44, 60), (0, 148, 50))
        self.assertEqual(picture.pixel(0, 0), (16, 20, 24))
        self.assertEqual(picture.pixel(80, 60), (16, 20, 24))

    def test_a_request_at_a_time_begins_there(self):
        # On the way from 0 to 1 the quarter of the ring at three o'clock is passed at about .35 s.
        self.render("--set", "install=1@0.5s", "--at", "0.8s")
        self.assertEqual(self.picture.pixel(116, 60), (0, 148, 50))
        self.render("--set", "install=1@0.5s", "--at", "0.9s")
        self.assertEqual(self.picture.pixel(116, 60), (255, 128, 0))

    def test_the_way_to_a_moment_does_not_matter(self):
        self.render("--set", "install=1", "--at", "0.4s")
        direct = (self.directory / "out.png").read_bytes()
        self.render("--set", "install=1", "--set", "message=x@0.1s", "--set", "message=y@0.3s",
                    "--at", "0.4s")
        self.assertEqual((self.directory / "out.png").read_bytes(), direct)

    def test_a_scene_that_moves_by_itself_is_drawn_at_the_moment(self):
        self.write("ring.jsonc", '''{
          "layers": [{
            "frame": [0, 0, 40, 40], "backgroundColor": "#FF8000",
            "animations": [{
              "key": "position.x", "from": 20, "to": 140, "duration": 1, "timing": "linear"
            }],
          }],
        }''')
        self.render("--at", "0.5s")
        self.assertEqual(self.picture.pixel(80, 20), (255, 128, 0))
        self.assertEqual(self.picture.pixel(20, 20), (0, 0, 0))

    def test_a_transparent_picture_is_clear_where_nothing_is_painted(self):
        self.write(
            "ring.jsonc",
            '{ "layers": [{ "frame": [10, 10, 60, 60], "backgroundColor": "#DD2222", "cornerRadius": 20 }] }')
        self.render("--transparent", "--at", "0s")
        self.assertEqual(self.picture.step, 4)
        for x, y, pixel in [
            (40, 40, "dd2222ff"), (0, 0, "00000000"), (11, 11, "00000000"), (100, 40, "00000000")]:
            self.assertEqual(self.picture.rows[y][x * 4:x * 4 + 4].hex(), pixel)

    def test_a_button_is_drawn_as_it_looks_under_a_finger_and_with_the_focus(self):
        self.write("ring.jsonc", '''{
          "layers": [{ "name": "retry", "frame": [0, 0, 40, 40], "backgroundColor": "#204080" }],
          "controls": { "retry": {
            "kind": "button", "layer": "retry",
            "pressed": { "key": "backgroundColor", "to": "#FF8000", "duration": 0 },
            "focused": { "key": "backgroundColor", "to": "#00FF00", "duration": 0 } } },
        }''')
        for value, color in [("pressed", (255, 128, 0)), ("focused", (0, 255, 0))]:
            self.render("--set", f"retry={value}@1s", "--at", "0.9s")
            self.assertEqual(self.picture.pixel(20, 20), (32, 64, 128))
            self.render("--set", f"retry={value}@1s", "--at", "1.5s")
            self.assertEqual(self.picture.pixel(20, 20), color)
        error = self.render("--set", "retry=on", status=1).err
        self.assertIn("a button takes pressed, released or focused", error)

    def test_a_field_with_the_focus_has_the_keyboard_on_the_screen(self):
        self.write("ring.jsonc", '''{
          "background": "#102030",
          "layers": [{ "name": "box", "frame": [0, 0, 100, 24], "layers": [
            { "name": "entry", "kind": "text", "string": "", "frame": [0, 0, 100, 24] }] }],
          "controls": { "host": { "kind": "field", "layer": "box", "entry": "entry" } },
        }''')
        self.render("--at", "2s", size="320x240")
        self.assertEqual(len({bytes(row) for row in self.picture.rows[200:]}), 1)
        self.render("--set", "host=focused", "--at", "2s", size="320x240")
        self.assertGreater(len({bytes(row) for row in self.picture.rows[200:]}), 1)

    def test_reduced_motion(self):
        self.write(
            "ring.jsonc",
            '''{
          "layers": [{
            "frame": [0, 0, 40, 40], "backgroundColor": "#FF8000",
            "animations": [{ "key": "position.x", "from": 20, "to": 140, "duration": 1, "timing": "linear" }],
          }],
        }''',
        )
        self.render("--at", "0.5s", "--reduced-motion")
        self.assertEqual(self.picture.pixel(140, 20), (255, 128, 0))
        self.assertEqual(self.picture.pixel(80, 20), (0, 0, 0))

    def test_scale_makes_the_same_picture_larger(self):
        self.render("--scale", "2", "--set", "install=0.5", "--at", "2s", size="320x240")
        self.assertEqual(self.picture.pixel(232, 120), (255, 128, 0))
        self.assertEqual(self.picture.pixel(88, 120), (0, 148, 50))

    def test_standard_output(self):
        result = self.client(
            "render", "ring.jsonc", "--size", "40x30", "-o", "-", socket=False)
        self.assertEqual(Picture(result.stdout).width, 40)

    def test_pipes_and_links_are_written_in_place(self):
        self.render()
        expected = (self.directory / "out.png").read_bytes()
        pipe, link, target = (self.directory / name for name in ("pipe", "link.png", "target.png"))
        os.mkfifo(pipe)
        # Both ends are open, so that neither side waits; the picture has to fit.
        descriptor = os.open(pipe, os.O_RDWR)
        self.addCleanup(os.close, descriptor)
        fcntl.fcntl(descriptor, fcntl.F_SETPIPE_SZ, 1 << 16)
        self.assertLess(len(expected), 1 << 16)
        link.symlink_to(target.name)
        for file in (pipe, link):
            self.client("render", "ring.jsonc", "--size", "160x120", "-o", str(file), socket=False)
        self.assertTrue(pipe.is_fifo())
        self.assertEqual(os.read(descriptor, 1 << 16), expected)
        self.assertTrue(link.is_symlink())
        self.assertEqual(target.read_bytes(), expected)

    def test_an_animation_has_frames_for_what_changes(self):
        self.render("--apng", "--set", "install=1@0.5s", "--to", "2s", "--fps", "20")
        picture = self.picture
        frames, plays = struct.unpack(">II", picture.chunk("acTL"))
        self.assertEqual(plays, 0)
        # One second of two is in motion, in twenty frames and the first.
        self.assertTrue(19 <= frames <= 23, frames)
        self.assertEqual(len(picture.all("fcTL")), frames)
        time = sum(
            struct.unpack(">HH", body[20:24])[0] / (struct.unpack(">HH", body[20:24])[1] or 100)
            for body in picture.all("fcTL"))
        self.assertAlmostEqual(time, 2, delta=0.06)

    def test_a_contact_sheet_holds_every_frame(self):
        self.render("--contact-sheet", "--set", "install=1", "--to", "0.5s", "--fps", "10")
        picture = self.picture
        # Six frames of 160×120 in four columns, with gaps of 8.
        self.assertEqual((picture.width, picture.height), (4 * 168 + 8, 2 * 128 + 8))
        self.assertEqual(picture.pixel(8, 8), (16, 20, 24))
        self.assertEqual(picture.pixel(3, 3), (51, 51, 51))

    def test_a_terminal_counts_frames(self):
        arguments = ["render", "ring.jsonc", "--size", "40x30", "--to", "1s", "--fps", "20"]
        for kind in ["--apng", "--contact-sheet"]:
            with self.subTest(kind):
                status, text = on_terminal(self, *arguments, kind, "-o", "out.png")
                self.assertEqual(status, 0, text)
                self.assertTrue(text.startswith("\rframe 1 of 21\x1b[K"), repr(text))
                self.assertTrue(text.endswith("\r\x1b[K"), repr(text))
                self.assertEqual(
                    on_terminal(self, *arguments, kind, "-o", "out.png", TERM="dumb"), (0, ""))
                self.assertEqual(
                    self.client(*arguments, kind, "-o", "out.png", socket=False).err, "")
        self.assertEqual(on_terminal(self, *arguments[:4], "-o", "out.png"), (0, ""))
        status, text = on_terminal(self, "check", "--sizes", "ring.jsonc")
        self.assertTrue(text.startswith("\rlayout 1 of 72\x1b[K"), repr(text))
        self.assertIn("\r\x1b[K", text)
        # A failure stands on a line of its own.
        _, text = on_terminal(self, *arguments, "--apng", "-o", "none/out.png")
        self.assertIn("\r\x1b[Kfirstlight: cannot write none/out.png", text)

    def test_mistakes_have_their_statuses(self):
        cases = [
            (["--set", "install"], 64, "NAME=VALUE"), (["--at", "soon"], 64, "soon"),
            (["--scale", "100"], 64, "100"), (["--fps", "10"], 64, "--apng"),
            (["--apng", "--contact-sheet"], 64, "exclude"), (["--apng", "--at", "1"], 64, "--at"),
            (["--apng", "--to", "86400", "--fps", "240"], 64, "frames"),
            (["--set", "nothing=1"], 1, "install"), (["--set", "install=2"], 1, "0 to 1"),
            (["--set", "message=" + "x" * 5000], 1, "bytes"),
            (["--locale", "ar@3min"], 64, "3min"), (["--locale", "@3s"], 64, "TAG@TIME"),
        ]
        for arguments, status, word in cases:
            with self.subTest(arguments=arguments[:2]):
                self.assertIn(word, self.render(*arguments, status=status).err)
        for size in ["100000x1", "0x10", "16384x16384", "10"]:
            with self.subTest(size):
                self.render(size=size, status=64)
        self.client("render", "none.jsonc", "-o", "out.png", socket=False, status=66)
        self.client("render", "ring.jsonc", "-o", "none/out.png", socket=False, status=73)
        self.assertFalse((self.directory / "out.png").exists())


class Check(TestCase):
    def test_the_shipped_scenes_are_right(self):
        scenes = sorted(SCENES.glob("*.jsonc"))
        self.assertGreaterEqual(len(scenes), 3)
        for scene in scenes:
            with self.subTest(scene.name):
                self.assertEqual(self.client("check", scene, socket=False).err, "")

    def test_a_mistake_has_its_place_a_caret_and_a_hint(self):
        self.write("bad.jsonc", RING.replace('"circle"', '"circel"'))
        error = self.client("check", "bad.jsonc", socket=False, status=1).err
        self.assertRegex(error, r"(?m)^bad\.jsonc:6:\d+: error: ")
        lines = error.splitlines()
        caret = next(i for i, line in enumerate(lines) if line.endswith("^"))
        self.assertEqual(lines[caret - 1][lines[caret].index("^"):][:8], '"circel"')
        self.assertIn('did you mean "circle"?', error)

    def test_a_terminal_has_colours(self):
        self.write("bad.jsonc", RING.replace('"circle"', '"circ\\u001bel"'))
        plain = self.client("check", "bad.jsonc", socket=False, status=1).err
        status, text = on_terminal(self, "check", "bad.jsonc")
        self.assertEqual(status, 1)
        self.assertIn(" \x1b[1;31merror\x1b[0m: ", text)
        self.assertIn(" \x1b[1;31m^\x1b[0m\r\n", text)
        # No other sequences, of the file neither.
        stripped = text.replace("\x1b[1;31m", "").replace("\x1b[0m", "").replace("\r\n", "\n")
        self.assertEqual(stripped, plain)
        for variables in [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": ""}]:
            with self.subTest(variables):
                _, text = on_terminal(self, "check", "bad.jsonc", **variables)
                self.assertEqual(text.replace("\r\n", "\n"), plain)
        _, text = on_terminal(self, "check", "bad.jsonc", NO_COLOR="")
        self.assertIn("\x1b[1;31merror", text)

    def test_json(self):
        self.write("bad.jsonc", '{"layers": [{"oops": 1}]}')
        report = json.loads(self.client("check", "--json", "bad.jsonc", socket=False, status=1).out)
        self.assertFalse(report["valid"])
        self.assertEqual(report["diagnostics"][0]["code"], "unknown-key")
        self.write("good.jsonc", RING)
        report = json.loads(self.client("check", "--json", "good.jsonc", socket=False).out)
        self.assertTrue(report["valid"])

    def test_the_sizes_of_panels(self):
        self.write("ring.jsonc", RING)
        result = self.client("check", "--sizes", "ring.jsonc", socket=False)
        self.assertEqual(result.out, "ring.jsonc: 72 layouts at 12 sizes, no findings\n")
        # A hint is no finding.
        self.assertRegex(result.err, r"\Aring\.jsonc: hint: the content takes 4 % .*`\"fit\": .*\n\Z")
        self.write("wide.jsonc", '{"layers": [{"name": "title", "kind": "text", "fontSize": 60,'
                   ' "string": "Installing updates"}]}')
        result = self.client("check", "--sizes", "--pictures", "panels", "wide.jsonc",
                             socket=False, status=1)
        self.assertRegex(
            result.err,
            r"wide\.jsonc:1:13: title at 240x240, 320x240 and \d more: at worst, .* pixels of the text are cut off")
        lines = [line for line in result.err.splitlines() if ": hint: " not in line]
        self.assertEqual(len(lines), 2)
        self.assertNotIn("1920x1080", "".join(lines))
        pictures = sorted((self.directory / "panels").iterdir())
        self.assertEqual(len(pictures), 12)
        self.assertTrue(all(p.read_bytes().startswith(b"\x89PNG") for p in pictures))

    def test_the_sizes_of_panels_for_programs(self):
        self.write(
            "wide.jsonc",
            '{"strings": {"en": {"a": "On"}, "de": {"a": "Installing updates"}},'
            '\n "layers": [{"name": "title", "kind": "text", "fontSize": 60, "string": "@a"}]}')
        self.write("ring.jsonc", RING)
        self.write("bad.jsonc", "{}")
        files = ["ring.jsonc", "wide.jsonc", "bad.jsonc"]
        result = self.client("check", "--sizes", "--json", *files, socket=False, status=1)
        self.assertIn("wide.jsonc is not seen well on", result.err)
        self.assertNotIn("pixels of the text", result.err)
        ring, wide, bad = [json.loads(line) for line in result.out.splitlines()]
        self.assertEqual(
            (ring["valid"], ring["sizes"]["findings"], ring["sizes"]["layouts"]), (True, [], 72))
        self.assertEqual(len(ring["sizes"]["panels"]), 12)
        self.assertNotIn("sizes", bad)
        found = next(f for f in wide["sizes"]["findings"] if f["panel"] == "320x240")
        self.assertGreater(found.pop("pixels"), 1)
        self.assertIn("pixels of the text are cut off", found.pop("message"))
        self.assertEqual(
            found,
            {
                "kind": "cut-text", "file": "wide.jsonc", "line": 2, "column": 13, "layer": "title",
                "panel": "320x240", "width": 320, "height": 240, "locale": "de"})
        result = self.client(
            "check", "--sizes", "--format", "sarif", *files, socket=False, status=1)
        run = json.loads(result.out)["runs"][0]
        self.assertIn("cut-text", [rule["id"] for rule in run["tool"]["driver"]["rules"]])
        self.assertIn("missing-key", [r["ruleId"] for r in run["results"]])
        self.assertEqual(
            [(s["file"], len(s["panels"]), s["untried"]) for s in run["properties"]["sizes"]],
            [("ring.jsonc", 12, []), ("wide.jsonc", 12, [])])
        cut = next(
            r
            for r in run["results"]
            if r["ruleId"] == "cut-text" and r["properties"]["panel"] == "320x240")
        self.assertEqual(cut["level"], "warning")
        self.assertIn("320x240 in de: title: ", cut["message"]["text"])
        place = cut["locations"][0]["physicalLocation"]
        self.assertEqual((place["artifactLocation"]["uri"], place["region"]),
                         ("wide.jsonc", {"startLine": 2, "startColumn": 13}))

    def test_the_sizes_that_are_given_and_the_texts_that_clients_set(self):
        self.write("ring.jsonc", '''{
          "layers": [{ "name": "line", "kind": "text", "string": "Ready", "fontSize": 30 }],
          "controls": { "status": { "kind": "text", "drives": "line" } },
        }''')
        given = ["check", "--size", "320x240", "--size", "1920x1080", "ring.jsonc"]
        result = self.client(*given, socket=False)
        self.assertIn("2 layouts at 2 sizes, no findings", result.out)
        result = self.client("check", "--size", "1920x1080", "ring.jsonc", socket=False)
        self.assertIn("1 layout at 1 size, no findings", result.out)
        error = self.client(
            *given, "--set", "status=The update could not be installed", socket=False, status=1).err
        self.assertIn(": line at 320x240: ", error)
        self.assertNotIn("1920x1080", error)
        self.assertIn("on 1 of 2 panels", error)
        for arguments, status in [(["--set", "status=x"], 64), (["--size", "0x9"], 64),
                                  (["--size", "320x240", "--set", "status=x@1s"], 64),
                                  (["--size", "320x240", "--set", "none=x"], 1)]:
            with self.subTest(arguments=arguments):
                self.client("check", "ring.jsonc", *arguments, socket=False, status=status)
        # Other files are told of all the same.
        self.write("bad.jsonc", '{"layers": [{"oops": 1}]}')
        result = self.client(
            "check", "--json", "--size", "320x240", "--set", "none=x", "ring.jsonc", "bad.jsonc",
            socket=False, status=1)
        self.assertEqual(
            [json.loads(line)["valid"] for line in result.out.splitlines()], [True, False])
        self.assertIn("ring.jsonc: there is no control 'none'", result.err)
        self.assertIn("bad.jsonc is not a valid scene", result.err)

    def test_commands_that_draw_print_the_first_warnings(self):
        for count, shown in [(4, 4), (5, 3)]:
            controls = ", ".join(
                f'"c{i}": {{ "kind": "button", "layer": "key" }}' for i in range(count))
            self.write(
                "many.jsonc",
                '{ "layers": [{ "name": "key", "size": [50, 50] }],\n "controls": { %s } }'
                % controls)
            checked = self.client("check", "many.jsonc", socket=False).err.count(": warning: ")
            self.assertEqual(checked, count)
            for command in [
                ["render", "many.jsonc", "-o", "many.png"],
                ["sample", "many.jsonc", "--key", "key.opacity"],
                ["pack", "many.jsonc", "-o", "many.scene"]]:
                with self.subTest(command, count=count):
                    error = self.client(*command, socket=False).err
                    self.assertEqual(error.count(": warning: "), shown)
                    hint = "many.jsonc: 2 more warnings; `firstlight check many.jsonc` prints them"
                    self.assertEqual(hint in error, shown < count)

    def test_pictures_that_are_too_large_together(self):
        def chunk(kind, data):
            return (
                struct.pack(">I", len(data))
                + kind
                + data
                + struct.pack(">I", zlib.crc32(kind + data)))

        header = struct.pack(">IIBBBBB", 3840, 2160, 1, 0, 0, 0, 0)
        picture = (
            b"\x89PNG\r\n\x1a\n"
            + chunk(b"IHDR", header)
            + chunk(b"IDAT", zlib.compress(bytes(2160 * (1 + 3840 // 8))))
            + chunk(b"IEND", b""))
        for name in "abc":
            (self.directory / f"{name}.png").write_bytes(picture)
        layers = ", ".join(f'{{ "kind": "image", "file": "{name}.png" }}' for name in "abc")
        self.write("photos.jsonc", f'{{ "layers": [{layers}] }}')
        error = self.client("check", "photos.jsonc", socket=False, status=1).err
        self.assertIn(
            "c.png': the picture has 3840×2160 pixels, and of the 16777216 that all pictures may have"
            " together, 188416 are left",
            error)
        self.assertNotIn("b.png':", error)

    def test_many_files_and_standard_input(self):
        self.write("bad.jsonc", '{"layers": [{"oops": 1}]}')
        self.write("good.jsonc", RING)
        result = self.client(
            "check", "good.jsonc", "bad.jsonc", "missing.jsonc", socket=False, status=1)
        self.assertIn("bad.jsonc:1:14: error", result.err)
        self.assertIn("bad.jsonc is not a valid scene", result.err)
        self.assertIn("cannot read missing.jsonc", result.err)
        self.client("check", "missing.jsonc", "bad.jsonc", socket=False, status=66)
        lines = self.client(
            "check", "--json", "good.jsonc", "bad.jsonc", socket=False, status=1).out
        reports = [json.loads(line) for line in lines.splitlines()]
        self.assertEqual([(r["file"], r["valid"]) for r in reports],
                         [("good.jsonc", True), ("bad.jsonc", False)])
        self.client("check", "-", socket=False, input=RING.encode())
        error = self.client("check", "-", socket=False, input=b"{", status=1).err
        self.assertIn("standard input:1:2: error", error)
        log = json.loads(
            self.client("check", "--format", "sarif", "-", socket=False, input=b"{", status=1).out)
        place = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
        self.assertEqual(place["artifactLocation"]["uri"], "standard%20input")
        report = json.loads(
            self.client("check", "--json", "-", socket=False, input=RING.encode()).out)
        self.assertEqual(report["file"], "standard input")
        self.client("check", "-", "-", socket=False, status=64)
        self.client("check", "-", socket=False, input=b" " * (5 << 20), status=1)

    def test_sarif(self):
        self.write("a b.jsonc", '{"layers": [{"oops": 1}], "backgroud": 1}')
        log = json.loads(self.client("check", "--format", "sarif", "a b.jsonc", "missing.jsonc",
                                     socket=False, status=1).out)
        self.assertEqual(log["version"], "2.1.0")
        run = log["runs"][0]
        rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        self.assertEqual(len(run["results"]), 3)
        for result in run["results"]:
            self.assertIn(result["ruleId"], rules)
            self.assertEqual(result["level"], "error")
        place = run["results"][0]["locations"][0]["physicalLocation"]
        self.assertEqual(place["artifactLocation"]["uri"], "a%20b.jsonc")
        self.assertEqual(place["region"], {"startLine": 1, "startColumn": 14})

    def test_a_misspelt_subcommand(self):
        self.assertIn("firstlight status", self.client("statsu", socket=False, status=64).err)
        self.assertIn("firstlight progress", self.client("prog", socket=False, status=64).err)
        self.assertIn("firstlight --help", self.client("xyzzy", socket=False, status=64).err)

    def test_a_wrong_command_line_is_reported_as_other_errors(self):
        for arguments in [
            ["check"], ["check", "--nope", "a.jsonc"], ["render", "a.jsonc", "--at", "soon"]]:
            with self.subTest(arguments):
                error = self.client(*arguments, socket=False, status=64).err
                self.assertTrue(error.startswith("firstlight: "), error)
                self.assertNotIn("Error:", error)

    def test_a_file_that_cannot_be_read_exits_66(self):
        os.mkfifo(self.directory / "fifo.jsonc")
        for name in ["missing.jsonc", ".", "/dev/zero", "fifo.jsonc"]:
            with self.subTest(name):
                self.assertIn(name, self.client("check", name, socket=False, status=66).err)


class Frames(TestCase):
    def setUp(self):
        super().setUp()
        self.write("ring.jsonc", ORANGE)
        self.frames = self.directory / "frames"
        self.frames.mkdir()
        for number in range(5):
            self.client(
                "render", "ring.jsonc", "--size", "160x120", "--set", f"install={number / 4}",
                "--at", "2s", "-o", self.frames / f"frame-{number:06}.png", socket=False)
            os.utime(self.frames / f"frame-{number:06}.png", (1000 + number, 1000 + number))

    def test_an_animation_and_a_sheet(self):
        self.write("frames/notes.txt", "no frame")
        self.client("frames", "frames", "--apng", "a.png", "--sheet", "s.png", socket=False)
        movie = Picture((self.directory / "a.png").read_bytes())
        self.assertEqual(struct.unpack(">II", movie.chunk("acTL"))[0], 5)
        delays = [struct.unpack(">HH", body[20:24]) for body in movie.all("fcTL")]
        self.assertEqual([d[0] / d[1] for d in delays], [1, 1, 1, 1, 1])
        sheet = Picture((self.directory / "s.png").read_bytes())
        self.assertEqual((sheet.width, sheet.height), (4 * 168 + 8, 2 * 128 + 8))
        self.assertEqual(sheet.pixel(8 + 2 * 168 + 116, 8 + 60), (255, 128, 0))
        self.assertEqual(sheet.pixel(8 + 2 * 168 + 44, 8 + 60), (0, 148, 50))

    def test_files_that_lie_decades_apart_make_no_animation(self):
        os.utime(self.frames / "frame-000000.png", (0, 0))
        os.utime(self.frames / "frame-000004.png", (2e9, 2e9))
        error = self.client("frames", "frames", "--apng", "a.png", socket=False, status=1).err
        self.assertIn("more than a day apart", error)
        self.assertIn("--fps", error)
        self.client("frames", "frames", "--apng", "a.png", "--fps", "2", socket=False)

    def test_a_sheet_of_fewer_pictures(self):
        self.client("frames", "frames", "--sheet", "s.png", "--count", "2", socket=False)
        sheet = Picture((self.directory / "s.png").read_bytes())
        self.assertEqual((sheet.width, sheet.height), (2 * 168 + 8, 128 + 8))
        self.client("frames", "frames", "--sheet", "s.png", "--count", "0", socket=False, status=64)

    def test_a_rate_takes_the_place_of_the_files_times(self):
        self.client("frames", "frames", "--apng", "a.png", "--fps", "25", socket=False)
        movie = Picture((self.directory / "a.png").read_bytes())
        for body in movie.all("fcTL"):
            numerator, denominator = struct.unpack(">HH", body[20:24])
            self.assertAlmostEqual(numerator / denominator, 0.04)

    def test_mistakes_have_their_statuses(self):
        self.client("frames", "frames", socket=False, status=64)
        self.client("frames", "missing", "--sheet", "s.png", socket=False, status=66)
        (self.directory / "empty").mkdir()
        self.assertIn(
            "no frames",
            self.client("frames", "empty", "--sheet", "s.png", socket=False, status=66).err,
        )
        self.write("frames/frame-000009.png", b"broken")
        error = self.client("frames", "frames", "--sheet", "s.png", socket=False, status=66).err
        self.assertIn("frame-000009.png", error)


if __name__ == "__main__":
    unittest.main()
