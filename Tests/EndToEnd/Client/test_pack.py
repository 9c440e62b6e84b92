"""`pack`: a scene with its pictures and fonts in one file, which needs no fonts of the machine."""

import shutil
import tarfile

from harness import ROOT, TestCase, clean_environment

FONT = ROOT / "Tests" / "TextTests" / "Fonts" / "variable.ttf"
SCENE = """{
  "background": "#102030",
  "layers": [
    {"kind": "text", "string": "abc AV \\u00e4", "font": ["FAMILY", "sans-serif"], "weight": WEIGHT,
     "frame": [10, 10, 300, 60], "fontSize": 40},
    {"kind": "text", "string": "plain – text", "frame": [10, 80, 300, 60], "fontSize": 30},
    {"kind": "image", "file": "pictures/logo.png", "frame": [10, 150, 64, 64]},
  ],
  "controls": {"message": {"kind": "text", "text": "ready"}},
}
"""


class Pack(TestCase):
    def setUp(self):
        super().setUp()
        # A font that the machine does not have: it is found by the variable alone.
        self.fonts = self.directory / "fonts"
        self.fonts.mkdir()
        shutil.copy(FONT, self.fonts / "variable.ttf")
        self.with_fonts = clean_environment(FIRSTLIGHT_FONT_PATH=str(self.fonts))
        pictures = self.directory / "pictures"
        pictures.mkdir()
        logo = ROOT / "Sources" / "Scene" / "Pictures" / "Scene" / "first.png"
        shutil.copy(logo, pictures / "logo.png")
        self.scene = self.write(
            "scene.jsonc", SCENE.replace("FAMILY", self.family()).replace("WEIGHT", "600"))
        self.packed = self.directory / "packed.scene"

    def family(self):
        """The name of the font's family: that with the number 1 in its table of names."""
        data = FONT.read_bytes()
        number = lambda at, count: int.from_bytes(data[at:at + count], "big")
        tables = {
            data[at : at + 4]: number(at + 8, 4) for at in range(12, 12 + 16 * number(4, 2), 16)}
        name = tables[b"name"]
        for at in range(name + 6, name + 6 + 12 * number(name + 2, 2), 12):
            if number(at + 6, 2) == 1 and number(at, 2) == 3:
                start = name + number(name + 4, 2) + number(at + 10, 2)
                return data[start:start + number(at + 8, 2)].decode("utf-16-be")
        self.fail("the font has no name")

    def picture(self, scene, environment=None):
        path = self.directory / "picture.png"
        self.client("render", scene, "--at", "1s", "--size", "400x300", "-o", path, socket=False,
                    environment=environment)
        return path.read_bytes()

    def test_a_pack_draws_the_same_without_fonts(self):
        self.client(
            "pack", self.scene, "-o", self.packed, socket=False, environment=self.with_fonts)
        whole = self.picture(self.scene, self.with_fonts)
        self.assertEqual(self.picture(self.packed), whole)
        # Without its pack the font is missed.
        self.assertNotEqual(self.picture(self.scene), whole)
        with tarfile.open(self.packed) as archive:
            names = archive.getnames()
            self.assertEqual(archive.extractfile("scene.jsonc").read(), self.scene.read_bytes())
        self.assertIn("pictures/logo.png", names)
        self.assertIn("fonts/variable.ttf", names)
        # The machine's own font is there too, and much smaller.
        self.assertGreater(len([name for name in names if name.startswith("fonts/")]), 1)
        self.assertLess(self.packed.stat().st_size, 400_000)
        # Each run gives equal bytes.
        before = self.packed.read_bytes()
        self.client(
            "pack", self.scene, "-o", self.packed, socket=False, environment=self.with_fonts)
        self.assertEqual(self.packed.read_bytes(), before)

    def test_a_pack_is_tried_without_a_file_beside_it(self):
        self.client("pack", self.scene, "-o", self.packed, socket=False,
                    environment={**self.with_fonts, "TMPDIR": "/proc/none"})
        self.assertTrue(tarfile.is_tarfile(self.packed))

    def test_a_character_without_a_font_has_the_same_box(self):
        scene = self.write("scene.jsonc", SCENE.replace("FAMILY", "serif").replace(
            "WEIGHT", "600").replace("plain", "\U00012000"))
        self.client("pack", scene, "-o", self.packed, socket=False)
        whole = self.picture(scene)
        self.assertEqual(self.picture(self.packed), whole)
        scene.write_text(scene.read_text().replace("\U00012000", ""))
        self.assertNotEqual(self.picture(scene), whole)

    def test_a_pack_has_the_requested_further_characters(self):
        def bytes_of_fonts(*arguments):
            self.client(
                "pack", self.scene, "-o", self.packed, *arguments, socket=False,
                environment=self.with_fonts)
            with tarfile.open(self.packed) as archive:
                return sum(file.size for file in archive if file.name.startswith("fonts/"))

        self.assertLess(bytes_of_fonts(), bytes_of_fonts("--characters", "Привет"))

    def test_the_daemon_shows_it(self):
        self.client(
            "pack", self.scene, "-o", self.packed, socket=False, environment=self.with_fonts)
        daemon = self.start(self.packed, scene=None)
        self.assertEqual(daemon.call("GetStatus")["scene"], "packed")
        self.assertNotIn("there is no font", daemon.log)
        other = self.directory / "again.scene"
        shutil.copy(self.packed, other)
        daemon.call("LoadScene", {"path": str(other)})
        self.assertEqual(daemon.call("GetStatus")["scene"], "again")

    def test_an_archive_of_tar_is_one_too(self):
        self.client(
            "pack", self.scene, "-o", self.packed, socket=False, environment=self.with_fonts)
        folder = self.directory / "unpacked"
        with tarfile.open(self.packed) as archive:
            archive.extractall(folder)
        # With folders and times, and names that begin with a dot.
        with tarfile.open(self.packed, "w", format=tarfile.USTAR_FORMAT) as archive:
            archive.add(folder, ".")
        self.assertEqual(self.picture(self.packed), self.picture(self.scene, self.with_fonts))

    def test_broken_archives_are_refused(self):
        self.client(
            "pack", self.scene, "-o", self.packed, socket=False, environment=self.with_fonts)
        whole = self.packed.read_bytes()
        picture = 512 + -(-self.scene.stat().st_size // 512) * 512
        for size in [0, 100, 511, 513, 700, picture, picture + 600]:
            self.packed.write_bytes(whole[:size])
            self.client("check", self.packed, socket=False, status=1)
        changed = bytearray(whole)
        changed[124:135] = b"77777777777"
        self.packed.write_bytes(changed)
        self.client("check", self.packed, socket=False, status=1)
        self.client(
            "pack", self.directory / "none.jsonc", "-o", self.packed, socket=False, status=66)

    def test_files_from_elsewhere_are_refused(self):
        text = self.scene.read_text().replace(
            "pictures/logo.png", str(self.directory / "pictures" / "logo.png"))
        folder = self.directory / "deeper"
        folder.mkdir()
        scene = folder / "scene.jsonc"
        scene.write_text(text)
        self.client("pack", scene, "-o", self.packed, socket=False, status=1)
        self.assertFalse(self.packed.exists())
