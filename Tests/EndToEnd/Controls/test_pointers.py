"""Reveals and scrubs: clients that wait, take hold, let go and leave, and the events of that."""

import json
import socket
import threading
import time

import varlink

from harness import LIMIT, TestCase, wait_until

SCENE = """
{
  "background": "#101418",
  "layers": [
    { "name": "photo", "kind": "gradient", "size": [120, 80], "position": ["50%", 45],
      "colors": ["#FF8040", "#4060FF"], "layers": [
        { "kind": "loader", "name": "ring", "backgroundColor": "#FFFFFF", "color": "#206080" } ] },
    { "name": "track", "size": [40, 20], "position": ["50%", 105], "backgroundColor": "#404850",
      "layers": [
        { "name": "thumb", "size": [20, 20], "position": [10, 10], "backgroundColor": "#FFFFFF",
          "animations": [ { "key": "position.x", "from": 10, "to": 30, "duration": 2 } ] } ] },
  ],
  "controls": {
    "load": { "kind": "reveal", "label": "Picture", "content": "photo", "loader": "ring" },
    "power": { "kind": "scrub", "label": "Power", "layers": "track" },
    "message": { "kind": "text" },
  },
}
"""


class PointerCase(TestCase):
    def setUp(self):
        super().setUp()
        self.daemon = self.start(scene=SCENE)

    def thumb(self):
        return self.daemon.layer("thumb")["frame"]["x"]

    def finish(self, process):
        out, err = process.communicate(timeout=20)
        return process.returncode, out.decode(), err.decode()


class Reveals(PointerCase):
    def bare(self):
        """The frame's hash without the loader."""
        self.client("reveal", "load", "--duration", "0")
        return self.daemon.step(.1)["frameHash"]

    def test_a_client_waits_until_the_content_is_bare(self):
        covered = self.daemon.step(.1)["frameHash"]
        bare = self.bare()
        self.client("reveal", "load", "--undo")
        self.assertEqual(self.daemon.step(.1)["frameHash"], covered)
        waiting = self.spawn("reveal", "--wait", "--json")
        wait_until(lambda: self.daemon.control("load")["value"] == 1, "the reveal")
        hashes = {self.daemon.step(.1)["frameHash"] for _ in range(9)}
        self.assertEqual(len(hashes), 9)
        self.assertIsNone(waiting.poll())
        self.assertEqual(self.daemon.step(.1)["frameHash"], bare)
        self.assertEqual(self.finish(waiting)[0], 0)
        self.assertTrue(self.daemon.control("load")["revealed"])
        self.assertEqual(self.daemon.step(1)["frameHash"], bare)

    def test_a_second_client_waits_for_the_same_reveal(self):
        self.client("reveal", "load")
        self.daemon.step(.5)
        waiting = self.spawn("reveal", "load", "--wait")
        time.sleep(.2)
        self.assertIsNone(waiting.poll())
        self.daemon.step(.5)
        status, _, said = self.finish(waiting)
        self.assertEqual(status, 0)
        self.assertIn("--undo", said)

    def test_a_wait_that_ends_in_vain_says_why(self):
        for end in [lambda: self.client("reveal", "--undo"),
                    lambda: self.client("load", self.write("other.jsonc", SCENE))]:
            waiting = self.spawn("reveal", "load", "--wait")
            wait_until(lambda: self.daemon.control("load")["value"] == 1, "the reveal")
            self.daemon.step(.5)
            self.assertIsNone(waiting.poll())
            end()
            status, _, said = self.finish(waiting)
            self.assertEqual(status, 1)
            self.assertIn("not finished", said)
            self.daemon.step(.1)

    def test_a_client_that_is_killed_stops_waiting_and_not_the_reveal(self):
        waiting = self.spawn("reveal", "load", "--wait")
        wait_until(lambda: self.daemon.control("load")["value"] == 1, "the reveal")
        self.daemon.step(.3)
        waiting.kill()
        waiting.wait(10)
        self.daemon.step(.8)
        self.assertTrue(self.daemon.control("load")["revealed"])

    def test_controls_that_cannot_be_revealed_are_refused(self):
        self.assertIn("power", self.client("reveal", "lod", status=1).err)
        self.assertIn("scrub control", self.client("reveal", "power", status=1).err)
        self.client("reveal", "load", "--undo", "--wait", status=64)
        self.client("reveal", "load", "--duration", "soon", status=64)

    def test_reduced_motion_fades(self):
        bare = self.bare()
        self.client("reveal", "load", "--undo")
        self.client("reduced-motion", "on")
        self.client("reveal", "load")
        hashes = {self.daemon.step(.1)["frameHash"] for _ in range(9)}
        self.assertEqual(len(hashes), 9)
        self.assertEqual(self.daemon.layer("photo")["frame"]["width"], 120)
        self.assertEqual(self.daemon.step(.1)["frameHash"], bare)


