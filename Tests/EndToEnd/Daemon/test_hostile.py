"""Bad input ends the client's connection, or gets a named error or a diagnostic. The daemon
continues, the picture stays, and no memory is lost."""

import fcntl
import json
import os
import signal
import socket
import struct
import subprocess
import termios
import time
import unittest
import zlib

import hanging_files
from harness import (
    DAEMON, DISPLAY, SERVICE, TestCase, VarlinkError, clean_environment, wait_until)

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
    "deep nesting": b"{" + STATUS + b',"parameters":{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}}",
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
        # Some threads hang, some descriptors wait, and the rest is not taken.
        self.assertLess(count(), before + 8 + 64 + 16)
        hanging.end()
        wait_until(lambda: count() <= before, "the descriptors' end", 5)

    def test_a_refused_picture_that_cannot_be_closed_holds_nobody_up(self):
        hanging = self.mount(hanging_files.FLUSH)
        self.directory.chmod(0o755)
        send = (
            "import json, socket, sys; s = socket.socket(socket.AF_UNIX); s.settimeout(5); "
            "s.connect(sys.argv[1]); call = {'method': sys.argv[2], 'parameters': {'fileDescriptor': 0}}; "
            "socket.send_fds(s, [json.dumps(call).encode() + b'\\0'], [int(sys.argv[3])]); "
            "print(s.recv(65536), flush=True)")
        # The program's own end waits for the file, too.
        stranger = subprocess.Popen(
            ["/usr/bin/python3", "-c", send, self.daemon.socket, DISPLAY + "SetImage", str(hanging.file)],
            stdout=subprocess.PIPE, text=True, pass_fds=[hanging.file], user=65534, group=65534,
            extra_groups=[], cwd="/")
        try:
            self.assertIn("a file in memory is expected", stranger.stdout.readline())
            self.assertUnharmed()
        finally:
            hanging.end()
            stranger.communicate(timeout=5)

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

    def test_what_came_from_outside_is_on_one_line(self):
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


