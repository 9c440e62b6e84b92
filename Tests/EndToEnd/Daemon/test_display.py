"""The display's methods and events: a real daemon, Python's varlink and the real client."""

import base64
import json
import os
import signal
import struct
import subprocess
import threading
import unittest

import varlink

from harness import CLIENT, RING, TestCase, clean_environment, wait_until

BAD_SCENE = RING.replace('"circle"', '"circel"')
OTHER = RING.replace("#101418", "#803010")


def png_size(data):
    """Width and height of a PNG file, which has to have its beginning and its end."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and data[-8:-4] == b"IEND", data[:16]
    return struct.unpack(">II", data[16:24])


class Threads(TestCase):
    """Large frames are drawn by several threads, with the same pixels."""

    def frames(self, threads):
        daemon = self.start("--threads", str(threads), size="1600x900")
        self.write("other.jsonc", OTHER)
        self.client("load", "other.jsonc")
        daemon.step(0.1)
        started = len(os.listdir(f"/proc/{daemon.pid}/task"))
        daemon.stop()
        self.assertEqual(daemon.process.returncode, 0, daemon.log)
        return daemon.out, started

    def test_threads_do_not_change_the_picture(self):
        alone, count = self.frames(1)
        # One more than draws: it has read the scene.
        self.assertEqual(count, 2)
        self.assertGreaterEqual(alone.count("frame "), 2, alone)
        shared, count = self.frames(4)
        self.assertEqual(count, 5)
        self.assertEqual(shared, alone)

    def test_small_frames_start_no_threads(self):
        daemon = self.start("--threads", "4")
        daemon.step(0.1)
        self.assertEqual(len(os.listdir(f"/proc/{daemon.pid}/task")), 1)


class PythonVarlink(TestCase):
    """Python's varlink package knows nothing of Firstlight but its interface description."""

    def setUp(self):
        super().setUp()
        self.daemon = self.start()
        self.varlink = varlink.Client(f"unix:{self.socket}")
        self.addCleanup(self.varlink.cleanup)
        self.display = self.varlink.open("io.firstlight.display")
        self.addCleanup(self.display.close)

    def test_the_service_describes_itself(self):
        info = self.varlink.get_interfaces()
        self.assertIn("io.firstlight.display", info)
        self.assertIn("org.varlink.service", info)

    def test_status(self):
        status = self.display.GetStatus()
        self.assertEqual(status["sceneGeneration"], 1)
        self.assertEqual(status["clock"], "step")
        self.assertFalse(status["paused"])
        self.assertEqual(
            (status["outputs"][0]["width"], status["outputs"][0]["height"]), (160, 120))

    def test_controls(self):
        controls = {c["name"]: c for c in self.display.ListControls()["controls"]}
        self.assertEqual(list(controls), ["install", "strict", "message"])
        self.assertEqual(controls["install"]["label"], "Installation")
        self.assertEqual(controls["message"]["kind"], "text")

    def test_progress_and_errors(self):
        reply = self.display.SetProgress("install", 0.25)
        self.assertEqual(reply, {"applied": True, "value": 0.25})
        with self.assertRaises(varlink.VarlinkError) as caught:
            self.display.SetProgress("nothing", 0.25)
        self.assertEqual(caught.exception.error(), "io.firstlight.display.NoSuchControl")
        self.assertEqual(caught.exception.parameters(), {"control": "nothing"})

    def test_subscribe(self):
        with self.varlink.open("io.firstlight.display") as other:
            events = other.Subscribe(_more=True)
            self.assertEqual(next(events)["events"][0]["kind"], "ready")
            self.display.SetProgress("install", 0.5)
            self.display.Step(100_000)
            kinds = [event["kind"] for event in next(events)["events"]]
            self.assertIn("progress_changed", kinds)

    def test_oneway(self):
        self.display.SetProgress("install", 0.75, _oneway=True)
        self.assertEqual(self.display.ListControls()["controls"][0]["value"], 0.75)

    def test_capabilities(self):
        capabilities = self.display.GetCapabilities()
        self.assertIsInstance(capabilities["features"], list)
        self.assertTrue(all(isinstance(v, int) for v in capabilities["limits"].values()))


