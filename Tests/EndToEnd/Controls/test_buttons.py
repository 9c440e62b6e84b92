"""Buttons and choices: a finger on them and keys, whose effects reach a program that subscribes."""

import os

from harness import wait_until
from touchscreen import RECORD, Touch

SCENE = """
{
  "layers": [
    { "name": "retry", "frame": ["10%", "10%", "80%", "30%"], "backgroundColor": "#2266AA" },
    { "name": "en", "frame": ["10%", "60%", "35%", "30%"], "backgroundColor": "#222222" },
    { "name": "de", "frame": ["55%", "60%", "35%", "30%"], "backgroundColor": "#222222" },
  ],
  "controls": {
    "retry": {
      "kind": "button", "label": "Retry", "layer": "retry",
      "pressed": { "key": "opacity", "to": 0.5, "duration": 0 },
      "focused": { "key": "borderWidth", "to": 2, "duration": 0 },
    },
    "language": {
      "kind": "choice", "label": "Language", "value": "en",
      "options": {
        "en": {
          "label": "English", "layer": "en", "chosen": { "key": "opacity", "to": 0.9 },
          "pressed": { "key": "opacity", "to": 0.5 }, "focused": { "key": "borderWidth", "to": 2 },
        },
        "de": {
          "label": "Deutsch", "layer": "de", "chosen": { "key": "opacity", "to": 0.9 },
          "pressed": { "key": "opacity", "to": 0.5 }, "focused": { "key": "borderWidth", "to": 2 },
        },
      },
    },
  },
}
"""


KEY = 1
# As the kernel numbers keys.
ENTER, LEFT_SHIFT, RIGHT, BACK, OK, SELECT, NEXT = 28, 42, 106, 158, 352, 353, 407


