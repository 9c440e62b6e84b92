"""Rows, columns and overlays: places that follow texts, in a running daemon and on the sizes of panels."""

import re

from harness import ROOT, TestCase

SOURCES = ROOT / "Sources/Scene"

SCENE = """
{
  "layers": [
    {
      "kind": "column", "size": ["auto", "auto"], "padding": 10, "gap": 5, "name": "card",
      "layers": [
        {
          "kind": "row", "gap": 10, "name": "row",
          "layers": [
            { "kind": "text", "name": "title", "string": "12", "fontSize": 20 },
            { "name": "dot", "size": [30, 20], "backgroundColor": "#FF0000" },
          ],
        },
        { "kind": "text", "name": "count", "string": "{percent}", "fontSize": 20 },
      ],
    },
  ],
  "controls": {
    "title": { "kind": "text", "drives": "title" },
    "job": { "kind": "progress", "drives": "count" },
  },
}
"""


class Rows(TestCase):
    takes_long = True

    def test_a_longer_text_moves_its_neighbour_and_widens_what_is_around(self):
        daemon = self.start(scene=SCENE, size="640x480")
        self.assertEqual(self.client("screenshot", "-o", "-").stdout[:4], b"\x89PNG")
        before = {
            name: self.frame(daemon, name) for name in ["card", "row", "title", "dot", "count"]}
        self.assertEqual(before["dot"][0], before["title"][0] + before["title"][2] + 10)
        daemon.call("SetText", {"control": "title", "text": "1234567890"})
        daemon.step(0.1)
        after = {name: self.frame(daemon, name) for name in before}
        self.assertGreater(after["title"][2], 4 * before["title"][2])
        self.assertEqual(after["dot"][0], after["title"][0] + after["title"][2] + 10)
        self.assertEqual(after["dot"][2:], [30, 20])
        self.assertEqual(after["row"][2], after["title"][2] + 40)
        self.assertEqual(after["card"][2], after["row"][2] + 20)
        # The card stays in the middle of the screen.
        self.assertEqual(after["card"][0] + after["card"][2] / 2, 320)
        daemon.call("SetText", {"control": "title", "text": "12"})
        daemon.step(0.1)
        self.assertEqual({name: self.frame(daemon, name) for name in before}, before)

    def test_the_running_scene_looks_as_one_that_began_with_the_text(self):
        daemon = self.start(scene=SCENE)
        daemon.call("SetText", {"control": "title", "text": "1234"})
        changed = daemon.step(0.1)["frameHash"]
        daemon.stop()
        other = self.start(scene=SCENE.replace('"12"', '"1234"'))
        self.assertEqual(other.step(0.1)["frameHash"], changed)

    def test_a_text_that_does_not_fit_on_a_panel_is_reported(self):
        fits = self.write("fits.jsonc", SCENE)
        told = self.client("check", "--sizes", fits, socket=False).err.splitlines()
        self.assertEqual(len(told), 1, told)
        self.assertIn("fits.jsonc: hint: the content takes 3 % of the width", told[0])
        wide = self.write("wide.jsonc", SCENE.replace('"12"', '"A title for wide panels alone"'))
        result = self.client("check", "--sizes", wide, socket=False, status=1)
        self.assertRegex(result.err, r"wide\.jsonc:\d+:\d+: \S+ at 240x240\W")
        self.assertNotIn("1920x1080", result.err)

    def test_recipes_and_bundled_scenes_are_seen_well_on_all_panels(self):
        page = (SOURCES / "Cookbook/README.md").read_text()
        recipes = re.findall(r"```jsonc (\S+)[^\n]*\n(.*?)```", page, re.DOTALL)
        self.assertEqual(len(recipes), 13)
        files = [SOURCES / "boot.jsonc"] + sorted((SOURCES / "Scenes").rglob("*.jsonc"))
        files += [self.write(f"{name}.jsonc", text) for name, text in recipes]
        # Some two thousand layouts, which a build for development takes long for.
        self.assertEqual(self.client("check", "--sizes", *files, socket=False, limit=90).err, "")

    def frame(self, daemon, name):
        frame = daemon.layer(name)["frame"]
        return [frame[key] for key in ["x", "y", "width", "height"]]