class Progress(TestCase):
    def setUp(self):
        super().setUp()
        self.daemon = self.start()

    def presented(self, name="ring"):
        return self.daemon.layer(name)["progress"]

    def test_the_whole_way_takes_a_second_and_eases(self):
        self.client("progress", "install", "1")
        for time, value in [(250, 0.129162), (500, 0.5), (750, 0.870838), (1000, 1)]:
            self.daemon.step(0.25)
            self.assertAlmostEqual(self.presented(), value, delta=2e-4, msg=f"at {time} ms")

    def test_a_third_lasts_a_third_of_a_second(self):
        self.client("progress", "install", "33%")
        self.daemon.step(0.320)
        self.assertLess(self.presented(), 0.33)
        self.daemon.step(0.010)
        self.assertAlmostEqual(self.presented(), 0.33, delta=1e-6)
        self.assertEqual(self.daemon.layer("ring")["animations"], [])

    def test_a_new_target_in_mid_flight_begins_where_it_is(self):
        self.client("progress", "install", "1")
        self.daemon.step(0.5)
        self.client("progress", "install", "0.2")
        self.assertAlmostEqual(self.presented(), 0.5, delta=2e-4)
        self.daemon.step(0.15)
        self.assertAlmostEqual(self.presented(), 0.35, delta=2e-3)
        self.daemon.step(0.15)
        self.assertAlmostEqual(self.presented(), 0.2, delta=1e-6)

    def test_five_rapid_targets_end_on_the_last(self):
        for value in ["0.9", "0.1", "0.8", "0.2", "0.4"]:
            self.client("progress", "install", value)
            self.daemon.step(0.05)
        self.daemon.step(2)
        self.assertAlmostEqual(self.presented(), 0.4, delta=1e-9)

    def test_instant_is_exact_in_the_next_frame(self):
        self.client("progress", "install", "0.4", "--instant")
        self.daemon.step(1 / 60)
        self.assertEqual(self.presented(), 0.4)
        self.assertEqual(self.daemon.layer("ring")["animations"], [])

    def test_former_names_of_curves_are_taken_with_a_hint(self):
        result = self.client(
            "progress", "install", "0.5", "--duration", "2s", "--timing", "ease-in")
        self.assertEqual(result.err, "firstlight: the curve 'ease-in' is called easeIn\n")
        self.assertEqual(self.client("progress", "install", "1", "--timing", "easeIn").err, "")
        self.client("reduced-motion", "yes")
        self.assertTrue(self.daemon.call("GetStatus")["reducedMotion"])

    def test_duration_and_timing_of_the_request(self):
        self.client("progress", "install", "1", "--duration", "2s", "--timing", "linear")
        self.daemon.step(0.5)
        self.assertAlmostEqual(self.presented(), 0.25, delta=1e-6)

    def test_without_a_name_the_first_control_is_meant(self):
        self.client("progress", "0.6")
        self.assertEqual(self.daemon.control("install")["value"], 0.6)

    def test_going_back_needs_leave_where_the_scene_says_so(self):
        self.client("progress", "strict", "0.6")
        error = self.client("progress", "strict", "0.5").err
        self.assertIn("--allow-decrease", error)
        self.assertEqual(self.daemon.control("strict")["value"], 0.6)
        self.client("progress", "strict", "0.5", "--allow-decrease")
        self.assertEqual(self.daemon.control("strict")["value"], 0.5)

    def test_indeterminate_begins_and_ends(self):
        self.client("progress", "install", "--indeterminate")
        self.daemon.step(0.1)
        self.assertTrue(self.daemon.control("install")["indeterminate"])
        self.client("progress", "install", "0.5")
        self.daemon.step(0.1)
        self.assertFalse(self.daemon.control("install")["indeterminate"])

    def test_text(self):
        self.client("progress", "0.1", "--text", "Grüße, \"Welt\"")
        self.assertEqual(self.daemon.control("message")["text"], "Grüße, \"Welt\"")

    def test_a_text_alone(self):
        self.client("text", "Copying")
        self.assertEqual(self.daemon.control("message")["text"], "Copying")
        self.client("text", "message", "Grüße, \"Welt\"")
        self.assertEqual(self.daemon.control("message")["text"], "Grüße, \"Welt\"")
        self.assertIn("message", self.client("text", "nope", "a", status=1).err)
        self.assertIn("did you mean 'message'?", self.client("text", "mesage", "a", status=1).err)

    def test_pause_holds_and_resume_goes_on(self):
        self.client("progress", "install", "1")
        self.daemon.step(0.5)
        self.client("pause")
        self.assertTrue(self.daemon.call("GetStatus")["paused"])
        self.daemon.step(5)
        self.assertAlmostEqual(self.presented(), 0.5, delta=2e-4)
        self.client("resume")
        self.daemon.step(0.25)
        self.assertAlmostEqual(self.presented(), 0.870838, delta=2e-2)
        self.daemon.step(0.5)
        self.assertAlmostEqual(self.presented(), 1, delta=1e-6)

    def test_equal_requests_give_equal_hashes(self):
        def run():
            for value, time in [("0.3", 0.1), ("0.9", 0.35), ("0.5", 0.2), ("1", 1.0)]:
                self.client("progress", "install", value)
                self.client("step", str(time))
            self.client("quit")
            self.assertEqual(self.daemon.wait(), 0)
            return [line for line in self.daemon.out.splitlines() if line.startswith("frame ")]
        first = run()
        self.daemon = self.start()
        second = run()
        self.assertGreater(len(set(line.split()[-1] for line in first)), 50)
        self.assertEqual(first, second)


