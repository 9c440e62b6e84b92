"""Malformed messages, foreign descriptors and greedy clients: bad input ends its own connection, or
gets a named error. The daemon continues, and no memory is lost."""

import json
import os
import subprocess
import time
import unittest

import hanging_files
from harness import DISPLAY, TestCase, VarlinkError, wait_until

STATUS = b'"method":"io.firstlight.display.GetStatus"'

MALFORMED = {
    "bad JSON": b'{"method":',
    "no JSON at all": b"GET / HTTP/1.1\r\n\r\n",
    "nothing": b"",
    "a list": b"[1]",
    "a string": b'"method"',
    "a number": b"1",
    "no method": b'{"parameters":{}}',
    "a method that is a number": b'{"method":1}',
    "a method that is null": b'{"method":null}',
    "a flag that is a string": b"{" + STATUS + b',"more":"yes"}',
    "a flag that is a number": b"{" + STATUS + b',"oneway":1}',
    "an unknown key": b"{" + STATUS + b',"bogus":1}',
    "oneway and more": b"{" + STATUS + b',"oneway":true,"more":true}',
    "more and upgrade": b"{" + STATUS + b',"upgrade":true,"more":true}',
    "a byte order mark": b"\xef\xbb\xbf{" + STATUS + b"}",
    "bytes that are not UTF-8": b'{"method":"\xff\xfe"}',
    "an overlong encoding": b'{"method":"\xc0\xaf"}',
    "half a surrogate": b'{"method":"\\ud800"}',
    "a key twice": b"{" + STATUS + b"," + STATUS + b"}",
    "a key twice in parameters": b"{" + STATUS + b',"parameters":{"a":1,"a":2}}',
    "parameters that are a list": b"{" + STATUS + b',"parameters":[]}',
    "NaN": b"{" + STATUS + b',"parameters":{"a":NaN}}',
    "infinity": b"{" + STATUS + b',"parameters":{"a":-Infinity}}',
    "a comment": b"{" + STATUS + b"/**/}",
    "a trailing comma": b"{" + STATUS + b",}",
    "two objects": b"{" + STATUS + b"}{}",
    "deep nesting":
        b"{" + STATUS + b',"parameters":{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}}",
    "a control character": b'{"method":"a\x01b"}',
}


