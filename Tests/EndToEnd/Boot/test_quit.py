"""`firstlight-agent quit` at the end of a boot, with a service manager that is played here."""

import shutil
import socket
import struct
import subprocess
import threading
import time
import unittest

from harness import BIN, LIMIT, FakeDaemon, clean_environment
from test_ask import AskCase

CALL, REPLY, ERROR, SIGNAL = 1, 2, 3, 4
PATH, INTERFACE, MEMBER, FAULT, SERIAL, SENDER, SIGNATURE = 1, 2, 3, 4, 5, 7, 8
NAME = "org.freedesktop.systemd1"
OBJECT = "/org/freedesktop/systemd1"


def padded(data, boundary):
    return data + bytes(-len(data) % boundary)


def string(text):
    return struct.pack("<I", len(text)) + text.encode() + b"\0"


def message(kind, serial, fields, signature, body):
    """A message of systemd, which expects no reply, with fields of (code, type, value) before its last two."""
    array = b""
    for code, sort, value in [*fields, (SENDER, "s", NAME), (SIGNATURE, "g", signature)]:
        array = padded(array, 8) + bytes([code, 1]) + sort.encode() + b"\0"
        array += struct.pack("<I", value) if sort == "u" else (
            bytes([len(value)]) + value.encode() + b"\0" if sort == "g" else string(value))
    return padded(b"l" + bytes([kind, 1, 1]) + struct.pack("<III", len(body), serial, len(array)) + array, 8) + body


def strings(body):
    """The strings of a body."""
    at, found = 0, []
    while at < len(body):
        at = (at + 3) & ~3
        length = struct.unpack_from("<I", body, at)[0]
        found.append(body[at + 4:at + 4 + length].decode())
        at += 4 + length + 1
    return found


