"""Fields and questions: typed with keys and on the keyboard on the screen, told to a program that subscribes."""

import os
import time

from harness import LIMIT, wait_until
from touchscreen import Touch

SCENE = """
{
  "layers": [
    { "name": "box", "frame": ["5%", "3%", "90%", "18%"], "backgroundColor": "#222222", "layers": [
      { "name": "entry", "kind": "text", "string": "", "frame": ["2%", 0, "96%", "100%"], "fontSize": 14 },
    ] },
    { "name": "low", "frame": ["5%", "75%", "90%", "18%"], "backgroundColor": "#222222", "layers": [
      { "name": "pin", "kind": "text", "string": "", "frame": ["2%", 0, "96%", "100%"], "fontSize": 14 },
    ] },
  ],
  "controls": {
    "name": {
      "kind": "field", "label": "Name", "layer": "box", "entry": "entry",
      "pressed": { "key": "opacity", "to": 0.5, "duration": 0 }, "focused": { "key": "borderWidth", "to": 2 },
    },
    "pin": {
      "kind": "field", "label": "PIN", "layer": "low", "entry": "pin", "concealed": true, "maximumLength": 6,
      "pressed": { "key": "opacity", "to": 0.5, "duration": 0 }, "focused": { "key": "borderWidth", "to": 2 },
    },
  },
}
"""
# The places of keys among those of the English layout, row by row.
KEYS = {
    character: index for index, character in enumerate("1234567890qwertyuiopasdfghjkl\x00zxcvbnm\b")
}
BOARD = "keyboard/keys"


