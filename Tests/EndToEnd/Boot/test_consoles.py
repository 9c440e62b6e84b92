"""Questions of `plymouth` on serial consoles, played by pseudoterminals, beside the daemon's screen."""

import ctypes
import os
import select
import signal
import subprocess
import tempfile
import termios
import time
import unittest

from harness import LIMIT, ROOT, clean_environment, wait_until
from test_plymouth import PROGRAM, ProtocolCase, answer


class ConsoleCase(ProtocolCase):
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
        return self.run_beside([PROGRAM, *words, f"--consoles={names}"])

    def run_beside(self, words):
        process = subprocess.Popen(
            [str(word) for word in words], env=clean_environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)

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


class Consoles(ConsoleCase):
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

    def test_two_questions_are_asked_one_after_the_other(self):
        self.play({"*": "silent"})
        first = self.ask("ask-for-password", "--prompt=First:", "--dont-pause-progress")
        self.await_question(b"First: ")
        second = self.ask("ask-for-password", "--prompt=Second:", "--dont-pause-progress")
        time.sleep(0.5)
        self.assertEqual([self.read(person) for person, _ in self.lines], [b"", b""])
        os.write(self.lines[0][0], b"one\n")
        self.assertEqual(first.communicate(timeout=LIMIT), (b"one", b""))
        # Each console has its line's end from the first question, and then the second one.
        for person, _ in self.lines:
            self.assertTrue(self.read(person, until=b"Second: ").endswith(b"\r\n\r\nSecond: "))
        os.write(self.lines[1][0], b"two\n")
        self.assertEqual(second.communicate(timeout=LIMIT), (b"two", b""))
        self.assertEqual([self.echoes(console) for _, console in self.lines], [True, True])

    def test_a_question_that_waits_is_answered_on_the_screen(self):
        self.play({"*": ["silent", answer(b"screen")]})
        first = self.ask("ask-for-password", "--prompt=First:", "--dont-pause-progress")
        self.await_question(b"First: ")
        second = self.ask("ask-for-password", "--prompt=Second:", "--dont-pause-progress")
        time.sleep(0.3)
        # The daemon that is played serves one after the other.
        first.terminate()
        self.assertEqual(second.communicate(timeout=LIMIT), (b"screen", b""))
        self.assertEqual([self.echoes(console) for _, console in self.lines], [True, True])


class Keys:
    """The kernel's keyring of the user."""

    ADD, REQUEST, CONTROL = ({"x86_64": (248, 249, 250)}.get(os.uname().machine) or (217, 218, 219))
    LIBRARY = ctypes.CDLL(None, use_errno=True)

    @classmethod
    def find(cls, name):
        """The key's number, or a number below 0."""
        return cls.LIBRARY.syscall(cls.REQUEST, b"user", name.encode(), None, ctypes.c_int(0))

    @classmethod
    def read(cls, name):
        content = ctypes.create_string_buffer(4096)
        length = cls.LIBRARY.syscall(
            cls.CONTROL, 11, ctypes.c_int(cls.find(name)), content, ctypes.c_size_t(len(content)))
        return content.raw[:length] if length >= 0 else None

    @classmethod
    def add(cls, name, content):
        return cls.LIBRARY.syscall(
            cls.ADD, b"user", name.encode(), content, ctypes.c_size_t(len(content)), ctypes.c_int(-4))

    @classmethod
    def remove(cls, name):
        cls.LIBRARY.syscall(cls.CONTROL, 9, ctypes.c_int(cls.find(name)), ctypes.c_int(-4))

    @classmethod
    def description(cls, name):
        text = ctypes.create_string_buffer(256)
        cls.LIBRARY.syscall(cls.CONTROL, 6, ctypes.c_int(cls.find(name)), text, ctypes.c_size_t(256))
        return text.value.decode()


