"""Scenes in several languages: named strings, switched while they are shown."""

import json

from harness import TestCase

SCENE = """
{
  "strings": {
    "en": { "title": "Updating", "failed": "It failed" },
    "de": { "title": "Das System wird gerade aktualisiert", "failed": "Fehlgeschlagen" },
  },
  "background": "#FFFFFF",
  "layers": [
    { "kind": "text", "name": "title", "string": "@title", "frame": [0, 0, 120, 24], "fontSize": 16, "color": "#000000" },
    { "kind": "text", "name": "percent", "string": "{percent}", "frame": [0, 40, 200, 24], "fontSize": 16, "color": "#000000" },
  ],
  "controls": {
    "job": { "kind": "progress", "label": "@title", "drives": "percent" },
    "outcome": { "kind": "state", "states": { "working": { "label": "{@title} …" }, "failed": { "label": "@failed" } } },
  },
}
"""


class Locale(TestCase):
    def setUp(self):
        super().setUp()
        self.scene = self.write("languages.jsonc", SCENE)

    def texts(self, daemon):
        return [daemon.layer(name)["text"] for name in ("title", "percent")]

    def test_the_language_is_switched_while_it_is_shown(self):
        daemon = self.start(self.scene, scene=None)
        self.assertEqual(self.texts(daemon), ["Updating", "0%"])
        status = daemon.call("GetStatus")
        self.assertEqual((status["locale"], status["locales"]), ("", ["en", "de"]))
        before = daemon.step(0.1)["frameHash"]
        with daemon.connect() as events:
            events.send_call("Subscribe", {"kinds": ["ready", "accessibility_changed"]}, more=True)
            events.receive()
            self.client("locale", "de-AT")
            daemon.step(0.1)
            texts = [event["text"] for event in events.receive()["parameters"]["events"]]
            self.assertEqual(texts, ["0\u00a0%", "Das System wird gerade aktualisiert …"])
        self.assertEqual(self.texts(daemon), ["Das System wird gerade aktualisiert", "0\u00a0%"])
        self.assertEqual(daemon.call("GetStatus")["locale"], "de-AT")
        labels = [node["label"] for node in daemon.call("GetAccessibility")["nodes"]]
        self.assertIn("Das System wird gerade aktualisiert", labels)
        self.assertEqual(self.client("locale").out.splitlines(), ["en", "de (shown)"])
        # A scene that is loaded later is in the same language.
        self.client("load", self.write("other.jsonc", SCENE.replace("Fehlgeschlagen", "Vorbei")))
        self.client("state", "outcome", "failed")
        self.assertEqual(daemon.control("outcome")["description"], "Vorbei")
        self.client("load", self.scene)
        self.assertIn("no texts in fr", self.client("locale", "fr").err)
        self.client("locale", "default")
        self.assertEqual(self.client("locale").out.splitlines(), ["en (shown)", "de"])
        self.assertEqual(daemon.step(0.1)["frameHash"], before)
        self.client("locale", "d e", status=64)
        parameters = self.assertVarlinkError(
            "InvalidValue", daemon.call, "SetLocale", {"locale": "d e"})
        self.assertEqual(parameters["field"], "locale")

    def test_settings_name_it(self):
        daemon = self.start("--locale=de", self.scene, scene=None)
        self.assertEqual(self.texts(daemon)[0], "Das System wird gerade aktualisiert")

    def test_pictures_and_checks_know_it(self):
        def picture(*options):
            path = self.directory / "picture.png"
            self.client(
                "render", self.scene, "--size", "200x100", "-o", path, *options, socket=False)
            return path.read_bytes()
        self.assertEqual(picture(), picture("--locale", "fr"))
        self.assertNotEqual(picture(), picture("--locale", "de"))
        # The German title is too long for its frame.
        found = self.client("check", "--sizes", self.scene, socket=False, status=1).err
        self.assertIn("title at 240x240 in de: ", found)
        self.assertNotIn(" in en: ", found)
        self.client("check", "--sizes", "--locale", "en", self.scene, socket=False)
        less = self.write("less.jsonc", SCENE.replace(', "failed": "Fehlgeschlagen"', ""))
        report = json.loads(self.client("check", "--json", less, socket=False).out)
        self.assertIn(
            ("missing-string", 5), [(item["code"], item["line"]) for item in report["diagnostics"]])
