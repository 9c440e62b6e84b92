"""Controls and prompts are tried in the page."""

import json
import unittest

from page import PageTestCase
from harness import wait_until

PAGES = """{
  "layers": [
    { "name": "below", "frame": [10, 10, 60, 30], "backgroundColor": "#334455" },
    { "name": "above", "frame": [10, 10, 60, 30], "backgroundColor": "#553344", "hidden": true },
  ],
  "controls": {
    "page": { "kind": "state", "label": "Page", "states": { "first": {}, "second": {
      "changes": [{ "layer": "above", "key": "hidden", "to": false }] } } },
    "go": { "kind": "button", "label": "Go", "layer": "below", "sets": { "page": "second" } },
    "back": { "kind": "button", "label": "Back", "layer": "above", "sets": { "page": "first" } },
  },
}
"""

UPDATE = """{
  "layers": [
    { "kind": "progress", "name": "bar", "style": "line", "frame": [10, 20, 200, 8] },
    { "kind": "image", "name": "photo", "frame": [220, 20, 40, 40] },
    { "name": "lamp", "frame": [10, 60, 20, 20], "backgroundColor": "#FF8000" },
  ],
  "controls": {
    "update": { "kind": "progress", "label": "Update", "drives": ["bar"],
      "phases": { "download": 1, "write": 1 } },
    "outcome": { "kind": "state", "label": "Update", "states": {
      "working": { "label": "It runs" },
      "done": { "label": "Done", "changes": [{ "layer": "lamp", "key": "opacity", "to": 0.2 }] } } },
    "photo": { "kind": "image", "label": "Photo", "drives": "photo" },
  },
}
"""

# The button beside the picture that has a text.
BESIDE = """[...document.querySelectorAll('#prompt-states button')]
  .find(node => node.textContent === {})"""


