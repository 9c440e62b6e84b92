"""Jobs in phases, stalls, words for people who cannot see, reduced motion and scenes that are edited."""

import json
import signal
import socket
import threading

from harness import LIMIT, TestCase, wait_until

SCENE = """
{
  "layers": [
    { "kind": "progress", "name": "ring", "style": "circle", "label": "Ring" },
    { "name": "hand", "animations": [
      { "key": "rotation", "from": 0, "to": 90, "duration": 1, "repeat": "forever" } ] },
  ],
  "controls": {
    "job": {
      "kind": "progress", "label": "Installation", "drives": ["ring"], "stallAfter": 5,
      "phases": [ { "name": "download", "weight": 3, "label": "Downloading" }, { "name": "unpack" } ],
    },
    "smooth": { "kind": "progress", "smooth": true, "drives": ["ring"] },
    "message": { "kind": "text" },
  },
}
"""


class Phases(TestCase):
    def setUp(self):
        super().setUp()
        self.daemon = self.start(scene=SCENE)

    def test_a_phase_counts_what_comes_before_it_as_done(self):
        self.client("progress", "job", "0.5", "--phase", "download")
        self.assertEqual(self.daemon.control("job")["value"], .375)
        self.client("progress", "job", "0", "--phase", "unpack")
        control = self.daemon.control("job")
        self.assertEqual((control["value"], control["phase"]), (.75, "unpack"))
        self.assertEqual(control["phases"], ["download", "unpack"])
        self.client("progress", "job", "0.5", "--phase", "unpack")
        self.assertIn("stays", self.client("progress", "job", "1", "--phase", "download").err)

    def test_an_amount_and_its_total_stand_for_a_value(self):
        self.client("progress", "smooth", "--received", "3", "--expected", "4")
        self.assertEqual(self.daemon.control("smooth")["value"], .75)
        self.client("progress", "job", "--received", "1", "--expected", "2", "--phase", "download")
        self.assertEqual(self.daemon.control("job")["value"], .375)
        self.client("progress", "smooth", "--received", "3", status=64)

    def test_an_unknown_phase_is_refused_with_those_there_are(self):
        result = self.client("progress", "job", "0.5", "--phase", "unpak", status=1)
        self.assertIn("download, unpack", result.err)
        self.assertVarlinkError(
            "InvalidValue", self.daemon.call, "SetProgress",
            {"control": "smooth", "value": .5, "phase": "x"})
        self.client("progress", "--indeterminate", "--phase", "unpack", status=64)

    def test_a_tool_feeds_one_phase(self):
        self.client("feed", "job", "--phase", "download", "--format", "percent",
                    input=b"10\n100\n")
        self.assertEqual(self.daemon.control("job")["value"], .75)
        self.assertIn("unpack", self.client("feed", "job", "--phase", "nope", input=b"",
                                            status=1).err)

    def test_a_stall_is_reported_and_the_job_comes_back(self):
        with self.daemon.connect() as events:
            events.send_call("Subscribe", {"kinds": ["progress_changed"]}, more=True)
            events.receive()
            self.client("progress", "job", "40%")
            self.daemon.step(1)
            self.assertFalse(self.daemon.control("job")["indeterminate"])
            self.daemon.step(5)
            self.assertTrue(self.daemon.control("job")["indeterminate"])
            states = []
            while len(states) < 2:
                states += [event["indeterminate"] for event in
                           events.receive()["parameters"]["events"]]
            self.assertEqual(states, [False, True])
        self.client("progress", "job", "40%")
        self.daemon.step(.1)
        self.assertFalse(self.daemon.control("job")["indeterminate"])

    def test_the_time_left_is_reported(self):
        for number in range(11):
            self.daemon.call("SetProgress", {"control": "job", "value": number / 100})
            self.daemon.step(1)
        remaining = self.daemon.control("job")["remainingUSec"] / 1e6
        self.assertAlmostEqual(remaining, 90, delta=3)