class Fields(Touch):
    EVENTS = ["text_changed", "submitted", "accessibility_changed"]

    def until_submitted(self, events):
        """All events up to a submitted one, which is the last."""
        told = []
        while not told or told[-1]["kind"] != "submitted":
            told += events.receive()["parameters"]["events"]
        return told

    def text(self, daemon, control):
        return daemon.call("GetText", {"control": control})["text"]

    def key_frames(self, daemon):
        layers = daemon.call("ListLayers", {"root": BOARD, "depth": 1})["layers"]
        return [layer["frame"] for layer in layers[1:]]

    def tap(self, x, y, size):
        self.taps = getattr(self, "taps", 0) + 1
        self.put(self.taps, x / size[0], y / size[1], finger=self.taps)
        self.put(self.taps + .1, finger=-1)

    def press(self, daemon, key, size, frames=None):
        frame = (frames or self.key_frames(daemon))[key]
        self.tap(frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2, size)

    def keyboard_is_up(self, daemon):
        daemon.step(.3)
        layers = daemon.call("ListLayers")["layers"]
        board = [layer for layer in layers if layer["path"] == BOARD]
        return board and board[0]["frame"]["y"] < self.size[1] - 20

    def seen_key_frames(self, daemon):
        """The places of keys as a person sees them; for a secret no program is told them. The field above has them,
        too, and the keyboard is gone afterwards."""
        def board():
            time.sleep(.05)
            return [
                layer["frame"]["y"]
                for layer in daemon.call("ListLayers")["layers"]
                if layer["path"] == BOARD]
        step = (
            (lambda: daemon.step(0.3))
            if daemon.call("GetStatus")["clock"] == "step"
            else (lambda: None))
        self.tap(160, 30, self.size)
        wait_until(
            lambda: (step(), board())[1] and board() == board() and board()[0] < self.size[1] / 2,
            "the keys")
        frames = self.key_frames(daemon)
        self.press(daemon, KEYS["a"], self.size, frames)
        wait_until(lambda: self.text(daemon, "name") == "a", "a letter")
        step()
        # Enter is the last but one.
        self.press(daemon, len(KEYS) + 5, self.size, frames)
        wait_until(lambda: (step(), board())[1] == [self.size[1]], "the end of the keys")
        return frames

    def test_enter_sets_other_controls(self):
        scene = SCENE.replace(
            '"kind": "field", "label": "Name",',
            '"kind": "field", "sets": { "name": "", "thanks": "Thank you" }, "label": "Name",',
        ).replace('"controls": {', '"controls": { "thanks": { "kind": "text" },')
        daemon, events, fifo = self.keyed(scene)
        os.write(fifo, "\tZoë\r".encode())
        wait_until(
            lambda: (daemon.step(0.05), daemon.control("thanks")["text"] == "Thank you")[1],
            "the text")
        told = []
        while not told or told[-1]["control"] != "thanks":
            told += [
                event
                for event in events.receive()["parameters"]["events"]
                if event["kind"] != "accessibility_changed"]
        # The text is told before it goes.
        self.assertEqual(
            [(event["kind"], event["control"], event["text"]) for event in told[-4:]],
            [
                ("text_changed", "name", "Zoë"), ("submitted", "name", "Zoë"),
                ("text_changed", "name", ""),
                ("text_changed", "thanks", "Thank you")][-len(told) :])
        self.assertIn("submitted", [event["kind"] for event in told])
        self.assertEqual(self.text(daemon, "name"), "")

    def test_keys_type_and_the_text_reaches_a_program(self):
        daemon, events, fifo = self.keyed(SCENE)
        os.write(fifo, b"\t")
        wait_until(lambda: "Name, textbox (focused)" in self.client("describe").out, "the focus")
        # Home and Delete as the kernel's consoles and terminals send them.
        os.write(fifo, "xZoë\x1b[1~\x1b[3~".encode())
        wait_until(
            lambda: (daemon.step(0.05), daemon.control("name")["text"] == "Zoë")[1], "the text")
        os.write(fifo, b"\x1b[F!\r")
        wait_until(
            lambda: (daemon.step(0.05), daemon.control("name")["text"] == "Zoë!")[1], "the end")
        last = self.until_submitted(events)[-1]
        self.assertEqual((last["control"], last["text"]), ("name", "Zoë!"))
        # The on-screen keyboard is not for people who have one.
        self.assertFalse(
            [layer for layer in daemon.call("ListLayers")["layers"] if layer["path"] == BOARD])
        # A program clears it.
        daemon.call("SetText", {"control": "name", "text": ""})
        self.assertEqual(self.text(daemon, "name"), "")
        self.client("text", "name", "Zoë")
        self.assertEqual(self.text(daemon, "name"), "Zoë")

    def test_fingers_type_on_the_screen(self):
        self.size = (320, 240)
        daemon = self.touched("--screen-keyboard=always", scene=SCENE, size="320x240")
        events = self.subscribed(daemon)
        daemon.step(.1)
        self.tap(160, 30, self.size)
        wait_until(lambda: self.keyboard_is_up(daemon), "the keyboard")
        for character in "hallo":
            before = self.text(daemon, "name")
            self.press(daemon, KEYS[character], self.size)
            wait_until(lambda: self.text(daemon, "name") == before + character, character)
            daemon.step(.05)
        self.press(daemon, KEYS["\b"], self.size)
        wait_until(lambda: self.text(daemon, "name") == "hall", "the deletion")
        daemon.step(.05)
        # Enter is the last but one.
        self.press(daemon, len(KEYS) + 5, self.size)
        wait_until(lambda: not self.keyboard_is_up(daemon), "the end of the keyboard")
        last = self.until_submitted(events)[-1]
        self.assertEqual((last["control"], last["text"]), ("name", "hall"))

    def test_a_concealed_text_is_in_no_list_and_no_event(self):
        self.size = (320, 240)
        daemon = self.touched("--screen-keyboard=always", scene=SCENE, size="320x240")
        daemon.step(.1)
        frames = self.seen_key_frames(daemon)
        events = self.subscribed(daemon)
        self.tap(160, 200, self.size)
        wait_until(lambda: self.keyboard_is_up(daemon), "the keyboard")
        # The field is above the keys.
        field = daemon.layer("low")["frame"]
        self.assertLessEqual(field["y"] + field["height"], daemon.layer("keys")["frame"]["y"])
        for count, character in enumerate("4711", 1):
            self.press(daemon, KEYS[character], self.size, frames)
            wait_until(lambda: len(self.text(daemon, "pin")) == count, character)
            daemon.step(.05)
        self.assertEqual(self.key_frames(daemon), [])
        self.press(daemon, len(KEYS) + 5, self.size, frames)
        wait_until(lambda: not self.keyboard_is_up(daemon), "the end of the keyboard")
        told = self.until_submitted(events)
        self.assertNotIn("text", told[-1])
        self.assertNotIn("4711", str(told))
        self.assertNotIn(
            "4711",
            str([daemon.call(name) for name in ["ListControls", "ListLayers", "GetAccessibility"]]))
        self.assertEqual(self.text(daemon, "pin"), "4711")
        self.assertEqual(daemon.layer("low")["frame"]["y"], 180)

    def test_a_question_is_answered_on_the_screen(self):
        if os.geteuid() != 0:
            self.skipTest("root alone may ask")
        self.size = (320, 240)
        daemon = self.touched(
            "--screen-keyboard=always", "--verbose", scene=SCENE, size="320x240", clock="vsync")
        wait_until(lambda: daemon.call("GetStatus")["questions"], "a way to answer")
        frames = self.seen_key_frames(daemon)
        process = self.spawn("ask", "PIN?")

        def place():
            layers = daemon.call("ListLayers")["layers"]
            return next(
                (layer["frame"]["y"] for layer in layers if layer["path"] == BOARD), self.size[1])

        def is_up():
            before = place()
            time.sleep(.05)
            return before < self.size[1] / 2 and before == place()
        wait_until(is_up, "the keyboard")
        for character in "4x7\b1":
            self.press(daemon, KEYS[character], self.size, frames)
            time.sleep(.1)
        self.press(daemon, len(KEYS) + 5, self.size, frames)
        self.assertEqual(process.wait(LIMIT), 0)
        self.assertEqual(process.stdout.read().decode(), "4x1\n")
        wait_until(lambda: place() == self.size[1], "the end of the keyboard")
        self.assertNotIn("4x1", daemon.log)