class KeptAnswers(ConsoleCase):
    def setUp(self):
        super().setUp()
        self.key = f"firstlight-test-{os.getpid()}"
        if Keys.add(self.key, b"old") < 0 or Keys.find(self.key) < 0:
            self.skipTest("the kernel's keyring cannot be used here")
        self.addCleanup(Keys.remove, self.key)
        self.words = ["--prompt=Pw:", "--dont-pause-progress", f"--keyring={self.key}"]

    def command(self, password):
        return f"--command=grep -qx {password}"

    def answer_with(self, process, text):
        self.assertIn(b"Pw: ", self.read(self.lines[0][0], until=b"Pw: "))
        os.write(self.lines[0][0], text + b"\n")
        self.assertEqual(process.wait(LIMIT), 0, process.stderr.read())

    def test_an_answer_of_a_console_serves_for_the_next_disk(self):
        self.play({"*": "silent", "c": b"\x05"})
        self.answer_with(self.ask("ask-for-password", *self.words, self.command("right")), b"right")
        self.assertEqual(Keys.read(self.key), b"old\0right")
        daemon = self.daemon
        asked = daemon.bytes.count(b"*")
        process = self.ask("ask-for-password", *self.words, self.command("right"))
        self.assertEqual(process.wait(LIMIT), 0)
        self.assertEqual(daemon.bytes.count(b"*"), asked)

    def test_a_wrong_answer_is_not_kept(self):
        self.play({"*": "silent", "c": b"\x05"})
        process = self.ask("ask-for-password", *self.words, self.command("right"))
        self.assertIn(b"Pw: ", self.read(self.lines[0][0], until=b"Pw: "))
        os.write(self.lines[0][0], b"wrong\n")
        self.answer_with(process, b"right")
        self.assertEqual(Keys.read(self.key), b"old\0right")

    def test_an_answer_that_is_printed_is_kept_once(self):
        self.play({"*": answer(b"old")})
        for text in (b"new", b"old", b"new"):
            self.daemon.answers["*"] = [answer(text)]
            process = self.ask("ask-for-password", *self.words)
            self.assertEqual(process.communicate(timeout=LIMIT)[0], text)
        self.assertEqual(Keys.read(self.key), b"old\0new")

    def test_a_visible_answer_and_a_cancelled_one_are_not_kept(self):
        self.play({"W": answer(b"name"), "*": answer(b"\3")})
        self.assertEqual(self.ask("ask-question", "--prompt=Name?").communicate(timeout=LIMIT)[0], b"name")
        self.assertEqual(self.ask("ask-for-password", *self.words).communicate(timeout=LIMIT)[0], b"")
        self.assertEqual(Keys.read(self.key), b"old")


class Images(ConsoleCase):
    """The kernel's consoles are asked in an initial RAM file system of scripts, and nowhere else."""

    # The program as an image has it, without a library.
    STATIC = ROOT / ".build-static" / "plymouth"
    # A root in memory, in which the program is the first process. A word after its commands is
    # not looked at.
    SCRIPT = """set -e
mount -t tmpfs none "$1"
cd "$1"
mkdir -p proc dev/pts sys/class/tty/console run
cp "$2" plymouth
mount --bind /dev/pts dev/pts
echo "$3" >sys/class/tty/console/active
[ -z "$5" ] || mkdir -p "$5"
exec unshare --pid --fork --kill-child --root=. --mount-proc=/proc /plymouth \
  ask-for-password --prompt=Disk: --dont-pause-progress ${4:+"$4"}
"""

    def setUp(self):
        super().setUp()
        if os.geteuid() != 0:
            self.skipTest("a root of its own takes root")
        if not self.STATIC.exists():
            self.skipTest("scripts/build-static has not built the program")

    def boot(self, first, folder=""):
        place = tempfile.mkdtemp()
        self.addCleanup(os.rmdir, place)
        name = os.ttyname(self.lines[0][1]).removeprefix("/dev/")
        return self.run_beside(
            ["unshare", "--mount", "sh", "-c", self.SCRIPT, "boot", place, self.STATIC, f"tty0 {name}", first, folder])

    def test_a_script_as_the_first_process_is_one(self):
        self.play({"*": "silent"})
        process = self.boot("/init")
        self.assertEqual(self.read(self.lines[0][0], until=b"Disk: "), b"\r\nDisk: ", process.poll())
        os.write(self.lines[0][0], b"secret\n")
        self.assertEqual(process.communicate(timeout=LIMIT), (b"secret", b""))

    def test_a_system_that_stays_in_memory_is_none(self):
        self.play({"*": answer(b"screen")})
        for first, folder in (("", ""), ("/sbin/init", ""), ("/init", "run/systemd/system")):
            with self.subTest(first=first, folder=folder):
                process = self.boot(first, folder)
                self.assertEqual(process.communicate(timeout=LIMIT), (b"screen", b""))
                self.assertEqual(self.read(self.lines[0][0]), b"")


if __name__ == "__main__":
    unittest.main()
