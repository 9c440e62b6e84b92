"""`firstlight-agent failed`: the words for a unit that has failed, with a service manager that is played here."""

import shutil
import subprocess
import time
import unittest

from harness import BIN, LIMIT, FakeDaemon, clean_environment, wait_until
from test_ask import AskCase
from test_quit import STATE, FakeManager

UNIT = "systemd-cryptsetup@data\\x2done.service"


class Failed(AskCase):
    def start_failed(self, *words, **manager):
        """Starts it, with a manager that answers as told."""
        program = self.directory / "firstlight-agent"
        if not program.exists():
            shutil.copy(BIN / "plymouth", program)
        played = self.directory / "manager"
        played.unlink(missing_ok=True)
        self.manager = FakeManager(played, **manager)
        self.addCleanup(self.manager.stop)
        process = subprocess.Popen(
            [program, "failed", f"--socket={self.socket}", f"--manager={played}", *words],
            stderr=subprocess.PIPE, env=clean_environment())
        self.addCleanup(process.wait, LIMIT)
        self.addCleanup(process.kill)
        self.addCleanup(process.stderr.close)
        return process

    def expect_end(self, process, status=0, error=b""):
        self.assertEqual((process.wait(LIMIT), process.stderr.read()), (status, error))

    def test_the_words_are_shown_for_a_while(self):
        daemon = self.start_asking()
        process = self.start_failed("--milliseconds=700", UNIT)
        wait_until(lambda: daemon.control("message")["text"] == f"{UNIT} failed", "the words")
        self.assertEqual(self.manager.calls, [STATE])
        self.assertIsNone(process.poll())
        self.expect_end(process)
        self.assertEqual(daemon.control("message")["text"], "")

    def test_the_newest_of_several_is_shown(self):
        daemon = self.start_asking()
        first = self.start_failed("--milliseconds=3000", "a.service")
        wait_until(lambda: daemon.control("message")["text"] == "a.service failed", "the first")
        second = self.start_failed("--milliseconds=500", "b.service")
        wait_until(lambda: daemon.control("message")["text"] == "b.service failed", "the second")
        self.expect_end(second)
        self.assertEqual(daemon.control("message")["text"], "a.service failed")
        self.expect_end(first)
        self.assertEqual(daemon.control("message")["text"], "")

    def test_it_ends_with_the_display(self):
        daemon = self.start_asking()
        process = self.start_failed(UNIT)
        wait_until(lambda: daemon.control("message")["text"], "the words")
        began = time.monotonic()
        daemon.stop()
        self.expect_end(process)
        self.assertLess(time.monotonic() - began, 5)

    def test_a_display_that_is_not_up_is_not_asked(self):
        daemon = self.start_asking()
        for state in ("inactive", "failed", "deactivating"):
            self.expect_end(self.start_failed(UNIT, state=state))
        self.expect_end(self.start_failed(UNIT, ends_at=1))
        self.assertEqual(daemon.control("message")["text"], "")

    def test_a_display_that_refuses_is_told_of(self):
        fake = FakeDaemon(self.socket, b'{"error":"io.firstlight.display.NotPermitted"}\0')
        self.addCleanup(fake.stop)
        self.expect_end(
            self.start_failed(UNIT), 1,
            f"firstlight-agent: {self.socket}: io.firstlight.display.NotPermitted\n".encode())

    def test_wrong_words(self):
        for words in ((), ("a", "b"), ("--what", "a")):
            process = self.start_failed(*words)
            self.assertEqual(process.wait(LIMIT), 1)
            self.assertIn(b"usage: firstlight-agent", process.stderr.read())


if __name__ == "__main__":
    unittest.main()