class Parameters(TestCase):
    def setUp(self):
        super().setUp()
        self.daemon = self.start()

    def test_bad_parameters_get_the_named_error(self):
        invalid, value = SERVICE + "InvalidParameter", DISPLAY + "InvalidValue"
        cases = [
            ("SetProgress", {}, invalid, "value"),
            ("SetProgress", None, invalid, "value"),
            ("SetProgress", {"value": "much"}, invalid, "value"),
            ("SetProgress", {"value": None}, invalid, "value"),
            ("SetProgress", {"value": 0.5, "bogus": 1}, invalid, "bogus"),
            ("SetProgress", {"value": 0.5, "control": 7}, invalid, "control"),
            ("SetProgress", {"value": 0.5, "timing": "bouncy"}, invalid, "timing"),
            ("SetProgress", {"value": 0.5, "durationUSec": 0.5}, invalid, "durationUSec"),
            ("SetProgress", {"value": 0.5, "durationUSec": -1}, value, "durationUSec"),
            ("SetProgress", {"value": 0.5, "durationUSec": 1 << 62}, value, "durationUSec"),
            ("SetProgress", {"value": 0.5, "control": "x"}, DISPLAY + "NoSuchControl", "x"),
            ("SetProgress", {"value": 0.5, "control": "message"},
             DISPLAY + "WrongControlKind", "message"),
            ("SetIndeterminate", {"enabled": 1}, invalid, "enabled"),
            ("SetText", {"text": 5}, invalid, "text"),
            ("SetText", {"text": "x" * 100_000}, None, "text"),
            ("SetText", {"text": "x", "control": "install"},
             DISPLAY + "WrongControlKind", "install"),
            ("ListLayers", {"root": "nothing"}, DISPLAY + "NoSuchLayer", "nothing"),
            ("ListLayers", {"depth": -1}, value, "depth"),
            ("Pause", {"layer": "nothing"}, DISPLAY + "NoSuchLayer", "nothing"),
            ("Step", {"durationUSec": -1}, value, "durationUSec"),
            ("Step", {"durationUSec": 1 << 62}, None, "durationUSec"),
            ("LoadScene", {}, None, ""),
            ("LoadScene", {"name": "boot", "path": "/x"}, None, ""),
            ("LoadScene", {"name": "nothing"}, DISPLAY + "NoSuchScene", "nothing"),
            ("LoadScene", {"name": "../../etc/passwd"}, DISPLAY + "NoSuchScene", "passwd"),
            ("LoadScene", {"fileDescriptor": 0}, None, "fileDescriptor"),
            ("LoadScene", {"fileDescriptor": -1}, None, "fileDescriptor"),
            ("LoadScene", {"path": "relative.jsonc"}, None, ""),
            ("Subscribe", {}, SERVICE + "ExpectedMore", ""),
            ("Screenshot", {"inline": "yes"}, invalid, "inline"),
            ("NoMethod", {}, SERVICE + "MethodNotFound", "NoMethod"),
            ("com.example.Nothing", {}, SERVICE + "InterfaceNotFound", "com.example"),
            (SERVICE + "GetInterfaceDescription", {"interface": "com.example"},
             SERVICE + "InterfaceNotFound", "com.example"),
        ]
        with self.daemon.connect() as connection:
            for method, parameters, error, word in cases:
                with self.subTest(f"{method} {str(parameters)[:60]}"):
                    connection.send_call(method, parameters)
                    reply = connection.receive()
                    self.assertIsNotNone(reply, "the connection was closed")
                    self.assertIn("error", reply)
                    if error:
                        self.assertEqual(reply["error"], error)
                    self.assertIn(word, json.dumps(reply))

    def test_numbers_come_in_every_spelling(self):
        for text, value in [("5.000000000000000000000e-01", 0.5), ("1", 1), ("0", 0), ("1e-3", 0.001)]:
            with self.subTest(text), self.daemon.connect() as connection:
                connection.send(
                    b'{"method":"io.firstlight.display.SetProgress","parameters":{"value":'
                    + text.encode() + b"}}\0")
                self.assertEqual(connection.receive()["parameters"]["value"], value)

    def test_values_out_of_range_are_clamped(self):
        for value, clamped in [(-0.2, 0), (1.7, 1), (1e300, 1)]:
            reply = self.daemon.call("SetProgress", {"value": value})
            self.assertEqual(reply["value"], clamped)

    def test_calls_are_answered_in_order(self):
        with self.daemon.connect() as connection:
            for number in range(200):
                connection.send_call("SetProgress", {"value": number / 200})
            for number in range(200):
                self.assertEqual(connection.receive()["parameters"]["value"], number / 200)


