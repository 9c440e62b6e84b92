"""The program that is `plymouth`, `plymouthd`, `psplash` and `psplash-write`, against a daemon of plymouth's
protocol that is played here, byte by byte.

The bytes and exit statuses of CALLS are those of Debian's plymouth 22.02, if it has the command. In
some cases it would wait for ever, and this one fails at once, such as for a message without a text.
"""

import os
import pathlib
import shutil
import socket
import struct
import subprocess
import threading
import time
import unittest

from harness import BIN, LIMIT, OwnNetwork, TestCase, clean_environment, wait_until
from test_quit import FakeManager

PROGRAM = BIN / "plymouth"
NAME = b"\0/org/freedesktop/plymouthd"
ACK, NAK, NO_ANSWER = b"\x06", b"\x15", b"\x05"

# The arguments of `plymouth`, and the bytes that it sends.
CALLS = [
    ("--ping", "50 00"),
    ("--has-active-vt", "56 00"),
    ("update --status=foo.service", "55 02 0c 66 6f 6f 2e 73 65 72 76 69 63 65 00"),
    ("update --status foo", "55 02 04 66 6f 6f 00"),
    ("--update=foo", "55 02 04 66 6f 6f 00"),
    ("change-mode --boot-up", "43 02 08 62 6f 6f 74 2d 75 70 00"),
    ("change-mode --shutdown", "43 02 09 73 68 75 74 64 6f 77 6e 00"),
    ("change-mode --reboot", "43 02 07 72 65 62 6f 6f 74 00"),
    ("change-mode --updates", "43 02 08 75 70 64 61 74 65 73 00"),
    ("change-mode --system-upgrade", "43 02 0f 73 79 73 74 65 6d 2d 75 70 67 72 61 64 65 00"),
    ("change-mode --firmware-upgrade",
     "43 02 11 66 69 72 6d 77 61 72 65 2d 75 70 67 72 61 64 65 00"),
    ("change-mode --system-reset", "43 02 0d 73 79 73 74 65 6d 2d 72 65 73 65 74 00"),
    ("system-update --progress=42", "75 02 03 34 32 00"),
    ("system-update", "75 02 02 30 00"),
    ("display-message --text=Hi", "4d 02 03 48 69 00"),
    ("message --text=Hi", "4d 02 03 48 69 00"),
    ("hide-message --text=Hi", "6d 02 03 48 69 00"),
    ("show-splash", "24 00"),
    ("hide-splash", "48 00"),
    ("--show-splash", "24 00"),
    ("--hide-splash", "48 00"),
    ("pause-progress", "41 00"),
    ("unpause-progress", "61 00"),
    ("report-error", "21 00"),
    ("--details", "21 00"),
    ("deactivate", "44 00"),
    ("reactivate", "72 00"),
    ("reload", "6c 00"),
    ("quit", "51 02 01 00"),
    ("quit --retain-splash", "51 02 02 01 00"),
    ("--quit", "51 02 01 00"),
    ("--wait quit", "51 02 01 00"),
    ("--wait quit --retain-splash", "51 02 02 01 00"),
    # Options of other releases.
    ("quit --nonsense", "51 02 01 00"),
    ("update-root-fs --new-root-dir=/sysroot", "52 02 09 2f 73 79 73 72 6f 6f 74 00"),
    ("update-root-fs --read-write", "53 00"),
    ("update-root-fs --new-root-dir=/a --read-write", "52 02 03 2f 61 00 53 00"),
    ("--newroot=/root", "52 02 06 2f 72 6f 6f 74 00"),
    ("--sysinit", "53 00"),
    ("ignore-keystroke --keys=qQ", "4c 02 03 71 51 00"),
    ("--ignore-keystroke=qQ", "4c 02 03 71 51 00"),
    ("ignore-keystroke", "4c 00"),
    # An option that asks for something, and a command, or several.
    ("--ping message --text=Hi", "50 00 4d 02 03 48 69 00"),
    ("--update=a update --status=b", "55 02 02 61 00 55 02 02 62 00"),
    ("message --text=A update --status=b", "4d 02 02 41 00 55 02 02 62 00"),
    ("message --text=A message --text=B", "4d 02 02 41 00 4d 02 02 42 00"),
]

