"""Screens with scenes of their own. Without displays the only screen is that of the frames."""

import json

from harness import RING, TestCase

MENU = """
{
  "name": "menu", "background": "#00FF00",
  "layers": [ { "name": "bar", "kind": "progress", "style": "line", "size": ["50%", 8] } ],
  "controls": {
    "work": { "kind": "progress", "drives": ["bar"] },
    "cooking": { "kind": "progress", "drives": ["bar"] },
  },
}
"""


class OwnScene(TestCase):
    def start_menu(self, text=MENU, **options):
        path = self.write("menu.jsonc", text)
        return self.start(f"--screen=none={path}", **options)

    def control(self, name, screen):
        controls = json.loads(self.client("status", "--json").out)["controls"]
        return next(c for c in controls if c["name"] == name and c.get("screen") == screen)

    def test_the_screen_has_its_scene_and_the_main_one_goes_on_in_memory(self):
        daemon = self.start_menu()
        status = json.loads(self.client("status", "--json").out)
        self.assertEqual(status["screens"], [
            {"name": "none", "scene": "menu", "sceneGeneration": 1, "connected": True}])
        self.assertIn("screen none: scene menu", self.client("status").out)
        # A control of the screen's own scene is found there; one in both scenes is the main
        # scene's.
        self.client("progress", "cooking", "30%")
        self.assertEqual(self.control("cooking", "none")["value"], 0.3)
        main = [c["name"] for c in status["controls"] if "screen" not in c][0]
        self.client("progress", main, "0.5")
        self.assertEqual(self.control(main, None)["value"], 0.5)
        self.client("progress", "work", "0.25", "--screen", "none")
        self.assertEqual(self.control("work", "none")["value"], 0.25)
        self.assertIn("SCREEN", self.client("status").out)
        self.assertIn(", on none", self.client("describe").out)
        own = json.loads(self.client("status", "--json", "--screen", "none").out)["controls"]
        self.assertEqual({c["screen"] for c in own}, {"none"})
        nodes = json.loads(self.client("describe", "--json", "--screen", "none").out)["nodes"]
        self.assertEqual({node["screen"] for node in nodes}, {"none"})
        self.assertEqual(daemon.process.poll(), None)

    def test_the_picture_is_of_the_screen_that_is_named(self):
        self.start_menu()
        own, plain = self.directory / "own.png", self.directory / "plain.png"
        self.client("screenshot", "-o", own, "--screen", "none")
        self.client("load", self.write("copy.jsonc", MENU))
        self.client("screenshot", "-o", plain)
        self.assertGreater(own.stat().st_size, 0)
        fault = self.client("screenshot", "-o", plain, "--screen", "DP-7", status=1).err
        self.assertIn("no screen 'DP-7'", fault)

    def test_a_scene_is_loaded_for_a_screen(self):
        self.start()
        path = self.write("menu.jsonc", MENU)
        self.client("load", path, "--screen", "none")
        status = json.loads(self.client("status", "--json").out)
        self.assertEqual(status["screens"][0]["scene"], "menu")
        self.assertNotEqual(status["scene"], "menu")

    def test_a_scene_with_a_mistake_is_logged_and_the_main_one_shown(self):
        daemon = self.start_menu(MENU.replace("style", "stile"))
        self.assertIn("the screen none shows the main scene", daemon.log)
        self.assertIn("stile", daemon.log)
        self.assertEqual(json.loads(self.client("status", "--json").out)["screens"], [])

    def test_a_screen_that_can_never_be_is_refused(self):
        daemon = self.start("--screen=HDMI-A-1=boot", scene=RING, wait=False)
        self.assertEqual(daemon.process.wait(20), 64)
        self.assertIn("there is only 'none'", daemon.log)
