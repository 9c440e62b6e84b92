"""`plymouth quit`: what ends with the display, and what becomes of one that hangs."""

import subprocess
import sys
import time
import unittest

from harness import LIMIT, clean_environment, wait_until
from test_plymouth import ACK, NAK, Played, ProtocolCase
from test_quit import FakeManager

SOCKETS = [[unit, "replace"] for unit in
           ("firstlight-plymouth.socket", "firstlight-psplash.socket", "firstlight-ask-password.path",
            "firstlight.socket")]

# A program of the daemon's name, which has the image's socket and does nothing more.
HUNG = """
import ctypes, socket, sys, time
ctypes.CDLL(None).prctl(15, b"firstlightd", 0, 0, 0)
listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1])
listener.listen(4)
time.sleep(600)
"""


class Quit(ProtocolCase):
    """GDM and LightDM call it in place of firstlight-quit.service, with which they conflict."""

    def quit(self, *words, status=0, **manager):
        path = self.directory / "manager"
        path.unlink(missing_ok=True)
        self.manager = FakeManager(path, **manager)
        try:
            return self.plymouth(
                ["quit", *words, f"--manager={path}", f"--successor={self.directory / 'successor'}"], status=status)
        finally:
            self.manager.stop()

    def test_nothing_starts_the_display_again(self):
        for words in ((), ("--retain-splash",)):
            daemon = Played({"Q": ACK})
            try:
                result = self.quit(*words)
            finally:
                daemon.stop()
            self.assertEqual(result.stderr, b"")
            self.assertEqual(self.manager.calls, SOCKETS)

    def test_units_need_not_be_there(self):
        self.play({"Q": ACK})
        self.quit(jobs=[])
        self.assertEqual(self.manager.calls, SOCKETS)

    def test_a_display_that_refuses_or_is_not_there(self):
        self.quit(status=1)
        self.assertEqual(self.manager.calls, [])
        self.play({"Q": NAK})
        self.quit(status=1)

    def test_a_manager_that_does_not_answer_holds_nothing_up(self):
        self.play({"Q": ACK})
        began = time.monotonic()
        self.quit(ends_at=1)
        self.plymouth(["quit", "--manager=/nonexistent"])
        self.assertLess(time.monotonic() - began, 2)

    def start_hung(self):
        path = self.directory / "successor"
        process = subprocess.Popen([sys.executable, "-c", HUNG, str(path)], env=clean_environment())
        self.addCleanup(process.wait, LIMIT)
        self.addCleanup(process.kill)
        wait_until(path.exists, "its socket")
        return process

    def test_a_display_that_hangs_is_killed_for_a_shell(self):
        """Initial RAM file systems call it before a shell, with no service that would end a daemon which hangs."""
        self.play({"Q": "silent"})
        process = self.start_hung()
        began = time.monotonic()
        self.quit(status=1)
        self.assertLess(time.monotonic() - began, 4)
        self.assertEqual(process.wait(LIMIT), -9)
        self.assertFalse((self.directory / "successor").exists())

    def test_a_display_that_answers_is_not_killed(self):
        self.play({"Q": ACK})
        process = self.start_hung()
        self.quit()
        self.assertIsNone(process.poll())


if __name__ == "__main__":
    unittest.main()