class Controls(PageTestCase):
    def test_sliders_buttons_and_texts_set_values(self):
        page = self.preview()
        slider = self.slider(page, "Installation")
        page.drag(slider, .1, .75)
        wait_until(lambda: abs(self.control("install")["value"] - .75) < .03, "the slider's value")
        page.focus(slider)
        before = self.control("install")["value"]
        page.press("ArrowLeft")
        wait_until(lambda: self.control("install")["value"] < before, "a smaller value")
        page.focus("[role=group][aria-label=Message] input")
        page.evaluate("document.activeElement.select()")
        page.call("Input.insertText", text="Almost done")
        wait_until(lambda: self.control("message")["text"] == "Almost done", "the text")
        done = "[role=group][aria-label=Outcome] button:last-child"
        page.click(done)
        wait_until(lambda: self.control("outcome")["state"] == "done", "the state")
        page.wait(f"document.querySelector('{done}').getAttribute('aria-pressed') === 'true'")
        self.assertEqual(page.errors(), [])

    def test_a_button_out_of_sight_cannot_be_pressed(self):
        page = self.serve(self.write("scene.jsonc", PAGES), "--size", "320x180")
        self.freeze(page, 1)
        button = "document.querySelector(\"[role=group][aria-label='{}'] button\")".format
        page.wait(f"{button('Back')}.disabled && {button('Back')}.title.startsWith('Out of sight')")
        self.assertEqual(
            page.evaluate(f"[{button('Go')}.disabled, {button('Go')}.title]"), [False, ""])
        page.click("[role=group][aria-label=Go] button")
        wait_until(lambda: self.control("page")["state"] == "second", "the press")
        self.freeze(page, 2)
        page.wait(f"!{button('Back')}.disabled && {button('Back')}.title === ''")
        # Both lie at the same place.
        page.click("[role=group][aria-label=Back] button")
        wait_until(lambda: self.control("page")["state"] == "first", "the other press")
        self.assertEqual(page.errors(), [])

    def test_phases_pictures_and_questions_are_tried(self):
        self.scene = self.write("scene.jsonc", UPDATE)
        page = self.serve(self.scene, "--size", "320x180")
        page.wait("state.controls.length === 3")
        self.freeze(page, 1)
        # Two labels are equal: names tell them apart, and stand beside the words of states.
        groups = page.evaluate("""[...document.querySelectorAll('#controls [role=group]')]
          .map(node => node.ariaLabel)""")
        self.assertEqual(groups, ["Update (update)", "Update (outcome)", "Photo"])
        outcome = "[aria-label='Update (outcome)'] button"
        states = page.evaluate(f"""[...document.querySelectorAll("{outcome}")]
          .map(node => node.textContent)""")
        self.assertEqual(states, ["working · It runs", "done"])
        page.click("button[aria-label='write 50%']")
        wait_until(lambda: self.control("update")["value"] == .75, "a half of the second phase")
        page.wait("document.querySelector('[aria-current]').textContent.startsWith('write')")
        # It goes back, and 0.29 is 29 percent.
        page.evaluate("send({ do: 'set', control: 'update', value: '0.29' })")
        name = "document.querySelector('#controls .label .name').textContent"
        page.wait(f"{name} === 'download 29 %'")
        self.client(
            "render", self.scene, "--size", "40x40", "--at", "0s", "-o", "photo.png", socket=False)
        before = page.pixels()
        page.focus(self.slider(page, "Photo"))
        page.call("Input.insertText", text=str(self.directory / "photo.png"))
        page.press("Enter")
        wait_until(lambda: page.pixels() != before, "the picture of the file")
        self.assertEqual(page.text("message"), "")
        before = page.pixels()
        page.focus("#question")
        page.call("Input.insertText", text="Your PIN")
        page.focus("#letters")
        page.call("Input.insertText", text="abc")
        # No list of layers has a secret's text. The card comes in with the time.
        page.wait("state.prompt.shown")
        self.freeze(page, 2)
        wait_until(lambda: page.pixels() != before, "the question")
        page.click("#dismiss")
        page.wait("!state.prompt.shown")
        self.assertEqual(self.violations(page), [])
        self.assertEqual(page.errors(), [])

    def test_states_of_a_prompt_are_tried_by_keys(self):
        page = self.preview()
        self.freeze(page, 1)
        before = page.pixels()
        choices = ["Start normally", "Start the former version", "Repair", "Switch off"]
        for text, key, value in (
                ("Caps lock", "capsLock", True), ("Two more wait", "queue", 3),
                ("Keyboard DE", "keyboardLayout", "DE"), ("Choices", "choices", choices)):
            button = BESIDE.format(json.dumps(text))
            page.evaluate(f"{button}.focus()")
            page.press("Enter")
            page.wait(f"{button}.getAttribute('aria-pressed') === 'true'")
            told = self.state()["prompt"]
            self.assertTrue(told["shown"])
            self.assertEqual(told[key], value)
        self.freeze(page, 2)
        self.stand(page)
        wait_until(lambda: page.pixels() != before, "the question")
        # They stay for the next question, and each is taken back.
        page.wait(BESIDE.format('"Caps lock"') + ".getAttribute('aria-pressed') === 'true'")
        page.click("#ask")
        wait_until(lambda: self.state()["prompt"]["capsLock"], "the next question")
        button = BESIDE.format('"Caps lock"')
        page.evaluate(f"{button}.focus()")
        page.press(" ")
        page.wait(f"{button}.getAttribute('aria-pressed') === 'false'")
        self.assertFalse(self.state()["prompt"]["capsLock"])
        page.evaluate(BESIDE.format('"Wrong answer"') + ".focus()")
        page.press("Enter")
        page.wait("document.getElementById('question').value === 'Wrong, try again'")
        self.assertEqual(self.violations(page), [])
        self.assertEqual(page.errors(), [])

    def test_presses_are_kept_however_late_answers_come(self):
        page = self.preview()
        self.freeze(page, 1)
        # A press reaches the server after requests that the page makes at the
        # same time, and these are answered after the press.
        page.evaluate("""(real => { window.fetch = async (address, ...rest) => {
          const wait = span => new Promise(done => setTimeout(done, span));
          if (address === "action") await wait(400);
          const answer = await real(address, ...rest);
          if (address === "state") await wait(2000);
          return answer;
        }; })(fetch.bind(window))""")
        for text in ("Caps lock", "Two more wait", "Keyboard DE"):
            page.evaluate(BESIDE.format(json.dumps(text)) + ".focus()")
            page.press("Enter")
        wait_until(lambda: self.state()["prompt"].get("keyboardLayout") == "DE", "the last press")
        told = self.state()["prompt"]
        self.assertEqual((told["capsLock"], told["queue"]), (True, 3))
        page.wait("!busy")
        # Another press of the key takes its press back, although no answer has come in between.
        page.focus("#play")
        before = self.state()["revision"]
        page.press("Enter")
        page.press("Enter")
        wait_until(lambda: self.state()["revision"] >= before + 4, "both presses")
        page.wait("!busy")
        self.assertFalse(self.state()["playing"])
        caps = BESIDE.format('"Caps lock"')
        page.wait(f"{caps}.getAttribute('aria-pressed') === 'true'")
        page.evaluate(
            f"late = reload().then(() => {caps}.getAttribute('aria-pressed'))", wait=False)
        page.evaluate(f"{caps}.focus()")
        page.press("Enter")
        page.wait(f"{caps}.getAttribute('aria-pressed') === 'false'")
        self.assertEqual(page.evaluate("late"), "false")
        self.assertEqual(page.errors(), [])


if __name__ == "__main__":
    unittest.main()
