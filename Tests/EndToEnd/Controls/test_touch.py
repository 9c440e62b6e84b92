"""Fingers on scrub controls: records of the kernel's input devices, written into a FIFO."""

import time
import unittest

from harness import ROOT, TestCase, wait_until
from touchscreen import SCENE, Touch


class Drags(Touch):
    def test_a_drag_shows_what_a_client_would(self):
        daemon = self.touched()
        self.put(0, .3, finger=1)
        wait_until(lambda: self.held(daemon), "the finger")
        for step in range(1, 6):
            self.put(step / 10, .3 + step * .05)
            expected = step * .1
            value = wait_until(
                lambda: abs(daemon.control("slider")["value"] - expected) < 1e-3
                and daemon.control("slider")["value"], f"the value {expected}")
            dragged = daemon.step(.1)["frameHash"]
            x = daemon.layer("knob")["frame"]["x"]
            self.assertAlmostEqual(x, 160 * (.25 + expected / 2) - 10, delta=.1)
        self.assertVarlinkError("ControlHeld", daemon.call, "BeginScrub")
        self.assertVarlinkError("ControlHeld", daemon.call, "ToggleScrub")
        # It rests before it is lifted, so that it settles at the nearer end.
        self.put(2, finger=-1)
        wait_until(lambda: not self.held(daemon), "the finger's end")
        with daemon.connect() as client:
            client.call("BeginScrub")
            client.call("UpdateScrub", {"value": value})
            self.assertEqual(client.call("Step", {"durationUSec": 100_000})["frameHash"], dragged)

    def test_a_flick_goes_on_and_a_tap_comes_back(self):
        daemon = self.touched()
        for step in range(6):
            self.put(step * .01, .3 + step * .02, finger=1 if step == 0 else None)
        self.put(.06, finger=-1)
        wait_until(lambda: daemon.control("slider")["value"] > 0 and not self.held(daemon), "it")
        daemon.step(2)
        self.assertEqual(daemon.control("slider")["value"], 1)
        self.put(3, .9, finger=2)
        self.put(3.1, finger=-1)
        wait_until(lambda: daemon.step(.1) and daemon.control("slider")["value"] == 0, "the tap")

    def test_a_finger_is_on_the_screen_that_its_device_belongs_to(self):
        own = self.write("own.jsonc", SCENE.replace("slider", "dimmer"))
        daemon = self.touched(
            f"--screen=none={own}", f"--input={self.path}=none", scene=SCENE)
        self.put(0, .3, finger=1)
        wait_until(lambda: self.held(daemon, "dimmer"), "the finger")
        self.assertFalse(self.held(daemon))

    def test_a_device_of_a_screen_that_can_never_be_is_refused(self):
        daemon = self.start(f"--input={self.path}=HDMI-A-1", scene=SCENE, wait=False)
        self.assertEqual(daemon.process.wait(20), 64)
        self.assertIn("there is only 'none'", daemon.log)

    def test_a_writer_that_goes_lets_go(self):
        daemon = self.touched()
        self.put(0, .3, finger=1)
        self.put(1, .45)
        wait_until(lambda: self.held(daemon), "the finger")
        self.leave()
        wait_until(lambda: not self.held(daemon), "the cancelled finger")
        daemon.step(1)
        self.assertEqual(daemon.control("slider")["value"], 0)

    def test_the_shipped_switches_follow_the_finger(self):
        for name, travel in [("switch", .48 * 5 / 12), ("daynight", .64 / 2)]:
            with self.subTest(name):
                scenes = ROOT / "Sources" / "Scene" / "Scenes"
                daemon = self.touched(
                    scene=(scenes / f"{name}.jsonc").read_text(), size="600x600")
                before = daemon.layer("thumb")["frame"]["x"]
                self.put(0, .4, finger=1)
                self.put(1, .4 + travel / 2)
                control = daemon.call("ListControls")["controls"][0]["name"]
                wait_until(
                    lambda: abs(daemon.control(control)["value"] - .5) < 1e-3, "half the way")
                daemon.step(.1)
                moved = daemon.layer("thumb")["frame"]["x"] - before
                self.assertAlmostEqual(moved, 600 * travel / 2, delta=.2)
                self.leave()
                daemon.stop()


class Frames(Touch):
    def switches(self, daemon):
        """The number of the daemon's voluntary context switches."""
        with open(f"/proc/{daemon.pid}/status") as status:
            return next(int(line.split()[1]) for line in status
                        if line.startswith("voluntary_ctxt_switches"))

    def test_many_moves_are_one_frame_and_a_rest_is_none(self):
        daemon = self.touched(clock="vsync")
        self.put(0, .3, finger=1)
        wait_until(lambda: self.held(daemon), "the finger")
        time.sleep(.1)
        frames = daemon.call("GetStatus")["frames"]
        for step in range(1, 51):
            self.put(step / 1000, .3 + step / 250)
        wait_until(lambda: daemon.call("GetStatus")["frames"] > frames, "the frame")
        time.sleep(.1)
        # Two where the moves were written around a frame's time.
        self.assertIn(daemon.call("GetStatus")["frames"] - frames, (1, 2))
        self.assertAlmostEqual(daemon.control("slider")["value"], .4, delta=1e-3)
        # The finger stays, and nothing runs once the last caller has left.
        time.sleep(.2)
        before = self.switches(daemon)
        time.sleep(1)
        self.assertEqual(self.switches(daemon), before)


class Mistakes(TestCase):
    def test_a_device_that_is_no_touch_screen_is_logged_and_the_scene_shown(self):
        plain = self.write("plain", "")
        missing = self.directory / "missing"
        daemon = self.start(f"--input={plain},{missing}", scene=SCENE)
        self.assertIn(f"'{plain}' is a plain file; name a touch screen", daemon.log)
        self.assertIn(f"cannot open '{missing}': No such file or directory", daemon.log)
        self.assertEqual(daemon.control("slider")["value"], 0)


if __name__ == "__main__":
    unittest.main()
