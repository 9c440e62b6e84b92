"""The client's reports about the machine's displays, with a daemon and without one."""

import glob
import json

from harness import TestCase


class Doctor(TestCase):
    def checks(self, status):
        report = json.loads(self.client("doctor", "--json", status=status).out)
        self.assertEqual(report["good"], status == 0)
        return {check["name"]: check for check in report["checks"]}

    def test_without_a_daemon_that_is_a_fault(self):
        checks = self.checks(1)
        self.assertEqual(checks["daemon"]["outcome"], "fault")
        self.assertIn(str(self.socket), checks["daemon"]["message"])
        self.assertIn("firstlightd", checks["daemon"]["hint"])
        lines = self.client("doctor", status=1).out.splitlines()
        self.assertIn(f"fault  daemon: {checks['daemon']['message']}", lines)

    def test_a_daemon_that_draws_in_memory_shows_nothing(self):
        self.start()
        checks = self.checks(1)
        self.assertEqual(checks["daemon"]["outcome"], "ok")
        self.assertEqual(checks["display"]["outcome"], "fault")
        self.assertIn("--output=none", checks["display"]["hint"])

    def test_a_daemon_that_writes_files_shows_nothing(self):
        self.start(output=f"png:{self.directory}/frames")
        self.assertIn("files", self.checks(1)["display"]["message"])

    def test_a_machine_without_devices_has_that_for_its_first_fault(self):
        if glob.glob("/dev/dri/card*") or glob.glob("/dev/fb*"):
            self.skipTest("this machine has displays")
        first = self.client("doctor", status=1).out.splitlines()[:2]
        self.assertIn("fault  devices: ", first[0])
        self.assertIn("/dev/dri", first[0])
        self.assertIn("try: ", first[1])


class Outputs(TestCase):
    def test_each_device_is_listed_without_a_daemon(self):
        listing = json.loads(self.client("outputs", "--json").out)
        paths = glob.glob("/dev/dri/card[0-9]*") + glob.glob("/dev/fb[0-9]*")
        self.assertEqual({device["path"] for device in listing["devices"]}, set(paths))
        self.assertFalse(listing["daemon"]["running"])
        self.assertIn("daemon: not there", self.client("outputs").out)

    def test_a_daemon_says_what_it_shows_on(self):
        self.start()
        daemon = json.loads(self.client("outputs", "--json").out)["daemon"]
        self.assertEqual(daemon["socket"], str(self.socket))
        self.assertEqual([output["width"] for output in daemon["outputs"]], [160])
        self.assertIn("without a display", self.client("outputs").out)
