"""The page fits on a desk and a phone."""

import json
import unittest

from page import PageTestCase


def busy():
    """A scene with all kinds of controls, among them 20 buttons and four progresses."""
    layers, controls = [], {}
    labels = ["Retry", "Cancel the update and go back to the former version", "Shut down",
              "Network settings of this machine"]
    look = {"pressed": {"key": "opacity", "to": .5}, "focused": {"key": "borderWidth", "to": 3}}
    for i in range(20):
        frame = [20 + i % 5 * 250, 20 + i // 5 * 70, 230, 54]
        layers.append({"name": f"key{i}", "frame": frame, "backgroundColor": "#27406B"})
        controls[f"button-{i}"] = {
            "kind": "button", "label": f"{labels[i % 4]} {i}", "layer": f"key{i}", **look}
    for i in range(4):
        layers.append({"kind": "progress", "name": f"bar{i}", "style": "line",
                       "frame": [20 + i * 310, 320, 290, 10]})
        controls[f"progress-{i}"] = {
            "kind": "progress", "label": "Installation of the packages for the new system",
            "drives": f"bar{i}", "phases": {"download": 1, "unpack and configure everything": 2}}
    layers += [
        {"name": "box", "frame": [20, 360, 400, 50], "layers": [
            {"kind": "text", "name": "entry", "string": "", "frame": [8, 8, 380, 34]}]},
        {"name": "german", "frame": [450, 360, 110, 50]},
        {"name": "english", "frame": [570, 360, 110, 50]},
        {"kind": "log", "name": "lines", "frame": [20, 430, 600, 160], "fontSize": 16},
        {"kind": "text", "name": "status", "string": "Ready", "frame": [660, 520, 500, 40]},
        {"name": "panel", "hidden": True, "layers": [
            {"kind": "text", "name": "question", "string": ""},
            {"kind": "text", "name": "answer", "string": ""}]},
    ]
    controls |= {
        "host": {
            "kind": "field", "label": "Name of the machine", "layer": "box", "entry": "entry",
            **look},
        "language": {"kind": "choice", "options": {
            "de": {"layer": "german", "label": "Deutsch", **look},
            "en": {"layer": "english", **look,
                   "label": "English (United Kingdom of Great Britain and Northern Ireland)"}}},
        "details": {"kind": "log", "drives": "lines"},
        "status": {"kind": "text", "drives": "status"},
        "pin": {"kind": "prompt", "panel": "panel", "message": "question", "entry": "answer"},
    }
    for i in range(3):
        layers.append({"name": f"lamp{i}", "frame": [660 + i * 60, 450, 40, 40],
                       "backgroundColor": "#FFC66D"})
        controls[f"state-{i}"] = {"kind": "state", "states": {
            "working": {"label": "It is being installed at the moment"},
            "done": {"changes": [{"layer": f"lamp{i}", "key": "opacity", "to": .3}]}}}
    return json.dumps({
        "name": "A busy kiosk with many controls", "layers": layers, "controls": controls,
        "strings": {"en": {"a": "A"}, "de": {"a": "A"}}})


class Layout(PageTestCase):
    def test_many_controls_fit_on_a_desk_and_a_phone(self):
        page = self.serve(self.write("scene.jsonc", busy()))
        self.assertEqual(page.evaluate("state.controls.length"), 31)
        cut = """[...document.querySelectorAll("body *")]
          .filter(node => node.getClientRects().length)
          .filter(node => !["SELECT", "INPUT"].includes(node.tagName))
          .filter(node => node.scrollWidth > node.clientWidth + 1 && node.clientWidth
            || node.getBoundingClientRect().right > innerWidth + 1)
          .map(node => node.outerHTML.slice(0, 90))"""
        small = """[...document.querySelectorAll("button, select, input[type=text]")]
          .filter(node => node.getClientRects().length)
          .filter(node => node.getBoundingClientRect().height < %d)
          .map(node => node.outerHTML.slice(0, 90))"""
        for width, height, is_phone in ((1280, 720, False), (390, 844, True), (320, 640, True)):
            page.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                      deviceScaleFactor=1, mobile=is_phone)
            page.call("Emulation.setTouchEmulationEnabled", enabled=is_phone)
            page.wait(f"innerWidth === {width}")
            with self.subTest(width):
                self.assertEqual(page.evaluate(cut), [])
                # Of a finger's size on a phone.
                self.assertEqual(page.evaluate(small % (40 if is_phone else 24)), [])
                if not is_phone:
                    footer = page.evaluate("document.querySelector('footer').offsetHeight")
                    self.assertLess(footer, 110)
                    continue
                # The picture stays in sight, and covers nothing that has the focus.
                page.focus("#controls input")
                for _ in range(24):
                    page.press("Tab")
                    top, bottom = page.evaluate(
                        "(b => [b.top, b.bottom])(document.activeElement.getBoundingClientRect())")
                    above = page.evaluate(
                        "document.querySelector('main').getBoundingClientRect().bottom")
                    self.assertGreater(above, 100)
                    self.assertGreaterEqual(top, above)
                    self.assertLessEqual(bottom, height + 1)
        backs = set()
        for scheme in ("dark", "light"):
            page.call("Emulation.setEmulatedMedia",
                      features=[{"name": "prefers-color-scheme", "value": scheme}])
            backs.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
            with self.subTest(scheme):
                self.assertEqual(self.violations(page), [])
        self.assertEqual(len(backs), 2)
        # A mistake is seen beside the control that was used, however many follow it.
        page.evaluate("scrollTo(0, 900)")
        page.evaluate("send({ do: 'set', control: 'progress-0', value: 'much' })")
        page.wait("document.getElementById('message').textContent !== ''")
        self.assertTrue(page.evaluate(
            "(b => b.top > 0 && b.bottom <= innerHeight)"
            "(document.getElementById('message').getBoundingClientRect())"))
        self.assertEqual([error for error in page.errors() if "400" not in error], [])


if __name__ == "__main__":
    unittest.main()
