"""The progress of a boot: a service manager that is played here tells of the units that start, by plymouth's
protocol, and `firstlight-agent learn` keeps their times from boot to boot.
"""

import fcntl
import os
import random
import shutil
import signal
import socket
import subprocess
import time
import unittest

from harness import BIN, DAEMON, LIMIT, FakeDaemon, clean_environment, wait_until
from test_plymouth import NAME, ProtocolCase

UNITS = [f"unit-{number}.service" for number in range(10)]
# Seconds between two units.
PACE = 0.25


class Manager:
    """Tells of each unit by a connection of its own, and reads no answer, as systemd does."""

    @staticmethod
    def tell(unit):
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
        try:
            connection.connect(NAME)
            connection.send(b"U\2" + bytes([len(unit) + 1]) + unit.encode() + b"\0")
        finally:
            connection.close()

    @staticmethod
    def quit(retain=False):
        """Asks for the display's end, and waits for it."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(LIMIT)
            connection.connect(NAME)
            connection.send(b"Q\2\2\1\0" if retain else b"Q\0")
            return connection.recv(1)


class Boot(ProtocolCase):
    def setUp(self):
        super().setUp()
        if self.network is None:
            self.skipTest("takes root, and a network of its own")
        self.times = self.directory / "times"

    def start_boot(self):
        daemon = self.start("--plymouth", clock="vsync")
        return daemon, self.spawn_learner()

    def spawn_learner(self):
        program = self.directory / "firstlight-agent"
        if not program.exists():
            shutil.copy(BIN / "plymouth", program)
        process = subprocess.Popen([program, "learn", f"--socket={self.socket}", self.times], env=clean_environment(),
                                   stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def start_units(self, daemon, units=UNITS):
        """Starts units, and gives the values that are shown in between."""
        values = []
        for unit in units:
            Manager.tell(unit)
            end = time.monotonic() + PACE
            while time.monotonic() < end:
                values.append(daemon.control("install")["value"])
                time.sleep(0.02)
        return values

    def end_boot(self, daemon, learner, status=0):
        """Ends the boot, and gives the complaints of the learning program."""
        self.assertEqual(Manager.quit(), b"\x06")
        self.assertEqual(daemon.wait(), 0)
        complaints = learner.stderr.read().decode()
        self.assertEqual(learner.wait(LIMIT), status, complaints)
        return complaints

    def boot(self):
        daemon, learner = self.start_boot()
        values = self.start_units(daemon)
        self.end_boot(daemon, learner)
        return values

    def test_a_taken_name(self):
        """Another display's name ends a boot's display, and not that of a shutdown."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as other:
            other.bind(NAME)
            other.listen()
            for mode in ("poweroff", "reboot", "halt", "kexec"):
                with self.subTest(mode):
                    daemon = self.start("--plymouth", "--mode", mode)
                    self.assertIn("--plymouth", daemon.log)
                    self.assertEqual(daemon.control("install")["value"], 0)
                    daemon.stop()
            result = subprocess.run(
                [DAEMON, "--plymouth", "--mode", "boot-up", "--output", "none", "--socket", str(self.socket)],
                capture_output=True, timeout=LIMIT, stdin=subprocess.DEVNULL, env=clean_environment())
            self.assertEqual(result.returncode, 69, result.stderr)
            self.assertIn(b"another boot display has the name", result.stderr)

    def test_times_that_no_boot_would_read_are_not_kept(self):
        reply = b'{"parameters":{"times":"' + b"a" * (1 << 18) + b'a"}}\0'
        display = FakeDaemon(self.socket, reply, closes=False)
        self.addCleanup(display.stop)
        learner = self.spawn_learner()
        status, complaints = learner.wait(LIMIT), learner.stderr.read().decode()
        self.assertEqual(status, 65, complaints)
        self.assertIn("262145 bytes, and 262144 are allowed", complaints)
        self.assertFalse(self.times.exists())

    def test_replies_of_any_bytes_are_times_or_a_failure(self):
        generator = random.Random(1)
        pieces = [b'"times":"', b'"error":"', b'"reason":"', b"io.firstlight.display.InvalidValue", b'"', b"\\",
                  b"\\u", b"\\u0000", b"\\ud83d\\ude00", b"\\ud83d", b"12", b"{", b"}", b"\n", b"\xff", b"\xe2\x82"]
        folder = self.times.parent
        former = sorted(folder.iterdir())
        for number in range(60):
            reply = b"".join(generator.choices(pieces, k=generator.randrange(20))) + b"\0"
            with self.subTest(reply=reply):
                display = FakeDaemon(self.socket, reply, closes=False)
                learner = self.spawn_learner()
                self.assertIn(learner.wait(LIMIT), (0, 1))
                display.stop()
                self.socket.unlink()
                self.times.unlink(missing_ok=True)
        # Besides the program and the socket nothing has come.
        self.assertLessEqual({path.name for path in set(folder.iterdir()) - set(former)}, {"firstlight-agent"})

    def test_an_error_without_a_name_is_no_missing_times(self):
        self.times.write_text("firstlight-times 1\n")
        display = FakeDaemon(self.socket, b'{"error":"","parameters":{}}\0', closes=False)
        self.addCleanup(display.stop)
        learner = self.spawn_learner()
        status, complaints = learner.wait(LIMIT), learner.stderr.read().decode()
        self.assertEqual(status, 1, complaints)

    def known(self):
        """The duration in seconds, and the units with the number of their boots."""
        lines = self.times.read_text().splitlines()
        self.assertEqual(lines[0], "firstlight-times 1")
        return (int(lines[1].split()[1]) / 1000,
                {line.split()[4]: int(line.split()[2]) for line in lines[2:]})

    def test_the_second_boot_moves_as_the_first_one_went(self):
        first = self.boot()
        self.assertLess(max(first), 0.2, "of a first boot, 20 s are expected")
        duration, units = self.known()
        self.assertAlmostEqual(duration, 2.5, delta=0.5)
        self.assertEqual(units, {unit: 1 for unit in UNITS})
        second = self.boot()
        self.assertEqual(self.known()[1], {unit: 2 for unit in UNITS})
        self.assertEqual(second, sorted(second))
        self.assertGreater(second[-1], 0.7)
        self.assertLessEqual(second[-1], 0.97)
        middle = second[len(second) // 2]
        self.assertAlmostEqual(middle, 0.5, delta=0.15)

    def test_the_first_seconds_go_by_a_copy_of_the_times(self):
        """As in an image of an initial RAM file system, where nothing else passes them on."""
        self.boot()
        daemon = self.start("--plymouth", "--times", self.times, clock="vsync")
        values = self.start_units(daemon)
        self.assertEqual(values, sorted(values))
        self.assertGreater(values[-1], 0.7)
        self.assertAlmostEqual(values[len(values) // 2], 0.5, delta=0.15)

    def test_a_broken_file_counts_as_empty(self):
        for content, place in [("firstlight-times 1\nduration 5\n", "line 2"), (b"\xff\xfe", "not UTF-8 text"),
                               ("", "line 1"), ("x" * (1 << 19), "allowed")]:
            with self.subTest(place):
                if isinstance(content, str):
                    content = content.encode()
                self.times.write_bytes(content)
                daemon, learner = self.start_boot()
                self.start_units(daemon)
                self.assertIn(place, self.end_boot(daemon, learner))
                self.assertEqual(self.known()[1], {unit: 1 for unit in UNITS})
                self.socket.unlink(missing_ok=True)

    def test_only_a_plain_file_is_replaced_by_times(self):
        os.mkfifo(self.times)
        learner = self.spawn_learner()
        self.assertIn("not a plain file", learner.stderr.read().decode())
        self.assertEqual(learner.wait(LIMIT), 73)
        self.assertTrue(self.times.is_fifo())

    def test_the_longest_file_is_passed_on_as_it_is(self):
        """It is larger than what a socket holds, and has characters that a call writes as two."""
        lines = ["firstlight-times 1", "duration 18250"]
        lines += [f"{1000 + number} 1200 12 0 {number}{chr(92) * 240}.mount" for number in range(512)]
        self.times.write_text("\n".join(lines) + "\n")
        daemon, learner = self.start_boot()
        wait_until(lambda: daemon.call("GetTimes").get("times"), "the times")
        self.assertEqual(daemon.call("GetTimes")["times"], self.times.read_text())
        self.end_boot(daemon, learner)
        self.assertEqual(self.times.read_text(), "\n".join(lines) + "\n")

    def test_a_daemon_that_stays_away_is_reported(self):
        learner = self.spawn_learner()
        self.assertEqual(learner.wait(LIMIT), 69)
        self.assertIn(b"the daemon has gone before the end of the boot", learner.stderr.read())

    def test_a_boot_that_was_cut_short_teaches_nothing(self):
        self.boot()
        former = self.times.read_bytes()
        daemon, learner = self.start_boot()
        self.start_units(daemon, UNITS[:2])
        self.end_boot(daemon, learner)
        self.assertEqual(self.times.read_bytes(), former)
        self.assertEqual(os.listdir(self.directory).count("times"), 1)
        self.assertFalse([name for name in os.listdir(self.directory) if name.startswith(".times")])

    def test_the_leftover_of_a_killed_process_goes_with_the_next_times(self):
        (self.directory / ".times.tmp").write_text("firstlight-times 1\nduration")
        reply = b'{"parameters":{"times":"firstlight-times 1\\nduration 2000\\n"}}\0'
        display = FakeDaemon(self.socket, reply, closes=False)
        self.addCleanup(display.stop)
        learner = self.spawn_learner()
        self.assertEqual(learner.wait(LIMIT), 0, learner.stderr.read())
        self.assertEqual(self.times.read_text(), "firstlight-times 1\nduration 2000\n")
        self.assertFalse([name for name in os.listdir(self.directory) if name.startswith(".times")])

    def test_two_learning_programs_write_one_after_the_other(self):
        leftover = self.directory / ".times.tmp"
        leftover.write_text("half")
        reply = b'{"parameters":{"times":"firstlight-times 1\\nduration 2000\\n"}}\0'
        display = FakeDaemon(self.socket, reply, closes=False)
        self.addCleanup(display.stop)
        folder = os.open(self.directory, os.O_RDONLY)
        try:
            # As by another one that writes.
            fcntl.flock(folder, fcntl.LOCK_EX)
            learners = [self.spawn_learner() for _ in range(2)]
            wait_until(lambda: len(display.connections) == 2, "both programs' calls")
            time.sleep(0.3)
            self.assertEqual([learner.poll() for learner in learners], [None, None])
            self.assertEqual(leftover.read_text(), "half")
        finally:
            os.close(folder)
        for learner in learners:
            self.assertEqual(learner.wait(LIMIT), 0, learner.stderr.read())
        self.assertEqual(self.times.read_text(), "firstlight-times 1\nduration 2000\n")
        self.assertFalse(leftover.exists())

    def test_a_lock_that_any_user_may_hold_does_not_keep_the_times(self):
        reply = b'{"parameters":{"times":"firstlight-times 1\\nduration 2000\\n"}}\0'
        display = FakeDaemon(self.socket, reply, closes=False)
        self.addCleanup(display.stop)
        folder = os.open(self.directory, os.O_RDONLY)
        self.addCleanup(os.close, folder)
        fcntl.flock(folder, fcntl.LOCK_EX)
        learner = self.spawn_learner()
        self.assertEqual(learner.wait(LIMIT), 0, learner.stderr.read())
        self.assertEqual(self.times.read_text(), "firstlight-times 1\nduration 2000\n")

    def test_a_times_file_that_cannot_be_written_is_reported(self):
        self.times = self.directory / "none" / "times"
        daemon, learner = self.start_boot()
        self.start_units(daemon)
        self.assertIn("not kept", self.end_boot(daemon, learner, status=73))

    def test_a_client_that_sets_the_progress_has_it(self):
        self.boot()
        daemon, learner = self.start_boot()
        self.start_units(daemon, UNITS[:3])
        self.client("progress", "install", "0.9")
        values = self.start_units(daemon, UNITS[3:])
        self.assertEqual(set(values), {0.9})
        self.end_boot(daemon, learner)
        self.assertEqual(self.known()[1], {unit: 2 for unit in UNITS})

    def test_a_stall_tells_what_runs(self):
        self.boot()
        daemon, learner = self.start_boot()
        self.start_units(daemon, UNITS[:5])
        wait_until(lambda: daemon.control("message")["text"] == "Waiting for unit-5", "the reason")
        value = daemon.control("install")["value"]
        Manager.tell(UNITS[5])
        wait_until(lambda: daemon.control("message")["text"] == "", "the end of the stall")
        wait_until(lambda: daemon.control("install")["value"] > value, "the progress")

    def test_the_daemon_is_killed_in_the_middle(self):
        self.boot()
        daemon, learner = self.start_boot()
        values = self.start_units(daemon, UNITS[:6])
        time.sleep(0.1)
        daemon.process.send_signal(signal.SIGKILL)
        daemon.wait()
        daemon = self.start("--plymouth", clock="vsync")
        more = self.start_units(daemon, UNITS[6:])
        self.assertGreaterEqual(more[0], values[-1] - 0.03)
        self.assertEqual(more, sorted(more))
        self.end_boot(daemon, learner)
        duration, units = self.known()
        self.assertEqual(units, {unit: 2 for unit in UNITS})
        self.assertLess(duration, 4)

    def test_the_end_is_full_in_the_picture_that_is_left(self):
        self.boot()
        frames = self.directory / "frames"
        daemon = self.start("--plymouth", output=f"png:{frames}", clock="vsync")
        self.start_units(daemon, UNITS[:8])
        daemon.call("SetTimes", {"times": self.times.read_text()})
        before = len(os.listdir(frames))
        self.assertEqual(Manager.quit(retain=True), b"\x06")
        self.assertEqual(daemon.wait(), 0)
        names = sorted(os.listdir(frames))
        self.assertGreaterEqual(len(names), before)
        last = (frames / names[-1]).read_bytes()
        reference = self.directory / "reference"
        self.start_reference(reference)
        self.assertEqual(last, sorted(reference.iterdir())[-1].read_bytes(), "the last frame is full")

    def start_reference(self, frames):
        """The picture of a scene whose progress is full."""
        daemon = self.start(output=f"png:{frames}")
        daemon.call("SetProgress", {"control": "install", "value": 1, "durationUSec": 0})
        daemon.step(0.1)
        daemon.stop()


if __name__ == "__main__":
    unittest.main()