class Words(TestCase):
    def test_describe_lists_the_scene_in_words(self):
        daemon = self.start(scene=SCENE)
        self.client("progress", "job", "0.5", "--phase", "download", "--text", "Hello")
        daemon.step(1)
        self.assertEqual(self.client("describe").out.splitlines(), [
            "Installation, progressbar: Downloading, 37%",
            "smooth, progressbar: 0%",
            "message, status: Hello",
            "Ring, progressbar: 37%",
        ])
        nodes = daemon.call("GetAccessibility")["nodes"]
        self.assertEqual(
            [node.get("control") for node in nodes], ["job", "smooth", "message", None])
        self.assertEqual(nodes[3]["layer"], "ring")

    def test_changes_are_followed(self):
        daemon = self.start(scene=SCENE)
        process = self.spawn("describe", "--follow")
        lines = [process.stdout.readline() for _ in range(4)]
        self.assertIn(b"Installation", lines[0])
        for number in range(100):
            daemon.call("SetProgress", {"control": "job", "value": number / 10_000})
            daemon.step(.02)
        daemon.call("SetProgress", {"control": "job", "value": 1})
        daemon.step(1)
        self.assertEqual(process.stdout.readline(), b"job: 100%\n")
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(10), 0)

    def test_a_change_right_after_the_first_words_is_followed(self):
        # A fake display: something changes as soon as the text was printed.
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.addCleanup(listener.close)
        listener.bind(str(self.socket))
        listener.listen(4)
        subscribers = []

        def send(connection, parameters, **flags):
            connection.sendall(json.dumps({"parameters": parameters, **flags}).encode() + b"\0")

        def tell(kind, **members):
            for number, connection in enumerate(subscribers):
                event = {"sequence": number, "kind": kind, "monotonicUSec": 1, **members}
                send(connection, {"events": [event]}, continues=True)

        def serve(connection):
            with connection:
                while data := connection.recv(65536):
                    if b"Subscribe" in data:
                        subscribers.append(connection)
                        tell("ready", scene="s", generation=1)
                    else:
                        node = {"control": "job", "level": 0, "role": "progressbar",
                                "label": "Job", "text": "1%", "states": []}
                        send(connection, {"nodes": [node]})
                        tell("accessibility_changed", control="job", text="2%")

        def accept():
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                threading.Thread(target=serve, args=[connection], daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        process = self.spawn("describe", "--follow")
        timeout = threading.Timer(LIMIT, process.kill)
        self.addCleanup(timeout.cancel)
        timeout.start()
        self.assertEqual(process.stdout.readline(), b"Job, progressbar: 1%\n")
        self.assertEqual(process.stdout.readline(), b"job: 2%\n", "the change is lost")


class ReducedMotion(TestCase):
    def test_motion_is_reduced_by_an_option_and_by_a_request(self):
        daemon = self.start("--reduced-motion", scene=SCENE)
        daemon.step(1)
        self.assertEqual(daemon.call("GetStatus")["runningAnimations"], 0)
        self.assertTrue(daemon.call("GetStatus")["reducedMotion"])
        self.client("reduced-motion", "off")
        daemon.step(1)
        self.assertEqual(daemon.call("GetStatus")["runningAnimations"], 1)
        self.assertFalse(daemon.call("GetStatus")["reducedMotion"])
        self.client("reduced-motion", "on")
        daemon.step(1)
        self.assertEqual(daemon.call("GetStatus")["runningAnimations"], 0)


class Reload(TestCase):
    def test_a_saved_scene_is_loaded_and_a_mistake_is_shown(self):
        daemon = self.start(scene=SCENE)
        self.client("progress", "job", "0.5", "--instant")
        daemon.step(1)
        file = self.write("edited.jsonc", SCENE)
        process = self.spawn("load", "--watch", file)
        self.assertIn(b"shown", process.stderr.readline())
        self.assertEqual(daemon.call("GetStatus")["sceneGeneration"], 2)
        self.client("progress", "job", "0.5", "--instant")
        daemon.step(1)
        self.write("edited.jsonc", SCENE.replace('"circle"', '"circel"'))
        self.assertIn(b"edited.jsonc:4:", process.stderr.readline())
        wait_until(lambda: b"invalid" in process.stderr.readline(), "the complaint")
        self.assertEqual(daemon.call("GetStatus")["sceneGeneration"], 2)
        self.write("edited.jsonc", SCENE.replace('"hand"', '"finger"'))
        wait_until(lambda: b"shown" in process.stderr.readline(), "the new scene")
        self.assertEqual(daemon.call("GetStatus")["sceneGeneration"], 3)
        daemon.step(1)
        self.assertEqual(daemon.control("job")["value"], .5)
        self.assertEqual(daemon.layer("ring")["progress"], .5)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(10), 0)

    def test_a_file_that_is_included_is_loaded_when_it_comes_and_is_saved(self):
        daemon = self.start(scene=SCENE)
        file = self.write("main.jsonc", '{ "include": "part.jsonc" }')
        process = self.spawn("load", "--watch", file)
        wait_until(lambda: b"invalid" in process.stderr.readline(), "the complaint")
        self.assertEqual(daemon.call("GetStatus")["sceneGeneration"], 1)
        self.write("part.jsonc", SCENE)
        wait_until(lambda: b"shown" in process.stderr.readline(), "the scene with its part")
        self.assertEqual(daemon.call("GetStatus")["sceneGeneration"], 2)
        self.write("part.jsonc", SCENE.replace('"hand"', '"finger"'))
        wait_until(lambda: b"shown" in process.stderr.readline(), "the saved part")
        self.assertEqual(daemon.call("GetStatus")["sceneGeneration"], 3)

    def test_a_watch_needs_a_file(self):
        self.client("load", "--watch", "boot", status=64)
        self.start(scene=SCENE)
        self.client("load", "--watch", "none.jsonc", status=66)

    def test_hang_up_carries_over(self):
        daemon = self.start(scene=SCENE)
        self.client("progress", "job", "0.5", "--instant")
        daemon.step(1)
        daemon.process.send_signal(signal.SIGHUP)
        wait_until(lambda: daemon.call("GetStatus")["sceneGeneration"] == 2, "the second scene")
        daemon.step(1)
        self.assertEqual(daemon.layer("ring")["progress"], .5)


