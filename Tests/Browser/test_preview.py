"""The page of `preview` in Chromium: what people see, press and hear of it.

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
      "animations": [{ "key": "position.x", "from": 20, "to": 300, "duration": 2, "timing": "linear" }] },
    { "kind": "progress", "name": "ring", "style": "circle", "position": ["50%", "50%"], "size": [80, 80] },
    { "kind": "text", "name": "words", "string": "Hello", "frame": [10, 140, 200, 30], "fontSize": 18, "label": "Words" },
    { "name": "retry", "frame": [240, 130, 60, 30], "backgroundColor": "#334455" },
  ],
  "controls": {
    "install": { "kind": "progress", "label": "Installation", "drives": ["ring"], "duration": 0.1 },
    "message": { "kind": "text", "label": "Message", "drives": ["words"] },
    "again": { "kind": "button", "label": "Try again", "layer": "retry", "pressed": { "key": "opacity", "to": 0.5 },
      "focused": { "key": "borderWidth", "to": 3 } },
    "outcome": { "kind": "state", "label": "Outcome", "states": { "working": {}, "done": { "changes": [{ "layer": "box", "key": "opacity", "to": 0.2 }] } } },
  },
}
"""

FIELD = """{
  "layers": [
    { "name": "box", "frame": [0, 0, 320, 180], "backgroundColor": "#334455", "layers": [
      { "kind": "text", "name": "entry", "string": "", "frame": [0, 0, 320, 180] } ] },
  ],
  "controls": { "name": { "kind": "field", "label": "Name", "layer": "box", "entry": "entry" } },
}
"""

