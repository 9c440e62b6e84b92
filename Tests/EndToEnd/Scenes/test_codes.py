"""QR codes, read by the program zbarimg from pictures of the daemon and the client."""

import json
import shutil
import subprocess

from harness import TestCase

SCENE = """
{
  "background": "#204060",
  "layers": [{ "kind": "qr", "name": "code", "string": "https://example.org/kiosk", "level": "LEVEL", "size": ["90vmin", "90vmin"],
    "color": "#102040", "backgroundColor": "#FFF6E0" }],
  "controls": { "link": { "kind": "text", "drives": "code" } },
}
"""

# The centres of the codes of each level of error correction.
PLACES = {"L": [210, 210], "M": [630, 210], "Q": [210, 630], "H": [630, 630]}

TEXTS = [
    "https://example.org/kiosk",
    "a",
    "WIFI:T:WPA;S:Kiosk Netz;P:geheim;;",
    "Grüße – 日本語 {percent}",
    # Bytes that readers take for another character set if none is declared.
    "Zürich",
    "ÄÖÜß",
    "5 €",
    "x½²",
    "日本語テスト",
    "Привет",
    "BEGIN:VCARD\nVERSION:3.0\nN:Muster;Anna\nEND:VCARD",
    "x" * 300,
    "0123456789" * 60,
]


class Codes(TestCase):
    takes_long = True

    def setUp(self):
        super().setUp()
        if not shutil.which("zbarimg"):
            self.skipTest("zbarimg is not installed: no code was read")

    def read(self, data):
        result = subprocess.run(
            ["zbarimg", "--quiet", "--raw", "-"], input=data, capture_output=True, timeout=30)
        return result.stdout.decode().removesuffix("\n")

    def test_rendered_codes_of_all_levels_say_their_text(self):
        scene = self.write("levels.jsonc", json.dumps({
            "background": "#204060",
            "layers": [
                {"kind": "qr", "name": level, "string": "?", "level": level, "size": [400, 400],
                 "position": place, "color": "#102040", "backgroundColor": "#FFF6E0"}
                for level, place in PLACES.items()],
            "controls": {"link": {"kind": "text", "drives": list(PLACES)}}}))
        for text in TEXTS:
            with self.subTest(text[:20]):
                out = self.directory / "codes.png"
                self.client(
                    "render", scene, "--size", "840x840", "--set", f"link={text}", "--at", "1s",
                    "-o", out, socket=False)
                self.assertEqual(self.read(out.read_bytes()), "\n".join([text] * len(PLACES)))

    def test_a_code_of_a_running_scene_changes(self):
        daemon = self.start(scene=SCENE.replace("LEVEL", "M"), size="320x240")
        self.assertEqual(
            self.read(self.client("screenshot", "-o", "-").stdout), "https://example.org/kiosk")
        daemon.call("SetText", {"control": "link", "text": "https://example.org/2"})
        daemon.step(0.1)
        self.assertEqual(
            self.read(self.client("screenshot", "-o", "-").stdout), "https://example.org/2")

    def test_a_code_that_a_panel_cannot_show_is_reported(self):
        scene = self.write("code.jsonc", SCENE.replace("LEVEL", "H").replace("90vmin", "15vmin"))
        result = self.client("check", "--sizes", scene, socket=False, status=None)
        self.assertIn("the code has no room in its layer", result.out + result.err)
