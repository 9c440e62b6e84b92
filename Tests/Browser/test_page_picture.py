"""The page's picture is the one that `render` writes, and follows its file."""

import json
import unittest

from page import SCENE, PageTestCase
from harness import wait_until

TITLES = """{
  "strings": { "en": { "bar": "Installation" }, "de": { "bar": "Installieren" } },
  "layers": [{ "kind": "progress", "name": "bar", "style": "line", "size": [100, 10] }],
  "controls": { "job": { "kind": "progress", "label": "@bar", "drives": "bar" } },
}
"""


class Picture(PageTestCase):
    def test_the_picture_is_the_one_that_render_writes(self):
        page = self.preview()
        self.freeze(page, 0.7)
        self.assertPicture(page, self.render("--at", "0.7s"))
        page.evaluate("send({ do: 'seek', time: 0 })")
        page.evaluate("send({ do: 'set', control: 'install', value: '40%' })")
        self.freeze(page, 1.5)
        self.assertPicture(page, self.render("--set", "install=40%", "--at", "1.5s"))
        self.assertEqual(page.errors(), [])

    def test_a_save_keeps_what_is_shown(self):
        page = self.preview()
        page.evaluate("send({ do: 'seek', time: 0 })")
        page.evaluate("send({ do: 'set', control: 'install', value: '60%' })")
        self.freeze(page, 1)
        slider = self.slider(page, "Installation")
        page.focus(slider)
        self.scene.write_text(SCENE.replace("#101418", "#402030"))
        self.assertPicture(page, self.render("--set", "install=60%", "--at", "1s"))
        self.assertEqual(page.evaluate("[state.time, state.playing]"), [1_000_000, False])
        self.assertEqual(page.evaluate("document.activeElement.id"), slider[1:])
        self.scene.write_text(SCENE.replace("background", "backgroud", 1))
        page.wait("document.getElementById('diagnostics').textContent.includes('`background`')")
        self.scene.write_text(SCENE)
        page.wait("document.getElementById('diagnostics').textContent === 'None.'")
        self.assertPicture(page, self.render("--set", "install=60%", "--at", "1s"))
        self.assertEqual(page.errors(), [])

    def test_a_missing_file_and_an_ended_server_are_reported(self):
        page = self.preview()
        self.freeze(page, 1)
        self.stand(page)
        before = page.pixels()
        kept = self.scene.rename(self.scene.with_suffix(".kept"))
        page.wait("document.getElementById('problems').textContent === '1 error'")
        self.assertIn("scene.jsonc", page.text("diagnostics"))
        wait_until(lambda: page.pixels() == before, "the same picture")
        kept.rename(self.scene)
        page.wait("document.getElementById('problems').hidden")
        self.process.kill()
        page.wait("document.getElementById('status').textContent.includes('has ended')")
        opacity = page.evaluate("getComputedStyle(document.getElementById('frame')).opacity")
        self.assertEqual(opacity, "0.35")
        self.assertEqual(page.pixels(), before)

    def test_mistakes_are_marked(self):
        page = self.preview()
        unmarked = ("document.title === 'Workshop – preview'"
                    " && document.getElementById('problems').hidden")
        page.wait(unmarked)
        self.scene.write_text(SCENE.replace('"background"', '"backgroud"'))
        page.wait("document.title === '✗ Workshop – preview'")
        self.assertEqual(page.text("problems"), "1 error")
        self.assertEqual(page.evaluate("document.querySelector('mark').textContent"), '"backgroud"')
        first = "document.querySelector('aside h2').textContent"
        self.assertEqual(page.evaluate(first), "Mistakes")
        border = page.evaluate(
            "getComputedStyle(document.querySelector('.diagnostic')).borderLeftWidth")
        self.assertEqual(border, "3px")
        self.assertTrue(page.evaluate(
            "(pre => pre.scrollWidth <= pre.clientWidth)(document.querySelector('pre'))"))
        self.assertEqual(self.violations(page), [])
        self.scene.write_text(SCENE)
        page.wait(unmarked)
        self.assertEqual(page.evaluate(first), "Controls")
        self.assertEqual(page.errors(), [])

    def test_lists_follow_the_time(self):
        page = self.preview()
        box = """[...document.querySelectorAll('#layers li')]
          .find(node => node.textContent.startsWith('box')).textContent"""
        revision, first = page.evaluate("revision"), page.evaluate(box)
        page.wait(f"{box} !== {json.dumps(first)}")
        self.assertEqual(page.evaluate("revision"), revision)
        self.assertEqual(page.errors(), [])

    def test_another_locale_has_other_labels(self):
        page = self.serve(self.write("scene.jsonc", TITLES), "--size", "320x180")
        label = "document.querySelector('#controls label span').textContent"
        page.wait(f"{label} === 'Installation'")
        page.evaluate("send({ do: 'locale', value: 'de' })")
        page.wait(f"{label} === 'Installieren'")
        name = page.evaluate("document.querySelector('#controls [role=group]').ariaLabel")
        self.assertEqual(name, "Installieren")
        self.assertEqual(page.errors(), [])

    def test_graphs_are_drawn_by_the_page(self):
        page = self.preview()
        self.freeze(page, 1.5)
        page.evaluate("""(select => {
          select.value = 'box'; select.dispatchEvent(new Event('change'));
        })(document.getElementById('layer'))""")
        page.evaluate("document.getElementById('key').value = 'position'")
        page.click("#draw")
        page.wait("document.querySelector('#graph svg') !== null")
        texts = page.evaluate(
            "[...document.querySelectorAll('#graph text')].map(node => node.textContent)")
        for text in ("Points", "box.position.x", "box.position.y", "Time in seconds", "1.5"):
            self.assertIn(text, texts)
        self.assertEqual(self.violations(page), [])
        page.click("#graphed button")
        page.wait("document.querySelector('#graph svg') === null")
        self.assertEqual(page.errors(), [])


if __name__ == "__main__":
    unittest.main()
