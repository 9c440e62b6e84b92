"""`preview`'s page in Chromium, for the tests beside this file.

    FIRSTLIGHT_BIN_DIR=.build/debug .build-venv/bin/python -m unittest discover -s Tests/Browser -v
"""

import importlib.util
import json
import pathlib
import signal
import subprocess
import sys
import unittest
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "EndToEnd"))

import chromium
from harness import CLIENT, TestCase, clean_environment, wait_until
from picture import Picture

SCENE = """{
  "name": "Workshop",
  "background": "#101418",
  "layers": [
    { "name": "box", "size": [20, 20], "position": [40, 60], "backgroundColor": "#FF8000",
      "animations": [
        { "key": "position.x", "from": 20, "to": 300, "duration": 2, "timing": "linear" } ] },
    { "kind": "progress", "name": "ring", "style": "circle",
      "position": ["50%", "50%"], "size": [80, 80] },
    { "kind": "text", "name": "words", "string": "Hello", "frame": [10, 140, 200, 30],
      "fontSize": 18, "label": "Words" },
    { "name": "retry", "frame": [240, 130, 60, 30], "backgroundColor": "#334455" },
  ],
  "controls": {
    "install": { "kind": "progress", "label": "Installation", "drives": ["ring"], "duration": 0.1 },
    "message": { "kind": "text", "label": "Message", "drives": ["words"] },
    "again": { "kind": "button", "label": "Try again", "layer": "retry",
      "pressed": { "key": "opacity", "to": 0.5 }, "focused": { "key": "borderWidth", "to": 3 } },
    "outcome": { "kind": "state", "label": "Outcome", "states": {
      "working": {}, "done": { "changes": [{ "layer": "box", "key": "opacity", "to": 0.2 }] } } },
  },
}
"""


@unittest.skipUnless(chromium.PROGRAM, "chromium is not installed")
class PageTestCase(TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = chromium.Chromium()
        cls.addClassCleanup(cls.browser.close)

    def serve(self, *arguments):
        """Starts `preview`, and returns its page."""
        process = subprocess.Popen(
            [CLIENT, "preview", *map(str, arguments), "--port", "0"], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, env=clean_environment(),
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))

        self.process = process

        def end():
            process.kill()
            process.wait(10)
            process.stdout.close()
            process.stderr.close()
        self.addCleanup(end)
        self.url = process.stdout.readline().strip()
        self.assertRegex(self.url, r"^http://127\.0\.0\.1:\d+/([0-9a-f]{17,32}/)?$")
        page = self.browser.open(self.url)
        self.addCleanup(page.close)
        return page

    def preview(self):
        self.scene = self.write("scene.jsonc", SCENE)
        return self.serve(self.scene, "--size", "320x180")

    def state(self):
        with urllib.request.urlopen(self.url + "state", timeout=10) as response:
            return json.load(response)

    def control(self, name):
        return next(c for c in self.state()["controls"] if c["name"] == name)

    def slider(self, page, name):
        """A selector of the input of a control."""
        return "#" + page.evaluate(
            f"document.querySelector('[role=group][aria-label={json.dumps(name)}] input').id")

    def freeze(self, page, seconds):
        """Stops the time, by the page's own slider."""
        page.evaluate(f"""(slider => {{
          slider.value = {seconds}; slider.dispatchEvent(new Event("input"));
        }})(document.getElementById("time"))""")
        page.wait(f"!state.playing && Math.abs(state.time - {seconds * 1e6}) < 1 && !busy")

    def stand(self, page):
        """Waits for the last picture, which comes in after the time has stopped."""
        stands = """new Promise(done => {
          const before = time; setTimeout(() => done(time === before), 500);
        })"""
        wait_until(lambda: page.evaluate(stands), "the time of the last picture")

    def assertPicture(self, page, file):
        """Waits until the page's picture is a PNG file's, to the pixel."""
        expected = Picture(file)
        rows = b"".join(
            bytes(channel for x in range(expected.width) for channel in expected.pixel(x, y)[:3])
            for y in range(expected.height))
        wait_until(lambda: page.pixels() == (expected.width, expected.height, rows),
                   "the picture in the page")

    def render(self, *options):
        self.client(
            "render", self.scene, "--size", "320x180", "-o", "still.png", *options, socket=False)
        return (self.directory / "still.png").read_bytes()

    def violations(self, page):
        """The findings of axe-core, which comes in a Python package."""
        found = importlib.util.find_spec("axe_playwright_python")
        if found is None:
            self.skipTest("axe-core is not installed")
        page.evaluate((pathlib.Path(found.origin).parent / "axe.min.js").read_text() + "; 0")
        results = page.evaluate("axe.run(document)")
        self.assertGreater(len(results["passes"]), 10)
        return [f"{rule['id']}: {node['html'][:120]}"
                for rule in results["violations"] for node in rule["nodes"]]
