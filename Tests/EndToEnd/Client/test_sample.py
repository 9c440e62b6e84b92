"""`sample`: presented values over time, without a daemon."""

import csv
import json
from xml.etree import ElementTree

from harness import TestCase
from picture import Picture

SCENE = """
{
  "layers": [
    { "kind": "progress", "name": "ring", "style": "circle" },
    { "name": "box", "size": [10, 10], "position": [50, 40], "backgroundColor": "#FF8000",
      "layers": [ { "name": "inner", "opacity": 0.5 } ],
      "animations": [
        { "key": "position.x", "from": 0, "to": 100, "duration": 1, "timing": "linear" },
        { "key": "rotation", "from": 0, "to": 90, "duration": 1, "timing": "linear" },
      ] },
    { "name": "twin", "layers": [ { "name": "inner" } ] },
    { "name": "card" },
  ],
  "controls": {
    "install": { "kind": "progress", "drives": ["ring"] },
    "side": { "kind": "state", "states": { "front": {}, "back": { "changes": [
      { "layer": "card", "key": "rotation.y", "to": 180, "duration": 1, "timing": "linear" } ] } } },
  },
}
"""


class Sample(TestCase):
    def setUp(self):
        super().setUp()
        self.write("scene.jsonc", SCENE)

    def sample(self, *arguments, status=0):
        return self.client("sample", "scene.jsonc", *arguments, socket=False, status=status)

    def rows(self, *arguments):
        return list(csv.DictReader(self.sample(*arguments).out.splitlines()))

    def test_a_progress_eases_from_the_moment_that_it_was_set(self):
        rows = self.rows("--key", "ring.progress", "--set", "install=1@0.5s",
                         "--times", "0.5,0.75,1,1.5")
        self.assertEqual([row["time"] for row in rows], ["0.5", "0.75", "1", "1.5"])
        for row, value in zip(rows, [0, .129162, .5, 1]):
            self.assertAlmostEqual(float(row["ring.progress"]), value, places=5)

    def test_points_colours_and_angles_have_columns_that_people_read(self):
        rows = self.rows("--key", "box.position", "--key", "box.backgroundColor",
                         "--key", "box.rotation", "--from", "0.25s", "--to", "0.75s",
                         "--step", "0.5s")
        self.assertEqual(rows, [
            {"time": time, "box.position.x": x, "box.position.y": "40",
             "box.backgroundColor": "#FF8000FF", "box.rotation": angle}
            for time, x, angle in [("0.25", "25", "22.5"), ("0.75", "75", "67.5")]])

    def test_a_card_turns_to_its_back_from_its_front(self):
        rows = self.rows(
            "--key", "card.rotation.y", "--set", "side=back", "--to", "1", "--step",
            "0.25s")
        # Half a turn is the same either way.
        self.assertEqual(
            [abs(float(row["card.rotation.y"])) for row in rows], [0, 45, 90, 135, 180])

    def test_keys_have_the_names_of_scenes(self):
        rows = self.rows("--key", "box.rotation", "--key", "box.anchor", "--times", "0.5")
        self.assertEqual(
            rows,
            [
                {
                    "time": "0.5", "box.rotation": "45", "box.anchor.x": "0.5",
                    "box.anchor.y": "0.5"}])

    def test_moments_of_frames(self):
        rows = self.rows("--key", "box.position.x", "--from", "0.5s", "--to", "0.55", "--fps", "60")
        self.assertEqual([row["time"] for row in rows], ["0.5", "0.516667", "0.533333", "0.55"])
        self.assertEqual(
            [row["box.position.x"] for row in rows], ["50", "51.6667", "53.3333", "55"])

    def test_json_is_one_object_a_line(self):
        lines = self.sample("--key", "box/inner.opacity", "--times", "0,2", "--format", "json").out
        self.assertEqual([json.loads(line) for line in lines.splitlines()], [
            {"time": 0, "box/inner.opacity": .5}, {"time": 2, "box/inner.opacity": .5}])

    def test_graphs_are_drawn_as_png_and_svg(self):
        options = [
            "--key", "box.position", "--key", "box.backgroundColor", "--key", "ring.progress",
            "--set", "install=60%@0.5s", "--to", "2s"]
        for name in ("graph.png", "graph.SVG"):
            result = self.sample(*options, "--plot", name)
            self.assertEqual(result.out, "")
        picture = Picture((self.directory / "graph.png").read_bytes())
        self.assertEqual(picture.width, 1920)
        self.assertEqual(picture.pixel(0, 0), (255, 255, 255))
        root = ElementTree.parse(self.directory / "graph.SVG").getroot()
        texts = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
        for text in ("scene.jsonc", "box.position.x", "box.backgroundColor", "ring.progress",
                     "install = 60%", "Points", "Time in seconds"):
            self.assertIn(text, texts)
        # The position moves for 60 frames.
        line = max(
            (node.get("d") for node in root.iter("{http://www.w3.org/2000/svg}path")), key=len)
        self.assertGreaterEqual(line.count("L"), 60)

    def test_unknown_names_are_refused_with_the_known_ones(self):
        for key, words in [
            ("rnig.progress", ["rnig", "ring"]), ("ring.progres", ["progres'", "progress"]),
            ("ring.strokeEnd", ["strokeEnd", "opacity"]), ("ring", ["LAYER.KEYPATH"]),
            ("inner.opacity", ["2 layers", "box/inner.opacity", "twin/inner.opacity"]),
        ]:
            with self.subTest(key):
                status = 64 if key == "ring" else 1
                result = self.sample("--key", key, status=status)
                self.assertEqual(result.out, "")
                for word in words:
                    self.assertIn(word, result.err)

    def test_wrong_command_lines_say_what_is_wrong(self):
        for arguments, word in [
            ([], "--key"), (["--key", "ring.progress", "--times", "1,0"], "increase"),
            (["--key", "ring.progress", "--times", "0", "--to", "1"], "excludes"),
            (["--key", "ring.progress", "--to", "2h"], "2h"),
            (["--key", "ring.progress", "--to", "3601"], "hour"),
            (["--key", "ring.progress", "--to", "3600", "--step", "1ms"], "100000"),
            (["--key", "ring.progress", "--fps", "60", "--step", "1ms"], "--step and --fps"),
            (["--key", "ring.progress", "--fps", "0"], "0.1…1000"),
            (["--key", "ring.progress", "--format", "xml"], "xml"),
            (["--key", "ring.progress", "--plot", "graph.gif"], ".gif"),
            (["--key", "ring.progress", "--plot", "graph.png", "--format", "csv"], "--format"),
        ]:
            with self.subTest(word):
                self.assertIn(word, self.sample(*arguments, status=64).err)
        result = self.sample("--key", "ring.progress", "--set", "nope=1", status=1)
        self.assertIn("install", result.err)