def png(width, height, data=None, kinds=b"\x08\x06\0\0\0"):
    """A PNG file of a size, with a body that need not fit it."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(
            ">I", zlib.crc32(kind + body))
    if data is None:
        data = zlib.compress((b"\0" + b"\x80" * 4 * width) * height)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">II", width, height) + kinds)
            + chunk(b"IDAT", data) + chunk(b"IEND", b""))


def image_scene(name):
    return '{"layers": [{"kind": "image", "file": "%s"}]}' % name


class Scenes(TestCase):
    """Each of these scenes gets a diagnostic; the one on the screen stays, and so does memory."""

    def setUp(self):
        super().setUp()
        self.daemon = self.start()
        self.daemon.call("SetProgress", {"value": 0.5, "durationUSec": 0})
        self.hash = self.daemon.step(0.1)["frameHash"]

    def peak(self):
        with open(f"/proc/{self.daemon.pid}/status") as status:
            line = next(line for line in status if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024

    def refuse(self, name, text, *words, limit=12 << 20):
        """Loads a scene by path, which has to fail and to change nothing."""
        path = self.write(name, text)
        before = self.peak()
        parameters = self.assertVarlinkError(
            "SceneInvalid", self.daemon.call, "LoadScene", {"path": str(path)})
        self.assertGreaterEqual(len(parameters["diagnostics"]), 1)
        said = json.dumps(parameters["diagnostics"], ensure_ascii=False)
        for word in words:
            self.assertIn(word, said)
        self.assertLess(self.peak() - before, limit, "memory was spent")
        self.assertEqual(self.daemon.step(0.02)["frameHash"], self.hash)
        self.assertEqual(self.daemon.call("GetStatus")["sceneGeneration"], 1)

    def test_pictures(self):
        good = png(8, 8)
        pictures = {
            "truncated.png": good[:40], "half.png": good[:-20], "empty.png": b"",
            "text.png": b"hello", "huge.png": png(100_000, 100_000, b""),
            "wide.png": png(100_000, 1, b""), "zero.png": png(0, 5, b""),
            "negative.png": png(0xFFFFFFFF, 0xFFFFFFFF, b""),
            "short.png": png(4000, 4000, zlib.compress(b"\0" * 100)),
            "colours.png": png(8, 8, kinds=b"\x07\x09\0\0\0"),
            "crc.png": good[:30] + b"\xff" + good[31:],
        }
        for name, data in pictures.items():
            with self.subTest(name):
                self.write(name, data)
                # Pictures within the limits may take their own size before they turn out broken.
                self.refuse("image.jsonc", image_scene(name), name, limit=96 << 20)

    def test_a_picture_that_unpacks_to_far_more_than_its_size(self):
        self.write("bomb.png", png(8, 8, zlib.compress(bytes(256 << 20), 9)))
        before = self.peak()
        path = self.write("image.jsonc", image_scene("bomb.png"))
        try:
            self.daemon.call("LoadScene", {"path": str(path)})
        except VarlinkError as error:
            self.assertEqual(error.name, DISPLAY + "SceneInvalid")
        self.assertLess(self.peak() - before, 24 << 20)
        self.daemon.step(0.1)

    def test_pictures_that_are_not_files(self):
        os.mkfifo(self.directory / "fifo.png")
        (self.directory / "loop.png").symlink_to("loop.png")
        for name in ["missing.png", "fifo.png", "loop.png", "/dev/zero", ".", "/proc/kmsg"]:
            with self.subTest(name):
                self.refuse("image.jsonc", image_scene(name))

    def test_texts(self):
        layers = '{"layers": [%s]}'
        scenes = {
            "nothing": "", "no object": "[]", "no JSON": "hello", "half": '{"layers": [',
            "binary": bytes(range(256)), "unknown key": '{"layer": []}',
            "a key twice": '{"layers": [], "layers": []}',
            "NaN": layers % '{"opacity": NaN}', "infinity": layers % '{"opacity": 1e999}',
            "an opacity of 7": layers % '{"opacity": 7}',
            "10⁹ segments": layers % '{"kind": "progress", "segments": 1000000000}',
            "-1 segments": layers % '{"kind": "progress", "segments": -1}',
            "a colour": layers % '{"backgroundColor": "#GGGGGG"}',
            "a style of itself": '{"styles": {"a": {"use": "b"}, "b": {"use": "a"}},'
                                 '"layers": [{"use": "a"}]}',
            "an unknown style": layers % '{"use": "nothing"}',
            "a target that is not there": '{"layers": [],'
            '"controls": {"a": {"kind": "progress", "drives": ["nothing"]}}}',
            "deep nesting": "[" * 200_000, "deep layers": '{"layers": [' * 5000,
        }
        for name, text in scenes.items():
            with self.subTest(name):
                self.refuse("scene-under-test.jsonc", text)

    def test_a_side_of_100000(self):
        self.refuse(
            "side.jsonc", '{"layers": [{"kind": "image", "file": "a.png", "size": [1e300, 1]}]}')

    def test_too_many_layers(self):
        self.refuse(
            "many.jsonc", '{"layers": [' + '{"kind": "progress"},' * 100_000 + "]}", "items",
            limit=256 << 20)

    def test_a_file_that_is_too_large(self):
        self.refuse("large.jsonc", '{"layers": []}' + " " * (32 << 20), "bytes")

    def test_paths_that_are_not_files(self):
        os.mkfifo(self.directory / "fifo.jsonc")
        for path in [self.directory / "fifo.jsonc", self.directory, "/dev/zero",
                     self.directory / "missing.jsonc", "/" + "x" * 5000, "/\0x"]:
            with self.subTest(str(path)[:40]), self.daemon.connect() as connection:
                connection.send_call("LoadScene", {"path": str(path)})
                self.assertIn("error", connection.receive())
                self.assertEqual(self.daemon.call("GetStatus")["sceneGeneration"], 1)

    def test_descriptors_that_are_not_files(self):
        reader, writer = os.pipe()
        try:
            for descriptor in [reader, writer, os.open("/dev/zero", os.O_RDONLY),
                               os.open(self.directory, os.O_RDONLY)]:
                with self.daemon.connect() as connection:
                    connection.send_call(
                        "LoadScene", {"fileDescriptor": 0}, descriptors=[descriptor])
                    self.assertIn("error", connection.receive())
                os.close(descriptor)
        finally:
            self.daemon.call("GetStatus")

    def test_a_daemon_that_must_show_a_bad_scene_does_not_start(self):
        bad = self.write("bad.jsonc", '{\n  "layers": [{"oops": 1}]\n}')
        poor = self.write("poor.jsonc", image_scene("missing.png"))
        for scene, status in [(bad, 65), (poor, 65), (self.directory / "missing.jsonc", 66)]:
            result = subprocess.run(
                [DAEMON, str(scene), "--socket", str(self.directory / "other"),
                 "--output", "none", "--require-scene"],
                capture_output=True, timeout=20, env=clean_environment())
            self.assertEqual(result.returncode, status, result.stderr)
            self.assertIn(os.path.basename(scene).encode(), result.stderr)
        self.assertFalse((self.directory / "other").exists())


class StartsWithFaults(TestCase):
    """The screen is never empty, whatever the fault of the scene."""

    def shown(self, scene, *arguments):
        daemon = self.start(str(scene), *arguments, scene=None)
        status = daemon.call("GetStatus")
        said = self.client("status").out
        self.assertIn(status["sceneFault"], said)
        self.assertNotIn("Error", daemon.log)
        daemon.stop()
        return status

    def test_a_scene_without_its_picture_is_shown(self):
        self.write("broken.png", b"\x89PNG\r\n\x1a\n" + bytes(40))
        self.write("text.png", b"hello")
        for name in ["missing.png", "broken.png", "text.png", ".", "/dev/zero"]:
            with self.subTest(name):
                scene = self.write(
                    "poor.jsonc",
                    '{"layers": [{"kind": "image", "name": "logo", "file": "%s", "size": [9, 9],'
                    '"animations": [{"key": "opacity", "to": 0.5, "duration": 1}]},'
                    '{"name": "rest", "backgroundColor": "#FFFFFF"}]}' % name)
                self.client("check", scene, socket=False, status=1)
                status = self.shown(scene)
                self.assertEqual((status["scene"], status["layers"]), ("poor", 3))
                self.assertIn("poor.jsonc:1:", status["sceneFault"])

    def test_the_built_in_scene_is_shown_for_one_that_does_not_load(self):
        bad = self.write("bad.jsonc", '{\n  "layers": [{"oops": 1}]\n}')
        for scene in [bad, self.directory / "missing.jsonc", "no-such-scene"]:
            with self.subTest(str(scene)):
                status = self.shown(scene)
                self.assertEqual(status["scene"], "First Light")
                self.assertIn(getattr(scene, "name", scene), status["sceneFault"])

    def test_a_scene_that_was_mended_is_shown_on_hup(self):
        path = self.write("bad.jsonc", '{"layers": [{"oops": 1}]}')
        daemon = self.start(str(path), scene=None)
        self.assertEqual(daemon.call("GetStatus")["scene"], "First Light")
        self.write("bad.jsonc", '{"layers": []}')
        daemon.process.send_signal(signal.SIGHUP)
        status = wait_until(
            lambda: (s := daemon.call("GetStatus")) and s["scene"] == "bad" and s, "the scene")
        self.assertNotIn("sceneFault", status)


class SocketPath(TestCase):
    def refuse(self, *words, status=69):
        result = subprocess.run(
            [DAEMON, "--socket", str(self.socket), "--output", "none", "--size", "64x64"],
            capture_output=True, timeout=20, env=clean_environment())
        self.assertEqual(result.returncode, status, result.stderr)
        for word in [str(self.socket), *words]:
            self.assertIn(word, result.stderr.decode())

    def test_a_live_daemons_is_refused(self):
        daemon = self.start()
        self.refuse()
        self.assertEqual(daemon.call("GetStatus")["sceneGeneration"], 1)

    def test_a_plain_file_is_refused_and_stays(self):
        self.socket.write_text("precious")
        self.refuse("file")
        self.assertEqual(self.socket.read_text(), "precious")

    def test_a_directory_is_refused(self):
        self.socket.mkdir()
        self.refuse("directory")
        self.assertTrue(self.socket.is_dir())

    def test_symbolic_links_are_refused_and_stay(self):
        target = self.directory / "target"
        for kind in ["nothing", "a file", "a stale socket"]:
            with self.subTest(kind):
                if kind == "a file":
                    target.write_text("precious")
                elif kind == "a stale socket":
                    target.unlink()
                    with socket.socket(socket.AF_UNIX) as listener:
                        listener.bind(str(target))
                self.socket.symlink_to(target)
                self.refuse("symbolic link")
                self.assertTrue(self.socket.is_symlink())
                self.socket.unlink()

    def test_a_stale_socket_is_replaced(self):
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(self.socket))
        daemon = self.start()
        self.assertEqual(daemon.call("GetStatus")["sceneGeneration"], 1)

    def test_a_killed_daemons_socket_is_replaced(self):
        daemon = self.start()
        daemon.process.kill()
        daemon.process.wait(10)
        self.assertTrue(self.socket.exists())
        self.assertEqual(self.start().call("GetStatus")["sceneGeneration"], 1)

    def test_a_path_that_is_too_long_is_refused(self):
        self.socket = self.directory / ("x" * 120)
        self.refuse()

    def test_a_directory_that_is_not_writable_is_refused(self):
        self.socket = "/proc/firstlight"
        self.refuse()


class CommandLine(TestCase):
    def test_wrong_command_lines(self):
        cases = [["--bogus"], ["--size", "0x5"], ["--size", "100000x100000"], ["--size", "axb"],
                 ["--scale", "nan"], ["--scale", "0"], ["--format", "CMYK"], ["--clock", "sundial"],
                 ["--output", "tape"], ["--output", "png:"], ["a", "b"], ["--socket"]]
        for arguments in cases:
            with self.subTest(arguments):
                result = subprocess.run(
                    [DAEMON, *arguments], capture_output=True, timeout=20,
                    env=clean_environment())
                self.assertEqual(result.returncode, 64, result.stderr)
                self.assertIn(arguments[-1].encode(), result.stderr)

    def test_help_names_every_option(self):
        result = subprocess.run([DAEMON, "--help"], capture_output=True, timeout=20)
        self.assertEqual(result.returncode, 0)
        for option in ["--socket", "--output", "--size", "--scale", "--format", "--clock"]:
            self.assertIn(option.encode(), result.stdout)


if __name__ == "__main__":
    unittest.main()