class Messages(TestCase):
    def setUp(self):
        super().setUp()
        self.daemon = self.start()
        self.witness = self.daemon.connect()
        self.addCleanup(self.witness.close)
        self.witness.call("GetStatus")

    def assertUnharmed(self):
        self.witness.call("GetStatus")
        self.daemon.call("GetStatus")

    def test_a_malformed_message_closes_that_connection_only(self):
        for name, message in MALFORMED.items():
            with self.subTest(name):
                with self.daemon.connect() as connection:
                    connection.send(message + b"\0")
                    self.assertIsNone(connection.receive())
                self.assertUnharmed()

    def test_a_malformed_message_is_logged_with_its_reason(self):
        # Clients cannot flood the log, so only a few lines at a time are sure to come.
        for message, reason in [(b"[1]", "array"), (b'{"method":1}', "'method'"),
                                (b"{" + STATUS + b',"bogus":1}', "'bogus'")]:
            with self.daemon.connect() as connection:
                connection.send(message + b"\0")
                self.assertIsNone(connection.receive())
            wait_until(lambda: reason in self.daemon.log, f"{reason} in the log", 5)

    def test_clients_cannot_flood_the_log(self):
        for _ in range(500):
            with self.daemon.connect() as connection:
                connection.send(b"oops\0")
                self.assertIsNone(connection.receive())
        self.assertLess(len(self.daemon.log.splitlines()), 100)

    def test_an_endless_message_closes_that_connection_only(self):
        with self.daemon.connect() as connection:
            try:
                for _ in range(64):
                    connection.send(b" " * 65536)
                closed = connection.is_closed()
            except (BrokenPipeError, ConnectionResetError):
                closed = True
            self.assertTrue(closed)
        self.assertUnharmed()

    def test_replies_before_the_mistake_still_come(self):
        with self.daemon.connect() as connection:
            connection.send(b"{" + STATUS + b"}\0{" + STATUS + b"}\0oops\0")
            self.assertIn("parameters", connection.receive())
            self.assertIn("parameters", connection.receive())
            self.assertIsNone(connection.receive())
        self.assertUnharmed()

    def test_one_byte_at_a_time_is_as_good(self):
        with self.daemon.connect() as connection:
            for byte in b" \n{" + STATUS + b',"parameters":null,"com.example.trace":1} \0':
                connection.send(bytes([byte]))
            self.assertEqual(connection.receive()["parameters"]["sceneGeneration"], 1)

    def test_a_byte_and_silence_holds_nobody_up(self):
        with self.daemon.connect() as silent:
            silent.send(b"{")
            started = time.monotonic()
            for _ in range(50):
                self.witness.call("GetStatus")
            self.assertLess(time.monotonic() - started, 5)

    def test_clients_that_leave_in_the_middle(self):
        for message in [b"{" + STATUS, b"{" + STATUS + b"}\0", b""]:
            for _ in range(50):
                connection = self.daemon.connect()
                connection.send(message)
                connection.close()
        self.assertUnharmed()

    def test_more_connections_than_are_allowed(self):
        connections = []
        try:
            for _ in range(800):
                try:
                    connections.append(self.daemon.connect())
                except OSError:
                    break
            self.witness.call("GetStatus")
        finally:
            for connection in connections:
                connection.close()
        wait_until(lambda: self.try_status(), "room for a new connection")

    def try_status(self):
        try:
            return self.daemon.call("GetStatus")
        except (AssertionError, OSError, VarlinkError):
            return None

    def test_descriptors_that_nobody_asked_for_are_closed(self):
        def count():
            return len(os.listdir(f"/proc/{self.daemon.pid}/fd"))
        before = count()
        with open("/dev/null", "rb") as null:
            for _ in range(30):
                with self.daemon.connect() as connection:
                    connection.send_call("GetStatus", descriptors=[null.fileno()] * 4)
                    connection.receive()
        wait_until(lambda: count() <= before, "the descriptors' end", 5)
        self.assertUnharmed()

    def mount(self, *unanswered):
        folder = self.directory / "hanging"
        folder.mkdir()
        try:
            hanging = hanging_files.HangingFiles(folder, set(unanswered))
        except OSError as error:
            self.skipTest(f"no file system of a process here: {error}")
        self.addCleanup(hanging.end)
        return hanging

    def test_a_file_that_cannot_be_read_fails_and_the_next_scene_loads(self):
        for unanswered in [hanging_files.READ, hanging_files.GETATTR, hanging_files.FLUSH]:
            with self.subTest(unanswered):
                hanging = self.mount(unanswered)
                with self.daemon.connect() as connection:
                    with self.assertRaises(VarlinkError) as caught:
                        connection.call("LoadScene", {"fileDescriptor": 0}, [hanging.file])
                if unanswered != hanging_files.FLUSH:
                    self.assertEqual(caught.exception.name, DISPLAY + "SystemFailed")
                    self.assertIn("does not answer", caught.exception.parameters["reason"])
                path = self.write("next.jsonc", '{"layers": []}')
                self.assertIn("generation", self.daemon.call("LoadScene", {"path": str(path)}))
                self.assertUnharmed()
                hanging.end()
                (self.directory / "hanging").rmdir()

    def test_files_that_cannot_be_closed_hold_nobody_up(self):
        hanging = self.mount(hanging_files.FLUSH)

        def count():
            return len(os.listdir(f"/proc/{self.daemon.pid}/fd"))
        before = count()
        for _ in range(60):
            with self.daemon.connect() as connection:
                connection.send_call("GetStatus", descriptors=[hanging.file] * 2)
                self.assertIn("parameters", connection.receive())
        self.assertUnharmed()
        # Some threads hang, some descriptors wait, and the daemon accepts no more of them.
        self.assertLess(count(), before + 8 + 64 + 16)
        hanging.end()
        wait_until(lambda: count() <= before, "the descriptors' end", 5)

    def test_a_refused_picture_that_cannot_be_closed_holds_nobody_up(self):
        hanging = self.mount(hanging_files.FLUSH)
        self.directory.chmod(0o755)
        send = (
            "import json, socket, sys; s = socket.socket(socket.AF_UNIX); s.settimeout(5); "
            "s.connect(sys.argv[1]); "
            "call = {'method': sys.argv[2], 'parameters': {'fileDescriptor': 0}}; "
            "socket.send_fds(s, [json.dumps(call).encode() + b'\\0'], [int(sys.argv[3])]); "
            "print(s.recv(65536), flush=True)")
        # The program's own end waits for the file, too.
        stranger = subprocess.Popen(
            ["/usr/bin/python3", "-c", send, self.daemon.socket, DISPLAY + "SetImage",
             str(hanging.file)],
            stdout=subprocess.PIPE, text=True, pass_fds=[hanging.file], user=65534, group=65534,
            extra_groups=[], cwd="/")
        try:
            self.assertIn("a file in memory is expected", stranger.stdout.readline())
            self.assertUnharmed()
        finally:
            hanging.end()
            stranger.communicate(timeout=5)

    def test_hanging_files_of_one_user_cost_another_nothing(self):
        hanging = self.mount(hanging_files.FLUSH)
        self.directory.chmod(0o755)
        send = """if True:
            import json, os, socket, sys
            def exchange(name, parameters, files):
                with socket.socket(socket.AF_UNIX) as s:
                    s.settimeout(5)
                    s.connect(sys.argv[1])
                    call = {"method": sys.argv[2] + name, "parameters": parameters}
                    socket.send_fds(s, [json.dumps(call).encode() + bytes(1)], files)
                    return s.recv(65536)
            for _ in range(40):
                exchange("GetStatus", {}, [int(sys.argv[3])] * 2)
            print(exchange("SetImage", {"fileDescriptor": 0}, [os.memfd_create("own")]), flush=True)
            """
        stranger = subprocess.Popen(
            ["/usr/bin/python3", "-c", send, self.daemon.socket, DISPLAY, str(hanging.file)],
            stdout=subprocess.PIPE, text=True, pass_fds=[hanging.file], user=65534, group=65534,
            extra_groups=[], cwd="/")
        try:
            answer = stranger.stdout.readline()
            self.assertIn("SystemFailed", answer)
            self.assertIn("too many descriptors of this user wait", answer)
            path = self.write("next.jsonc", '{"layers": []}')
            with self.daemon.connect() as connection, open(path, "rb") as file:
                reply = connection.call("LoadScene", {"fileDescriptor": 0}, [file.fileno()])
                self.assertIn("generation", reply)
        finally:
            hanging.end()
            stranger.communicate(timeout=5)
        wait_until(lambda: self.descriptors() < 20, "the descriptors' end", 5)

    def test_descriptors_of_unfinished_messages_do_not_pile_up(self):
        connections = [self.daemon.connect() for _ in range(10)]
        with open("/dev/null", "rb") as null:
            for connection in connections:
                self.addCleanup(connection.close)
                try:
                    for _ in range(20):
                        connection.send(b" ", [null.fileno()] * 8)
                except (BrokenPipeError, ConnectionResetError):
                    pass
                self.assertTrue(connection.is_closed())
        # Threads close the files that are not in memory.
        wait_until(lambda: self.descriptors() < 20, "the descriptors' end", 5)
        self.assertUnharmed()

    def test_pictures_that_nobody_takes_do_not_pile_up(self):
        with self.daemon.connect() as greedy:
            greedy.socket.settimeout(1)
            call = json.dumps({"method": DISPLAY + "Screenshot"}).encode() + b"\0"
            with self.assertRaises(OSError):
                for _ in range(10_000):
                    greedy.send(call * 20)
            self.assertLess(self.descriptors(), 20)
            self.assertUnharmed()

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.daemon.pid}/fd"))

    def test_a_client_that_never_reads_is_not_fed_for_ever(self):
        with self.daemon.connect() as greedy:
            greedy.socket.settimeout(1)
            try:
                for _ in range(20_000):
                    greedy.send_call("ListLayers")
            except OSError:
                pass
            self.assertLess(self.memory(), 64 << 20)
            self.assertUnharmed()

    def memory(self):
        with open(f"/proc/{self.daemon.pid}/status") as status:
            line = next(line for line in status if line.startswith("VmRSS"))
        return int(line.split()[1]) * 1024


if __name__ == "__main__":
    unittest.main()
