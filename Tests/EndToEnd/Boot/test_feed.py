"""`firstlight feed` between real tools and a real daemon."""

import os
import shutil
import signal
import socket
import subprocess
import time
import unittest

from harness import CLIENT, FakeDaemon, TestCase, clean_environment

APT = """dlstatus:1:0.0000:Retrieving file 1 of 1
dlstatus:1:100.0000:Retrieving file 1 of 1
pmstatus:hello:20.0000:Unpacking hello (amd64)
pmstatus:hello:80.0000:Installed hello (amd64)
"""


class Feed(TestCase):
    def setUp(self):
        super().setUp()
        self.daemon = self.start()

    def feed(self, data, *arguments, status=0):
        return self.client("feed", *arguments, input=data, status=status)

    def pipe(self, command):
        """Runs a shell command in which $F is the client and $S names the socket."""
        environment = clean_environment(F=CLIENT, S=str(self.socket))
        return subprocess.run(
            ["bash", "-c", command], env=environment, cwd=self.directory, capture_output=True,
            timeout=60)

    @property
    def value(self):
        return self.daemon.control("install")["value"]

    def test_wrong_names(self):
        result = self.feed(b"50%\n", "--screen", "HDMI-9", status=1)
        self.assertIn(b"there is no screen 'HDMI-9'", result.stderr)
        result = self.feed(b"50%\n", "message", status=1)
        self.assertIn(b"control 'message' is a text control", result.stderr)
        self.assertEqual(self.value, 0)

    def test_pv(self):
        if not shutil.which("pv"):
            self.skipTest("pv is not installed")
        (self.directory / "large").write_bytes(bytes(8 << 20))
        with self.daemon.connect() as events:
            events.send_call("Subscribe", {"kinds": ["ready", "progress_changed"]}, more=True)
            events.receive()
            result = self.pipe(
                'set -o pipefail; pv -n -i 0.1 -L 16M large 2>&1 >/dev/null |'
                ' "$F" feed --verbose --socket "$S"')
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(b"as percent, ignored 0", result.stderr)
        self.assertEqual(self.value, 1)

    def test_curl(self):
        if not shutil.which("curl"):
            self.skipTest("curl is not installed")
        (self.directory / "large").write_bytes(bytes(4 << 20))
        for options in ["", "-#"]:
            with self.subTest(options):
                result = self.pipe(
                    f'set -o pipefail; curl {options} "file://$PWD/large" -o copy 2>&1 |'
                    ' "$F" feed --format curl --socket "$S"')
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertEqual(self.value, 1)

    def test_rsync(self):
        if not shutil.which("rsync"):
            self.skipTest("rsync is not installed")
        (self.directory / "from").mkdir()
        for number in range(3):
            (self.directory / "from" / str(number)).write_bytes(os.urandom(1 << 20))
        result = self.pipe(
            'set -o pipefail; rsync -a --info=progress2 from/ to/ |'
            ' "$F" feed --verbose --socket "$S"')
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(b"as rsync", result.stderr)
        self.assertEqual(self.value, 1)

    def test_apt_in_two_phases_with_its_texts(self):
        self.feed(APT.encode())
        self.assertAlmostEqual(self.value, 0.9)
        self.assertEqual(self.daemon.control("message")["text"], "Installed hello (amd64)")
        self.feed(APT.encode(), "--phases", "0:1", "--no-text", "--complete")
        self.assertEqual(self.value, 1)

    def test_apt_reports_an_error(self):
        error = self.feed(APT.encode() + b"pmerror:/x.deb:80.0:no space left\n").err
        self.assertIn("no space left", error)
        self.assertEqual(self.daemon.control("message")["text"], "no space left")

    def test_another_descriptor_and_another_control(self):
        result = self.pipe('"$F" feed strict --fd 7 --socket "$S" 7< <(printf "10\\n30\\n")')
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.daemon.control("strict")["value"], 0.3)

    def test_unknown_lengths_are_indeterminate(self):
        self.feed(b"#=#=#    \r##-=#=-#   \r", "--format", "curl")
        self.daemon.step(0.1)
        self.assertTrue(self.daemon.control("install")["indeterminate"])

    def test_input_in_pieces_counts_at_once(self):
        process = self.spawn("feed", stdin=subprocess.PIPE)
        for piece, value in [(b"1", None), (b"0\n2", 0.1), (b"5\n", 0.25)]:
            self.send(process, piece)
            if value is not None:
                self.reach(value)
        process.stdin.close()
        self.assertEqual(process.wait(10), 0)

    def test_a_meter_counts_before_its_line_ends(self):
        process = self.spawn("feed", "--format", "curl", stdin=subprocess.PIPE)
        self.send(process, b"\r#####   9.8%")
        self.reach(0.098)
        process.stdin.close()
        self.assertEqual(process.wait(10), 0)

    def send(self, process, data):
        process.stdin.write(data)
        process.stdin.flush()

    def feeding(self, *arguments):
        """A process whose first tenth has arrived."""
        process = self.spawn("feed", *arguments, stdin=subprocess.PIPE)
        self.send(process, b"10\n")
        self.reach(0.1)
        return process

    def crash(self):
        self.daemon.process.send_signal(signal.SIGKILL)
        self.daemon.wait()

    def reach(self, value, limit=10):
        end = time.monotonic() + limit
        while abs(self.value - value) > 1e-9:
            self.assertLess(time.monotonic(), end, f"{self.value} and not {value}")
            time.sleep(0.01)

    def test_updates_are_few_and_the_last_one_arrives(self):
        lines = b"".join(b"%d\n" % (n // 500) for n in range(50_000))
        started = time.monotonic()
        error = self.feed(lines + b"77\n", "--verbose").err
        elapsed = time.monotonic() - started
        sent = int(error.rsplit("sent ", 1)[1].split()[0])
        self.assertLessEqual(sent, 5 + 61 * elapsed)
        self.assertEqual(self.value, 0.77)

    def test_garbage_is_ignored_and_counted(self):
        data = os.urandom(1 << 16).replace(b"%", b"") + b"\n" + b"x" * 200_000 + b"\nhello\n"
        error = self.feed(data + b"\n42\n", "--format", "percent", "--verbose").err
        self.assertRegex(error, r"ignored [1-9]\d*, dropped 1 overlong")
        self.assertEqual(self.value, 0.42)

    def test_an_input_without_progress_is_reported_at_its_end(self):
        dd = b"\r".join(b"%d bytes (%d MB) copied, %d s, 5 MB/s" % (5_000_000 * n, 5 * n, n) for n in range(1, 4))
        self.assertIn("none of 3 lines", self.feed(dd).err)
        self.assertEqual(self.feed(b"").err, "")

    def test_passthrough(self):
        data = os.urandom(1 << 20)
        self.assertEqual(self.feed(data, "--passthrough").stdout, data)

    def test_an_unknown_control_is_reported_and_the_input_drained(self):
        result = self.feed(b"5\n" * 100_000, "nothing", "--passthrough", status=1)
        self.assertIn("'nothing'", result.err)
        self.assertEqual(len(result.stdout), 200_000)
        self.assertIn("text control", self.feed(b"", "message", status=1).err)

    def test_a_daemon_that_goes_away_does_not_stop_the_tool(self):
        process = self.feeding("--passthrough")
        self.daemon.stop()
        for number in range(11, 30):
            self.send(process, b"%d\n" % number)
            time.sleep(0.01)
        out, error = process.communicate(timeout=10)
        self.assertEqual(process.returncode, 69)
        self.assertEqual(out.split()[-1], b"29")
        self.assertEqual(error.count(b"went away"), 1, error)

    def test_a_crash_in_silence_takes_no_last_update(self):
        process = self.feeding("--complete")
        self.crash()
        self.daemon = self.start()
        _, error = process.communicate(timeout=10)
        self.assertEqual(process.returncode, 0, error)
        self.reach(1)

    def test_the_feed_goes_on_with_the_next_daemon_after_a_crash(self):
        process = self.feeding()
        self.crash()
        self.send(process, b"20\n")
        time.sleep(0.1)
        self.send(process, b"30\n")
        self.daemon = self.start()
        self.reach(0.3)
        _, error = process.communicate(b"40\n", timeout=10)
        self.assertEqual(process.returncode, 0, error)
        self.reach(0.4)

    def test_a_tool_does_not_wait_for_a_daemon_that_never_answers(self):
        self.daemon.stop()
        self.socket.unlink(missing_ok=True)
        silent = FakeDaemon(self.socket, b"", closes=False)
        self.addCleanup(silent.stop)
        start = time.monotonic()
        process = self.spawn("feed", stdin=subprocess.PIPE)
        # More than a pipe takes.
        for _ in range(60):
            self.send(process, b"x" * 4000 + b"\n")
        self.assertLess(time.monotonic() - start, 10)
        _, error = process.communicate(b"40\n", timeout=20)
        self.assertEqual(process.returncode, 75, error)
        self.assertEqual(error.count(b"did not answer"), 1, error)

    def test_the_feed_reads_on_while_the_next_daemon_does_not_answer(self):
        process = self.feeding()
        self.crash()
        self.socket.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX) as silent:
            silent.bind(str(self.socket))
            silent.listen(8)
            self.send(process, b"20\n")
            silent.settimeout(10)
            accepted, _ = silent.accept()
            self.addCleanup(accepted.close)
            start = time.monotonic()
            # More than a pipe takes.
            for _ in range(60):
                self.send(process, b"x" * 4000 + b"\n")
            self.send(process, b"30\n")
            self.assertLess(time.monotonic() - start, 5)
            accepted.close()
        self.socket.unlink()
        self.daemon = self.start()
        self.reach(0.3)
        _, error = process.communicate(b"40\n", timeout=10)
        self.assertEqual(process.returncode, 0, error)
        self.reach(0.4)


if __name__ == "__main__":
    unittest.main()