class End(TestCase):
    SCENE = SCENE.replace(
        '"message": { "kind": "text" }',
        '"copy": { "kind": "progress", "drives": "ring", "sets": { "page": "done", "message": "Ready" } }, '
        '"page": { "kind": "state", "states": { "busy": {}, "done": { "changes": '
        '[{ "layer": "hand", "key": "opacity", "to": 0 }] } } }, "message": { "kind": "text" }',
    )

    def test_the_end_of_a_job_sets_a_state(self):
        self.assertIn('"copy"', self.SCENE)
        daemon = self.start(scene=self.SCENE)
        with daemon.connect() as events:
            events.send_call(
                "Subscribe", {"kinds": ["progress_changed", "state_changed", "text_changed"]},
                more=True)
            events.receive()
            self.client("feed", "copy", input=b"10%\n60%\n100%\n")
            daemon.step(0.1)
            self.assertEqual(
                daemon.control("page")["state"], "busy", "the ring is still on its way")
            daemon.step(2)
            self.assertEqual(daemon.control("page")["state"], "done")
            self.assertEqual(daemon.control("message")["text"], "Ready")
            told = []
            while len(told) < 3:
                told += events.receive()["parameters"]["events"]
            self.assertEqual(
                [event["kind"] for event in told[-3:]],
                ["progress_changed", "text_changed", "state_changed"])
        # An equal value is no other end, but one after a lower value is.
        self.client("state", "page", "busy")
        self.client("progress", "copy", "100%")
        daemon.step(2)
        self.assertEqual(daemon.control("page")["state"], "busy")
        self.client("progress", "copy", "0%")
        daemon.step(2)
        self.client("progress", "copy", "100%")
        daemon.step(2)
        self.assertEqual(daemon.control("page")["state"], "done")

    def test_pictures_have_the_state(self):
        scene = self.write("scene.jsonc", self.SCENE)
        table = self.client(
            "sample", scene, "--set", "copy=100%", "--key", "hand.opacity", "--times", "0,1.9",
            socket=False).out.splitlines()
        self.assertEqual(table[1:], ["0,1", "1.9,0"])