class Scrubs(PointerCase):
    def test_a_tap_and_a_value(self):
        left = self.thumb()
        self.client("scrub", "--toggle")
        self.daemon.step(.35)
        self.assertAlmostEqual(self.thumb() - left, 20)
        self.client("scrub", "power", "--to", "25%", "--duration", "1s")
        self.daemon.step(1)
        self.assertAlmostEqual(self.daemon.control("power")["value"], .25)
        self.client("scrub", "--toggle", "--to", "1", status=64)
        self.assertIn("load", self.client("scrub", "pwer", "--toggle", status=1).err)
        self.assertIn("reveal control", self.client("scrub", "load", "--toggle", status=1).err)

    def test_a_drag_from_standard_input_is_let_go_at_its_end(self):
        for values, end in [(b"0.2\n0.7\n0.49\n", 0), (b"50%\n", 1), (b"1\n-3\n", None)]:
            with self.subTest(values):
                if end is None:
                    self.client("scrub", "--drag", input=values, status=64)
                    continue
                self.client("scrub", "power", "--drag", input=values)
                self.daemon.step(.35)
                self.assertEqual(self.daemon.control("power")["value"], end)

    def test_a_throw_comes_to_rest_where_it_was_going(self):
        self.daemon.stop()
        self.daemon = self.start(scene=SCENE, clock="vsync")
        reply = self.client("scrub", "power", "--from", "0", "--to", "0.4", "--over", "0.1s",
                            "--json").out
        self.assertEqual(json.loads(reply), {"value": 1})
        wait_until(lambda: self.daemon.control("power")["value"] == 1, "the end")
        self.assertFalse(self.daemon.control("power")["held"])

    def test_one_holder_at_a_time_and_none_once_it_has_left(self):
        with self.daemon.connect() as holder:
            holder.call("BeginScrub", {"control": "power"})
            holder.call("UpdateScrub", {"value": .6})
            self.daemon.step(.1)
            self.assertTrue(self.daemon.control("power")["held"])
            for arguments in [["--toggle"], ["--to", "1"], ["--drag"]]:
                error = self.client("scrub", "power", *arguments, input=b"1\n", status=1).err
                self.assertIn("the control 'power' is held by another client or a touch", error)
                self.assertIn("try again", error)
            self.assertEqual(
                self.assertVarlinkError("ControlHeld", self.daemon.call, "BeginScrub", {}),
                {"control": "power"})
            self.assertAlmostEqual(self.daemon.control("power")["value"], .6)
        wait_until(lambda: not self.daemon.control("power")["held"], "the release")
        self.daemon.step(.35)
        self.assertEqual(self.daemon.control("power")["value"], 1)
        self.client("scrub", "--toggle")

    def test_root_lets_go_of_it_for_the_holder_and_takes_it(self):
        with self.daemon.connect() as holder:
            holder.call("BeginScrub", {"control": "power"})
            self.client("scrub", "power", "--release")
            self.assertFalse(self.daemon.control("power")["held"])
            self.assertVarlinkError("ControlNotHeld", holder.call, "EndScrub", {})
            holder.call("BeginScrub", {"control": "power"})
            self.client("scrub", "power", "--drag", input=b"1\n", status=1)
            self.client("scrub", "power", "--drag", "--take", input=b"1\n")
            self.assertVarlinkError("ControlNotHeld", holder.call, "EndScrub", {})
            self.client("scrub", "power", "--take", status=64)

    def test_a_holder_that_is_killed_lets_go(self):
        holder = self.spawn("scrub", "power", "--drag", stdin=-1)
        holder.stdin.write(b"0.3\n")
        holder.stdin.flush()
        wait_until(lambda: self.daemon.control("power")["held"], "the hold")
        holder.kill()
        holder.wait(10)
        wait_until(lambda: not self.daemon.control("power")["held"], "the release")
        self.daemon.step(.35)
        self.assertEqual(self.daemon.control("power")["value"], 0)

    def test_reduced_motion_settles_at_once(self):
        self.client("reduced-motion", "on")
        left = self.thumb()
        self.client("scrub", "--toggle")
        self.daemon.step(1 / 60)
        self.assertAlmostEqual(self.thumb() - left, 20)

    def test_a_hundred_thousand_updates(self):
        self.daemon.stop()
        self.daemon = self.start(scene=SCENE, clock="vsync")
        count = 100_000
        update = (b'{"method":"io.firstlight.display.UpdateScrub","oneway":true,'
                  b'"parameters":{"control":"power","value":%.6f}}\0')
        before = self.memory()
        others = []
        with self.daemon.connect() as hand:
            hand.socket.settimeout(120)
            hand.call("BeginScrub", {"control": "power"})

            def flood():
                for start in range(0, count, 1000):
                    hand.send(b"".join(update % (number % 1000 / 1000)
                                       for number in range(start, start + 1000)))
            thread = threading.Thread(target=flood)
            thread.start()
            # Meanwhile others are served.
            while thread.is_alive():
                began = time.monotonic()
                self.daemon.call("GetStatus")
                others.append(time.monotonic() - began)
                time.sleep(.05)
            thread.join()
            hand.call("UpdateScrub", {"control": "power", "value": .75})
            self.assertEqual(self.daemon.control("power")["value"], .75)
            self.assertEqual(hand.call("EndScrub"), {"value": 1})
        self.assertLess(max(others), 2)
        # The updates have 11 MB.
        self.assertLess(self.memory() - before, 4 << 20)
        wait_until(lambda: self.daemon.control("power")["value"] == 1, "the rest")

    def memory(self):
        with open(f"/proc/{self.daemon.pid}/status") as status:
            line = next(line for line in status if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024


class Events(PointerCase):
    """As Python's varlink hears them, which knows nothing of Firstlight but its description."""

    def setUp(self):
        super().setUp()
        # An event that does not come fails the test.
        socket.setdefaulttimeout(LIMIT)
        self.addCleanup(socket.setdefaulttimeout, None)
        self.client_side = varlink.Client(f"unix:{self.socket}")
        self.addCleanup(self.client_side.cleanup)
        self.display = self.open()
        self.subscriber = self.open().Subscribe(_more=True)
        self.assertEqual(next(self.subscriber)["events"][0]["kind"], "ready")

    def open(self):
        connection = self.client_side.open("io.firstlight.display")
        self.addCleanup(connection.close)
        return connection

    def events(self, last):
        """The events up to the first of a kind, without those of other kinds of time."""
        found = []
        while True:
            for event in next(self.subscriber)["events"]:
                found.append({k: v for k, v in event.items() if v is not None})
            if any(event["kind"] == last for event in found):
                return found

    def kinds(self, events):
        return [event["kind"] for event in events]

    def test_a_progress_and_its_reveal(self):
        self.display.SetProgress("load", .5)
        self.display.Step(400_000)
        events = self.events("animation_stopped")
        self.assertEqual(
            sorted(self.kinds(events)),
            ["accessibility_changed", "animation_started", "animation_stopped", "progress_changed"])
        progress = next(e for e in events if e["kind"] == "progress_changed")
        self.assertEqual((progress["control"], progress["progress"]), ("load", .5))
        said = next(e for e in events if e["kind"] == "accessibility_changed")
        self.assertEqual((said["control"], said["text"]), ("load", "50%"))
        stopped = next(e for e in events if e["kind"] == "animation_stopped")
        self.assertEqual((stopped["layer"], stopped["finished"]), ("photo/ring", True))

        self.display.Reveal("load")
        self.display.Step(500_000)
        started = self.events("animation_started")
        self.assertNotIn("reveal_finished", self.kinds(started))
        self.display.Step(600_000)
        events = self.events("reveal_finished")
        finished = [e for e in events if e["kind"] == "reveal_finished"]
        self.assertEqual([(e["control"], e["finished"]) for e in finished], [("load", True)])
        while "accessibility_changed" not in self.kinds(events):
            events += self.events("accessibility_changed")
        self.assertEqual(
            [e["text"] for e in events if e["kind"] == "accessibility_changed"], ["revealed"])
        numbers = [e["sequence"] for e in started + events]
        self.assertEqual(numbers, sorted(set(numbers)))

    def test_a_reveal_that_is_undone(self):
        self.display.Reveal("load")
        self.display.Step(500_000)
        self.events("animation_started")
        self.display.Conceal("load")
        finished = next(e for e in self.events("reveal_finished") if e["kind"] == "reveal_finished")
        self.assertEqual(finished["finished"], False)

    def test_each_rest_of_a_switch_and_each_change_of_it_once(self):
        heard = []
        for value in [.3, .8, .6, .1]:
            self.display.BeginScrub("power")
            self.display.UpdateScrub("power", value)
            self.display.Step(50_000)
            self.display.EndScrub("power")
            self.display.Step(400_000)
            heard += self.events("scrub_settled")
        self.display.ToggleScrub("power")
        self.display.Step(400_000)
        heard += self.events("scrub_settled")
        self.display.SetText("message", "end")
        heard += self.events("text_changed")
        rests = [(e["kind"], e["value"]) for e in heard
                 if e["kind"] in ("scrub_settled", "value_changed")]
        self.assertEqual(rests, [
            ("scrub_settled", 0),
            ("scrub_settled", 1), ("value_changed", 1),
            ("scrub_settled", 1),
            ("scrub_settled", 0), ("value_changed", 0),
            ("scrub_settled", 1), ("value_changed", 1),
        ])
        said = [e["text"] for e in heard
                if e["kind"] == "accessibility_changed" and e["control"] == "power"]
        self.assertEqual(said, ["on", "off", "on"])


class Words(PointerCase):
    def test_describe_lists_roles_and_values_of_controls(self):
        self.assertEqual(self.client("describe").out.splitlines(), [
            "Picture, progressbar: 0%", "Power, switch: off", "message, status"])
        self.client("reveal", "load", "--duration", "0")
        self.client("scrub", "--toggle")
        self.daemon.step(.4)
        self.assertEqual(self.client("describe").out.splitlines(), [
            "Picture, image: revealed", "Power, switch: on (checked)", "message, status"])