# The arguments, the bytes that it sends to a daemon that answers SECRET, and its output.
QUESTIONS = [
    ("ask-for-password --prompt=Pw", "41 00 2a 02 03 50 77 00 61 00", b"secret"),
    ("ask-for-password", "41 00 2a 00 61 00", b"secret"),
    ("ask-for-password --dont-pause-progress --prompt=Pw", "2a 02 03 50 77 00", b"secret"),
    ("--ask-for-password", "2a 00", b"secret"),
    ("ask-question --prompt=Name", "41 00 57 02 05 4e 61 6d 65 00 61 00", b"secret"),
    ("ask-question --dont-pause-progress", "57 00", b"secret"),
    ("ask-question --command=rev", "41 00 57 00 61 00", b"terces"),
    ("watch-keystroke --keys=qQ", "4b 02 03 71 51 00", b"secret"),
    ("watch-keystroke", "4b 00", b"secret"),
    ("watch-keystroke --command=rev", "4b 00", b"terces"),
    ("ask-for-password --prompt=Pw --command=rev",
     "41 00 63 00 2a 02 03 50 77 00 61 00", b"terces"),
]


def answer(*texts):
    if len(texts) == 1:
        return b"\x02" + struct.pack("<I", len(texts[0])) + texts[0]
    joined = b"".join(text + b"\0" for text in texts)
    return b"\x09" + struct.pack("<I", len(joined)) + joined


SECRET = {"*": answer(b"secret"), "W": answer(b"secret"), "K": answer(b"secret"), "c": NO_ANSWER}