class FakeManager:
    """systemd's own socket, for one client after the other: the calls that come, and their answers.

    - state: of the display's service.
    - jobs: the units that can be stopped; a call for another is answered by an error.
    - pause: the seconds that a job takes.
    - results: by unit, the ends of jobs that are not just done.
    - ends_at: the call at which it hangs up.
    """

    def __init__(self, path, state="active", jobs=None, pause=0.0, results=None, ends_at=None):
        self.state, self.jobs, self.pause, self.ends_at = state, jobs, pause, ends_at
        self.results = results or {}
        self.greeting, self.calls, self.removed = b"", [], []
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(path))
        self.listener.listen()
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def stop(self):
        # The thread may wait for a client that has not come.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.thread.join(LIMIT)

    def serve(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            try:
                self.serve_client(connection)
            except (BrokenPipeError, ConnectionResetError):
                # It does not wait for the end of the jobs.
                pass

    def serve_client(self, connection):
        with connection:
            self.connection, self.serial, self.unread = connection, 0, b""
            self.authenticate()
            while header := self.read(16):
                size, serial, fields = struct.unpack("<III", header[4:])
                array = self.read((fields + 7) & ~7)
                words = strings(self.read(size))
                self.calls.append(words)
                if len(self.calls) == self.ends_at:
                    return
                # Other messages: a long signal, and the end of another's job.
                self.signal("UnitNew", "so", string("x" * 9000))
                self.send_removed("other", result="failed")
                self.answer(serial, array, words)

    def authenticate(self):
        """Greets as systemd does: of what it has read with the last line it takes no notice until more comes."""
        end = b"BEGIN\r\n"
        self.greeting = b""
        while end not in self.greeting and (part := self.connection.recv(256)):
            if b"\n" not in self.greeting and b"\n" in part:
                self.connection.sendall(b"OK 0123456789abcdef0123456789abcdef\r\n")
                # A client is faster.
                time.sleep(0.05)
            self.greeting += part
        line, found, self.unread = self.greeting.partition(end)
        self.greeting = line + found
        if self.unread and not self.connection.recv(1, socket.MSG_PEEK):
            self.unread = b""

    def read(self, count):
        while len(self.unread) < count and (part := self.connection.recv(4096)):
            self.unread += part
        data, self.unread = self.unread[:count], self.unread[count:]
        return data

    def send(self, kind, fields, signature, body):
        self.serial += 1
        self.connection.sendall(message(kind, self.serial, fields, signature, body))

    def signal(self, member, signature, body):
        self.send(SIGNAL, [(PATH, "o", OBJECT), (INTERFACE, "s", NAME + ".Manager"), (MEMBER, "s", member)],
                  signature, body)

    def send_removed(self, unit, result="done"):
        body = padded(padded(struct.pack("<I", 7) + string(f"{OBJECT}/job/{unit}"), 4) + string(unit), 4)
        self.signal("JobRemoved", "uoss", body + string(result))

    def answer(self, serial, array, words):
        reply = (SERIAL, "u", serial)
        if b"Get\0" in array:
            self.send(REPLY, [reply], "v", b"\1s\0\0" + string(self.state))
        elif self.jobs is not None and words[0] not in self.jobs:
            self.send(ERROR, [reply, (FAULT, "s", NAME + ".NoSuchUnit")], "s", string(f"Unit {words[0]} not loaded."))
        else:
            self.signal("JobNew", "uos", padded(struct.pack("<I", 7) + string(f"{OBJECT}/job/{words[0]}"), 4)
                        + string(words[0]))
            self.send(REPLY, [reply], "o", string(f"{OBJECT}/job/{words[0]}"))
            time.sleep(self.pause)
            self.removed.append(words[0])
            self.send_removed(words[0], self.results.get(words[0], "done"))


HELPERS = [[unit, "replace"] for unit in
           ("firstlight-plymouth.socket", "firstlight-psplash.socket", "firstlight-ask-password.path")]
STATE = ["org.freedesktop.systemd1.Unit", "ActiveState"]
DISPLAY = [["firstlight.socket", "replace"], ["firstlight.service", "replace"]]
ALL = [*HELPERS, STATE, *DISPLAY]


class ManagerCase(AskCase):
    def play_manager(self, kind=FakeManager, **manager):
        """Plays a manager that answers as told; returns the agent's program and the manager's socket."""
        program = self.directory / "firstlight-agent"
        if not program.exists():
            shutil.copy(BIN / "plymouth", program)
        played = self.directory / "manager"
        played.unlink(missing_ok=True)
        self.manager = kind(played, **manager)
        return program, played


class Quit(ManagerCase):
    def quit(self, *words, path=None, **manager):
        """Runs it to its end; `ended` are then the units that had stopped before that.

        - path: of the manager's socket, if that is not the one that is played.
        """
        program, played = self.play_manager(**manager)
        try:
            result = subprocess.run(
                [program, "quit", *words, f"--socket={self.socket}", f"--manager={path or played}"],
                stderr=subprocess.PIPE, timeout=LIMIT, env=clean_environment())
            self.ended = list(self.manager.removed)
        finally:
            self.manager.stop()
        return result

    def test_display_is_asked_and_stopped(self):
        for state in ("active", "activating", "reloading"):
            daemon = self.start_asking("--verbose")
            result = self.quit(state=state)
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            self.assertEqual(self.manager.greeting, b"\0AUTH EXTERNAL 30\r\nBEGIN\r\n")
            self.assertEqual(self.manager.calls, ALL)
            self.assertEqual(daemon.wait(), 0)

    def test_display_that_is_not_there_is_not_asked(self):
        daemon = self.start_asking()
        for state in ("inactive", "failed", "deactivating"):
            result = self.quit(state=state)
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            self.assertEqual(self.manager.calls, ALL)
        daemon.call("GetStatus")

    def test_end_of_the_display_is_waited_for(self):
        self.assertEqual(self.quit(state="inactive", pause=0.3).returncode, 0)
        self.assertEqual(self.ended[3:], ["firstlight.socket", "firstlight.service"])

    def test_display_that_does_not_stop(self):
        for unit in ("firstlight.socket", "firstlight.service"):
            for outcome in ("failed", "timeout", "canceled"):
                result = self.quit(state="inactive", results={unit: outcome})
                self.assertEqual(result.returncode, 1, (unit, outcome))
                self.assertIn(b"does not stop", result.stderr)
                self.assertEqual(self.manager.calls, ALL)
                # The other unit is waited for all the same.
                self.assertEqual(self.ended[3:], ["firstlight.socket", "firstlight.service"])

    def test_units_that_are_not_there(self):
        self.assertEqual(self.quit(state="inactive", jobs=["firstlight.service"]).returncode, 0)
        self.assertEqual(self.manager.calls, ALL)

    def test_display_that_does_not_answer_is_stopped(self):
        for reply, word in ((b'{"error":"io.firstlight.display.NotPermitted"}\0', b"NotPermitted"),
                            (b"half", b"does not answer")):
            fake = FakeDaemon(self.socket, reply)
            began = time.monotonic()
            result = self.quit()
            fake.stop()
            self.socket.unlink(missing_ok=True)
            self.assertEqual(result.returncode, 0)
            self.assertIn(word, result.stderr)
            self.assertEqual(self.manager.calls, ALL)
            self.assertLess(time.monotonic() - began, 3)

    def test_display_without_a_daemon_is_stopped(self):
        began = time.monotonic()
        result = self.quit(state="active")
        self.assertEqual(result.returncode, 0)
        self.assertIn(b"no daemon", result.stderr)
        self.assertEqual(self.manager.calls, ALL)
        self.assertLess(time.monotonic() - began, 3)

    def test_manager_that_does_not_answer(self):
        for count in range(1, len(ALL) + 1):
            result = self.quit(state="inactive", ends_at=count)
            self.assertEqual(result.returncode, 1)
            self.assertIn(b"does not answer", result.stderr)

    def test_manager_that_is_not_there(self):
        result = self.quit(path=self.directory / "missing")
        self.assertEqual(result.returncode, 1)
        self.assertIn(b"missing: the service manager", result.stderr)
        self.assertEqual(self.manager.calls, [])

    def test_unknown_option(self):
        self.assertEqual(self.quit("--retain").returncode, 1)
        self.assertEqual(self.manager.calls, [])


if __name__ == "__main__":
    unittest.main()
