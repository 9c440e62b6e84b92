"""`firstlight-agent failed`: the words for a unit that has failed, with a service manager that is played here."""

import signal
import socket
import subprocess
import time
import unittest

from harness import LIMIT, FakeDaemon, clean_environment, wait_until
from test_quit import STATE, FakeManager, ManagerCase, string

UNIT = "systemd-cryptsetup@data\\x2done.service"


class Failed(ManagerCase):
    def start_failed(self, *words, **manager):
        """Starts it, with a manager that answers as told."""
        program, played = self.play_manager(**manager)
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

    def wait_for_words(self, daemon, unit=UNIT):
        wait_until(lambda: daemon.control("message")["text"] == f"{unit} failed", "the words")

    def expect_hidden(self, daemon, process):
        """Stops it as systemd does: the words go with it."""
        process.terminate()
        self.expect_end(process)
        self.assertEqual(daemon.control("message")["text"], "")

    def test_the_words_are_shown_for_a_while(self):
        daemon = self.start_asking()
        process = self.start_failed("--milliseconds=700", UNIT)
        self.wait_for_words(daemon)
        self.assertEqual(self.manager.calls, [STATE])
        self.assertIsNone(process.poll())
        self.expect_end(process)
        self.assertEqual(daemon.control("message")["text"], "")

    def test_the_words_are_in_the_language_of_the_display(self):
        daemon = self.start_asking("--locale=de")
        process = self.start_failed("a.service")
        wait_until(
            lambda: daemon.control("message")["text"] == "a.service ist fehlgeschlagen", "the words")
        self.expect_hidden(daemon, process)

    def test_the_newest_of_several_is_shown(self):
        daemon = self.start_asking()
        first = self.start_failed("a.service")
        self.wait_for_words(daemon, "a.service")
        second = self.start_failed("--milliseconds=500", "b.service")
        self.wait_for_words(daemon, "b.service")
        self.expect_end(second)
        self.assertEqual(daemon.control("message")["text"], "a.service failed")
        self.expect_hidden(daemon, first)

    def test_a_display_that_answers_late_does_not_keep_them(self):
        daemon = self.start_asking()
        daemon.process.send_signal(signal.SIGSTOP)
        self.addCleanup(daemon.process.kill)
        process = self.start_failed(UNIT, state="activating")
        # Longer than other calls of the program wait.
        time.sleep(2.5)
        self.assertIsNone(process.poll())
        daemon.process.send_signal(signal.SIGCONT)
        self.wait_for_words(daemon)
        self.expect_hidden(daemon, process)

    def test_a_display_that_never_answers_is_reported(self):
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(self.socket))
            listener.listen()
            for words, stop in ((["--milliseconds=300"], False), ([], True)):
                process = self.start_failed(*words, UNIT)
                connection = listener.accept()[0]
                with connection:
                    self.assertIn(b"ShowMessage", connection.recv(1000))
                    began = time.monotonic()
                    if stop:
                        process.terminate()
                    self.expect_end(
                        process, 1, f"firstlight-agent: {self.socket}: the daemon does not answer\n".encode())
                    self.assertLess(time.monotonic() - began, 5)

    def test_a_manager_that_only_sends_signals_is_not_waited_for(self):
        """The words are not shown: it does not tell that the display is up."""
        class Busy(FakeManager):
            def answer(self, serial, array, words):
                while True:
                    self.signal("UnitNew", "so", string("x"))
                    time.sleep(0.2)

        program, played = self.play_manager(kind=Busy)
        self.addCleanup(self.manager.stop)
        began = time.monotonic()
        result = subprocess.run(
            [program, "failed", f"--socket={self.socket}", f"--manager={played}", UNIT], timeout=LIMIT,
            env=clean_environment())
        self.assertEqual(result.returncode, 0)
        self.assertLess(time.monotonic() - began, 10)

    def test_a_manager_that_stops_halfway_is_waited_for_no_longer(self):
        class Late(FakeManager):
            def answer(self, serial, array, words):
                time.sleep(1.5)
                self.signal("UnitNew", "so", string("x"))
                time.sleep(4)

        program, played = self.play_manager(kind=Late)
        self.addCleanup(self.manager.stop)
        began = time.monotonic()
        subprocess.run(
            [program, "failed", f"--socket={self.socket}", f"--manager={played}", UNIT], timeout=LIMIT, check=True,
            env=clean_environment())
        # The limit is 2 s, and begins once.
        self.assertLess(time.monotonic() - began, 3)

    def test_a_display_without_a_place_for_it_is_waited_for(self):
        listener = self.listen_to_nobody(self.socket)
        process = self.start_failed(UNIT)
        wait_until(lambda: len(self.manager.calls) > 1, "another attempt")
        self.assertIsNone(process.poll())
        # The next daemon takes the place of the one that hangs.
        listener.close()
        daemon = self.start_asking()
        self.wait_for_words(daemon)
        self.expect_hidden(daemon, process)

    def test_a_display_that_cannot_be_reached_is_reported(self):
        self.expect_end(
            self.start_failed("--milliseconds=500", UNIT), 1,
            f"firstlight-agent: {self.socket}: no daemon can be connected to\n".encode())

    def test_a_display_that_has_crashed_does_not_keep_them(self):
        daemon = self.start_asking()
        process = self.start_failed(UNIT)
        self.wait_for_words(daemon)
        # The message is written within 20 ms, on a machine that is not busy.
        time.sleep(0.3)
        daemon.process.kill()
        daemon.wait()
        daemon = self.start_asking()
        self.wait_for_words(daemon)
        self.assertIsNone(process.poll())
        self.expect_hidden(daemon, process)

    def test_a_display_that_has_crashed_and_stays_away(self):
        daemon = self.start_asking()
        process = self.start_failed(UNIT)
        self.wait_for_words(daemon)
        self.manager.state = "failed"
        daemon.process.kill()
        daemon.wait()
        self.expect_end(process)

    def test_the_notice_of_a_failed_unit_ends_with_the_display(self):
        daemon = self.start_asking()
        process = self.start_failed(UNIT)
        self.wait_for_words(daemon)
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

    def test_a_display_that_refuses_is_reported(self):
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