class Played:
    """A daemon that answers each request as told, by its first byte; otherwise with ACK.

    An answer may be bytes, a list of them for one request after the other, None to hang up, or
    "silent" to say nothing.
    """

    def __init__(self, answers=None):
        self.answers = {key: value if isinstance(value, list) else [value]
                        for key, value in (answers or {}).items()}
        self.bytes = b""
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        # The address is free only when the connections of the former daemon are gone.
        wait_until(self.bind, "the daemon's address")
        self.listener.listen(8)
        self.connections = []
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def bind(self):
        try:
            self.listener.bind(NAME)
            return True
        except OSError:
            return False

    def serve(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            connection.settimeout(LIMIT)
            self.connections.append(connection)
            try:
                while self.serve_one(connection):
                    pass
            except OSError:
                pass

    def serve_one(self, connection):
        request = connection.recv(2, socket.MSG_WAITALL)
        if len(request) < 2:
            return False
        if request[1] == 2:
            request += connection.recv(1, socket.MSG_WAITALL)
            request += connection.recv(request[2], socket.MSG_WAITALL)
        self.bytes += request
        answers = self.answers.get(chr(request[0]), [ACK])
        reply = answers.pop(0) if len(answers) > 1 else answers[0]
        if reply is None:
            connection.shutdown(socket.SHUT_RDWR)
            return False
        if reply != "silent":
            connection.sendall(reply)
        return True

    def stop(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for connection in self.connections:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.thread.join(LIMIT)
        for connection in self.connections:
            connection.close()


class ProtocolCase(OwnNetwork, TestCase):
    def play(self, answers=None):
        self.daemon = Played(answers)
        self.addCleanup(self.daemon.stop)
        return self.daemon

    def run_as(self, name, *words, environment=None, limit=LIMIT, **options):
        return subprocess.run(
            [name, *words], executable=str(PROGRAM), capture_output=True, timeout=limit,
            stdin=subprocess.DEVNULL, env=environment or clean_environment(), **options)

    def plymouth(self, words, status=0, **options):
        result = self.run_as("plymouth", *(words.split() if isinstance(words, str) else words),
                             **options)
        self.assertEqual(result.returncode, status, (words, result.stderr))
        return result


class Requests(ProtocolCase):
    def test_bytes_of_each_command(self):
        for words, expected in CALLS:
            with self.subTest(words):
                daemon = Played()
                try:
                    result = self.plymouth(words)
                finally:
                    daemon.stop()
                self.assertEqual(daemon.bytes.hex(" "), expected)
                self.assertEqual((result.stdout, result.stderr), (b"", b""))

    def test_bytes_of_each_question(self):
        for words, expected, printed in QUESTIONS:
            with self.subTest(words):
                daemon = Played(SECRET)
                try:
                    result = self.plymouth(words)
                finally:
                    daemon.stop()
                self.assertEqual(daemon.bytes.hex(" "), expected)
                self.assertEqual(result.stdout.strip(), printed)

    def test_refused(self):
        self.play({chr(byte): NAK for byte in range(128)})
        for words, *_ in CALLS + QUESTIONS:
            with self.subTest(words):
                self.plymouth(words, status=1)

    def test_unexpected_hang_up(self):
        for words, *_ in CALLS + QUESTIONS:
            with self.subTest(words):
                daemon = Played({chr(byte): None for byte in range(128)})
                try:
                    self.plymouth(words, status=0 if "--wait" in words else 2)
                finally:
                    daemon.stop()

    def test_without_a_daemon(self):
        for words, *_ in CALLS + QUESTIONS:
            if "--command" in words:
                continue
            with self.subTest(words):
                self.plymouth(words, status=0 if "--wait" in words else 1)
        self.plymouth("--wait")

    def test_wrong_commands_are_refused_and_not_sent(self):
        daemon = self.play()
        for words in ("change-mode", "message", "hide-message", "message --text", "update",
                      "update-root-fs", "system-update --progress=-1", "system-update --progress=101",
                      "system-update --progress=x", "nonsense", "--nonsense", "--debug"):
            with self.subTest(words):
                self.assertTrue(self.plymouth(words, status=1).stderr)
        self.assertEqual(daemon.bytes, b"")

    def test_usage(self):
        self.assertIn(b"ask-for-password", self.plymouth("--help").stdout)
        self.assertIn(b"ask-for-password", self.plymouth("").stderr)

    def test_long_text_is_cut_between_characters(self):
        daemon = self.play()
        self.plymouth(["message", "--text=" + "x" + "\u00e9" * 200])
        text = ("x" + "\u00e9" * 126).encode()
        self.assertEqual(daemon.bytes, b"M\x02" + bytes([len(text) + 1]) + text + b"\0")

    def test_a_daemon_that_says_nothing_is_not_waited_for(self):
        self.play({"P": "silent", "A": "silent"})
        began = time.monotonic()
        self.plymouth("--ping", status=1)
        self.plymouth("ask-for-password", status=1)
        self.assertLess(time.monotonic() - began, 10)

    def test_a_daemon_that_lets_nobody_in_is_not_waited_for(self):
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.addCleanup(listener.close)
        wait_until(lambda: not listener.bind(NAME), "the address")
        listener.listen(0)
        waiting = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.addCleanup(waiting.close)
        waiting.connect(NAME)
        began = time.monotonic()
        self.plymouth("--ping", status=1)
        self.assertLess(time.monotonic() - began, 10)

    def test_replies_outside_of_the_protocol_are_errors(self):
        for reply in (b"\x07", b"\x02\xff\xff\xff\xff", b"\x09\x00\x00\x01\x10", b"\x02\x05\0\0"):
            with self.subTest(reply):
                daemon = Played({"*": reply})
                try:
                    self.plymouth("--ask-for-password", status=1 if len(reply) == 4 else 2)
                finally:
                    daemon.stop()

    def test_waits_until_the_daemon_has_gone(self):
        daemon = Played()
        process = subprocess.Popen(
            ["plymouth", "--wait"], executable=str(PROGRAM), env=clean_environment())
        self.addCleanup(process.wait, 10)
        self.addCleanup(process.kill)
        wait_until(lambda: daemon.connections, "the connection")
        self.assertIsNone(process.poll())
        daemon.stop()
        self.assertEqual(process.wait(LIMIT), 0)


class Prompts(ProtocolCase):
    def test_command_is_tried_until_the_answer_is_right(self):
        daemon = self.play(dict(SECRET, **{"*": [answer(b"no"), answer(b"neither"),
                                                 answer(b"right")]}))
        self.plymouth(["ask-for-password", "--prompt=Pw", "--command=grep -q ^right$"])
        self.assertEqual(daemon.bytes.count(b"*\x02\x03Pw\0"), 3)

    def test_number_of_tries(self):
        daemon = self.play(SECRET)
        self.plymouth(["ask-for-password", "--number-of-tries=2", "--command=false"], status=1)
        self.assertEqual(daemon.bytes, b"A\0c\0*\0*\0a\0")

    def test_kept_passwords_are_tried_first_and_do_not_count(self):
        daemon = self.play(dict(SECRET, c=answer(b"wrong", b"secret")))
        self.plymouth(["ask-for-password", "--command=grep -q ^secret$"])
        self.assertEqual(daemon.bytes, b"A\0c\0a\0")
        daemon.bytes = b""
        self.plymouth(["ask-for-password", "--number-of-tries=1", "--command=false"], status=1)
        self.assertEqual(daemon.bytes, b"A\0c\0*\0a\0")

    def test_no_answer(self):
        self.play({letter: NO_ANSWER for letter in "*WKc"})
        for words, *_ in QUESTIONS:
            with self.subTest(words):
                self.assertEqual(self.plymouth(words, status=1).stdout, b"")

    def test_cancelled(self):
        self.play(dict(SECRET, **{"*": answer(b"\x03"), "W": answer(b"\x03")}))
        for words in ("ask-for-password", "ask-question", "ask-for-password --command=rev"):
            with self.subTest(words):
                self.assertEqual(self.plymouth(words).stdout, b"")

    def test_answer_is_printed_as_it_is(self):
        for text in (b"", b"a b\nc", "\u00e4\u6f22".encode(), b"x" * 4090):
            with self.subTest(text):
                daemon = Played({"*": answer(text)})
                try:
                    self.assertEqual(self.plymouth("ask-for-password").stdout, text)
                finally:
                    daemon.stop()

    def test_command_need_not_read(self):
        self.play({"*": answer(b"x" * 60000), "c": NO_ANSWER})
        self.plymouth("ask-for-password --command=true")

    def test_without_a_daemon_the_command_asks(self):
        result = self.plymouth(["ask-for-password", "--command=echo by itself"])
        self.assertEqual(result.stdout, b"by itself\n")
        count = self.write("count", "")
        script = self.write("script", f"#!/bin/sh\necho >>{count}\nexit 7\n")
        script.chmod(0o755)
        self.plymouth(["ask-for-password", "--number-of-tries=2", f"--command={script}"], status=7)
        self.assertEqual(count.read_text(), "\n\n")
        self.plymouth(["ask-for-password", "--command=/nonexistent"], status=127)

    def test_asker_that_is_killed_hangs_up(self):
        daemon = self.play({"*": "silent"})
        process = subprocess.Popen(
            ["plymouth", "ask-for-password"], executable=str(PROGRAM), env=clean_environment())
        wait_until(lambda: b"*" in daemon.bytes, "the prompt")
        process.terminate()
        process.wait(LIMIT)
        # The daemon serves the next connection after that of the asking client has ended.
        self.plymouth("--ping")


STARTED = """#!/usr/bin/env python3
import os, pathlib, signal, socket, sys, time
here = pathlib.Path(__file__).parent
(here / "arguments").write_text("\\n".join(sys.argv[1:]))
(here / "pid").write_text(str(os.getpid()))
print("a word to the log", file=sys.stderr, flush=True)
if (here / "silent").exists():
    time.sleep(60)
listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
listener.bind(b"\\0/org/freedesktop/plymouthd")
listener.listen(8)
signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
while True:
    connection, _ = listener.accept()
    while True:
        request = connection.recv(256)
        if not request:
            break
        with open(here / "requests", "ab") as file:
            file.write(request)
        connection.sendall(b"\\x15" if (here / "refuses").exists() else b"\\x06")
        if request[:1] == b"Q":
            os._exit(0)
    connection.close()
"""


class Starter(ProtocolCase):
    """`plymouthd`, with a fake firstlightd beside it."""

    def setUp(self):
        super().setUp()
        shutil.copy(PROGRAM, self.directory / "plymouthd")
        self.write("firstlightd", STARTED).chmod(0o755)
        self.pid_file = self.directory / "run" / "pid"
        self.log = self.directory / "log"
        self.addCleanup(self.end)

    def end(self):
        for name in (self.directory / "pid", self.pid_file):
            # The daemon may end at any time, and removes its file then.
            try:
                os.kill(int(name.read_text()), 9)
            except (FileNotFoundError, ProcessLookupError):
                pass

    def start_daemon(self, *options, status=0, variables={}):
        result = subprocess.run(
            [str(self.directory / "plymouthd"), f"--debug-file={self.log}", *options],
            capture_output=True, timeout=LIMIT, stdin=subprocess.DEVNULL,
            env=clean_environment() | variables)
        self.assertEqual(result.returncode, status, result.stderr)

    def start_answering_daemon(self, *options):
        """Starts one whose number is kept as soon as it answers, be it after the two seconds of the start."""
        self.start_daemon(f"--pid-file={self.pid_file}", *options)
        wait_until(lambda: self.pid_file.exists() and self.pid_file.read_text(), "the file with its number")

    @property
    def arguments(self):
        return (self.directory / "arguments").read_text().split("\n")

    def test_starts_a_daemon_that_answers(self):
        self.start_answering_daemon("--mode=boot", "--attach-to-session")
        self.assertEqual(self.arguments[0], "--plymouth")
        pid = (self.directory / "pid").read_text()
        self.assertEqual(self.pid_file.read_text(), pid + "\n")
        self.assertEqual(os.getsid(int(pid)), os.getpgid(int(pid)))
        self.assertNotEqual(os.getsid(int(pid)), os.getsid(0))
        self.plymouth("--ping")
        self.assertIn("a word to the log", self.log.read_text())
        # Another one finds that one.
        self.start_daemon()
        self.assertEqual((self.directory / "pid").read_text(), pid)
        self.plymouth("quit")
        wait_until(lambda: not self.pid_file.exists(), "the end of the file with its number")

    def test_the_file_goes_with_its_folder(self):
        self.start_answering_daemon()
        moved = self.directory / "moved"
        self.pid_file.parent.rename(moved)
        self.assertTrue((moved / "pid").exists())
        self.plymouth("quit")
        wait_until(lambda: not (moved / "pid").exists(), "the end of the file with its number")

    def test_options(self):
        self.start_daemon("--mode=shutdown", "--tty=/dev/tty63", "--debug", "--kernel-command-line=x")
        # A machine that learns from its boots has a file of times.
        self.assertEqual(
            [option for option in self.arguments if not option.startswith("--times=")],
            ["--plymouth", "--successor=/run/firstlight/successor", "--vt=63", "--verbose"])
        requests = (self.directory / "requests").read_bytes()
        self.assertEqual(requests, b"V\0C\x02\x09shutdown\0")
        self.start_daemon("--nonsense", status=1)

    def test_the_kernel_names_the_scene(self):
        place = pathlib.Path("/etc/firstlight/scene.jsonc")
        if os.geteuid() or place.exists():
            self.skipTest("needs root, and an image's own scene of its own")
        made = not place.parent.exists()
        place.parent.mkdir(exist_ok=True)
        self.addCleanup(lambda: made and place.parent.rmdir())
        place.write_text("{}")
        self.addCleanup(place.unlink)
        for line, is_named in (
                ("quiet", False), ('x="a firstlight.scene=b"', False), ("my.firstlight.scene=b", False),
                ("firstlight.scene=b", True), ('quiet "firstlight.scene=a b"', True)):
            with self.subTest(line):
                self.start_daemon(variables={"SYSTEMD_PROC_CMDLINE": line})
                self.assertEqual(str(place) not in self.arguments, is_named)
                self.end()
                wait_until(lambda: self.has_ended(), "the daemon's end")

    def test_times_of_former_boots(self):
        place = pathlib.Path("/var/lib/firstlight/times/boot")
        if os.geteuid() or place.parents[1].exists():
            self.skipTest("needs root, and a machine without times of boots")
        place.parent.mkdir(parents=True)
        self.addCleanup(shutil.rmtree, place.parents[1])
        place.touch()
        self.start_daemon()
        self.assertEqual(self.arguments[-2:], ["--times", str(place)])

    def has_ended(self):
        name = self.directory / "pid"
        try:
            os.kill(int(name.read_text()), 0)
        except ProcessLookupError:
            return True
        return False

    def test_a_killed_daemon_leaves_no_socket_for_a_successor(self):
        place = pathlib.Path("/run/firstlight/successor")
        if os.geteuid() or place.parent.exists():
            self.skipTest("needs root, and a machine without the daemon")
        place.parent.mkdir()
        self.addCleanup(place.parent.rmdir)
        self.addCleanup(lambda: place.unlink(missing_ok=True))
        for ending, is_left in ((lambda: self.plymouth("quit"), True), (self.end, False)):
            with self.subTest(is_left=is_left):
                self.start_answering_daemon()
                place.touch()
                ending()
                # The file with the number is removed first.
                wait_until(lambda: not self.pid_file.exists() and place.exists() == is_left, "the end")
                wait_until(lambda: self.has_ended(), "the daemon's end")

    def test_a_daemon_without_a_display(self):
        (self.directory / "refuses").touch()
        began = time.monotonic()
        self.start_daemon(f"--pid-file={self.pid_file}")
        self.assertLess(time.monotonic() - began, 1.9)
        self.assertTrue(self.pid_file.exists())
        self.plymouth("--ping", status=1)

    def test_a_daemon_that_fails(self):
        self.write("firstlightd", "#!/bin/sh\nexit 3\n")
        # After two seconds the status would be 0.
        self.start_daemon(f"--pid-file={self.pid_file}", status=1)
        self.assertFalse(self.pid_file.exists())

    def test_a_daemon_that_does_not_answer(self):
        (self.directory / "silent").touch()
        began = time.monotonic()
        # The daemon may still come up. If the start failed, the unit that ends it would not run.
        self.start_daemon(f"--pid-file={self.pid_file}")
        self.assertGreater(time.monotonic() - began, 1.9)
        self.assertFalse(self.has_ended())
        self.assertFalse(self.pid_file.exists())

    def test_without_a_daemon_to_start(self):
        (self.directory / "firstlightd").unlink()
        if pathlib.Path("/usr/bin/firstlightd").exists():
            self.skipTest("there is one in /usr/bin")
        self.start_daemon(status=1)

    def test_in_the_foreground(self):
        process = subprocess.Popen(
            [str(self.directory / "plymouthd"), "--no-daemon", f"--pid-file={self.pid_file}"],
            stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=clean_environment())
        self.addCleanup(process.wait, LIMIT)
        self.addCleanup(process.kill)
        wait_until(self.pid_file.exists, "the file with its number")
        self.assertIsNone(process.poll())
        process.terminate()
        self.assertEqual(process.wait(LIMIT), 0)
        self.assertFalse(self.pid_file.exists())


class PsplashWrite(ProtocolCase):
    def write_message(self, *words, status=0, **variables):
        result = self.run_as("psplash-write", *words, environment=clean_environment(**variables))
        self.assertEqual(result.returncode, status, result.stderr)

    def open_fifo(self, folder):
        path = self.directory / folder
        path.mkdir()
        os.mkfifo(path / "psplash_fifo")
        fifo = os.open(path / "psplash_fifo", os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, fifo)
        return str(path), fifo

    def test_message(self):
        first, fifo = self.open_fifo("first")
        second, other = self.open_fifo("second")
        self.write_message("PROGRESS 50", PSPLASH_FIFO_DIR=first, RUNTIME_DIRECTORY=second)
        self.assertEqual(os.read(fifo, 99), b"PROGRESS 50\0")
        self.write_message("MSG all is well", RUNTIME_DIRECTORY=second)
        self.assertEqual(os.read(other, 99), b"MSG all is well\0")

    def test_never_waits(self):
        folder, fifo = self.open_fifo("folder")
        self.write_message("M" * 4096, status=1, PSPLASH_FIFO_DIR=folder)
        for _ in range(16):
            self.write_message("M" * 4095, PSPLASH_FIFO_DIR=folder)
        self.write_message("M" * 4095, status=1, PSPLASH_FIFO_DIR=folder)
        lonely = self.directory / "lonely"
        lonely.mkdir()
        self.write_message("QUIT", status=1, PSPLASH_FIFO_DIR=str(lonely))
        os.mkfifo(lonely / "psplash_fifo")
        self.write_message("QUIT", status=1, PSPLASH_FIFO_DIR=str(lonely))
        (lonely / "psplash_fifo").unlink()
        (lonely / "psplash_fifo").write_text("")
        self.write_message("QUIT", status=1, PSPLASH_FIFO_DIR=str(lonely))
        self.assertEqual((lonely / "psplash_fifo").read_text(), "")
        self.write_message(status=1)


BECOME = """#!/bin/sh
printf '%s\\n' "$@" >"${0%/*}/arguments"
"""


class Psplash(ProtocolCase):
    """`psplash`, with a fake firstlightd beside it, and a played service manager."""

    def setUp(self):
        super().setUp()
        self.write("firstlightd", BECOME).chmod(0o755)
        shutil.copy(PROGRAM, self.directory / "psplash")
        self.arguments = self.directory / "arguments"

    def psplash(self, *words, status=0, warns=False, before=(), **variables):
        """Runs it, behind other words, and gives the arguments of the daemon that it has become, or None."""
        self.arguments.unlink(missing_ok=True)
        result = subprocess.run(
            [*before, str(self.directory / "psplash"), *words], capture_output=True, timeout=LIMIT,
            stdin=subprocess.DEVNULL, env=clean_environment(PSPLASH_FIFO_DIR=str(self.directory), **variables))
        self.assertEqual(result.returncode, status, result.stderr)
        if status == 0:
            self.assertEqual(b"--angle" in result.stderr, warns, result.stderr)
        return self.arguments.read_text().split() if self.arguments.exists() else None

    def test_becomes_the_daemon(self):
        own = ["--psplash", str(self.directory / "psplash_fifo")]
        for words, options in (
                ([], []), (["-n"], []), (["--no-console-switch", "-a", "0", "-f", "0"], []),
                # It turns to the other side.
                (["-a", "90"], ["--rotate", "270"]), (["--angle", "180"], ["--rotate", "180"]),
                (["-n", "--angle", "270"], ["--rotate", "90"]), (["-a", "45"], []),
                (["--fbdev", "1"], ["--output", "fbdev:/dev/fb1"])):
            with self.subTest(words):
                self.assertEqual(self.psplash(*words), own + options)
        for words in (["--nonsense"], ["-a"], ["now"]):
            with self.subTest(words):
                self.assertIsNone(self.psplash(*words, status=1))

    def test_a_psplash_fifo_that_is_served_is_left_alone(self):
        os.mkfifo(self.directory / "psplash_fifo")
        # A FIFO that nobody reads is left over.
        self.assertIsNotNone(self.psplash())
        fifo = os.open(self.directory / "psplash_fifo", os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, fifo)
        self.assertIsNone(self.psplash())
        # A program that wrote before there was a FIFO has left a file, which the daemon replaces.
        (self.directory / "psplash_fifo").unlink()
        (self.directory / "psplash_fifo").write_text("")
        self.assertIsNotNone(self.psplash())

    def with_manager(self, *words, jobs=None, **more):
        """The units that it starts, and the arguments of the daemon that it becomes or None."""
        path = self.directory / "manager"
        manager = FakeManager(path, jobs=jobs)
        try:
            arguments = self.psplash("--manager", str(path), *words, **more)
        finally:
            manager.stop()
            path.unlink()
        self.assertTrue(all(call[1:] == ["replace"] for call in manager.calls))
        return [call[0] for call in manager.calls], arguments

    def test_starts_the_units(self):
        units = ["firstlight-psplash.socket", "firstlight.service"]
        self.assertEqual(self.with_manager(), (units, None))
        # The service has settings of its own; only a caller with other settings gets a warning.
        self.assertEqual(self.with_manager("-n", "--angle", "0", "--fbdev", "0"), (units, None))
        for words in (["--angle", "90"], ["--fbdev", "1"]):
            self.assertEqual(self.with_manager(*words, warns=True), (units, None))
        calls, arguments = self.with_manager("--angle", "90", jobs=[])
        self.assertEqual(calls, units[:1])
        self.assertIn("--rotate", arguments)
        # The FIFO is then systemd's, and no daemon may read it at the same time.
        self.assertEqual(self.with_manager(jobs=units[:1], status=1), (units, None))
        # Without systemd.
        self.assertIsNotNone(self.psplash("--manager", str(self.directory / "nothing")))

    def test_a_service_becomes_the_daemon(self):
        own = ("sh", "-c", 'SYSTEMD_EXEC_PID=$$ exec "$@"', "sh")
        for before, variables, is_service in (
                (own, {}, True), ((), {"NOTIFY_SOCKET": "/nonexistent"}, True),
                # The parent is the service.
                ((), {"SYSTEMD_EXEC_PID": str(os.getpid())}, False),
                ((), {"SYSTEMD_EXEC_PID": str(os.getpid()), "NOTIFY_SOCKET": "/nonexistent"}, False)):
            with self.subTest(before=before, variables=variables):
                calls, arguments = self.with_manager(before=before, **variables)
                self.assertEqual((calls == [], arguments is not None), (is_service, is_service))


if __name__ == "__main__":
    unittest.main()
