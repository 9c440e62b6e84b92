"""Standard output and error: a reader that stalls holds nothing up, and no line is forged."""

import fcntl
import os
import signal
import socket
import subprocess
import termios
import time
import unittest

from harness import DAEMON, TestCase, clean_environment, wait_until


class StalledReaders(TestCase):
    """No process reads the daemon's output: its clients, its frames and its end do not wait."""

    def full_pipe(self):
        """The ends of a pipe without room, whose writing end blocks."""
        reading, writing = os.pipe()
        fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
        # A description of its own, so that the daemon's stays unchanged.
        filler = os.open(f"/proc/self/fd/{writing}", os.O_WRONLY | os.O_NONBLOCK)
        with self.assertRaises(BlockingIOError):
            while True:
                os.write(filler, b"x" * 1024)
        os.close(filler)
        self.addCleanup(os.close, reading)
        self.addCleanup(os.close, writing)
        return reading, writing

    def provoke(self, daemon):
        for _ in range(200):
            with daemon.connect() as connection:
                connection.send(b"oops\0")
                self.assertIsNone(connection.receive())

    def end(self, daemon):
        started = time.monotonic()
        daemon.process.send_signal(signal.SIGTERM)
        self.assertEqual(daemon.wait(5), 0)
        self.assertLess(time.monotonic() - started, 1)

    def test_a_pipe(self):
        reading, writing = self.full_pipe()
        flags = fcntl.fcntl(writing, fcntl.F_GETFL)
        daemon = self.start("--verbose", stderr=writing)
        started = time.monotonic()
        self.provoke(daemon)
        self.assertGreater(daemon.step(1)["timeUSec"], 0)
        self.assertLess(time.monotonic() - started, 5)
        self.assertEqual(fcntl.fcntl(writing, fcntl.F_GETFL), flags)
        # Once the pipe is read, the lines come.
        text = b""
        while b"protocol error" not in text:
            text += os.read(reading, 65536)
        self.end(daemon)

    def test_the_end_does_not_wait_for_a_pipe(self):
        daemon = self.start("--verbose", stderr=self.full_pipe()[1])
        self.provoke(daemon)
        self.end(daemon)

    def test_a_stopped_console(self):
        master, slave = os.openpty()
        self.addCleanup(os.close, master)
        self.addCleanup(os.close, slave)
        termios.tcflow(slave, termios.TCOOFF)
        daemon = self.start("--verbose", stderr=slave)
        self.provoke(daemon)
        self.end(daemon)

    def test_a_socket_as_the_journals(self):
        reader, writer = socket.socketpair()
        self.addCleanup(reader.close)
        self.addCleanup(writer.close)
        writer.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)
        writer.settimeout(0)
        with self.assertRaises(BlockingIOError):
            while True:
                writer.send(b"x" * 512)
        writer.settimeout(None)
        daemon = self.start("--verbose", stderr=writer.fileno())
        self.provoke(daemon)
        self.end(daemon)

    def test_a_failed_start(self):
        process = subprocess.Popen(
            [DAEMON, "--bogus"], stderr=self.full_pipe()[1], env=clean_environment())
        self.addCleanup(process.wait, 10)
        self.addCleanup(process.kill)
        self.assertEqual(process.wait(5), 64)

    def test_lines_about_frames(self):
        reading, writing = self.full_pipe()
        daemon = self.start(stdout=writing)
        daemon.call("SetProgress", {"value": 1})
        self.assertGreater(daemon.step(1)["frames"], 30)
        self.end(daemon)

    def test_a_client_text_is_on_one_line_of_the_log(self):
        daemon = self.start()
        with daemon.connect() as connection:
            connection.send(b'{"x\\n<0>forged\\u001b[2J\\u202e":1}\0')
            self.assertIsNone(connection.receive())
        wait_until(lambda: "forged" in daemon.log, "the log line", 5)
        line = next(line for line in daemon.log.splitlines() if "forged" in line)
        self.assertTrue(line.startswith("firstlightd: "), line)
        self.assertIn("x\\n<0>forged\\x1b[2J\\u{202e}", line)

    def test_a_mistake_in_a_scene_stays_readable(self):
        self.start()
        scene = self.write("a\x1b[31m\n<0>b.jsonc", '{\n "layrs": []}')
        result = self.client("load", scene, status=1)
        self.assertNotIn("\x1b", result.err)
        self.assertNotIn("\n<0>", result.err)
        self.assertIn("\\x1b[31m\\n<0>b.jsonc:2:2: error", result.err)
        self.assertIn("^", result.err)


if __name__ == "__main__":
    unittest.main()
