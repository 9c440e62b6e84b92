"""Places for the ends of lines between the words of Thai."""

from harness import TestCase

WAIT = "กรุณารอสักครู่"
PARTS = "กรุณา\u200bรอ\u200bสัก\u200bครู่"
SCENE = """
{
  "layers": [
    { "kind": "text", "name": "note", "string": "TEXT", "wrapped": true, "fontSize": 20, "size": [90, 100] },
    { "kind": "text", "name": "message", "string": "", "wrapped": true, "fontSize": 20, "size": [90, 100] },
  ],
  "controls": { "status": { "kind": "text", "drives": "message", "label": "Status" } },
}
"""


class Words(TestCase):
    def test_words_are_set_apart_in_a_file(self):
        scene = self.write("thai.jsonc", SCENE.replace("TEXT", WAIT))
        self.client("check", "--separate-words", scene, socket=False)
        self.assertEqual(scene.read_text(), SCENE.replace("TEXT", PARTS))

    def test_messages_are_shown_as_they_are(self):
        daemon = self.start(scene=SCENE.replace("TEXT", WAIT))
        self.client("progress", "--text", WAIT, "--text-control", "status")
        daemon.step(0.1)
        self.assertEqual(daemon.layer("message")["text"], WAIT)
        self.assertEqual(daemon.layer("note")["text"], WAIT)
