"""`import`: scene folders of other programs' animations. All themes here are made by these tests."""

import base64
import gzip
import io
import json
import pathlib
import shutil
import struct
import zipfile
import zlib

from harness import TestCase
from picture import Picture


def png(width, height, color):
    """A PNG file of one colour."""
    def chunk(name, data):
        return (struct.pack(">I", len(data)) + name + data
                + struct.pack(">I", zlib.crc32(name + data)))
    rows = (b"\0" + bytes(color) * width) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows))
            + chunk(b"IEND", b""))


def gif(width, height, frames, repeats=None):
    """A GIF file of pictures of palette indices: red, green, blue, and clear. Codes never grow beyond four bits."""
    data = b"GIF89a" + struct.pack("<HHBBB", width, height, 0x81, 0, 0) + bytes(
        [255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0])
    if repeats is not None:
        data += b"\x21\xff\x0bNETSCAPE2.0\x03\x01" + struct.pack("<HB", repeats, 0)
    for (x, y, w, h), pixels, delay, disposal in frames:
        data += b"\x21\xf9\x04" + struct.pack("<BHBB", disposal << 2 | 1, delay, 3, 0)
        data += b"\x2c" + struct.pack("<HHHHB", x, y, w, h, 0) + b"\x02"
        # Three bits a code: the table is cleared before it would need a fourth.
        codes = []
        for pixel in pixels:
            codes += [4, pixel]
        value = sum(code << 3 * place for place, code in enumerate(codes + [5]))
        packed = value.to_bytes((3 * len(codes) + 10) // 8, "little")
        for place in range(0, len(packed), 255):
            part = packed[place:place + 255]
            data += bytes([len(part)]) + part
        data += b"\0"
    return data + b"\x3b"


class Import(TestCase):
    def theme(self, text, **files):
        folder = self.directory / "theme"
        folder.mkdir(exist_ok=True)
        (folder / "own.plymouth").write_text(text)
        for name, content in files.items():
            (folder / name.replace("__", "-").replace("_png", ".png").replace("_script", ".script")
             ).write_bytes(content)
        return folder

    def pictures(self, name, count):
        return {f"{name}__{index:04}_png": png(20, 10, (index * 20, 0, 255)) for index in range(1, count + 1)}

    def imported(self, source, *arguments, status=0):
        return self.client("import", source, "-o", "out", *arguments, socket=False, status=status)

    def draw(self, time, *arguments, size="200x100"):
        self.client("render", "out/scene.jsonc", "--at", time, "--size", size, "-o", "out.png",
                    *arguments, socket=False)
        return Picture((self.directory / "out.png").read_bytes())

    TWO_STEP = """[Plymouth Theme]
Name=Own
ModuleName=two-step

[two-step]
HorizontalAlignment=.5
VerticalAlignment=1
BackgroundStartColor=0x102030
BackgroundEndColor=0x102030
ProgressBarWidth=100
ProgressBarHeight=6
ProgressBarVerticalAlignment=0
ProgressBarForegroundColor=0x00ff00
ProgressBarBackgroundColor=0xff0000
Transition=cross-fade

[boot-up]
UseEndAnimation=true

[updates]
UseProgressBar=true
Title=Installing
"""

    def test_a_two_step_theme_moves_as_plymouth_moves_it(self):
        theme = self.theme(self.TWO_STEP, **self.pictures("throbber", 4), watermark_png=png(8, 6, (1, 2, 3)),
                           lock_png=png(4, 4, (0, 0, 0)))
        result = self.imported(theme)
        for part in ["own.plymouth:15: the transition", "own.plymouth:18: the animation at the end",
                     "lock.png: the dialog"]:
            self.assertIn(part, result.err)
        # 30 pictures a second, in the middle of the lower edge.
        for number, color in [(0, 20), (1, 40), (3, 80), (4, 20), (30, 60)]:
            picture = self.draw(f"{number / 30 + 0.001:.3f}s")
            self.assertEqual(picture.pixel(100, 95), (color, 0, 255), f"picture {number}")
        self.assertEqual(picture.pixel(100, 80), (0x10, 0x20, 0x30))
        # The watermark's usual place is the middle of the right edge.
        self.assertEqual(picture.pixel(195, 50), (1, 2, 3))
        self.client("check", "out/scene.jsonc", socket=False)

    def test_the_pictures_may_be_those_of_another_theme(self):
        text = self.TWO_STEP.replace("[two-step]", "[two-step]\nImageDir=/usr/share/plymouth/themes/spinner")
        text = text.replace("[boot-up]", "[boot-up]\nUseFirmwareBackground=true")
        theme = self.theme(text)
        spinner = self.directory / "spinner"
        spinner.mkdir()
        for name, content in self.pictures("throbber", 4).items():
            (spinner / name.replace("__", "-").replace("_png", ".png")).write_bytes(content)
        result = self.imported(theme)
        self.assertNotIn("firmware", result.err)
        for number, color in [(0, 20), (3, 80)]:
            picture = self.draw(f"{number / 30 + 0.001:.3f}s")
            self.assertEqual(picture.pixel(100, 95), (color, 0, 255), f"picture {number}")
        self.assertIn("firmwareLogo", (self.directory / "out/scene.jsonc").read_text())

    def test_a_theme_without_any_picture_is_refused(self):
        result = self.imported(self.theme(self.TWO_STEP), status=1)
        self.assertIn("holds no pictures of the theme", result.err)

    def test_pictures_of_the_progress_follow_it(self):
        self.imported(self.theme(self.TWO_STEP, **self.pictures("progress", 4)))
        for progress, color in [("0", 20), ("60%", 60), ("1", 80)]:
            picture = self.draw("3s", "--set", f"boot={progress}")
            self.assertEqual(picture.pixel(100, 95), (color, 0, 255))

    def test_another_mode_has_its_bar(self):
        self.imported(self.theme(self.TWO_STEP, **self.pictures("throbber", 1)), "--mode", "updates")
        picture = self.draw("3s", "--set", "boot=50%", size="300x200")
        self.assertEqual(picture.pixel(110, 3), (0, 255, 0))
        self.assertEqual(picture.pixel(190, 3), (255, 0, 0))
        self.assertEqual(picture.pixel(150, 195), (0x10, 0x20, 0x30))
        self.assertIn("Installing", (self.directory / "out/scene.jsonc").read_text())

    SCRIPT = b"""// A loop of three.
Window.SetBackgroundTopColor(0, 0.2, 1);
for (i = 1; i <= 3; i++)
  own[i - 0] = 0;
for (i = 1; i < 4; i++)
  own.image[i] = Image("own-" + i + ".png");
sprite = Sprite();
sprite.SetX(Window.GetWidth() / 2 - own.image[1].GetWidth() / 2);
step = 0;
fun refresh () {
  sprite.SetImage(own.image[Math.Int(step / 5) % 3 + 1]);
  step++;
}
Plymouth.SetRefreshFunction(refresh);
logo = Image("logo.png");
Plymouth.SetMessageFunction(message);
"""

    def test_the_loop_of_a_script_theme(self):
        header = "[Plymouth Theme]\nName=Own\nModuleName=script\n[script]\nScriptFile=/x/own.script\n"
        files = {f"own__{index}_png": png(20, 10, (index * 20, 0, 255)) for index in range(1, 4)}
        result = self.imported(self.theme(header, own_script=self.SCRIPT, **files))
        self.assertIn("own.script:15: a picture", result.err)
        self.assertIn("own.script:16: what the script does at Message", result.err)
        for number, color in [(0, 20), (1, 40), (2, 60), (3, 20)]:
            picture = self.draw(f"{number / 10 + 0.05:.3f}s")
            self.assertEqual(picture.pixel(100, 50), (color, 0, 255))
        self.assertEqual(picture.pixel(5, 5), (0, 51, 255))

    def test_the_pace_of_a_script_and_a_picture_that_is_not_there(self):
        header = "[Plymouth Theme]\nName=Own\nModuleName=script\n[script]\nScriptFile=own.script\n"
        files = {f"own__{index}_png": png(20, 10, (index * 20, 0, 255)) for index in (1, 2, 4)}
        loop = 'COUNT = 5;\nfor (i = 1; i < COUNT; i++)\n  own[i] = Image("own-" + i + ".png");\nat = 0;\n'
        paces = {
            "sprite.SetImage(own[Math.Int(at) % 4 + 1]);\n  at = at + 0.1;": 5,
            "at++;\n  if (at % 10 == 0) { n = (n + 1) % 4; sprite.SetImage(own[n + 1]); }": 5,
        }
        theme = self.theme(header, own_script=b"", **files)
        for body, pace in paces.items():
            (theme / "own.script").write_text(f"{loop}fun refresh () {{\n  {body}\n}}\n")
            result = self.imported(theme)
            self.assertIn("own-3.png: a picture that is not there", result.err)
            self.assertIn(f'"rate": {pace}', (self.directory / "out/scene.jsonc").read_text())
            shutil.rmtree(self.directory / "out")
        (theme / "own.script").write_text(loop + "fun refresh () { sprite.SetImage(own[pick()]); }\n")
        self.assertIn("the pace of the pictures", self.imported(theme).err)

    # A loop of four pictures, and code that shows them: the rate of the scene, and if it repeats.
    LOOP = 'for (i = 0; i < 4; i++) own[i] = Image("own-" + i + ".png");\n'
    WAYS = [
        ("SLOW = 4;\nfun r () { sprite.SetImage(own[Math.Int(at / SLOW) % 4]); at++; }", 12.5, True),
        ("fun r () { wait++; if (wait >= 5) { wait = 0; at++; if (at >= 4) at = 0; } s.SetImage(own[at]); }", 10, True),
        ("fun r () { wait++; if (wait > 4) { at = (at + 1) % 4; wait = 0; } s.SetImage(own[at]); }", 10, True),
        ("Plymouth.SetRefreshRate (12);\nfun r () { s.SetImage(own[at % 4]); at++; }", 12, True),
        ("fun r () { if (at < 4 - 1) at++; s.SetImage(own[at]); }", 50, False),
        ("fun r () { s.SetImage(own[at]); at++; if (at > 3) at = 0; }", 50, True),
    ]

    def own_theme(self, script, count=4):
        files = {f"own__{index}_png": png(20, 10, (index * 20, 0, 255)) for index in range(count)}
        header = "[Plymouth Theme]\nName=Own\nModuleName=script\n[script]\nScriptFile=own.script\n"
        return self.theme(header, own_script=script.encode(), **files)

    def test_ways_to_count_pictures(self):
        theme = self.own_theme("")
        for way, rate, repeats in self.WAYS:
            with self.subTest(way):
                (theme / "own.script").write_text(self.LOOP + way + "\nPlymouth.SetRefreshFunction(r);\n")
                result = self.imported(theme)
                self.assertNotIn("own.script:1", result.err)
                scene = (self.directory / "out/scene.jsonc").read_text()
                self.assertIn(f'"rate": {rate},', scene)
                self.assertEqual('"repeat": "forever"' in scene, repeats)
                shutil.rmtree(self.directory / "out")

    def test_a_pace_that_the_script_computes_is_reported(self):
        way = "fun r () { s.SetImage(own[Math.Int(at / speed()) % 4]); at++; }"
        for way in (way, way.replace("speed()", "speed")):
            result = self.imported(self.own_theme(self.LOOP + way))
            self.assertIn("the pace of the pictures", result.err)
            shutil.rmtree(self.directory / "out")

    def test_pictures_that_a_script_chooses_by_the_progress(self):
        script = (self.LOOP + "fun p (time, value) { s.SetImage(own[Math.Int(value * 3)]); }\n"
                  "Plymouth.SetBootProgressFunction(p);\n")
        self.assertNotIn("not carried over", self.imported(self.own_theme(script)).err)
        for progress, color in [("0", 0), ("60%", 40), ("1", 60)]:
            self.assertEqual(self.draw("3s", "--set", f"boot={progress}").pixel(100, 50), (color, 0, 255))

    def test_pictures_of_a_mode(self):
        off = 'for (i = 0; i < 2; i++) own[i] = Image("own-" + (i) + ".png");'
        off = off.replace('"own-" + (i)', '"off-" + i')
        for test, first, second in (('Plymouth.GetMode () == "shutdown"', off, self.LOOP),
                                    ('mode != "shutdown"', self.LOOP, off)):
            script = (f"mode = Plymouth.GetMode();\nif ({test}) {{ {first} }}\nelse {second}\n"
                      "fun r () { s.SetImage(own[at % 2]); at++; }\n")
            theme = self.own_theme(script)
            for index in range(2):
                (theme / f"off-{index}.png").write_bytes(png(20, 10, (0, 200 + index, 0)))
            self.assertNotIn("not carried over", self.imported(theme).err)
            self.assertEqual(self.draw("0.03s").pixel(100, 50), (20, 0, 255))
            shutil.rmtree(self.directory / "out")
            self.imported(theme, "--mode", "shutdown")
            self.assertEqual(self.draw("0.03s").pixel(100, 50), (0, 201, 0))
            shutil.rmtree(self.directory / "out")

    def test_messages_of_a_script_theme(self):
        script = self.LOOP + "fun r () { s.SetImage(own[at % 4]); at++; }\nPlymouthSetMessageFunction(m);\n"
        result = self.imported(self.own_theme(script))
        self.assertIn("at Message: messages appear at the lower edge", result.err)
        self.assertNotEqual(self.draw("1s", "--set", "message=Hello").rows, self.draw("1s").rows)

    def test_a_picture_outside_the_theme_is_refused(self):
        header = "[Plymouth Theme]\nModuleName=script\n[script]\nScriptFile=own.script\n"
        script = self.SCRIPT.replace(b'Image("own-', b'Image("../own-')
        result = self.imported(self.theme(header, own_script=script), status=1)
        self.assertIn("outside the theme", result.err)

    def test_lines_of_any_ends(self):
        header = "[Plymouth Theme]\r\nModuleName=script\r\n[script]\r\nScriptFile=own.script\r\n"
        files = {f"own__{index}_png": png(20, 10, (index * 20, 0, 255)) for index in range(1, 4)}
        self.imported(self.theme(header, own_script=self.SCRIPT.replace(b"\n", b"\r\n"), **files))

    def test_a_script_without_a_loop_is_refused(self):
        header = "[Plymouth Theme]\nModuleName=script\n[script]\nScriptFile=own.script\n"
        result = self.imported(self.theme(header, own_script=b"x = 1;"), status=1)
        self.assertIn("no loop of pictures", result.err)

    def archive(self, description, parts, compression=zipfile.ZIP_STORED):
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", compression) as archive:
            archive.writestr("desc.txt", description)
            for name, content in parts:
                archive.writestr(name, content)
        path = self.directory / "bootanimation.zip"
        path.write_bytes(buffer.getvalue())
        return path

    def parts(self):
        return [(f"part{part}/{index:05}.png", png(20, 10, (part * 100, index * 20, 255)))
                for part in range(3) for index in range(4)]

    def test_a_boot_animation_plays_its_parts(self):
        source = self.archive(
            "20 10 10\np 2 0 part0\nc 0 0 part1 #102030\np 1 0 part2\n",
            self.parts() + [("part1/audio.wav", b"RIFF")])
        result = self.imported(source)
        self.assertIn("desc.txt:3: the background #102030", result.err)
        self.assertIn("desc.txt:4: part2, which is played when the boot is over", result.err)
        self.assertIn("part1/audio.wav: sound", result.err)
        for number in [0, 3, 4, 7, 8, 11, 12, 25]:
            picture = self.draw(f"{number / 10 + 0.01:.3f}s")
            part = 0 if number < 8 else 100
            self.assertEqual(picture.pixel(100, 50), (part, number % 4 * 20, 255), f"picture {number}")

    def test_a_compressed_archive_and_a_part_that_is_played_twice(self):
        source = self.archive(
            "20 10 10\np 1 0 part0\np 1 0 part1\np 0 0 part0\n", self.parts(), zipfile.ZIP_DEFLATED)
        self.imported(source)
        for number in [0, 3, 4, 7, 8, 11, 12]:
            picture = self.draw(f"{number / 10 + 0.01:.3f}s")
            part = 100 if 4 <= number < 8 else 0
            self.assertEqual(picture.pixel(100, 50), (part, number % 4 * 20, 255), f"picture {number}")
        # The pictures of a folder are written once.
        self.assertEqual(len(list((self.directory / "out").rglob("*.png"))), 8)

    def test_entries_of_an_archive_share_no_bytes(self):
        path = self.archive("20 10 10\np 1 0 part0\n", self.parts())
        content = path.read_bytes()
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
        start = content.index(b"PK\x01\x02")
        # Each entry after the first names the place and the size of the last picture.
        record = content[content.rindex(b"PK\x01\x02"):content.rindex(b"PK\x05\x06")]
        count = 2000
        directory = content[start:content.index(b"PK\x01\x02", start + 4)] + record * count
        end = struct.pack("<4sHHHHIIH", b"PK\x05\x06", 0, 0, count + 1, count + 1, len(directory), start, 0)
        path.write_bytes(content[:start] + directory + end)
        self.assertEqual(len(entries), 13)
        self.assertIn("shares its bytes", self.imported(path, status=1).err)

    def test_an_archive_that_is_no_boot_animation_is_refused(self):
        source = self.archive("20 10 10\np 1 0 part0\n", self.parts(), zipfile.ZIP_BZIP2)
        result = self.imported(source, status=1)
        self.assertIn("zip -0", result.err)
        for description, part in [("20 10\n", "not a size and a rate"), ("20 10 10\n", "names no parts"),
                                  ("20 10 10\np 1 part0\n", "not a part"),
                                  ("20 10 10\np 1 0 none\n", "no part has pictures")]:
            with self.subTest(description):
                result = self.imported(self.archive(description, self.parts()), status=1)
                self.assertIn(part, result.err)
        path = self.archive("20 10 10\np 1 0 part0\n", self.parts())
        content = path.read_bytes()
        for length in range(0, len(content), 97):
            path.write_bytes(content[:length])
            self.imported(path, status=1)

    # A red square that moves from the left to the right in ten frames.
    LOTTIE = {
        "v": "5.7", "fr": 10, "ip": 0, "op": 10, "w": 40, "h": 20,
        "markers": [{"cm": "end", "tm": 6, "dr": 4}],
        "assets": [{"id": "photo", "u": "images/", "p": "photo.png", "w": 10, "h": 10}],
        "layers": [
            {"ty": 1, "sw": 10, "sh": 20, "sc": "#ff0000", "ip": 0, "op": 10, "st": 0,
             "ks": {"p": {"a": 1, "k": [{"t": 0, "s": [0, 0], "i": {"x": 1, "y": 1}, "o": {"x": 0, "y": 0}},
                                        {"t": 10, "s": [40, 0]}]}}},
            {"ty": 2, "refId": "photo", "ip": 0, "op": 10, "st": 0, "ks": {"p": {"k": [30, 0]}}},
        ]}

    def lottie(self, **changes):
        self.write("own.json", json.dumps(self.LOTTIE | changes))
        (self.directory / "images").mkdir(exist_ok=True)
        (self.directory / "images/photo.png").write_bytes(png(10, 10, (0, 0, 255)))
        return "own.json"

    def test_a_lottie_animation_becomes_pictures(self):
        source = self.lottie()
        self.imported(source)
        for number in [0, 3, 9, 12]:
            picture = self.draw(f"{number / 10 + .01:.2f}s", size="40x20")
            self.client("render", source, "--at", f"{number % 10 / 10}s", "--size", "40x20", "-o", "own.png",
                        socket=False)
            own = Picture((self.directory / "own.png").read_bytes())
            for x in range(0, 40, 3):
                for y in (2, 15):
                    self.assertEqual(picture.pixel(x, y), own.pixel(x, y), (number, x, y))
        self.assertEqual(picture.pixel(35, 3), (0, 0, 255))
        self.assertEqual(picture.pixel(9, 3), (255, 0, 0))

    def test_a_progress_leads_through_the_part_of_a_marker(self):
        self.imported(self.lottie(), "--marker", "end", "--progress", "--size", "80x40")
        for progress, left in [("0", 24), ("1", 36)]:
            picture = self.draw("3s", "--set", f"progress={progress}", size="80x40")
            self.assertEqual(picture.pixel(left * 2 + 2, 30), (255, 0, 0))
            self.assertEqual(picture.pixel(left * 2 - 2, 30), (0, 0, 0))

    def test_an_archive_of_lottie_has_its_pictures(self):
        for folder, pictures in [("animations", "images"), ("a", "i")]:
            with self.subTest(folder):
                with zipfile.ZipFile(self.directory / "own.lottie", "w", zipfile.ZIP_DEFLATED) as archive:
                    archive.writestr("manifest.json", json.dumps({"animations": [{"id": "one"}]}))
                    archive.writestr(folder + "/one.json", json.dumps(self.LOTTIE))
                    archive.writestr(pictures + "/photo.png", png(10, 10, (0, 255, 0)))
                self.client("render", "own.lottie", "--size", "40x20", "-o", "own.png", socket=False)
                own = Picture((self.directory / "own.png").read_bytes())
                self.assertEqual(own.pixel(35, 3), (0, 255, 0))
        self.imported("own.lottie")

    def test_fonts_of_an_archive_and_beside_a_file_draw_its_texts(self):
        font = pathlib.Path("/usr/share/fonts/opentype/inter/Inter-Regular.otf").read_bytes()
        text = {"ty": 5, "ip": 0, "op": 10, "ks": {"p": {"k": [2, 16]}}, "t": {"d": {"k": [
            {"t": 0, "s": {"t": "Rag", "f": "F", "s": 18, "fc": [1, 1, 1]}}]}}}

        def animation(family, **font):
            own = {"fName": "F", "fFamily": family, "fStyle": "Regular", **font}
            return json.dumps({**self.LOTTIE, "assets": [], "layers": [text], "fonts": {"list": [own]}})

        def drawn(name):
            result = self.client("render", name, "--size", "40x20", "-o", "own.png", socket=False)
            self.assertEqual(result.err, "")
            return (self.directory / "own.png").read_bytes()

        (self.directory / "own.json").write_text(animation("Inter"))
        expected = drawn("own.json")
        (self.directory / "own.json").write_text(animation("No Such Family", fPath="fonts/a%20b.otf", origin=3))
        (self.directory / "fonts").mkdir()
        (self.directory / "fonts/a b.otf").write_bytes(font)
        self.assertEqual(drawn("own.json"), expected)
        with zipfile.ZipFile(self.directory / "own.lottie", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("manifest.json", json.dumps({"version": "2", "animations": [{"id": "one"}]}))
            archive.writestr("a/one.json", animation("No Such Family", fPath="/f/a.otf", origin=3))
            archive.writestr("f/a.otf", font)
        self.assertEqual(drawn("own.lottie"), expected)
        self.imported("own.lottie")
        self.assertEqual(self.draw("0.01s", size="40x20").rows, Picture(expected).rows)

    def test_options_and_faults_of_lottie_are_reported(self):
        source = self.lottie()
        self.assertIn("its markers are 'end'", self.imported(source, "--marker", "begin", status=1).err)
        self.assertIn("too many", self.imported(self.lottie(op=1e6), status=1).err)
        self.assertIn("name a --size", self.imported(self.lottie(w=1e5), status=1).err)
        result = self.imported(self.lottie(assets=[{"id": "photo", "u": "../", "p": "photo.png"}]))
        self.assertIn("'../photo.png', is not there", result.err)
        path = self.archive("20 10 10\np 1 0 part0\n", self.parts())
        self.assertIn("--progress is for Lottie animations", self.imported(path, "--progress", status=1).err)

    SVG = """<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60" viewBox="0 0 160 120">
      <defs>
        <linearGradient id="sky" gradientTransform="rotate(20)">
          <stop offset="0" stop-color="#203060"/><stop offset="1" stop-color="#ff8040"/>
        </linearGradient>
        <radialGradient id="sun"><stop offset="0.5" stop-color="#fff0a0"/>
          <stop offset="1" stop-color="#fff0a0" stop-opacity="0"/></radialGradient>
        <clipPath id="round"><circle cx="120" cy="80" r="30"/></clipPath>
        <radialGradient id="waves" spreadMethod="reflect" r="0.2">
          <stop offset="0" stop-color="#0f0"/><stop offset="1" stop-color="#040"/></radialGradient>
      </defs>
      <rect id="back" width="160" height="120" fill="url(#sky)" transform="skewX(10)"/>
      <circle id="star" cx="40" cy="40" r="24" fill="url(#sun)"/>
      <g id="wheel" opacity="0.5" transform="rotate(30 80 60)">
        <ellipse cx="80" cy="60" rx="30" ry="12" fill="#f00" stroke="#00f" stroke-width="6"/>
        <path d="M40 60a20 20 0 0 1 40 0z" fill="#fff" fill-rule="evenodd"/>
      </g>
      <rect x="90" y="50" width="60" height="60" fill="#333" clip-path="url(#round)"/>
      <path id="line" d="M10 110L150 100" stroke="#000" stroke-width="4" stroke-dasharray="10 6" transform="scale(1 0.5)"/>
      <rect x="8" y="64" width="32" height="32" fill="url(#waves)"/>
    </svg>"""

    def test_an_svg_file_becomes_layers(self):
        self.write("own.svg", self.SVG)
        self.imported("own.svg")
        picture = self.draw("0s", size="320x240")
        self.client("render", "own.svg", "--size", "320x240", "-o", "own.png", socket=False)
        for option in [["--locale", "de"], ["--reduced-motion"]]:
            error = self.client("render", "own.svg", *option, "-o", "none.png", socket=False, status=1).err
            self.assertIn("neither locales nor reduced motion", error)
        own = Picture((self.directory / "own.png").read_bytes())
        for x in range(1, 320, 3):
            for y in range(1, 240, 3):
                # The waves are a picture of 160 × 120.
                limit = 64 if x < 82 and 126 < y < 194 else 4
                for one, other in zip(picture.pixel(x, y), own.pixel(x, y)):
                    self.assertLessEqual(abs(one - other), limit, (x, y))
        text = (self.directory / "out/scene.jsonc").read_text()
        for name in ["back", "star", "wheel", "line"]:
            self.assertIn(f'"name": "{name}"', text)
        self.assertEqual(text.count('"kind": "image"'), 1)
        self.client("check", "out/scene.jsonc", socket=False)

    def test_a_shape_with_a_line_is_one_layer(self):
        self.write("own.svg", """<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60">
          <rect id="card" x="10" y="10" width="30" height="30" fill="#f00" stroke="#00f" stroke-width="4"/>
          <path id="ray" d="M60 10v40" stroke="#fc0" stroke-width="4"/>
          <rect id="sky" x="50" width="9" height="9" fill="#0f0" stroke="#00f" fill-opacity=".5" opacity=".5"/></svg>""")
        self.imported("own.svg")
        picture = self.draw("0s", size="80x60")
        self.client("render", "own.svg", "--size", "80x60", "-o", "own.png", socket=False)
        own = Picture((self.directory / "own.png").read_bytes())
        for x in range(80):
            for y in range(60):
                for one, other in zip(picture.pixel(x, y), own.pixel(x, y)):
                    self.assertLessEqual(abs(one - other), 2, (x, y))
        text = (self.directory / "out/scene.jsonc").read_text()
        self.assertRegex(text, r'"name": "card", "kind": "shape"[^}]*}[^}]*"fillColor": "#FF0000", "strokeColor": "#0000FF"')
        # A straight line has nothing to fill.
        self.assertRegex(text, r'"name": "ray", "kind": "shape"[^}]*}[^}]*"strokeColor": "#FFCC00"')
        self.assertNotIn('"fillColor": "#000000"', text)
        self.assertIn('"name": "sky", "opacity": 0.5', text)
        self.assertEqual(text.count('"kind": "shape"'), 3)

    def test_a_file_that_gzip_compressed_is_unpacked(self):
        packed = gzip.compress(self.SVG.encode())
        self.write("own.svg", self.SVG)
        self.write("own.svgz", packed)
        for name in ["own.svg", "own.svgz"]:
            self.client("render", name, "--size", "320x240", "-o", name + ".png", socket=False)
        self.assertEqual((self.directory / "own.svg.png").read_bytes(), (self.directory / "own.svgz.png").read_bytes())
        self.imported("own.svgz")
        self.write("cut.svgz", packed[:-9])
        for command in ["render", "import"]:
            error = self.client(command, "cut.svgz", "-o", "none", socket=False, status=1).err
            self.assertIn("compressed with gzip, and damaged", error)

    def test_files_beyond_a_limit_are_refused_with_the_limit_of_their_kind(self):
        start = '{"fr": 30, "ip": 0, "op": 60, "w": 9, "h": 9, "layers": [], "x": '
        self.write("deep.json", start + "[" * 300 + "]" * 300 + "}")
        self.write("large.json", start + '"' + "a" * (16 << 20) + '"}')
        self.write("large.svg", self.SVG + " " * (16 << 20))
        for name, part, commands in [
                ("deep.json", "at most 200 nested levels", ["render", "import", "check"]),
                ("large.json", "16 MiB that a Lottie file may have", ["render", "import", "check"]),
                ("large.svg", "16 MiB that an SVG file may have", ["render", "check"])]:
            for command in commands:
                output = [] if command == "check" else ["-o", "none"]
                error = self.client(command, name, *output, socket=False, status=1).err
                self.assertIn(part, error)
                self.assertIn("try: ", error)

    def test_a_style_shows_the_file_in_a_layer(self):
        self.write("own.svg", self.SVG)
        result = self.client("import", "own.svg", "-o", "kiosk/own", "--style", "logo", socket=False)
        self.assertIn('"include": "own/style.jsonc"', result.err)
        self.write("kiosk/scene.jsonc", """{
          "include": "own/style.jsonc", "background": "#000000",
          "layers": [{ "use": "logo", "frame": [100, 40, 200, 120] }],
        }""")
        self.client("check", "kiosk/scene.jsonc", socket=False)
        self.client("render", "kiosk/scene.jsonc", "--size", "400x200", "-o", "scene.png", socket=False)
        self.client("render", "own.svg", "--size", "160x120", "-o", "own.png", socket=False)
        picture, own = (Picture((self.directory / name).read_bytes()) for name in ["scene.png", "own.png"])
        # Of 200 x 120 points the picture takes 160 x 120 in their middle.
        self.assertEqual(picture.pixel(115, 100), (0, 0, 0))
        for x in range(1, 160, 3):
            for y in range(1, 120, 3):
                # The waves are a picture of 160 x 120.
                limit = 64 if x < 41 and 63 < y < 97 else 4
                for one, other in zip(picture.pixel(x + 120, y + 40), own.pixel(x, y)):
                    self.assertLessEqual(abs(one - other), limit, (x, y))
        for folder in ['ki"osk', "ki\\osk"]:
            self.client("import", "own.svg", "-o", folder, "--style", "logo", socket=False)
        result = self.client("import", "own.svg", "-o", "other", "--style", "a b", socket=False, status=64)
        self.assertIn("letters, digits", result.err)

    def test_a_scene_of_an_svg_file_has_its_pixels(self):
        files = {
            "blending": """<rect width="40" height="40" fill="#f80"/>
              <g style="mix-blend-mode: multiply" opacity="0.8"><rect width="20" height="40" fill="#48f"/>
                <circle cx="20" cy="20" r="9.3" fill="#fff" style="mix-blend-mode: difference"/></g>
              <g style="isolation: isolate"><rect id="x" y="30" width="40" height="7" fill="#0f0"
                style="mix-blend-mode: screen"/></g>
              <g style="mix-blend-mode: darken"><rect x="25" y="5" width="10" height="10" fill="#777"/></g>""",
            "gradient": """<defs><linearGradient id="g"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/>
              </linearGradient></defs><rect x="5.5" y="7.25" width="20.5" height="19" fill="url(#g)"/>""",
            "curves": """<path d="M5 35C5.0001 35 35 5 35.0001 5" fill="none" stroke="#fff" stroke-width="6"/>
              <path d="M5 5A9 7 20 0 1 20 15Z" fill="#8f8" clip-path="circle(9px at 12px 9px)"/>""",
        }
        for name, content in files.items():
            with self.subTest(name):
                self.write("own.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">'
                           + content + "</svg>")
                self.assertEqual(self.imported("own.svg", "--background", "#000000").err, "")
                self.client("render", "own.svg", "--size", "60x60", "-o", "own.png", socket=False)
                expected = Picture((self.directory / "own.png").read_bytes())
                picture = self.draw("0s", size="60x60")
                for y, (row, own) in enumerate(zip(picture.rows, expected.rows)):
                    self.assertLessEqual(max(abs(a - b) for a, b in zip(row, own)), 10, y)
                shutil.rmtree(self.directory / "out")

    def test_a_drawing_ends_at_its_edges_on_displays_of_another_shape(self):
        shapes = '<rect width="40" height="20" fill="#fc0"/><circle cx="20" cy="20" r="15" fill="#0f0"/>'
        self.write("own.svg", f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">{shapes}</svg>')
        self.imported("own.svg")
        picture = self.draw("0s", size="40x40")
        self.assertEqual((picture.pixel(20, 28), picture.pixel(20, 32)), ((0, 255, 0), (0, 0, 0)))

    def test_a_drawing_too_dark_for_black_lies_on_white(self):
        size = 'xmlns="http://www.w3.org/2000/svg" width="40" height="20"'
        dark, light = (f'<svg {size}><rect width="20" height="20" fill="{color}"/></svg>' for color in ("#112", "#fc0"))
        whole = f'<svg {size}><rect width="40" height="20" fill="#112"/></svg>'
        solid = {"ty": 1, "sw": 20, "sh": 20, "sc": "#111122", "ip": 0, "op": 10, "st": 0, "ks": {}}
        lottie = json.dumps({"fr": 10, "ip": 0, "op": 10, "w": 40, "h": 20, "layers": [solid]})
        movie = gif(4, 2, [((0, 0, 4, 2), [2, 2, 3, 3] * 2, 10, 1)])
        color = ["--background", "#10a0FF"]
        for name, content, arguments, expected in [
                ("dark.svg", dark, [], "#FFFFFF"), ("light.svg", light, [], "#000000"),
                ("whole.svg", whole, [], "#000000"), ("own.json", lottie, [], "#FFFFFF"),
                ("own.json", lottie, ["--bake"], "#FFFFFF"), ("own.gif", movie, [], "#FFFFFF"),
                ("dark.svg", dark, color, "#10A0FF"), ("own.gif", movie, color, "#10A0FF")]:
            with self.subTest(name, arguments=arguments):
                self.write(name, content)
                error = self.imported(name, *arguments).err
                scene = (self.directory / "out/scene.jsonc").read_text()
                self.assertIn(f'"background": "{expected}"', scene)
                self.assertEqual("on white" in error, expected == "#FFFFFF")
                shutil.rmtree(self.directory / "out")
        for arguments, part in [(["--background", "white"], "#RRGGBB"), ([*color, "--style", "own"], "for scenes")]:
            self.assertIn(part, self.imported("dark.svg", *arguments, status=64).err)

    def test_an_svg_file_without_a_size_is_refused(self):
        self.write("none.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="9"/>')
        self.client("import", "none.svg", "-o", "none", socket=False, status=1)

    def test_a_folder_in_use_and_missing_sources_are_refused(self):
        path = self.archive("20 10 10\np 1 0 part0\n", self.parts())
        self.imported(path)
        self.assertIn("not empty", self.imported(path, status=73).err)
        self.imported("none.zip", status=66)
        self.write("text.txt", "text")
        self.imported("text.txt", status=1)
        self.imported(path, "--mode", "never", status=64)

    def test_a_refused_import_leaves_nothing_behind(self):
        whole = png(20, 10, (9, 9, 9))
        # The header and all checksums are right, and the pixels are missing.
        data = whole.index(b"IDAT") + 4
        broken = whole[:data] + b"\0" + whole[data + 1:-16]
        broken += struct.pack(">I", zlib.crc32(broken[data - 4:])) + whole[-12:]
        path = self.archive("20 10 10\np 1 0 part0\n", [("part0/0.png", whole), ("part0/1.png", broken)])
        folder = self.directory / "new" / "folder"
        result = self.client("import", path, "-o", folder, socket=False, status=1)
        self.assertIn("cannot be shown", result.err)
        self.assertFalse(folder.parent.exists())
        # A folder that was there stays.
        folder.mkdir(parents=True)
        self.client("import", path, "-o", folder, socket=False, status=1)
        self.assertEqual(list(folder.iterdir()), [])
        self.client("import", path, "-o", "", socket=False, status=64)

    # Three pictures of 6x4 pixels for .1, .05 and .2 s: red, green, and half blue.
    WEBP = (
        "UklGRrQAAABXRUJQVlA4WAoAAAASAAAABQAAAwAAQU5JTQYAAAAAAAAAAABBTk1GKAAAAAAAAAAAAAUAAAMAAGQAAAJWUDhMDwAA"
        "AC8FwAAABxD9j/4HIqL/AQBBTk1GKAAAAAAAAAAAAAUAAAMAADIAAABWUDhMDwAAAC8FwAAAB9D/iP4HIqL/AQBBTk1GKAAAAAAA"
        "AAAAAAUAAAMAAMgAAAJWUDhMDwAAAC8FwAAQBxDR/wIGIqL/AQA="
    )

    def test_an_animated_gif_is_shown_with_its_own_times(self):
        whole, part = (0, 0, 6, 4), (2, 1, 2, 2)
        (self.directory / "movie.gif").write_bytes(gif(6, 4, [
            (whole, [0] * 24, 10, 1), (part, [1] * 4, 5, 2), (part, [3, 2, 2, 2], 20, 1)], repeats=0))
        self.imported("movie.gif")
        self.assertIn('"repeat": "forever"', (self.directory / "out/scene.jsonc").read_text())
        red, green, blue, none = (255, 0, 0), (0, 255, 0), (0, 0, 255), (0, 0, 0)
        # The second part is cleared before the third, in which a pixel is clear.
        for time, inside, corner in [
                ("0.05s", red, red), ("0.12s", green, green), ("0.2s", blue, none), ("0.4s", red, red)]:
            picture = self.draw(time, size="6x4")
            self.assertEqual((picture.pixel(0, 0), picture.pixel(3, 2), picture.pixel(2, 1)), (red, inside, corner), time)

    def test_an_animated_webp_is_shown_with_its_own_times(self):
        (self.directory / "movie.webp").write_bytes(base64.b64decode(self.WEBP))
        self.imported("movie.webp")
        for time, color in [("0.05s", (255, 0, 0)), ("0.12s", (0, 255, 0)), ("0.2s", (0, 0, 128)), ("0.36s", (255, 0, 0))]:
            self.assertEqual(self.draw(time, size="6x4").pixel(3, 2), color, time)

    def test_webp_in_an_animation_is_drawn_and_imported(self):
        address = "data:image/webp;base64," + self.WEBP
        source = self.lottie(assets=[{"id": "photo", "e": 1, "p": address, "w": 10, "h": 10}])
        self.assertNotIn("not drawn", self.imported(source).err)
        self.assertEqual(self.draw("0.01s", size="40x20").pixel(33, 2), (255, 0, 0))
        cut = self.lottie(assets=[{"id": "photo", "e": 1, "p": address[:120], "w": 10, "h": 10}])
        result = self.client("render", cut, "--size", "40x20", "-o", "own.png", socket=False)
        self.assertIn("image 'photo': a picture of a kind that is not read", result.err)

    def test_the_first_picture_of_a_gif_in_a_drawing_is_drawn_and_imported(self):
        movie = gif(6, 4, [((0, 0, 6, 4), [0] * 24, 10, 1), ((0, 0, 6, 4), [1] * 24, 10, 1)])
        address = "data:image/gif;base64," + base64.b64encode(movie).decode()
        self.write("own.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="12" height="8">'
                   f'<image width="12" height="8" href="{address}"/></svg>')
        self.assertNotIn("cannot be read", self.imported("own.svg").err)
        self.assertEqual(self.draw("0s", size="12x8").pixel(6, 4), (255, 0, 0))
        shutil.rmtree(self.directory / "out")
        source = self.lottie(assets=[{"id": "photo", "e": 1, "p": address, "w": 10, "h": 10}])
        self.assertNotIn("not drawn", self.imported(source).err)
        self.assertEqual(self.draw("0.01s", size="40x20").pixel(33, 2), (255, 0, 0))
        cut = "data:image/gif;base64," + base64.b64encode(movie[:30]).decode()
        self.write("cut.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="12" height="8">'
                   f'<image width="12" height="8" href="{cut}"/></svg>')
        result = self.client("render", "cut.svg", "--size", "12x8", "-o", "cut.png", socket=False)
        self.assertIn("cannot be read", result.err)

    def test_movies_that_end_early_are_refused(self):
        movie = gif(6, 4, [((0, 0, 6, 4), [0] * 24, 10, 1)] * 2)
        for name, data in [("movie.gif", movie), ("movie.webp", base64.b64decode(self.WEBP))]:
            for count in [14, 40, len(data) // 2, len(data) - 12]:
                (self.directory / name).write_bytes(data[:count])
                self.assertRegex(self.imported(name, status=1).err, "cut off|not a valid")
                self.assertFalse((self.directory / "out").exists())
        # A part that is larger than any picture, and times whose sum is more than 32 bits hold.
        (self.directory / "part.gif").write_bytes(gif(6, 4, [((0, 0, 60000, 60000), [0] * 24, 10, 1)]))
        self.assertIn("damaged", self.imported("part.gif", status=1).err)
        # Each picture takes ten frames of a minute, which together are too many for a layer.
        (self.directory / "slow.gif").write_bytes(gif(2, 1, [((0, 0, 2, 1), [0, 1], 65535, 1)] * 1001))
        self.assertIn("too long", self.imported("slow.gif", status=1).err)
        (self.directory / "large.gif").write_bytes(gif(9000, 4, []))
        self.assertIn("9000x4", self.imported("large.gif", status=1).err)
