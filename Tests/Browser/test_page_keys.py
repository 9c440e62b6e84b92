"""Keys alone reach all of the page, and screen readers are told its names."""

import unittest

from page import PageTestCase
from harness import wait_until

FIELD = """{
  "layers": [
    { "name": "box", "frame": [0, 0, 320, 180], "backgroundColor": "#334455", "layers": [
      { "kind": "text", "name": "entry", "string": "", "frame": [0, 0, 320, 180] } ] },
  ],
  "controls": { "name": { "kind": "field", "label": "Name", "layer": "box", "entry": "entry" } },
}
"""

REACHABLE = """[...document.querySelectorAll("button, input, select, a[href], [tabindex='0']")]
  .filter(node => !node.disabled && node.getClientRects().length)"""


class Keys(PageTestCase):
    def test_keys_alone_reach_all(self):
        page = self.preview()
        self.freeze(page, 1)
        count = page.evaluate(f"""(nodes => {{
          nodes.forEach((node, index) => node.dataset.place = index);
          return nodes.length;
        }})({REACHABLE})""")
        self.assertGreater(count, 20)
        page.evaluate("document.activeElement.blur()")
        seen = []
        for _ in range(count):
            page.press("Tab")
            place, outline, inside = page.evaluate("""(node => {
              const style = getComputedStyle(node), box = node.getBoundingClientRect();
              return [node.dataset.place, style.outlineStyle + " " + style.outlineWidth,
                box.width > 0 && box.top >= 0 && box.bottom <= innerHeight + 1];
            })(document.activeElement)""")
            self.assertEqual(outline, "solid 2px", place)
            self.assertTrue(inside, place)
            seen.append(int(place))
        # In the order in which they are read.
        self.assertEqual(seen, list(range(count)))
        page.focus("#play")
        page.press(" ")
        page.wait("state.playing")
        page.press("Enter")
        page.wait("!state.playing")
        # A button of the scene is pressed by its name.
        page.focus("[role=group][aria-label='Try again'] button")
        before = self.state()["revision"]
        page.press("Enter")
        wait_until(lambda: self.state()["revision"] > before, "the press")
        self.assertEqual(page.text("message"), "")
        self.assertEqual(page.errors(), [])

    def test_a_screen_reader_gets_names(self):
        page = self.preview()
        page.wait("state.controls.length === 4")
        nodes = page.nodes()
        roles = {"button", "slider", "textbox", "combobox", "checkbox", "link", "image", "group"}
        unnamed = [role for role, name, _ in nodes if role in roles and not name.strip()]
        self.assertEqual(unnamed, [])
        named = {(role, name) for role, name, _ in nodes}
        # The label's text is the name and the value that stands beside it.
        self.assertTrue(any(
            role == "slider" and name.startswith("Installation") for role, name in named), named)
        for wanted in [("slider", "Time"), ("button", "Pause"), ("group", "Outcome"),
                       ("button", "working"), ("checkbox", "Reduced motion")]:
            self.assertIn(wanted, named)
        self.assertEqual(self.violations(page), [])

    def test_keys_on_the_picture_go_to_its_field(self):
        self.scene = self.write("scene.jsonc", FIELD)
        page = self.serve(self.scene, "--size", "320x180")
        page.wait("state.controls.length === 1"
                  " && document.getElementById('picture').tabIndex === 0")
        page.click("#picture")
        page.wait("document.activeElement.id === 'picture'")
        for key in ["Z", "o", "x", "Backspace", "e"]:
            page.press(key)
        wait_until(lambda: self.control("name")["text"] == "Zoe", "what was typed")
        page.press("Enter")
        page.press("x")
        # Tab goes on in the page.
        page.press("Tab")
        self.assertEqual(page.evaluate("document.activeElement.id"), "play")
        self.assertEqual(self.control("name")["text"], "Zoe")
        self.assertEqual(self.violations(page), [])
        self.assertEqual(page.errors(), [])

    def test_keys_move_the_time(self):
        page = self.preview()
        self.freeze(page, 1)
        self.stand(page)
        page.evaluate("document.activeElement.blur()")
        page.press(".")
        page.wait("time === 1016667")
        page.press(",")
        page.press(",")
        page.wait("time === 983333")
        page.press(" ")
        page.wait("state.playing")
        # A button that has two names has no state beside them.
        play = next(about for *name, about in page.nodes() if name == ["button", "Pause"])
        self.assertNotIn("pressed", play)
        page.press(" ")
        page.wait("!state.playing")
        self.stand(page)
        # In a text they are characters.
        page.focus("[role=group][aria-label=Message] input")
        before = page.evaluate("time")
        for key in ("a", " ", ".", ","):
            page.press(key)
        wait_until(lambda: "a .," in (self.control("message").get("text") or ""), "the characters")
        self.assertEqual(page.evaluate("[time, state.playing]"), [before, False])
        self.assertEqual(page.errors(), [])

    def test_a_layer_is_outlined_and_taken_for_a_graph(self):
        page = self.preview()
        self.freeze(page, 1)
        marked = """document.getElementById("overlay").getContext("2d")
          .getImageData(0, 0, overlay.width, overlay.height).data.some(value => value > 0)"""
        self.assertFalse(page.evaluate(marked))
        page.click("#layers li:nth-child(2)")
        self.assertTrue(page.evaluate(marked))
        self.assertEqual(page.evaluate("document.getElementById('layer').value"), "box")
        page.press("ArrowDown")
        self.assertEqual(page.evaluate("document.getElementById('layer').value"), "ring")
        selected = [name for role, name, about in page.nodes()
                    if role == "option" and about.get("selected")]
        self.assertTrue(any(name.startswith("ring") for name in selected), selected)
        self.assertEqual(self.violations(page), [])
        page.press("Escape")
        self.assertFalse(page.evaluate(marked))
        # The parts of the last frames fade.
        page.click("#damage")
        page.click("#next")
        page.wait(marked)
        page.wait(f"!({marked})")
        self.assertEqual(page.errors(), [])


if __name__ == "__main__":
    unittest.main()