class Buttons(Touch):
    EVENTS = ["pressed", "chosen"]

    def event(self, events):
        event = events.receive()["parameters"]["events"][0]
        return event["kind"], event["control"], event.get("option")

    def opacity(self, daemon, layer):
        daemon.step(0.05)
        return daemon.layer(layer)["opacity"]

    def test_a_finger_presses_a_button_and_chooses_an_option(self):
        daemon = self.touched(scene=SCENE)
        events = self.subscribed(daemon)
        self.put(1, .5, .25, finger=1)
        wait_until(lambda: self.opacity(daemon, "retry") == 0.5, "the pressed look")
        self.put(1.2, finger=-1)
        wait_until(lambda: self.opacity(daemon, "retry") == 1, "the button as before")
        self.assertEqual(self.event(events), ("pressed", "retry", None))
        self.put(2, .7, .75, finger=2)
        self.put(2.1, finger=-1)
        wait_until(
            lambda: (daemon.step(0.05), daemon.control("language")["option"] == "de")[1], "Deutsch")
        daemon.step(0.1)
        self.assertEqual(self.event(events), ("chosen", "language", "de"))
        self.assertIn("Language, radiogroup: Deutsch", self.client("describe").out)

    def test_options_are_chosen_by_the_client(self):
        daemon = self.touched(scene=SCENE)
        self.client("choose", "language", "de")
        self.assertEqual(daemon.control("language")["option"], "de")
        # The first choice, and the words of before it.
        self.client("choose", "en")
        self.assertEqual(daemon.control("language")["option"], "en")
        daemon.call("SetState", {"control": "language", "state": "de"})
        self.assertEqual(daemon.control("language")["state"], "de")
        self.assertIn("did you mean de?", self.client("choose", "dee", status=1).err)
        self.client("choose", "--none")
        self.assertNotIn("option", daemon.control("language"))
        self.assertIn(
            "one of language (choice)", self.client("choose", "retry", "de", status=1).err)

    def test_a_press_sets_other_controls(self):
        sets = '"retry": { "sets": { "language": "", "name": "" },'
        scene = SCENE.replace('"retry": {', sets, 1)
        self.assertIn(sets, scene)
        scene = scene.replace('"language": {', '"name": { "kind": "text" }, "language": {', 1)
        scene = scene.replace('"language": "", "name": ""', '"language": "", "name": "ready"')
        daemon = self.touched(scene=scene)
        self.client("choose", "language", "de")
        self.put(1, .5, .25, finger=1)
        self.put(1.1, finger=-1)
        wait_until(
            lambda: (daemon.step(0.05), daemon.control("name")["text"] == "ready")[1], "the text")
        self.assertNotIn("option", daemon.control("language"))

    def test_an_option_sets_the_locale_and_a_button_takes_it_back(self):
        scene = SCENE.replace(
            '"label": "Deutsch",',
            '"label": "Deutsch", "sets": { "locale": "de", "lines": "deutsch" },')
        scene = scene.replace(
            '"layers": [', '"layers": [{ "name": "log", "kind": "log", "size": [9, 9] },', 1)
        scene = scene.replace(
            '"retry": {',
            '"lines": { "kind": "log", "drives": "log" }, "retry": { "sets": { "locale": "", "lines": "" },',
            1)
        daemon = self.touched(scene=scene)
        self.put(1, .7, .75, finger=1)
        self.put(1.1, finger=-1)
        wait_until(
            lambda: (daemon.step(0.05), daemon.call("GetStatus")["locale"] == "de")[1], "German")
        self.assertEqual(daemon.control("lines")["text"], "deutsch")
        self.put(2, .5, .25, finger=2)
        self.put(2.1, finger=-1)
        wait_until(
            lambda: (daemon.step(0.05), daemon.call("GetStatus")["locale"] == "")[1],
            "the scene's own")
        self.assertEqual(daemon.control("lines")["text"], "")

    def test_buttons_of_a_panel_move_the_focus_and_press(self):
        daemon = self.touched(scene=SCENE)
        events = self.subscribed(daemon)
        self.press_key(RIGHT)
        wait_until(lambda: "Retry, button (focused)" in self.client("describe").out, "the focus")
        # A key that is held presses once.
        self.press_key(OK, held=3)
        daemon.step(0.1)
        self.assertEqual(self.event(events), ("pressed", "retry", None))
        self.press_key(NEXT)
        self.press_key(NEXT)
        self.press_key(SELECT)
        wait_until(
            lambda: (daemon.step(0.05), daemon.control("language")["option"] == "de")[1], "Deutsch")
        self.assertEqual(self.event(events), ("chosen", "language", "de"))
        self.press_key(BACK)
        wait_until(lambda: "focused" not in self.client("describe").out, "no focus")

    def test_a_question_is_answered_with_the_keys_of_a_device(self):
        if os.geteuid() != 0:
            self.skipTest("root alone may ask")
        keymap = self.write("keymap", "# A layout\n21 z Z\n44 y Y\n")
        daemon = self.touched("--keymap", keymap, "--verbose", scene=SCENE)
        wait_until(lambda: daemon.call("GetStatus")["questions"], "the keyboard")
        process = self.spawn("ask", "Name?", "--id", "test:name")
        wait_until(lambda: "test:name" in daemon.log, "the question")
        for code in (LEFT_SHIFT, 21, 44):
            self.put_key(code, 1)
        self.put_key(LEFT_SHIFT, 0)
        self.press_key(30)
        self.press_key(ENTER)
        out, err = process.communicate(timeout=20)
        self.assertEqual((process.returncode, out.decode()), (0, "ZYa\n"), err)
        self.assertNotIn("keymap", daemon.log)

    def test_a_keymap_with_a_mistake_is_logged_and_left_out(self):
        keymap = self.write("keymap", "30 a A\n31 b BB\n")
        daemon = self.touched("--keymap", keymap, scene=SCENE)
        wait_until(
            lambda: "keymap:2: a keymap has as many characters in 'BB' as in 'b'" in daemon.log,
            "the mistake")

    def put_key(self, code, value):
        os.write(self.fifo, RECORD.pack(0, 0, KEY, code, value) + RECORD.pack(0, 0, 0, 0, 0))

    def press_key(self, code, held=0):
        for value in [1, *[2] * held, 0]:
            self.put_key(code, value)

    def test_keys_move_the_focus_and_press(self):
        daemon, events, fifo = self.keyed(SCENE)
        os.write(fifo, b"\t")
        wait_until(lambda: "Retry, button (focused)" in self.client("describe").out, "the focus")
        os.write(fifo, b"\r")
        daemon.step(0.1)
        self.assertEqual(self.event(events), ("pressed", "retry", None))
        # Shift-Tab goes round to the last option.
        os.write(fifo, b"\x1b[Z ")
        wait_until(
            lambda: (daemon.step(0.05), daemon.control("language")["option"] == "de")[1], "Deutsch")
        self.assertEqual(self.event(events), ("chosen", "language", "de"))
        os.write(fifo, b"\x1b")
        wait_until(lambda: "focused" not in self.client("describe").out, "no focus")
