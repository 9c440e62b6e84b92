"""Variants of a scene for outputs of some sizes."""

import re

from harness import TestCase

SCENE = """
{
  "variables": { "side": 40 },
  "layers": [
    { "name": "box", "size": ["$side", "$side"], "backgroundColor": "#E4572E" },
    { "name": "title", "kind": "text", "string": "Ready", "position": ["50%", 20], "size": ["100%", 30], "fontSize": 20 },
  ],
  "variants": [VARIANTS],
}
"""
NARROW = '{ "when": { "maxWidth": 150 }, "variables": { "side": 80 } }'
STRIP = '{ "when": { "minAspect": 6 }, "layers": { "title": { "size": [10, 30], "truncation": "end" } } }'


class Variants(TestCase):
    def picture(self, scene, size):
        path = self.directory / "picture.png"
        self.client("render", scene, "--at", "0s", "--size", size, "-o", path, socket=False)
        return path.read_bytes()

    def scene(self, name, *variants):
        return self.write(name, SCENE.replace("VARIANTS", ", ".join(variants)))

    def test_a_picture_is_that_of_the_variant(self):
        scene = self.scene("narrow.jsonc", NARROW)
        text = SCENE.replace('"variants": [VARIANTS],', "")
        usual = self.write("usual.jsonc", text)
        large = self.write("large.jsonc", text.replace('"side": 40', '"side": 80'))
        for size, same in [("150x100", large), ("151x100", usual)]:
            self.assertEqual(self.picture(scene, size), self.picture(same, size))
        # Points count, of the output as people see it.
        for options, side in [
            (["--size", "300x200", "--scale", "2"], 80), (["--size", "151x100"], 40),
            (["--size", "151x100", "--rotate", "90"], 80)]:
            with self.subTest(options):
                daemon = self.start(scene, *options, scene=None)
                daemon.step(0.1)
                self.assertEqual(daemon.layer("box")["frame"]["width"], side)
                daemon.stop()

    def test_every_variant_is_tried(self):
        self.client("check", "--sizes", self.scene("narrow.jsonc", NARROW), socket=False)
        result = self.client(
            "check", "--sizes", self.scene("strip.jsonc", NARROW, STRIP), socket=False, status=1)
        size = re.search(r"strip\.jsonc:\d+:\d+: .* at (\d+)x(\d+): ", result.err)
        width, height = (int(side) for side in size.groups())
        self.assertGreaterEqual(width, 6 * height)
        self.assertIn("1 of 14 panels", result.err)

    def test_a_variant_that_is_never_shown_is_named(self):
        result = self.client(
            "check", self.scene("both.jsonc", '{ "when": { "minWidth": 1 } }', NARROW), socket=False
        )
        self.assertIn("both.jsonc:8:", result.err)
        self.assertIn("this variant is never shown", result.err)
