"""`gallery`: scenes at several times on one page."""

import base64
import re
import struct

from harness import ROOT, TestCase

SCENES = ROOT / "Sources/Scene/Scenes"


class Gallery(TestCase):
    def gallery(self, *arguments, status=0):
        return self.client("gallery", *arguments, socket=False, status=status)

    def pictures(self, page):
        """Captions with the size of their PNG files."""
        found = re.findall(r'alt="([^"]*)" src="data:image/png;base64,([^"]*)"', page)
        return [(caption, struct.unpack(">II", base64.b64decode(data)[16:24]))
                for caption, data in found]

    def test_every_scene_that_ships_is_drawn_at_several_times(self):
        scenes = sorted(map(str, SCENES.rglob("*.jsonc")))
        self.gallery(*scenes, "-o", "page.html", "--size", "96x54")
        page = (self.directory / "page.html").read_text(encoding="utf-8")
        pictures = self.pictures(page)
        self.assertEqual(page.count("<section>"), len(scenes))
        self.assertGreaterEqual(len(pictures), 4 * len(scenes))
        self.assertEqual({size for _, size in pictures}, {(96, 54)})
        self.assertIn("Loader, revealing", [caption for caption, _ in pictures])
        self.assertNotIn("<script", page)

    def test_the_page_has_its_own_heading(self):
        scene = str(SCENES / "sampler/fireworks.jsonc")
        page = self.gallery(scene, "-o", "-", "--size", "96x54", "--title", "Fire & <water>").out
        self.assertIn("<h1>Fire &amp; &lt;water&gt;</h1>", page)

    def test_two_pages_of_one_scene_are_equal(self):
        scene = str(SCENES / "sampler/fireworks.jsonc")
        pages = [self.gallery(scene, "-o", "-", "--size", "96x54").out for _ in range(2)]
        self.assertEqual(pages[0], pages[1])

    def test_a_scene_with_a_mistake_is_reported_and_no_page_is_written(self):
        self.write("wrong.jsonc", '{ "layers": [ { "kind": "shpae" } ] }')
        said = self.gallery("wrong.jsonc", "-o", "page.html", status=1).err
        self.assertIn("wrong.jsonc:1:25", said)
        self.assertFalse((self.directory / "page.html").exists())
