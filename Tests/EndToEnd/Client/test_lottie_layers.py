"""`import` of Lottie animations as layers: each feature beside what `render` draws of the file itself."""

import json

from harness import ROOT, TestCase
from picture import Picture


def moving(*frames):
    """A property with keyframes: (frame, value), with "hold", or with the handles of a curve, to the next one."""
    keys = []
    for time, value, *pace in frames:
        key = {"t": time, "s": value if isinstance(value, list) else [value]}
        if pace == ["hold"]:
            key["h"] = 1
        elif pace and isinstance(pace[0], tuple):
            x1, y1, x2, y2 = pace[0]
            key |= {"o": {"x": [x1], "y": [y1]}, "i": {"x": [x2], "y": [y2]}}
            if len(pace) > 1:
                key |= {"to": pace[1], "ti": pace[2]}
        keys.append(key)
    return {"a": 1, "k": keys}


EASE = (.6, 0, .3, 1)
OVERSHOOT = (.5, 0, .3, 1.6)


def fixed(value):
    return {"a": 0, "k": value}


def prop(value):
    return value if isinstance(value, dict) else fixed(value)


def transform(**values):
    names = {"anchor": "a", "position": "p", "scale": "s", "rotation": "r", "opacity": "o", "skew": "sk"}
    return {names[name]: prop(value) for name, value in values.items()}


def rect(position, size, radius=0):
    return {"ty": "rc", "p": prop(position), "s": prop(size), "r": prop(radius)}


def ellipse(position, size):
    return {"ty": "el", "p": prop(position), "s": prop(size)}


def outline(points, into=None, out=None, closed=True):
    none = [[0, 0]] * len(points)
    return {"v": points, "i": into or none, "o": out or none, "c": closed}


def path(value):
    return {"ty": "sh", "ks": value if "k" in value else fixed(value)}


def fill(color, opacity=100, rule=1):
    return {"ty": "fl", "c": prop(color), "o": prop(opacity), "r": rule}


def stroke(color, width, cap=1, join=1, opacity=100, **more):
    return {"ty": "st", "c": prop(color), "w": prop(width), "o": prop(opacity), "lc": cap, "lj": join, "ml": 4} | more


def gradient(kind, start, end, stops, count=2, **more):
    return {"ty": "gf", "t": kind, "s": prop(start), "e": prop(end), "o": fixed(100), "r": 1,
            "g": {"p": count, "k": fixed(stops)}} | more


def trim(start, end, offset=0, mode=1):
    return {"ty": "tm", "s": prop(start), "e": prop(end), "o": prop(offset), "m": mode}


def group(*items, name="group", **place):
    return {"ty": "gr", "nm": name, "it": list(items) + [{"ty": "tr"} | transform(**place)]}


def layer(*shapes, name="shapes", begin=0, end=60, **more):
    place = more.pop("ks", {})
    return {"ty": 4, "nm": name, "ip": begin, "op": end, "st": 0, "ks": place, "shapes": list(shapes)} | more


RED, GREEN, BLUE, WHITE = [1, .2, .1, 1], [.1, .8, .3, 1], [.2, .3, 1, 1], [1, 1, 1, 1]
LEAF = outline([[40, 20], [110, 40], [60, 100]], [[-10, 10], [0, -30], [30, 0]], [[30, -20], [10, 30], [-40, -20]])


