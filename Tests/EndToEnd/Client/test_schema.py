"""`schema`: a JSON Schema of scenes that takes what the reader takes, and refuses what it refuses."""

import copy
import json
import random
import re

import jsonschema_rs

from harness import ROOT, TestCase

SOURCES = ROOT / "Sources" / "Scene"
# Values of each type of JSON, and some that are out of usual ranges.
OTHERS = [
    None, True, 3, 0.37, -1e9, "x", "linear", "#12", "50%", [], [0.1, 0.2], ["x", "x", "x"], {},
    {"x": 1}]
# Keys of values whose type follows from a property, which the schema does not look up.
VALUES = {"from", "to", "by", "values"}
# The reader's names of the mistakes that a schema sees at the value itself.
SEEN = {"wrong-type", "unknown-key"}


def plain(text):
    """A scene's text without comments and commas at ends."""
    string = r'"(?:[^"\\]|\\.)*"'
    text = re.sub(rf"({string})|//[^\n]*|/\*.*?\*/", lambda m: m.group(1) or " ", text, flags=re.S)
    return re.sub(rf"({string})|,(?=\s*[\]}}])", lambda m: m.group(1) or "", text)


def examples(page):
    """The scenes of a page's fenced blocks."""
    return re.findall(r"^```jsonc [^\n]*\n(.*?)^```", page.read_text(encoding="utf-8"), re.S | re.M)


def places(value, path=()):
    """The path of each value within another."""
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value) if isinstance(value, list) else ())
    for key, inner in items:
        yield path + (key,)
        yield from places(inner, path + (key,))


def replaced(scene, path, value):
    scene = copy.deepcopy(scene)
    inner = scene
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return scene


