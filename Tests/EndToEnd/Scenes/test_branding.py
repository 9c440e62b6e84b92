"""Variables and included files: one line changes the colour and the logo of a scene."""

import json
import re
import shutil

from harness import ROOT, TestCase

SCENES = ROOT / "Sources" / "Scene" / "Scenes"
PICTURES = ROOT / "Sources" / "Scene" / "Pictures"
CARD = """
{
  "variables": { "brand": "#E4572E", "logo": "red.png", "greeting": "Starting – ä" },
  "layers": [
    { "backgroundColor": "$brand" },
    { "kind": "image", "file": "$logo", "frame": [10, 10, 64, 36] },
    { "kind": "text", "name": "greeting", "string": "$greeting", "frame": [10, 60, 140, 20], "fontSize": 12 },
  ],
}
"""
BRAND = '{ "include": "parts/card.jsonc", "variables": { "brand": "#2E4057", "logo": "blue.png" } }'
# The card as one file.
WHOLE = CARD.replace("#E4572E", "#2E4057").replace("red.png", "blue.png")


class Branding(TestCase):
    def setUp(self):
        super().setUp()
        self.write("parts/card.jsonc", CARD)
        self.brand = self.write("brand.jsonc", BRAND)
        self.whole = self.write("whole.jsonc", WHOLE)
        shutil.copy(PICTURES / "Scene" / "first.png", self.directory / "red.png")
        shutil.copy(PICTURES / "Layers" / "shape.png", self.directory / "blue.png")

    def picture(self, scene, *options):
        path = self.directory / "picture.png"
        self.client(
            "render", scene, "--at", "1s", "--size", "160x100", "-o", path, *options, socket=False)
        return path.read_bytes()

    def test_one_line_changes_colour_and_logo(self):
        whole = self.picture(self.whole)
        self.assertEqual(self.picture(self.brand), whole)
        card = self.write("card.jsonc", CARD)
        self.assertNotEqual(self.picture(card), whole)
        options = ["--set-variable", "brand=#2E4057", "--set-variable", "logo=blue.png"]
        self.assertEqual(self.picture(card, *options), whole)

    def test_the_daemon_shows_it_and_its_pack(self):
        daemon = self.start(self.whole, scene=None)
        whole = daemon.step(0.1)["frameHash"]
        daemon.stop()
        packed = self.directory / "brand.scene"
        self.client("pack", self.brand, "-o", packed, socket=False)
        for scene in [self.brand, packed]:
            with self.subTest(scene.name):
                daemon = self.start(scene, scene=None)
                self.assertEqual(daemon.step(0.1)["frameHash"], whole)
                self.assertEqual(daemon.layer("greeting")["text"], "Starting – ä")
                daemon.stop()

    def test_a_setting_gives_all_scenes_a_brand(self):
        logo = self.directory / "red.png"
        own = self.write("own.conf", f"set-variable = brand=#2E86DE\nset-variable = logo={logo}\n")
        values = {"brand": "#2E86DE", "logo": str(logo)}
        # The values written into copies of the scenes.
        hashes = {}
        for name in ["boot", "install"]:
            text = (SCENES / f"{name}.jsonc").read_text()
            for key, value in values.items():
                text, count = re.subn(f'"{key}": "[^"]*"', f'"{key}": "{value}"', text, count=1)
                self.assertEqual(count, 1)
            daemon = self.start(self.write(f"{name}.jsonc", text), scene=None)
            hashes[name] = daemon.step(0.1)["frameHash"]
            daemon.stop()
        daemon = self.start("boot", "--config", own, scene=None)
        self.assertEqual(daemon.step(0.1)["frameHash"], hashes["boot"])
        self.client("load", SCENES / "install.jsonc")
        self.assertEqual(daemon.step(0.1)["frameHash"], hashes["install"])
        # A scene without the variables stays as it is.
        self.client("load", self.write("plain.jsonc", '{ "layers": [] }'))
        daemon.stop()
        daemon = self.start(
            "--set-variable", "brand=#2E86DE", "--set-variable", f"logo={logo}", "boot", scene=None)
        self.assertEqual(daemon.step(0.1)["frameHash"], hashes["boot"])
        daemon.stop()
        # A value that is no colour is told, and the built-in scene does without.
        plain = self.start("boot", scene=None)
        usual = plain.step(0.1)["frameHash"]
        plain.stop()
        daemon = self.start("--set-variable", "brand=blue-ish", "boot", scene=None)
        self.assertEqual(daemon.step(0.1)["frameHash"], usual)
        self.assertIn("the scene First Light is shown without the values of set-variable", daemon.log)
        self.assertIn("blue-ish", daemon.log)

    def test_misspelt_variables_are_reported(self):
        daemon = self.start(
            "--set-variable", "brnad=#2E86DE", "--set-variable", "promptText=#FFFFFF", "boot",
            scene=None)
        daemon.step(0.1)
        self.assertIn(
            "no scene that is shown has a variable 'brnad'; did you mean 'brand'?", daemon.log)
        self.assertNotIn("'promptText'", daemon.log)
        self.assertNotIn("is shown without the values", daemon.log)

    def test_a_scene_does_without_a_value_that_it_cannot_have(self):
        own = self.write(
            "own.jsonc",
            '{ "variables": { "brand": "#102030" }, "background": "$brand", "layers": [] }')
        daemon = self.start(own, scene=None)
        usual = daemon.step(0.1)["frameHash"]
        daemon.stop()
        daemon = self.start("--set-variable", "brand=blue-ish", own, scene=None)
        self.assertEqual(daemon.step(0.1)["frameHash"], usual)
        self.assertIn("the scene own is shown without the values of set-variable", daemon.log)
        self.assertIn("blue-ish", daemon.log)
        self.client("load", own)

    def test_mistakes_name_the_included_file(self):
        self.write("parts/card.jsonc", CARD.replace('"kind": "image"', '"kind": "imge"'))
        error = self.client("check", self.brand, socket=False, status=1).err
        self.assertIn("/parts/card.jsonc:6:15: error: `kind` is \"imge\"", error)
        self.assertIn('6 |     { "kind": "imge"', error)
        log = json.loads(
            self.client("check", "--format", "sarif", self.brand, socket=False, status=1).out)
        place = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
        self.assertTrue(place["artifactLocation"]["uri"].endswith("/parts/card.jsonc"))
        self.assertEqual(place["region"]["startLine"], 6)

    def test_a_running_daemon_names_the_included_file(self):
        daemon = self.start()
        self.write("parts/card.jsonc", CARD.replace('"kind": "image"', '"kind": "imge"'))
        before = daemon.step(0.1)["frameHash"]
        error = self.client("load", self.brand, status=1).err
        self.assertIn("card.jsonc:6:15", error)
        self.assertEqual(daemon.step(0.1)["frameHash"], before)

    def test_unknown_variables_are_refused(self):
        error = self.client(
            "check", self.brand, "--set-variable", "brnd=red", socket=False, status=1).err
        self.assertIn('did you mean "brand"?', error)
        self.client("check", self.brand, "--set-variable", "brand", socket=False, status=64)