class LottieLayers(TestCase):
    TIMES = ["0s", "0.31s", "0.75s", "1.13s", "1.66s", "2.4s"]

    def animation(self, *own, **changes):
        return {"v": "5.7", "fr": 30, "ip": 0, "op": 60, "w": 160, "h": 120, "layers": list(own)} | changes

    def imported(self, animation, *arguments):
        self.number = getattr(self, "number", 0) + 1
        self.write("own.json", json.dumps(animation))
        folder = f"out{self.number}"
        # As `render` draws the file itself.
        result = self.client(
            "import", "own.json", "-o", folder, "--background", "#000000", *arguments, socket=False)
        return folder, result.err

    def drawn(self, *arguments, size):
        self.client("render", *arguments, "--size", size, "-o", "picture.png", socket=False)
        return Picture((self.directory / "picture.png").read_bytes())

    def assertDrawnAlike(self, *own, start=0, duration=2, times=TIMES, size="160x120", arguments=(), **changes):
        """The scene of layers shows what the file itself does, at any time of its run."""
        folder, told = self.imported(self.animation(*own, **changes), *arguments)
        self.assertIn("drawn by layers", told)
        self.client("check", f"{folder}/scene.jsonc", socket=False)
        text = (self.directory / folder / "scene.jsonc").read_text()
        painted = 0
        for time in times:
            seconds = float(time[:-1])
            scene = self.drawn(f"{folder}/scene.jsonc", "--at", time, size=size)
            file = self.drawn("own.json", "--at", f"{start + seconds % duration:.4f}s", size=size)
            off = total = 0
            for left, right in zip(scene.rows, file.rows):
                for x in range(0, len(left) - 2, scene.step):
                    one, other = left[x:x + 3], right[x // scene.step * file.step:][:3]
                    worst = max(abs(a - b) for a, b in zip(one, other))
                    total += worst
                    off += worst > 24
                    painted += max(other) > 30
            pixels = scene.width * scene.height
            self.assertLessEqual(off / pixels, .005, f"pixels at {time}\n{text}")
            self.assertLessEqual(total / pixels, .5, f"the mean at {time}\n{text}")
        self.assertGreater(painted, 1000, "nothing is seen")
        return text

    def test_shapes_with_fills_and_strokes(self):
        self.assertDrawnAlike(layer(
            group(rect([30, 30], [40, 30], 8), stroke(WHITE, 3), fill(RED), name="card"),
            group(ellipse([80, 30], [40, 30]), stroke(GREEN, 5, opacity=50), name="ring"),
            group({"ty": "sr", "sy": 1, "p": fixed([130, 30]), "pt": fixed(5), "r": fixed(10), "ir": fixed(10),
                   "or": fixed(24), "is": fixed(0), "os": fixed(0)}, {"ty": "rd", "r": fixed(4)}, fill(BLUE)),
            group(path(outline([[10, 60], [60, 60], [20, 110], [35, 50], [50, 110]])), fill(GREEN, rule=2)),
            group(path(outline([[70, 110], [90, 60], [110, 110]], closed=False)), stroke(RED, 8, cap=2, join=2)),
            group(path(outline([[120, 110], [135, 60], [150, 110]], closed=False)),
                  stroke(WHITE, 4, cap=3, join=3, d=[
                      {"n": "d", "v": fixed(9)}, {"n": "g", "v": fixed(7)},
                      {"n": "o", "v": moving((0, 0), (60, 32))}]))))

    def test_layers_move_turn_and_fade_with_curves_and_holds(self):
        self.assertDrawnAlike(layer(
            group(rect([0, 0], [50, 20]), fill(RED)), ks=transform(
                anchor=[10, 0], position=moving((0, [30, 40], EASE), (25, [120, 80], "hold"), (45, [60, 60])),
                rotation=moving((10, 0, OVERSHOOT), (50, 270)),
                scale=moving((0, [100, 100], EASE), (30, [160, 60]), (60, [100, 100])),
                opacity=moving((5, 20), (30, 100, "hold"), (40, 60)))))

    def test_a_layer_turns_while_it_grows_from_nothing(self):
        self.assertDrawnAlike(layer(
            group(rect([10, 0], [50, 20]), fill(RED)), ks=transform(
                position=[80, 60], rotation=30, scale=moving((0, [0, 0], EASE), (30, [100, 100])))), layer(
            group(rect([30, 0], [30, 20]), fill(BLUE)), ks=transform(
                position=[80, 60], rotation=moving((0, 0), (60, 200)), scale=[-100, 100])), layer(
            group(rect([20, 30], [20, 20]), fill(GREEN)), ks=transform(
                position=[80, 60], scale=moving((0, [-40, -40]), (30, [100, 100])))))

    def test_places_on_curves_and_by_coordinates(self):
        self.assertDrawnAlike(
            layer(group(ellipse([0, 0], [20, 20]), fill(WHITE)), ks=transform(position=moving(
                (0, [20, 100], EASE, [0, -90], [-60, 0]), (40, [140, 20]), (60, [20, 100])))),
            layer(group(rect([0, 0], [16, 16]), fill(GREEN)), ks={"p": {
                "s": True, "x": moving((0, 20, EASE), (60, 140)), "y": moving((0, 100), (30, 30, EASE), (60, 100))}}))

    def test_lines_are_drawn_by_trims(self):
        circle = ellipse([40, 40], [60, 60])
        self.assertDrawnAlike(layer(
            group(circle, stroke(RED, 6, cap=2), trim(0, moving((0, 0, EASE), (50, 100)))),
            group(path(outline([[90, 20], [150, 20], [150, 60]], closed=False)), stroke(WHITE, 4),
                  trim(moving((0, 0), (60, 90)), moving((0, 10), (60, 100)), 0)),
            group(rect([40, 90], [50, 30]), rect([110, 90], [60, 40], 10), stroke(GREEN, 4),
                  trim(moving((0, 80), (60, 0)), moving((0, 20), (60, 100)), mode=2)),
            group(rect([120, 40], [20, 20]), rect([70, 60], [20, 20]), stroke(BLUE, 3), trim(25, 75, 60))))

    def test_parts_of_lines_go_round(self):
        self.assertDrawnAlike(layer(
            group(ellipse([40, 60], [60, 60]), stroke(RED, 8, cap=2), trim(0, 30, moving((0, -90, EASE), (60, 630)))),
            group(rect([115, 30], [50, 40], 6), stroke(GREEN, 4, opacity=60),
                  trim(moving((0, 0), (30, 0, EASE), (60, 80)), moving((0, 10, EASE), (30, 90)), moving((0, 0), (60, 360)))),
            group(path(outline([[90, 110], [120, 70], [150, 110]], closed=False)), stroke(WHITE, 4), trim(20, 70, 200))))

    def test_paths_change_their_form(self):
        other = outline([[50, 10], [130, 60], [40, 110]], [[0, 0], [0, -10], [10, 0]], [[0, 0], [20, 10], [-10, -20]])
        text = self.assertDrawnAlike(
            layer(group(path(moving((0, [LEAF], EASE), (30, [other]), (60, [LEAF]))), fill(GREEN), stroke(WHITE, 2))),
            layer(group(rect([80, 60], moving((0, [20, 20], EASE), (60, [120, 60]))), stroke(RED, 3))),
            layer(group(rect(moving((0, [40, 90]), (60, [120, 90])), [40, 30], moving((0, 0), (40, 15, EASE), (60, 2))),
                        fill(BLUE))))
        self.assertIn('"key": "path"', text)

    def test_colours_and_opacities_change(self):
        self.assertDrawnAlike(layer(
            group(rect([50, 60], [60, 60]), fill(moving((0, RED, EASE), (30, BLUE), (60, GREEN)), 70)),
            group(ellipse([110, 60], [60, 60]), stroke(moving((0, WHITE), (60, RED)), moving((0, 2), (60, 12)), opacity=80),
                  fill(GREEN, moving((0, 0), (60, 100))))))

    def test_gradients_that_stand_still(self):
        line = gradient(2, [110, 90], [150, 90], [0, 1, 1, 1, 1, 1, 0, 0], ty="gs", w=fixed(8), lc=2, lj=2)
        self.assertDrawnAlike(layer(
            group(rect([40, 60], [60, 100], 10), gradient(1, [10, 20], [70, 90], [0, 1, .8, 0, 1, .4, 0, .6]),
                  rotation=moving((0, 0), (60, 30)), anchor=[40, 60], position=[40, 60]),
            group(path(moving((0, [LEAF]), (60, [outline([[60, 10], [150, 60], [90, 60]])]))), gradient(
                2, [100, 50], [150, 60], [0, 1, 1, 0, 1, 0, .5, 1, 0, 1, .5, .8, 1, 0])),
            group(ellipse([120, 90], [50, 40]), line, trim(0, moving((0, 20), (60, 100))))))

    def test_parents_and_their_order(self):
        self.assertDrawnAlike(
            layer(group(rect([0, 0], [30, 30]), fill(RED)), name="near", parent=3, ind=1, ks=transform(position=[30, 0])),
            layer(group(rect([80, 60], [40, 100]), fill(GREEN)), name="between", ind=2),
            {"ty": 3, "nm": "hinge", "ind": 3, "parent": 5, "ip": 0, "op": 60,
             "ks": transform(position=[10, 10], rotation=moving((0, 0, EASE), (60, 360)), opacity=0)},
            layer(group(rect([0, 0], [60, 12]), fill(BLUE)), name="far", parent=3, ind=4),
            layer(group(ellipse([0, 0], [50, 50]), fill(WHITE)), name="wheel", ind=5,
                  ks=transform(position=moving((0, [50, 60]), (60, [110, 60])), scale=[120, 120], opacity=60)))

    def test_compositions_have_their_time_and_their_edges(self):
        inner = {"id": "inner", "layers": [
            layer(group(ellipse([0, 0], [60, 60]), fill(RED)), end=40, ks=transform(
                position=moving((0, [0, 30], EASE), (30, [80, 30])))),
            {"ty": 1, "nm": "back", "sw": 70, "sh": 40, "sc": "#204060", "ip": 10, "op": 90, "ks": transform(
                position=[5, 5], opacity=80)}]}
        text = self.assertDrawnAlike(
            {"ty": 0, "nm": "window", "refId": "inner", "w": 80, "h": 60, "ip": 5, "op": 55, "st": 5, "sr": 1.5,
             "ks": transform(anchor=[40, 30], position=[80, 60], rotation=moving((0, -20), (60, 20)), opacity=70)},
            {"ty": 1, "nm": "ground", "sw": 160, "sh": 120, "sc": "#303030", "ip": 0, "op": 60, "ks": {}}, assets=[inner])
        self.assertIn('"key": "hidden"', text)

    def test_groups_have_places_and_opacities(self):
        self.assertDrawnAlike(layer(
            group(group(rect([0, 0], [40, 40]), position=moving((0, [30, 30]), (60, [60, 60])),
                        rotation=moving((0, 0), (60, 90))), stroke(WHITE, 3), fill(RED), name="outside"),
            group(group(ellipse([0, 0], [60, 40]), fill(GREEN), name="disc"),
                  group(rect([0, 0], [60, 20]), fill(BLUE), name="bar", rotation=moving((0, 0, EASE), (60, 180))),
                  name="both", position=[110, 70], opacity=moving((0, 100), (60, 30)), scale=[100, 140])))

    def test_a_marker_cuts_curves(self):
        mover = layer(group(rect([0, 0], [30, 30]), fill(RED)), begin=30, ks=transform(
            position=moving((0, [0, 20], EASE), (60, [160, 100])), rotation=moving((30, 10, "hold"), (40, 70))))
        self.assertDrawnAlike(mover, start=20 / 30, duration=1, arguments=["--marker", "part"],
                              markers=[{"cm": "part", "tm": 20, "dr": 30}])

    def test_a_whole_film(self):
        film = json.loads((ROOT / "Tests/EndToEnd/Client/Animations/paper-plane.json").read_text())
        text = self.assertDrawnAlike(
            duration=7, times=["0s", "1.15s", "1.75s", "2.9s", "3.9s", "6.3s", "8.4s"], size="150x150", **film)
        for name in ["paper", "trail", "sun", "front hill", "upper wing"]:
            self.assertIn(f'"name": "{name}"', text)

    def test_a_feature_that_layers_lack_becomes_pictures(self):
        shape = group(rect([20, 20], [20, 20]), fill(RED), name="box")
        mask = {"mode": "a", "inv": False, "pt": fixed(LEAF), "o": fixed(100)}
        repeater = {"ty": "rp", "c": fixed(3), "o": fixed(0), "tr": transform(position=[20, 0])}
        cases = [
            ([layer(shape), layer(shape, name="glow", tt=1)], r"layer 'glow' has a matte \(layers\[1\]\.tt\)"),
            ([layer(shape, masksProperties=[mask])], r"masks \(layers\[0\]\.masksProperties\)"),
            ([layer(shape, ef=[{"ty": 29, "ef": [{"v": fixed(9)}]}])], "effects"),
            ([layer(shape, repeater)], r"a repeater \(layers\[0\]\.shapes\)"),
            ([layer(shape, ks=transform(skew=20))], r"is skewed \(layers\[0\]\.ks\.sk\)"),
            ([layer(shape, shape, {"ty": "mm", "mm": 3})], "merged paths"),
            ([layer(group(rect([9, 9], [9, 9]), fill(RED), trim(0, 50)))], "a fill that is trimmed"),
            ([layer(group(rect([9, 9], [9, 9]), stroke(RED, 2), trim(0, 50, moving((0, 0), (3, 3600)))))], "too often"),
            ([{"ty": 0, "nm": "deep", "refId": "inner", "w": 9, "h": 9, "ip": 0, "op": 60, "ks": {},
               "tm": moving((0, 0), (60, 1))}], "a time of its own"),
            ([{"ty": 0, "nm": "deep", "refId": "inner", "w": 9, "h": 9, "ip": 0, "op": 60, "ks": {}}],
             r"layer 'own' has masks \(assets\[0\]\.layers\[0\]"),
        ]
        inner = {"id": "inner", "layers": [layer(shape, name="own", masksProperties=[mask])]}
        for layers, reason in cases:
            with self.subTest(reason):
                folder, told = self.imported(self.animation(*layers, assets=[inner], op=3), "--size", "16x12")
                self.assertRegex(told, "baked as pictures: .*" + reason)
                self.assertIn('"kind": "frames"', (self.directory / folder / "scene.jsonc").read_text())
        for option in ["--bake", "--progress"]:
            folder, told = self.imported(self.animation(layer(shape), op=3), "--size", "16x12", option)
            self.assertIn("baked as pictures: " + option, told)

    def test_colours_of_slots_are_variables_of_the_scene(self):
        card = layer(
            group(rect([50, 60], [60, 80], 8), fill({"sid": "main colour"}, opacity=60), name="card"),
            group(ellipse([120, 60], [60, 60]), stroke({"sid": "edge"}, 6), name="ring"))
        slots = {"main colour": {"p": fixed(RED)}, "edge": {"p": fixed(GREEN)}}
        text = self.assertDrawnAlike(card, slots=slots, times=["0s"])
        self.assertIn('"variables": {', text)
        self.assertIn('"fillColor": "$main_colour"', text)
        self.assertIn('"strokeColor": "$edge"', text)
        scene = self.drawn("out1/scene.jsonc", "--set-variable", "main_colour=#3060FF", size="160x120")
        file = self.drawn("own.json", "--set-variable", "main colour=#3060FF", size="160x120")
        pixel = [list(picture.rows[60][50 * picture.step:][:3]) for picture in (scene, file)]
        self.assertLessEqual(max(abs(a - b) for a, b in zip(*pixel)), 1)
        self.assertGreater(pixel[0][2], 120)
        self.imported(self.animation(card, slots=slots), "--set-variable", "edge=#010203")
        self.assertIn('"edge": "#010203"', (self.directory / "out2/scene.jsonc").read_text())
        result = self.client(
            "render", "own.json", "--set-variable", "rim=#FFFFFF", "-o", "x.png", socket=False, status=None)
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("there is no slot 'rim'; its slots are main colour, edge", result.err)

    def test_a_file_that_grows_without_end_becomes_pictures(self):
        assets = [{"id": str(depth), "layers": [
            {"ty": 0, "nm": "next", "refId": str(depth + 1), "w": 9, "h": 9, "ip": 0, "op": 60, "ks": {}}] * 9}
            for depth in range(12)]
        first = {"ty": 0, "nm": "first", "refId": "0", "w": 9, "h": 9, "ip": 0, "op": 60, "ks": {}}
        _, told = self.imported(self.animation(first, assets=assets, op=1), "--size", "16x12")
        self.assertIn("baked as pictures: layer 'next'", told)