TITLES = """{
  "strings": { "en": { "bar": "Installation" }, "de": { "bar": "Installieren" } },
  "layers": [{ "kind": "progress", "name": "bar", "style": "line", "size": [100, 10] }],
  "controls": { "job": { "kind": "progress", "label": "@bar", "drives": "bar" } },
}
"""

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
    "update": { "kind": "progress", "label": "Update", "drives": ["bar"], "phases": { "download": 1, "write": 1 } },
    "outcome": { "kind": "state", "label": "Update", "states": {
      "working": { "label": "It runs" }, "done": { "changes": [{ "layer": "lamp", "key": "opacity", "to": 0.2 }] } } },
    "photo": { "kind": "image", "label": "Photo", "drives": "photo" },
  },
}
"""

def busy():
    """A scene with 20 buttons, four progresses, a field, a choice, a log, three states, a text and a prompt."""
    layers, controls = [], {}
    labels = ["Retry", "Cancel the update and go back to the former version", "Shut down", "Network settings of this machine"]
    look = {"pressed": {"key": "opacity", "to": .5}, "focused": {"key": "borderWidth", "to": 3}}
    for i in range(20):
        layers.append({"name": f"key{i}", "frame": [20 + i % 5 * 250, 20 + i // 5 * 70, 230, 54], "backgroundColor": "#27406B"})
        controls[f"button-{i}"] = {"kind": "button", "label": f"{labels[i % 4]} {i}", "layer": f"key{i}", **look}
    for i in range(4):
        layers.append({"kind": "progress", "name": f"bar{i}", "style": "line", "frame": [20 + i * 310, 320, 290, 10]})
        controls[f"progress-{i}"] = {"kind": "progress", "label": "Installation of the packages for the new system", "drives": f"bar{i}",
                                     "phases": {"download": 1, "unpack and configure everything": 2}}
    layers += [
        {"name": "box", "frame": [20, 360, 400, 50], "layers": [{"kind": "text", "name": "entry", "string": "", "frame": [8, 8, 380, 34]}]},
        {"name": "german", "frame": [450, 360, 110, 50]}, {"name": "english", "frame": [570, 360, 110, 50]},
        {"kind": "log", "name": "lines", "frame": [20, 430, 600, 160], "fontSize": 16},
        {"kind": "text", "name": "status", "string": "Ready", "frame": [660, 520, 500, 40]},
        {"name": "panel", "hidden": True, "layers": [
            {"kind": "text", "name": "question", "string": ""}, {"kind": "text", "name": "answer", "string": ""}]},
    ]
    controls |= {
        "host": {"kind": "field", "label": "Name of the machine", "layer": "box", "entry": "entry", **look},
        "language": {"kind": "choice", "options": {
            "de": {"layer": "german", "label": "Deutsch", **look},
            "en": {"layer": "english", "label": "English (United Kingdom of Great Britain and Northern Ireland)", **look}}},
        "details": {"kind": "log", "drives": "lines"}, "status": {"kind": "text", "drives": "status"},
        "pin": {"kind": "prompt", "panel": "panel", "message": "question", "entry": "answer"},
    }
    for i in range(3):
        layers.append({"name": f"lamp{i}", "frame": [660 + i * 60, 450, 40, 40], "backgroundColor": "#FFC66D"})
        controls[f"state-{i}"] = {"kind": "state", "states": {
            "working": {"label": "It is being installed at the moment"},
            "done": {"changes": [{"layer": f"lamp{i}", "key": "opacity", "to": .3}]}}}
    return json.dumps({"name": "A busy kiosk with many controls", "layers": layers, "controls": controls,
                       "strings": {"en": {"a": "A"}, "de": {"a": "A"}}})

# All that keys can reach, and nothing that is hidden or out of use.
REACHABLE = """[...document.querySelectorAll("button, input, select, a[href], [tabindex='0']")]
  .filter(node => !node.disabled && node.getClientRects().length)"""


@unittest.skipUnless(chromium.PROGRAM, "chromium is not installed")
class PreviewInChromium(TestCase):
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

    def assertPicture(self, page, file):
        """Waits until the page's picture is a PNG file's, to the pixel."""
        expected = Picture(file)
        rows = b"".join(
            bytes(channel for x in range(expected.width) for channel in expected.pixel(x, y)[:3])
            for y in range(expected.height))
        wait_until(lambda: page.pixels() == (expected.width, expected.height, rows),
                   "the picture in the page")

    def render(self, *options):
        self.client("render", self.scene, "--size", "320x180", "-o", "still.png", *options, socket=False)
        return (self.directory / "still.png").read_bytes()

    def test_the_picture_is_the_one_that_render_writes(self):
        page = self.preview()
        self.freeze(page, 0.7)
        self.assertPicture(page, self.render("--at", "0.7s"))
        page.evaluate("send({ do: 'seek', time: 0 })")
        page.evaluate("send({ do: 'set', control: 'install', value: '40%' })")
        self.freeze(page, 1.5)
        self.assertPicture(page, self.render("--set", "install=40%", "--at", "1.5s"))
        self.assertEqual(page.errors(), [])

    def test_sliders_buttons_and_texts_set_values(self):
        page = self.preview()
        slider = self.slider(page, "Installation")
        page.drag(slider, .1, .75)
        wait_until(lambda: abs(self.control("install")["value"] - .75) < .03, "the slider's value")
        page.evaluate(f"document.querySelector('{slider}').focus()")
        before = self.control("install")["value"]
        page.press("ArrowLeft")
        wait_until(lambda: self.control("install")["value"] < before, "a smaller value")
        page.evaluate("document.querySelector('[role=group][aria-label=Message] input').focus()")
        page.evaluate("document.activeElement.select()")
        page.call("Input.insertText", text="Almost done")
        wait_until(lambda: self.control("message")["text"] == "Almost done", "the text")
        done = "[role=group][aria-label=Outcome] button:last-child"
        page.click(done)
        wait_until(lambda: self.control("outcome")["state"] == "done", "the state")
        page.wait(f"document.querySelector('{done}').getAttribute('aria-pressed') === 'true'")
        self.assertEqual(page.errors(), [])

    def test_a_save_keeps_what_is_shown(self):
        page = self.preview()
        page.evaluate("send({ do: 'seek', time: 0 })")
        page.evaluate("send({ do: 'set', control: 'install', value: '60%' })")
        self.freeze(page, 1)
        slider = self.slider(page, "Installation")
        page.evaluate(f"document.querySelector('{slider}').focus()")
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

    def test_keys_alone_reach_all(self):
        page = self.preview()
        self.freeze(page, 1)
        count = page.evaluate(f"(nodes => (nodes.forEach((node, index) => node.dataset.place = index), nodes.length))({REACHABLE})")
        self.assertGreater(count, 20)
        page.evaluate("document.activeElement.blur()")
        seen = []
        for _ in range(count):
            page.press("Tab")
            place, outline, inside = page.evaluate("""(node => [node.dataset.place,
              getComputedStyle(node).outlineStyle + " " + getComputedStyle(node).outlineWidth,
              (b => b.width > 0 && b.top >= 0 && b.bottom <= innerHeight + 1)(node.getBoundingClientRect())])(document.activeElement)""")
            self.assertEqual(outline, "solid 2px", place)
            self.assertTrue(inside, place)
            seen.append(int(place))
        # In the order in which they are read.
        self.assertEqual(seen, list(range(count)))
        page.evaluate("document.getElementById('play').focus()")
        page.press(" ")
        page.wait("state.playing")
        page.press("Enter")
        page.wait("!state.playing")
        # A button of the scene is pressed by its name.
        page.evaluate("document.querySelector(\"[role=group][aria-label='Try again'] button\").focus()")
        before = self.state()["revision"]
        page.press("Enter")
        wait_until(lambda: self.state()["revision"] > before, "the press")
        self.assertEqual(page.evaluate("document.getElementById('message').textContent"), "")
        self.assertEqual(page.errors(), [])

    def test_a_button_out_of_sight_cannot_be_pressed(self):
        page = self.serve(self.write("scene.jsonc", PAGES), "--size", "320x180")
        self.freeze(page, 1)
        button = "document.querySelector(\"[role=group][aria-label='{}'] button\")".format
        page.wait(f"{button('Back')}.disabled && {button('Back')}.title.startsWith('Out of sight')")
        self.assertEqual(page.evaluate(f"[{button('Go')}.disabled, {button('Go')}.title]"), [False, ""])
        page.click("[role=group][aria-label=Go] button")
        wait_until(lambda: self.control("page")["state"] == "second", "the press")
        self.freeze(page, 2)
        page.wait(f"!{button('Back')}.disabled && {button('Back')}.title === ''")
        # Both lie at the same place.
        page.click("[role=group][aria-label=Back] button")
        wait_until(lambda: self.control("page")["state"] == "first", "the other press")
        self.assertEqual(page.errors(), [])

    def test_a_screen_reader_is_told_names(self):
        page = self.preview()
        page.wait("state.controls.length === 4")
        nodes = page.nodes()
        roles = {"button", "slider", "textbox", "combobox", "checkbox", "link", "image", "group"}
        unnamed = [role for role, name, _ in nodes if role in roles and not name.strip()]
        self.assertEqual(unnamed, [])
        named = {(role, name) for role, name, _ in nodes}
        # The label's text is the name and the value that stands beside it.
        self.assertTrue(any(role == "slider" and name.startswith("Installation") for role, name in named), named)
        for wanted in [("slider", "Time"), ("button", "Pause"), ("group", "Outcome"),
                       ("button", "working"), ("checkbox", "Reduced motion")]:
            self.assertIn(wanted, named)
        self.assertEqual(self.violations(page), [])

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

    def test_keys_on_the_picture_go_to_its_field(self):
        self.scene = self.write("scene.jsonc", FIELD)
        page = self.serve(self.scene, "--size", "320x180")
        page.wait("state.controls.length === 1 && document.getElementById('picture').tabIndex === 0")
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

    def test_another_locale_has_other_labels(self):
        page = self.serve(self.write("scene.jsonc", TITLES), "--size", "320x180")
        label = "document.querySelector('#controls label span').textContent"
        page.wait(f"{label} === 'Installation'")
        page.evaluate("send({ do: 'locale', value: 'de' })")
        page.wait(f"{label} === 'Installieren'")
        self.assertEqual(
            page.evaluate("document.querySelector('#controls [role=group]').ariaLabel"), "Installieren")
        self.assertEqual(page.errors(), [])

    def test_phases_pictures_and_questions_are_tried(self):
        self.scene = self.write("scene.jsonc", UPDATE)
        page = self.serve(self.scene, "--size", "320x180")
        page.wait("state.controls.length === 3")
        self.freeze(page, 1)
        # Two labels are equal: the names tell them apart, and words of states stand beside theirs.
        groups = page.evaluate("[...document.querySelectorAll('#controls [role=group]')].map(node => node.ariaLabel)")
        self.assertEqual(groups, ["Update (update)", "Update (outcome)", "Photo"])
        states = page.evaluate("[...document.querySelectorAll(\"[aria-label='Update (outcome)'] button\")].map(node => node.textContent)")
        self.assertEqual(states, ["working · It runs", "done"])
        page.click("button[aria-label='write 50%']")
        wait_until(lambda: self.control("update")["value"] == .75, "a half of the second phase")
        page.wait("document.querySelector('[aria-current]').textContent.startsWith('write')")
        # It goes back, and 0.29 is 29 percent.
        page.evaluate("send({ do: 'set', control: 'update', value: '0.29' })")
        page.wait("document.querySelector('#controls .label .name').textContent === 'download 29 %'")
        self.client("render", self.scene, "--size", "40x40", "--at", "0s", "-o", "photo.png", socket=False)
        before = page.pixels()
        page.evaluate(f"document.querySelector('{self.slider(page, 'Photo')}').focus()")
        page.call("Input.insertText", text=str(self.directory / "photo.png"))
        page.press("Enter")
        wait_until(lambda: page.pixels() != before, "the picture of the file")
        self.assertEqual(page.evaluate("document.getElementById('message').textContent"), "")
        before = page.pixels()
        page.evaluate("document.getElementById('wording').focus()")
        page.call("Input.insertText", text="Your PIN")
        page.evaluate("document.getElementById('letters').focus()")
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
        beside = "[...document.querySelectorAll('#beside button')].find(node => node.textContent === {})"
        before = page.pixels()
        for text, key, value in (("Caps lock", "capsLock", True), ("Two more wait", "queue", 3),
                                 ("Keyboard DE", "keyboardLayout", "DE"), ("Choices", "choices", None)):
            button = beside.format(json.dumps(text))
            page.evaluate(f"{button}.focus()")
            page.press("Enter")
            page.wait(f"{button}.getAttribute('aria-pressed') === 'true'")
            told = self.state()["prompt"]
            self.assertTrue(told["shown"])
            self.assertIn(told[key], [value] if value else [["Start normally", "Start the former version", "Repair", "Switch off"]])
        self.freeze(page, 2)
        self.stand(page)
        wait_until(lambda: page.pixels() != before, "the question")
        # They stay for the next question, and each is taken back.
        page.wait(beside.format('"Caps lock"') + ".getAttribute('aria-pressed') === 'true'")
        page.click("#ask")
        wait_until(lambda: self.state()["prompt"]["capsLock"], "the next question")
        button = beside.format('"Caps lock"')
        page.evaluate(f"{button}.focus()")
        page.press(" ")
        page.wait(f"{button}.getAttribute('aria-pressed') === 'false'")
        self.assertFalse(self.state()["prompt"]["capsLock"])
        page.evaluate(beside.format('"Wrong answer"') + ".focus()")
        page.press("Enter")
        page.wait("document.getElementById('wording').value === 'Wrong, try again'")
        self.assertEqual(self.violations(page), [])
        self.assertEqual(page.errors(), [])

    def test_presses_are_kept_however_late_answers_come(self):
        page = self.preview()
        self.freeze(page, 1)
        button = "[...document.querySelectorAll('#beside button')].find(node => node.textContent === {})"
        # A press reaches the server after what is asked for at the
        # same time, and that is answered after the press.
        page.evaluate("""(real => { window.fetch = async (address, ...rest) => {
          const wait = span => new Promise(done => setTimeout(done, span));
          if (address === "action") await wait(400);
          const answer = await real(address, ...rest);
          if (address === "state") await wait(2000);
          return answer;
        }; })(fetch.bind(window))""")
        for text in ("Caps lock", "Two more wait", "Keyboard DE"):
            page.evaluate(button.format(json.dumps(text)) + ".focus()")
            page.press("Enter")
        wait_until(lambda: self.state()["prompt"].get("keyboardLayout") == "DE", "the last press")
        told = self.state()["prompt"]
        self.assertEqual((told["capsLock"], told["queue"]), (True, 3))
        page.wait("!busy")
        # Another press of the key takes its press back, although no answer has come in between.
        page.evaluate("document.getElementById('play').focus()")
        before = self.state()["revision"]
        page.press("Enter")
        page.press("Enter")
        wait_until(lambda: self.state()["revision"] >= before + 4, "both presses")
        page.wait("!busy")
        self.assertFalse(self.state()["playing"])
        caps = button.format('"Caps lock"')
        page.wait(f"{caps}.getAttribute('aria-pressed') === 'true'")
        page.evaluate(f"late = reload().then(() => {caps}.getAttribute('aria-pressed'))", wait=False)
        page.evaluate(f"{caps}.focus()")
        page.press("Enter")
        page.wait(f"{caps}.getAttribute('aria-pressed') === 'false'")
        self.assertEqual(page.evaluate("late"), "false")
        self.assertEqual(page.errors(), [])

    def test_many_controls_fit_on_a_desk_and_a_phone(self):
        page = self.serve(self.write("scene.jsonc", busy()))
        self.assertEqual(page.evaluate("state.controls.length"), 31)
        cut = """[...document.querySelectorAll("body *")].filter(node => node.getClientRects().length && !["SELECT", "INPUT"].includes(node.tagName)
          && (node.scrollWidth > node.clientWidth + 1 && node.clientWidth || node.getBoundingClientRect().right > innerWidth + 1))
          .map(node => node.outerHTML.slice(0, 90))"""
        small = """[...document.querySelectorAll("button, select, input[type=text]")].filter(node =>
          node.getClientRects().length && node.getBoundingClientRect().height < %d).map(node => node.outerHTML.slice(0, 90))"""
        for width, height, is_phone in ((1280, 720, False), (390, 844, True), (320, 640, True)):
            page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=is_phone)
            page.call("Emulation.setTouchEmulationEnabled", enabled=is_phone)
            page.wait(f"innerWidth === {width}")
            with self.subTest(width):
                self.assertEqual(page.evaluate(cut), [])
                # Of a finger's size on a phone.
                self.assertEqual(page.evaluate(small % (40 if is_phone else 24)), [])
                if not is_phone:
                    self.assertLess(page.evaluate("document.querySelector('footer').offsetHeight"), 110)
                    continue
                # The picture stays in sight, and covers nothing that has the focus.
                page.evaluate("document.querySelector('#controls input').focus()")
                for _ in range(24):
                    page.press("Tab")
                    top, bottom, above = page.evaluate("""(b => [b.top, b.bottom, document.querySelector("main").getBoundingClientRect().bottom])
                      (document.activeElement.getBoundingClientRect())""")
                    self.assertGreater(above, 100)
                    self.assertGreaterEqual(top, above)
                    self.assertLessEqual(bottom, height + 1)
        self.assertEqual(self.violations(page), [])
        # A mistake is seen beside the control that was used, however many follow it.
        page.evaluate("scrollTo(0, 900)")
        page.evaluate("send({ do: 'set', control: 'progress-0', value: 'much' })")
        page.wait("document.getElementById('message').textContent !== ''")
        self.assertTrue(page.evaluate("(b => b.top > 0 && b.bottom <= innerHeight)(document.getElementById('message').getBoundingClientRect())"))
        self.assertEqual([error for error in page.errors() if "400" not in error], [])

    def test_a_file_that_vanishes_and_a_server_that_ends_are_told(self):
        page = self.preview()
        self.freeze(page, 1)
        self.stand(page)
        before = page.pixels()
        kept = self.scene.rename(self.scene.with_suffix(".kept"))
        page.wait("document.getElementById('marks').textContent === '1 error'")
        self.assertIn("scene.jsonc", page.evaluate("document.getElementById('diagnostics').textContent"))
        wait_until(lambda: page.pixels() == before, "the same picture")
        kept.rename(self.scene)
        page.wait("document.getElementById('marks').hidden")
        self.process.kill()
        page.wait("document.getElementById('saved').textContent.includes('has ended')")
        self.assertEqual(page.evaluate("getComputedStyle(document.getElementById('frame')).opacity"), "0.35")
        self.assertEqual(page.pixels(), before)

    def test_lists_follow_the_time(self):
        page = self.preview()
        box = "[...document.querySelectorAll('#layers li')].find(node => node.textContent.startsWith('box')).textContent"
        revision, first = page.evaluate("revision"), page.evaluate(box)
        page.wait(f"{box} !== {json.dumps(first)}")
        self.assertEqual(page.evaluate("revision"), revision)
        self.assertEqual(page.errors(), [])

    def test_mistakes_are_marked(self):
        page = self.preview()
        page.wait("document.title === 'Workshop – preview' && document.getElementById('marks').hidden")
        self.scene.write_text(SCENE.replace('"background"', '"backgroud"'))
        page.wait("document.title === '✗ Workshop – preview'")
        self.assertEqual(page.evaluate("document.getElementById('marks').textContent"), "1 error")
        self.assertEqual(page.evaluate("document.querySelector('mark').textContent"), '"backgroud"')
        first = "document.querySelector('aside h2').textContent"
        self.assertEqual(page.evaluate(first), "Mistakes")
        self.assertEqual(
            page.evaluate("getComputedStyle(document.querySelector('.diagnostic')).borderLeftWidth"), "3px")
        self.assertTrue(page.evaluate("(pre => pre.scrollWidth <= pre.clientWidth)(document.querySelector('pre'))"))
        self.assertEqual(self.violations(page), [])
        self.scene.write_text(SCENE)
        page.wait("document.title === 'Workshop – preview' && document.getElementById('marks').hidden")
        self.assertEqual(page.evaluate(first), "Controls")
        self.assertEqual(page.errors(), [])

    def stand(self, page):
        """Waits for the last picture, which comes in after the time has stopped."""
        stands = "new Promise(done => { const before = time; setTimeout(() => done(time === before), 500); })"
        wait_until(lambda: page.evaluate(stands), "the time of the last picture")

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
        play = next(about for role, name, about in page.nodes() if (role, name) == ("button", "Pause"))
        self.assertNotIn("pressed", play)
        page.press(" ")
        page.wait("!state.playing")
        self.stand(page)
        # In a text they are characters.
        page.evaluate("document.querySelector('[role=group][aria-label=Message] input').focus()")
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
        selected = [name for role, name, about in page.nodes() if role == "option" and about.get("selected")]
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

    def test_graphs_are_drawn_by_the_page(self):
        page = self.preview()
        self.freeze(page, 1.5)
        page.evaluate("(select => { select.value = 'box'; select.dispatchEvent(new Event('change')); })(document.getElementById('layer'))")
        page.evaluate("document.getElementById('key').value = 'position'")
        page.click("#draw")
        page.wait("document.querySelector('#graph svg') !== null")
        texts = page.evaluate("[...document.querySelectorAll('#graph text')].map(node => node.textContent)")
        for text in ("Points", "box.position.x", "box.position.y", "Time in seconds", "1.5"):
            self.assertIn(text, texts)
        self.assertEqual(self.violations(page), [])
        page.click("#graphed button")
        page.wait("document.querySelector('#graph svg') === null")
        self.assertEqual(page.errors(), [])

    def test_a_running_daemon_is_shown_and_left_alone(self):
        daemon = self.start(scene=SCENE, size="320x180")
        page = self.serve("--connect", "--socket", self.socket)
        page.wait("state.daemon.connected && state.controls.length === 4")
        self.client("screenshot", "-o", "shot.png")
        self.assertPicture(page, (self.directory / "shot.png").read_bytes())
        daemon.call("SetProgress", {"control": "install", "value": .5, "durationUSec": 0})
        daemon.step(1)
        page.wait("state.controls[0].value === 0.5")
        self.client("screenshot", "-o", "shot.png")
        self.assertPicture(page, (self.directory / "shot.png").read_bytes())
        self.assertTrue(page.evaluate("document.querySelector('[role=group] input').disabled"))
        self.assertIn("ring", page.evaluate("document.getElementById('layers').textContent"))
        self.assertIn("Words", page.evaluate("document.getElementById('accessibility').textContent"))
        page.evaluate("send({ do: 'set', control: 'install', value: '90%' })")
        page.wait("document.getElementById('message').textContent.includes('--allow-control')")
        self.assertEqual(daemon.control("install")["value"], .5)
        self.assertEqual(self.violations(page), [])

    def test_a_running_daemon_is_controlled_if_asked_and_waited_for(self):
        scene = SCENE.replace('"duration": 0.1 }', '"duration": 0.1, "allowDecrease": false }', 1)
        daemon = self.start(scene=scene, size="320x180")
        page = self.serve("--connect", "--allow-control", "--socket", self.socket)
        page.wait("state.daemon.connected && state.controls.length === 4")
        page.drag(self.slider(page, "Installation"), .1, .25)
        wait_until(lambda: abs(daemon.control("install")["value"] - .25) < .03, "the slider's value")
        page.evaluate("send({ do: 'set', control: 'install', value: '10%' })")
        page.wait("document.getElementById('message').textContent.startsWith('progress stays at 0.2')")
        page.click("[role=group][aria-label=Outcome] button:last-child")
        wait_until(lambda: daemon.control("outcome")["state"] == "done", "the state")
        daemon.stop()
        page.wait("document.body.classList.contains('lost')")
        page.wait("document.getElementById('saved').textContent.startsWith('No connection, trying again: ')")
        self.start(scene=SCENE.replace("Workshop", "Other"), size="320x180")
        page.wait("state.daemon.connected && state.name === 'Other'")
        page.wait("document.getElementById('saved').textContent === ''")


if __name__ == "__main__":
    unittest.main()