class Schema(TestCase):
    takes_long = True

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.samples = json.loads(
            plain((ROOT / "Sources/ControlCommands/Schema/samples.jsonc").read_text()))
        cls.pages = [
            json.loads(plain(text))
            for page in (SOURCES / "README.md", SOURCES / "Cookbook/README.md")
            for text in examples(page)
        ]

    def setUp(self):
        super().setUp()
        self.client("schema", "-o", "schema.json", socket=False)
        schema = json.loads((self.directory / "schema.json").read_text())
        jsonschema_rs.meta.validate(schema)
        self.validator = jsonschema_rs.Draft202012Validator(schema)
        self.schema = schema

    def mistake(self, scene):
        """The schema's first objection, or nothing."""
        error = next(self.validator.iter_errors(scene), None)
        return error and f"{'/'.join(map(str, error.instance_path))}: {error.message[:200]}"

    def verdicts(self, scenes):
        """The reader's mistakes in scenes."""
        folder = self.directory / "scenes"
        folder.mkdir()
        names = []
        for number, scene in enumerate(scenes):
            (folder / f"{number:05}.json").write_text(json.dumps(scene))
            names.append(f"scenes/{number:05}.json")
        reports = []
        for start in range(0, len(names), 100):
            out = self.client(
                "check", "--json", *names[start : start + 100], socket=False, status=None).out
            reports += [json.loads(line) for line in out.splitlines()]
        self.assertEqual(len(reports), len(scenes))
        return [
            [d for d in report["diagnostics"] if d["severity"] != "warning"] for report in reports]

    def test_all_scenes_that_ship_are_valid(self):
        files = sorted(SOURCES.rglob("*.jsonc"))
        self.assertGreaterEqual(len(files), 20)
        for file in files:
            self.assertIsNone(self.mistake(json.loads(plain(file.read_text()))), file)

    def test_all_examples_of_the_format_page_and_all_recipes_are_valid(self):
        self.assertGreaterEqual(len(self.pages), 24)
        for scene in self.pages + self.samples:
            self.assertIsNone(self.mistake(scene), json.dumps(scene)[:200])

    def test_mistakes_are_refused_by_the_reader_and_by_the_schema(self):
        layer = lambda **keys: {"layers": [keys]}
        shape = {"kind": "shape", "path": {"circle": {}}, "fillColor": "#FFFFFF"}
        animated = lambda **keys: layer(animations=[keys])
        control = lambda **keys: {"layers": [], "controls": {"a": keys}}
        wrong = [
            {},
            [],
            {"layers": {}},
            {"layers": [], "layer": []},
            {"layers": [1]},
            layer(colour="#FFFFFF"),
            layer(kind="shpae"),
            layer(kind="shape", path={}),
            layer(**{**shape, "string": "x"}),
            layer(kind="shape"),
            layer(opacity=1.5),
            layer(opacity="1"),
            layer(hidden=0),
            layer(size=[1]),
            layer(size=[1, -1]),
            layer(position=["50 %", 0]),
            layer(position=["1em", 0]),
            layer(backgroundColor="#12345"),
            layer(backgroundColor=1),
            layer(zPosition=1e7),
            layer(maskedCorners=["top"]),
            layer(blendMode="add"),
            layer(use=1),
            layer(layers=[{"knd": "text"}]),
            layer(mask={"kind": "text"}),
            layer(transition={"type": "spin"}),
            layer(**{**shape, "path": {"square": {}}}),
            layer(**{**shape, "path": {"circle": {"r": 1}}}),
            layer(**{**shape, "path": {"circle": {}, "rect": {}}}),
            layer(**{**shape, "path": {"arc": {"sweep": 720}}}),
            layer(kind="gradient", colors=["#FFFFFF"]),
            layer(kind="text", string="x", weight="heavy"),
            layer(kind="qr", string="x", quietZone=1.5),
            layer(kind="progress", segments=0),
            layer(kind="emitter", cells=[{"birthRate": 1}]),
            layer(kind="replicator", instances=-1),
            animated(key="opactiy", to=1),
            animated(key="opacity", to=1, duration=0),
            animated(key="opacity", to=1, timing="bouncy"),
            animated(key="opacity", to=1, timing="steps(x)"),
            animated(key="opacity", to=1, timing=[0, 0, 1]),
            animated(key="opacity", to=1, repeat="always"),
            animated(group=[]),
            animated(key="opacity", to=1, spring={"mass": 0}),
            control(),
            control(kind="dial"),
            control(kind="progress", value=2),
            control(kind="progress", text="x"),
            control(kind="text", value=1),
            control(kind="state", states={"a": {"chnges": []}}),
            control(kind="choice", options={"a": {"label": "a"}}),
            control(kind="progress", phases={"a": "b"}),
            {"layers": [{"use": "a"}], "styles": {"a": {"opacty": 1}}},
            {"layers": [], "colors": {"a": "#F"}},
            {"layers": [], "progressStyles": {"a": {"drives": "b"}}},
            {"layers": [], "timing": {"duration": 0}},
        ]
        for scene, read in zip(wrong, self.verdicts(wrong)):
            self.assertNotEqual(read, [], scene)
            self.assertIsNotNone(self.mistake(scene), scene)

    def test_the_reader_and_the_schema_agree_on_changed_scenes(self):
        """Each value of a scene in turn becomes another one, of another type or with a further key."""
        choose = random.Random(20261126)
        changed = []
        for scene in self.samples + self.pages:
            for path in places(scene):
                others = OTHERS if scene in self.samples else choose.sample(OTHERS, 2)
                for value in choose.sample(others, min(3, len(others))):
                    changed.append((scene, path, value))
        changed = [
            (path, value, replaced(scene, path, value))
            for scene, path, value in choose.sample(changed, 1500)]
        refused = 0
        for (path, value, scene), read in zip(changed, self.verdicts([c[2] for c in changed])):
            mistake = self.mistake(scene)
            place = f"{'/'.join(map(str, path))} = {json.dumps(value)}"
            if not read:
                self.assertIsNone(mistake, f"{place}: the reader takes it")
            elif {"styles", "variables"}.intersection(path) or path[-1] == "style" or any(
                    d["code"] == "unknown-reference" for d in read):
                pass  # The schema knows neither the keys of a style that it does not see nor a variable's uses.
            elif any(d["code"] in SEEN for d in read) and not VALUES.intersection(path):
                refused += 1
                self.assertIsNotNone(mistake, f"{place}: the reader says {read[0]['message']}")
        self.assertGreater(refused, 300)

    def test_every_key_is_explained(self):
        for name, definition in [("scene", self.schema)] + list(self.schema["$defs"].items()):
            if name in (
                "style", "layer-with-style", "control-with-style", "layer", "control",
                "changed-control", "progress-layer-s-content"):
                continue
            for key, value in definition.get("properties", {}).items():
                if "$ref" not in value and "const" not in value:
                    self.assertIn("description", value, f"{name}.{key}")