class Client(TestCase):
    """Every subcommand once, for people and as JSON."""

    def setUp(self):
        super().setUp()
        self.daemon = self.start()

    def test_status(self):
        text = self.client("status").out
        self.assertIn("install", text)
        self.assertIn("160x120", text)
        status = json.loads(self.client("status", "--json").out)
        self.assertEqual(status["sceneGeneration"], 1)
        self.assertEqual([c["name"] for c in status["controls"]], ["install", "strict", "message"])

    def test_layers(self):
        self.assertRegex(self.client("layers").out, r"(?m)ring +progress +80x80\+40\+20")
        layers = json.loads(self.client("layers", "--json").out)["layers"]
        ring = next(layer for layer in layers if layer["path"].endswith("ring"))
        self.assertEqual(ring["frame"], {"x": 40, "y": 20, "width": 80, "height": 80})
        root = layers[0]
        self.assertEqual(root["children"], 1)
        self.assertEqual(
            len(json.loads(self.client("layers", "--depth", 0, "--json").out)["layers"]), 1)

    def test_unknown_names_are_named_and_so_are_those_that_exist(self):
        error = self.client("progress", "nothing", "0.5", status=1).err
        for word in ["'nothing'", "install"]:
            self.assertIn(word, error)
        self.assertNotIn("message", error)
        self.assertIn("text control", self.client("progress", "message", "0.5", status=1).err)
        self.assertIn("'nothing'", self.client("layers", "nothing", status=1).err)

    def test_a_long_list_of_layers_is_whole(self):
        layers = [{"name": f"layer{number}"} for number in range(3000)]
        self.client("load", self.write("many.jsonc", json.dumps({"layers": layers})))
        page = self.daemon.call("ListLayers")
        self.assertLess(len(page["layers"]), 3000)
        self.assertEqual(page["next"], len(page["layers"]))
        whole = json.loads(self.client("layers", "--json").out)
        self.assertEqual(len(whole["layers"]), 3001)
        self.assertNotIn("next", whole)
        self.assertEqual(whole["layers"][-1]["path"], "layer2999")
        self.assertIn("'nothing'", self.client("load", "nothing", status=1).err)

    def test_step(self):
        self.client("progress", "1")
        step = json.loads(self.client("step", "500ms", "--json").out)
        self.assertEqual(step["timeUSec"], 500_000)
        self.assertGreaterEqual(step["frames"], 30)
        self.assertRegex(step["frameHash"], r"^[0-9a-f]+$")
        self.assertIn("at 1 s", self.client("step", "500ms").out)

    def test_step_needs_the_stepped_clock(self):
        self.daemon.stop()
        self.daemon = self.start(clock="vsync")
        self.assertIn("does not support", self.client("step", "1s", status=1).err)

    def test_screenshot_by_descriptor_and_inline(self):
        self.client("progress", "0.5", "--instant")
        self.daemon.step(0.1)
        self.client("screenshot", "-o", "shot.png")
        data = (self.directory / "shot.png").read_bytes()
        self.assertEqual(png_size(data), (160, 120))
        self.assertEqual(self.client("screenshot", "-o", "-").stdout, data)
        inline = self.daemon.call("Screenshot", {"inline": True})
        self.assertEqual(base64.b64decode(inline["data"]), data)
        self.assertEqual(inline["size"], len(data))

    def test_the_screenshots_descriptor_is_sealed_and_at_its_beginning(self):
        with self.daemon.connect() as connection:
            reply = connection.call("Screenshot")
            descriptor = connection.descriptors[reply["fileDescriptor"]]
            self.assertEqual(os.lseek(descriptor, 0, os.SEEK_CUR), 0)
            self.assertEqual(len(os.read(descriptor, 1 << 20)), reply["size"])
            with self.assertRaises(OSError):
                os.ftruncate(descriptor, 0)

    def test_a_screenshot_that_cannot_be_written_exits_73(self):
        self.client("screenshot", "-o", "missing/shot.png", status=73)
        self.assertEqual(list(self.directory.glob("*.png")), [])

    def test_a_full_output_exits_74(self):
        with open("/dev/full", "wb") as full:
            result = subprocess.run(
                [CLIENT, "screenshot", "-o", "-", "--socket", self.socket], stdout=full,
                stderr=subprocess.PIPE, timeout=20, env=clean_environment())
        self.assertEqual(result.returncode, 74, result.stderr)

    def test_load_shows_another_scene(self):
        before = self.client("screenshot", "-o", "-").stdout
        self.write("other.jsonc", OTHER)
        reply = json.loads(self.client("load", "other.jsonc", "--json").out)
        self.assertEqual(reply["generation"], 2)
        self.daemon.step(0.1)
        self.assertNotEqual(self.client("screenshot", "-o", "-").stdout, before)
        self.client("load", "--pass", "scene.jsonc")
        self.daemon.step(0.1)
        self.assertEqual(self.client("screenshot", "-o", "-").stdout, before)

    def test_a_bad_scene_leaves_the_picture_and_is_explained(self):
        self.client("progress", "0.5", "--instant")
        before = self.daemon.step(0.1)["frameHash"]
        bad = self.write("bad.jsonc", BAD_SCENE)
        error = self.client("load", "bad.jsonc", status=1).err
        self.assertIn(f"{bad}:6:", error)
        self.assertRegex(error, r"(?m)^ +\| +\^$")
        self.assertIn("circle", error)
        self.assertEqual(self.daemon.step(0.1)["frameHash"], before)
        self.assertEqual(self.daemon.call("GetStatus")["sceneGeneration"], 1)
        parameters = self.assertVarlinkError(
            "SceneInvalid", self.daemon.call, "LoadScene", {"path": str(bad)})
        diagnostic = parameters["diagnostics"][0]
        self.assertEqual((diagnostic["severity"], diagnostic["line"]), ("error", 6))

    def test_validating_changes_nothing(self):
        self.write("other.jsonc", OTHER)
        self.client("load", "--validate-only", "other.jsonc")
        self.assertEqual(self.daemon.call("GetStatus")["sceneGeneration"], 1)
        self.write("bad.jsonc", BAD_SCENE)
        self.client("load", "--validate-only", "bad.jsonc", status=1)

    def test_quit(self):
        self.client("quit")
        self.assertEqual(self.daemon.wait(), 0)
        self.assertFalse(self.socket.exists())

    def test_terminating_signals_end_cleanly(self):
        for number in [signal.SIGTERM, signal.SIGINT]:
            with self.subTest(number):
                if self.daemon.process.poll() is not None:
                    self.daemon = self.start()
                with self.daemon.connect() as connection:
                    connection.send_call("Subscribe", more=True)
                    connection.receive()
                    self.daemon.process.send_signal(number)
                    last = connection.receive()
                    self.assertEqual(last["parameters"]["events"][-1]["kind"], "quitting")
                    self.assertFalse(last.get("continues", False))
                self.assertEqual(self.daemon.wait(), 0)
                self.assertFalse(self.socket.exists())

    def test_hang_up_loads_the_scene_again(self):
        self.write("scene.jsonc", OTHER)
        self.daemon.process.send_signal(signal.SIGHUP)
        wait_until(
            lambda: self.daemon.call("GetStatus")["sceneGeneration"] == 2, "the second scene")


