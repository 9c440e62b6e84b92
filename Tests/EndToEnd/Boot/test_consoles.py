"""Questions of `plymouth` on serial consoles, played by pseudoterminals, beside the daemon's screen."""

import os
import select
import signal
import subprocess
import termios
import time
import unittest

from harness import LIMIT, clean_environment, wait_until
from test_plymouth import PROGRAM, ProtocolCase, answer


class Consoles(ProtocolCase):
    def setUp(self):
        super().setUp()
        self.lines = [self.open_line() for _ in range(2)]

    def open_line(self):
        """The end of a person, and the console; a person's end that is open keeps the console's settings."""
        person, console = os.openpty()
        self.addCleanup(lambda: [os.close(end) for end in (person, console) if self.is_open(end)])
        return person, console

    @staticmethod
    def is_open(end):
        try:
            os.fstat(end)
            return True
        except OSError:
            return False

    def ask(self, *words):
        names = ",".join(os.ttyname(console) for _, console in self.lines)
        process = subprocess.Popen(
            ["plymouth", *words, f"--consoles={names}"], executable=str(PROGRAM), env=clean_environment(),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

        def end():
            process.kill()
            process.wait(LIMIT)
            process.stdout.close()
            process.stderr.close()
        self.addCleanup(end)
        return process

    @staticmethod
    def read(person, until=None):
        """The text that has come by now, or that comes up to some bytes at its end."""
        text = b""
        while select.select([person], [], [], LIMIT if until and not text.endswith(until) else 0.1)[0]:
            text += os.read(person, 4096)
        return text

    @staticmethod
    def echoes(console):
        return bool(termios.tcgetattr(console)[3] & termios.ECHO)

    def await_question(self, text):
        for person, _ in self.lines:
            self.assertEqual(self.read(person, until=text), b"\r\n" + text)

    def test_an_answer_on_one_of_them_counts(self):
        daemon = self.play({"*": "silent"})
        process = self.ask("ask-for-password", "--prompt=Disk: ")
        self.await_question(b"Disk: ")
        self.assertEqual([self.echoes(console) for _, console in self.lines], [False, False])
        os.write(self.lines[1][0], "gehe\u00efm\n".encode())
        self.assertEqual(process.communicate(timeout=LIMIT), ("gehe\u00efm".encode(), b""))
        self.assertEqual(process.returncode, 0)
        # Its question is withdrawn by the end of the connection, and the progress goes on by the
        # next one.
        wait_until(lambda: daemon.bytes == b"A\0*\x02\x07Disk: \0a\0", "the requests")
        self.assertEqual(len(daemon.connections), 2)
        self.assertEqual([self.echoes(console) for _, console in self.lines], [True, True])
        self.assertNotIn(b"gehe", self.read(self.lines[1][0]))

    def test_an_answer_on_the_screen_counts(self):
        self.play({"*": answer(b"secret")})
        process = self.ask("ask-for-password", "--prompt=Disk:", "--dont-pause-progress")
        self.assertEqual(process.communicate(timeout=LIMIT), (b"secret", b""))
        self.assertEqual(self.read(self.lines[0][0]), b"\r\nDisk: \r\n")
        self.assertEqual([self.echoes(console) for _, console in self.lines], [True, True])

    def test_a_visible_answer_is_echoed(self):
        self.play({"W": "silent"})
        process = self.ask("ask-question", "--prompt=Name?")
        self.await_question(b"Name? ")
        os.write(self.lines[0][0], b"ab\x7fc\n")
        self.assertEqual(process.communicate(timeout=LIMIT)[0], b"ac")
        self.assertTrue(self.read(self.lines[0][0]).startswith(b"ab"))

    def test_a_wrong_answer_is_asked_for_again(self):
        self.play({"*": "silent", "c": b"\x05"})
        process = self.ask("ask-for-password", "--prompt=Pw:", "--command=grep -qx right")
        for word in (b"wrong\n", b"right\n"):
            self.assertIn(b"Pw: ", self.read(self.lines[0][0], until=b"Pw: "))
            os.write(self.lines[0][0], word)
        self.assertEqual(process.wait(LIMIT), 0)

    def test_one_that_is_hung_up_is_left_alone(self):
        self.play({"*": "silent"})
        process = self.ask("ask-for-password", "--prompt=Disk:")
        self.await_question(b"Disk: ")
        for end in self.lines[0]:
            os.close(end)
        time.sleep(0.3)
        self.assertIsNone(process.poll())
        os.write(self.lines[1][0], b"secret\n")
        self.assertEqual(process.communicate(timeout=LIMIT)[0], b"secret")

    def test_control_d_cancels_as_on_the_screen(self):
        daemon = self.play({"*": "silent"})
        process = self.ask("ask-for-password", "--prompt=Disk:")
        self.await_question(b"Disk: ")
        os.write(self.lines[0][0], b"\x04")
        self.assertEqual(process.communicate(timeout=LIMIT), (b"", b""))
        self.assertEqual(process.returncode, 0)
        wait_until(lambda: daemon.bytes.endswith(b"a\0"), "the progress that goes on")

    def test_a_caller_that_ends_it_has_the_console_back(self):
        self.play({"*": "silent"})
        process = self.ask("ask-for-password", "--prompt=Disk:")
        self.await_question(b"Disk: ")
        process.terminate()
        self.assertEqual(process.wait(LIMIT), -signal.SIGTERM)
        self.assertEqual([self.echoes(console) for _, console in self.lines], [True, True])


if __name__ == "__main__":
    unittest.main()
