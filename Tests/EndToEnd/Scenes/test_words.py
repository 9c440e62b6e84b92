"""Places for the ends of lines between the words of Thai."""

import json

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
    def found(self, scene):
        """The lines of texts whose words are not set apart. A machine without Thai fonts has other warnings."""
        diagnostics = json.loads(self.client("check", "--json", scene, socket=False).out)[
            "diagnostics"]
        return [
            (item["line"], item["severity"])
            for item in diagnostics
            if item["code"] == "unseparated-words"]

    def test_words_are_set_apart_in_a_file(self):
        scene = self.write("thai.jsonc", SCENE.replace("TEXT", WAIT))
        self.assertEqual(self.found(scene), [(4, "warning")])
        self.client("check", "--separate-words", scene, socket=False)
        self.assertEqual(scene.read_text(), SCENE.replace("TEXT", PARTS))
        self.assertEqual(self.found(scene), [])

    def test_messages_of_the_client_get_them_on_the_way(self):
        daemon = self.start(scene=SCENE.replace("TEXT", "-"))
        self.client("progress", "--text", WAIT, "--text-control", "status")
        daemon.step(0.1)
        self.assertEqual(daemon.layer("message")["text"], PARTS)