class Watch(TestCase):
    def setUp(self):
        super().setUp()
        self.daemon = self.start()

    def lines(self, process):
        """The lines that come, read by a thread so that a test can wait for one."""
        found = []

        def read():
            for line in process.stdout:
                found.append(line.decode().rstrip("\n"))
        thread = threading.Thread(target=read, daemon=True)
        thread.start()
        return found

    def watch(self, *arguments):
        process = self.spawn("watch", *arguments)
        lines = self.lines(process)
        wait_until(lambda: any("ready" in line for line in lines), "the event ready")
        return process, lines

    def test_events_are_lines(self):
        process, lines = self.watch()
        self.client("progress", "install", "0.5")
        self.daemon.step(1)
        wait_until(lambda: any("progress_changed" in line for line in lines), "the change")
        line = next(line for line in lines if "progress_changed" in line)
        self.assertIn("control=install", line)
        self.assertIn("progress=0.5", line)
        wait_until(lambda: any("animation_stopped" in line for line in lines), "the stop")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(10), 0)

    def test_json_lines_and_kinds(self):
        process, lines = self.watch("--json", "--kind", "ready", "--kind", "text_changed")
        self.client("progress", "0.5", "--text", "hello")
        self.daemon.step(0.1)
        wait_until(lambda: any("text_changed" in line for line in lines), "the text")
        events = [json.loads(line) for line in lines]
        self.assertEqual({event["kind"] for event in events}, {"ready", "text_changed"})
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(10), 0)

    def test_only_events_of_the_kinds_are_lines(self):
        process = self.spawn("watch", "--kind", "text_changed")
        lines = self.lines(process)
        numbers = iter(range(10_000))

        def changed():
            self.client("progress", "0.5", "--text", f"step {next(numbers)}")
            self.daemon.step(0.1)
            return any("text_changed" in line for line in lines)
        wait_until(changed, "the text")
        self.client("quit")
        self.assertEqual(process.wait(10), 0)
        self.assertEqual({line.split()[1] for line in lines}, {"text_changed"})

    def test_the_subscription_ends_with_the_daemon(self):
        process, lines = self.watch()
        self.client("quit")
        self.assertEqual(process.wait(10), 0)
        wait_until(lambda: any("quitting" in line for line in lines), "the last event")

    def test_a_killed_daemon_ends_it_with_an_error(self):
        process = self.spawn("watch", "--kind", "ready")
        process.stdout.readline()
        self.daemon.process.kill()
        self.daemon.process.wait(10)
        self.assertEqual(process.wait(10), 69)
        self.assertIn(b"went away", process.stderr.read())

    def test_an_unknown_kind_is_refused(self):
        self.assertIn("'weather'", self.client("watch", "--kind", "weather", status=64).err)
        self.assertIn(
            "did you mean 'pressed'", self.client("watch", "--kind", "presed", status=64).err)

    def test_a_subscriber_that_does_not_read_does_not_hold_up_the_others(self):
        with self.daemon.connect() as idle, self.daemon.connect() as busy:
            idle.send_call("Subscribe", more=True)
            for number in range(20_000):
                busy.send_call("SetProgress", {"value": number / 20_000}, oneway=True)
                if number % 500 == 0:
                    busy.call("Step", {"durationUSec": 20_000})
            self.assertEqual(busy.call("ListControls")["controls"][0]["value"], 19_999 / 20_000)


if __name__ == "__main__":
    unittest.main()
