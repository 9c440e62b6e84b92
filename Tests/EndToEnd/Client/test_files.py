"""`check --files`: the files that have to be copied along with a scene."""

import shutil

from harness import ROOT, TestCase

PICTURE = ROOT / "Sources" / "Scene" / "Pictures" / "Scene" / "first.png"
# Of libthai-data.
WORDS = "/usr/share/libthai/thbrk.tri"
FONT = ROOT / "Tests" / "TextTests" / "Fonts" / "variable.ttf"


class Files(TestCase):
    def setUp(self):
        super().setUp()
        for folder in ["frames", "parts", "fonts"]:
            (self.directory / folder).mkdir()
        for name in [
            "dot.png", "frames/0001.png", "frames/0002.png", "parts/seal.png", "wide.png",
            "unused.png"]:
            shutil.copy(PICTURE, self.directory / name)
        shutil.copy(FONT, self.directory / "fonts" / "own.ttf")
        (self.directory / "parts" / "brand.jsonc").write_text(
            '{"layers": [{"kind": "image", "file": "parts/seal.png", "frame": [0, 0, 8, 8]}]}')
        self.scene = self.write(
            "scene.jsonc",
            """{
          "include": "parts/brand.jsonc",
          "variables": {"mark": "./dot.png"},
          "layers": [
            {"kind": "image", "file": "$mark", "frame": [0, 0, 8, 8]},
            {"kind": "image", "file": "dot.png", "frame": [8, 0, 8, 8]},
            {"kind": "frames", "files": "frames/%04d.png", "rate": 10, "frame": [0, 8, 8, 8]},
            {"kind": "text", "string": "a", "font": {"file": "fonts/own.ttf"}, "frame": [0, 16, 90, 20]},
          ],
          "variants": [{
            "when": {"orientation": "landscape"},
            "layers": [{"kind": "image", "file": "wide.png", "frame": [0, 0, 8, 8]}],
          }],
        }""",
        )

    def files(self, *arguments, status=0):
        result = self.client("check", "--files", *arguments, socket=False, status=status)
        return result.out.splitlines(), result.err

    def paths(self, *names):
        return [str(self.directory / name) for name in names]

    def test_all_that_a_scene_reads_is_listed_once(self):
        listed, told = self.files(self.scene)
        self.assertEqual(told, "")
        self.assertEqual(listed[0], str(self.scene))
        self.assertEqual(sorted(listed), sorted(self.paths(
            "scene.jsonc", "parts/brand.jsonc", "parts/seal.png", "dot.png", "frames/0001.png",
            "frames/0002.png", "fonts/own.ttf", "wide.png")))

    def test_the_dictionary_is_listed_for_thai_texts(self):
        for text in ["กรุณา", "\\u0e01", "{@wait}"]:
            scene = self.write(
                "thai.jsonc",
                """{"strings": {"en": {"wait": "Wait"}, "th": {"wait": "รอ"}},
                    "layers": [{"kind": "text", "string": "%s"}]}""" % text)
            self.assertEqual(self.files(scene)[0], [str(scene), WORDS])
        packed = self.directory / "thai.scene"
        self.client("pack", scene, "-o", packed, socket=False)
        self.assertEqual(self.files(packed)[0], [str(packed), WORDS])
        # Neither a name nor a comment is shown.
        scene = self.write("thai.jsonc", '{"layers": [{"kind": "text", "name": "รอ", "string": "a"}]} // รอ')
        self.assertEqual(self.files(scene)[0], [str(scene)])

    def test_values_of_variables_count(self):
        listed, _ = self.files(self.scene, "--set-variable", "mark=unused.png")
        self.assertIn(str(self.directory / "unused.png"), listed)

    def test_values_for_variables_of_other_scenes_do_no_harm(self):
        other = self.write("other.jsonc", '{"layers": []}')
        listed, told = self.files(
            self.scene, other, "--set-variable", "mark=unused.png", "--set-variable", "none=a")
        self.assertEqual(told, "")
        self.assertIn(str(self.directory / "unused.png"), listed)
        self.assertIn(str(other), listed)

    def test_files_that_cannot_be_used_are_reported_and_left_out(self):
        (self.directory / "dot.png").unlink()
        (self.directory / "parts" / "seal.png").write_bytes(b"no picture")
        listed, told = self.files(self.scene)
        self.assertIn("dot.png", told)
        self.assertIn("seal.png", told)
        self.assertIn(str(self.directory / "wide.png"), listed)
        for name in self.paths("dot.png", "parts/seal.png"):
            self.assertNotIn(name, listed)

    def test_a_packed_scene_is_one_file(self):
        packed = self.directory / "packed.scene"
        self.client("pack", self.scene, "-o", packed, socket=False)
        self.assertEqual(self.files(packed)[0], [str(packed)])

    def test_a_scene_with_mistakes_is_refused_beside_others(self):
        broken = self.write("broken.jsonc", "{\"layers\": 1}")
        listed, told = self.files(broken, self.scene, status=1)
        self.assertIn("broken.jsonc", told)
        self.assertNotIn(str(broken), listed)
        self.assertEqual(listed[0], str(self.scene))
        self.files(self.directory / "none.jsonc", status=66)
        self.files("-", status=64)
        self.files("--json", self.scene, status=64)
