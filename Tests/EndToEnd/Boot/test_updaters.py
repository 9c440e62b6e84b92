"""`firstlight feed` beside servers that speak as SWUpdate and RAUC do."""

import os
import signal
import socket
import struct
import subprocess
import threading
import time
import unittest

from harness import CLIENT, TestCase, clean_environment, wait_until

SCENE = """
{ "layers": [{ "name": "bar", "kind": "progress", "style": "line" },
             { "name": "line", "kind": "text", "string": "", "frame": [0, 0, 100, 20] }],
  "controls": {
    "install": { "kind": "progress", "drives": ["bar"] },
    "message": { "kind": "text", "drives": "line" },
    "outcome": { "kind": "state", "states": {
      "working": { "label": "It runs" }, "done": { "label": "It is done" },
      "failed": { "label": "It failed" } } } } }
"""

IDLE, START, RUN, SUCCESS, FAILURE, DOWNLOAD, DONE = range(7)
INSTALLER = "de.pengutronix.rauc.Installer"
VERSION = 0x20000


def message(status, layout="packed", download=0, steps=0, step=0, percent=0, image="", info=""):
    """A message of SWUpdate's progress socket, as its structure lies in memory."""
    form = "<III" + ("4x" if layout == "padded" else "") + "QIII256s64sII2048s"
    text = struct.pack(form, VERSION, status, download, download * 1000, steps, step, percent,
                       image.encode(), b"raw", 0, len(info), info.encode())
    return text + bytes(4 if layout == "padded" else 0)


class Server:
    """A Unix socket whose clients are given to a function, one after the other."""

    def __init__(self, path, serve):
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.listener.bind(str(path))
        self.listener.listen()
        self.serve = serve
        self.faults = []
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            try:
                with client:
                    self.serve(client)
            except Exception as fault:  # shown by the test
                self.faults.append(repr(fault))

    def close(self):
        self.listener.close()


class Updaters(TestCase):
    def setUp(self):
        super().setUp()
        self.daemon = self.start(scene=SCENE)
        self.path = self.directory / "updates"

    def serve(self, serve):
        server = Server(self.path, serve)
        self.addCleanup(server.close)
        return server

    def feed(self, form):
        process = subprocess.Popen(
            [CLIENT, "feed", "--format", form, "--from", self.path, "--socket", self.socket],
            env=clean_environment(), stderr=subprocess.PIPE)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait, 10)
        self.addCleanup(process.kill)
        return process

    def expect(self, value=None, text=None, outcome=None):
        def seen():
            return (self.daemon.control("install")["value"], self.daemon.control("message").get("text"),
                    self.daemon.control("outcome")["state"])

        def holds():
            now = seen()
            return ((value is None or abs(now[0] - value) < 1e-6) and text in (None, now[1])
                    and outcome in (None, now[2]))
        wait_until(holds, f"{value} {text} {outcome}, and not {seen()}")

    def test_swupdate(self):
        for layout in ("packed", "padded"):
            with self.subTest(layout):
                self.path = self.directory / layout
                steps = threading.Semaphore(0)

                def serve(client):
                    def send(*arguments, **more):
                        steps.acquire()
                        client.sendall(message(*arguments, layout, **more))
                    client.sendall(struct.pack("<I4s", VERSION, b"ACK\0"))
                    send(START)
                    send(DOWNLOAD, download=50)
                    send(RUN, steps=4, step=2, percent=50, image="rootfs.img")
                    # Two at once, the second in two parts.
                    steps.acquire()
                    pair = message(RUN, layout, steps=4, step=4, image="app.img") + message(
                        SUCCESS, layout)
                    client.sendall(pair[:3000])
                    time.sleep(0.2)
                    client.sendall(pair[3000:] + message(IDLE, layout))
                    send(START)
                    send(FAILURE, info="no space left")
                    steps.acquire()

                server = self.serve(serve)
                process = self.feed("swupdate")
                steps.release()
                self.expect(0, "Updating", "working")
                steps.release()
                # apt's weights: the download is a part of the scale.
                wait_until(lambda: 0 < self.daemon.control("install")["value"] < 0.5, "a download")
                share = 2 * self.daemon.control("install")["value"]
                steps.release()
                self.expect(share + (1 - share) * 1.5 / 4, "rootfs.img", "working")
                steps.release()
                self.expect(1, "The update is installed", "done")
                steps.release()
                self.expect(0, "Updating", "working")
                steps.release()
                self.expect(0, "The update failed: no space left", "failed")
                self.assertIsNone(process.poll())
                process.kill()
                self.assertIn(b"no space left", process.stderr.read())
                steps.release()
                self.assertEqual(server.faults, [])

    def test_after_a_crash_the_next_daemon_gets_what_has_changed_meanwhile(self):
        steps = threading.Semaphore(0)

        def serve(client):
            def send(*arguments, **more):
                steps.acquire()
                client.sendall(message(*arguments, **more))
            client.sendall(struct.pack("<I4s", VERSION, b"ACK\0"))
            send(START)
            send(RUN, steps=4, step=2, percent=50, image="rootfs.img")
            send(RUN, steps=4, step=3, percent=50, image="app.img")
            send(SUCCESS)
            steps.acquire()

        self.serve(serve)
        process = self.feed("swupdate")
        steps.release()
        steps.release()
        self.expect(1.5 / 4, "rootfs.img", "working")
        # Without new messages, the next daemon gets the same values.
        self.restart()
        self.expect(1.5 / 4, "rootfs.img", "working")
        self.daemon.process.send_signal(signal.SIGKILL)
        self.daemon.wait()
        steps.release()
        time.sleep(0.3)
        self.restart(kills=False)
        self.expect(2.5 / 4, "app.img", "working")
        steps.release()
        self.expect(1, "The update is installed", "done")
        self.assertIsNone(process.poll())
        # After an end that was asked for, another connection might start the daemon again.
        self.daemon.process.send_signal(signal.SIGTERM)
        self.daemon.wait()
        process.wait(10)
        self.assertNotEqual(process.returncode, 0)

    def restart(self, kills=True):
        """Starts the daemon once more, without the state of the one that was killed."""
        if kills:
            self.daemon.process.send_signal(signal.SIGKILL)
            self.daemon.wait()
        (self.directory / "socket.state").unlink(missing_ok=True)
        self.daemon = self.start(scene=SCENE)

    def test_a_service_that_comes_late_goes_and_makes_no_sense(self):
        process = self.feed("swupdate")
        time.sleep(0.3)
        self.assertIsNone(process.poll())
        turn = [0]
        hold = threading.Event()

        def serve(client):
            turn[0] += 1
            if turn[0] <= 2:
                client.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
                client.recv(1)
            elif turn[0] == 3:
                client.sendall(struct.pack("<I4s", VERSION, b"ACK\0") + message(
                    RUN, steps=2, step=1, percent=50)[:100])
            else:
                client.sendall(struct.pack("<I4s", VERSION, b"ACK\0") + message(
                    RUN, steps=2, step=2, percent=50))
                hold.wait(30)

        self.serve(serve)
        self.expect(0.75, outcome="working")
        hold.set()
        # The end of the daemon is the end of the feed, which its unit starts again.
        self.daemon.process.terminate()
        self.assertEqual(process.wait(20), 69)
        # Each attempt ends so, but one complaint a minute is enough.
        self.assertEqual(process.stderr.read().count(b"sends invalid messages"), 1)

    def test_a_service_that_accepts_nobody_does_not_hold_the_feed(self):
        self.listen_to_nobody(self.path)
        process = self.feed("swupdate")
        time.sleep(0.5)
        self.assertIsNone(process.poll())
        self.daemon.process.terminate()
        self.assertEqual(process.wait(20), 69)

    def test_a_flood_holds_neither_memory_nor_files(self):
        ends = threading.Event()
        job = message(START) + message(RUN, steps=2, step=1) + message(SUCCESS)

        def memory():
            with open(f"/proc/{process.pid}/status") as status:
                return next(int(line.split()[1]) for line in status if line.startswith("RssAnon:"))

        def serve(client):
            client.sendall(struct.pack("<I4s", VERSION, b"ACK\0") + message(IDLE))
            for _ in range(200):
                socket.send_fds(client, [message(IDLE)], [client.fileno()])
            files.append(len(os.listdir(f"/proc/{process.pid}/fd")))
            for count in range(10_000):
                if count == 500:
                    sizes.append(memory())
                client.sendall(job)
            sizes.append(memory())
            ends.set()
            client.sendall(message(START) + message(RUN, steps=4, step=3, percent=20, image="last"))
            client.recv(1)

        files, sizes = [], []
        process = self.feed("swupdate")
        # It has found the controls when it looks for the service.
        self.assertIn(b"not there yet", process.stderr.readline())
        self.daemon.process.send_signal(signal.SIGSTOP)
        self.addCleanup(self.daemon.process.kill)
        server = self.serve(serve)
        self.assertTrue(ends.wait(60))
        self.assertLess(files[0], 50)
        self.assertLess(sizes[1] - sizes[0], 2000, "KiB for jobs that the daemon has not taken")
        self.daemon.process.send_signal(signal.SIGCONT)
        self.expect(0.55, "last", "working")
        self.assertEqual(server.faults, [])

    def test_rauc(self):
        steps = threading.Semaphore(0)
        calls = []

        def serve(client):
            bus = Bus(client)
            bus.authenticate()
            for _ in range(5):
                calls.append(bus.receive_call())
            driver = "org.freedesktop.DBus"
            bus.reply(1, "s", string(":1.7"), sender=driver)
            bus.signal(driver, "NameAcquired", "s", string(":1.7"), sender=driver)
            for serial in (2, 3, 4):
                bus.reply(serial, "", b"", sender=driver)
            # An error of an update before: of no interest.
            bus.reply(5, "a{sv}", properties(Operation="idle", LastError="of yesterday",
                                             Progress=(100, "Installing failed.", 1)))

            def changed(**values):
                steps.acquire()
                bus.changed(**values)
            changed(Operation="installing")
            # Another program of the bus.
            bus.signal(INSTALLER, "Completed", "i", struct.pack("<i", 0), sender=":1.8")
            changed(Progress=(40, "Copying image to rootfs.1", 3))
            changed(Progress=(60, "Copying image to rootfs.1 done.", 3))
            changed(Progress=(100, "Installing done.", 1))
            bus.signal(INSTALLER, "Completed", "i", struct.pack("<i", 0))
            # RAUC is started anew.
            bus.signal(driver, "NameOwnerChanged", "sss", named("de.pengutronix.rauc", ":1.3", ":1.9"),
                       sender=driver)
            bus.rauc = ":1.9"
            changed(Operation="installing", Progress=(0, "Installing", 1))
            changed(LastError="signature verification failed")
            bus.signal(INSTALLER, "Completed", "i", struct.pack("<i", 1))
            steps.acquire()

        server = self.serve(serve)
        process = self.feed("rauc")
        steps.release()
        self.expect(outcome="working")
        self.assertEqual(self.daemon.control("message").get("text") or "", "")
        steps.release()
        self.expect(0.4, "Copying image to rootfs.1")
        steps.release()
        self.expect(0.6, "Copying image to rootfs.1 done.")
        steps.release()
        self.expect(1, "The update is installed", "done")
        steps.release()
        self.expect(0, "Installing", "working")
        steps.release()
        self.expect(0, "signature verification failed", "failed")
        self.assertIsNone(process.poll())
        self.assertEqual(server.faults, [])
        self.assertEqual([call[0] for call in calls], ["Hello"] + 3 * ["AddMatch"] + ["GetAll"])
        self.assertIn(b"member='NameOwnerChanged',arg0='de.pengutronix.rauc'", calls[1][1])
        self.assertIn(b"sender='de.pengutronix.rauc'", calls[2][1])
        steps.release()

    def test_from_is_for_services(self):
        result = self.client("feed", "--from", "/x", status=64)
        self.assertIn(b"--from is for --format swupdate and rauc", result.stderr)


def align(data, count):
    return data + bytes(-len(data) % count)


def string(text):
    raw = text.encode()
    return struct.pack("<I", len(raw)) + raw + b"\0"


def signature(text):
    return bytes([len(text)]) + text.encode() + b"\0"


def named(*words):
    """Texts, one behind the other."""
    data = b""
    for word in words:
        data = align(data, 4) + string(word)
    return data


def properties(**values):
    """A dictionary of variants: texts, and progress."""
    body = b""
    for name, value in values.items():
        body = align(body, 8) + string(name)
        if isinstance(value, str):
            body += signature("s")
            body = align(body, 4) + string(value)
        else:
            percent, text, depth = value
            body += signature("(isi)")
            # Aligned as in the whole dictionary, which begins at a multiple of 8.
            body = align(body, 8) + struct.pack("<i", percent) + string(text)
            body = align(body, 4) + struct.pack("<i", depth)
    return struct.pack("<I", len(body)) + bytes(4) + body


class Bus:
    """A message bus's end of a connection."""

    def __init__(self, client):
        self.client = client
        self.buffer = b""
        self.serial = 100
        self.rauc = ":1.3"

    def read(self, count):
        while len(self.buffer) < count:
            more = self.client.recv(4096)
            if not more:
                raise EOFError("the client has left")
            self.buffer += more
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def read_line(self):
        line = b""
        while not line.endswith(b"\r\n"):
            line += self.read(1)
        return line

    def authenticate(self):
        assert self.read(1) == b"\0"
        name = str(os.getuid()).encode().hex().encode()
        line = self.read_line()
        assert line == b"AUTH EXTERNAL " + name + b"\r\n", line
        self.client.sendall(b"OK 0123456789abcdef0123456789abcdef\r\n")
        assert self.read_line() == b"BEGIN\r\n"

    def receive_call(self):
        """The member's name, and the message."""
        head = self.read(16)
        assert head[:1] == b"l" and head[1] == 1 and head[3] == 1, head
        body, _, fields = struct.unpack("<III", head[4:])
        rest = self.read(fields + -fields % 8 + body)
        for name in ("Hello", "AddMatch", "GetAll"):
            if string(name) in rest:
                return name, rest
        raise AssertionError(f"no call: {rest}")

    def send(self, kind, fields, form, body, sender):
        fields = fields + [(7, "s", string(sender or self.rauc))]
        if form:
            fields = fields + [(8, "g", signature(form))]
        data = b""
        for code, type_, value in fields:
            data = align(data, 8) + bytes([code]) + signature(type_)
            data = align(data, 4 if type_ != "g" else 1) + value
        self.serial += 1
        head = struct.pack("<cBBBIII", b"l", kind, 0, 1, len(body), self.serial, len(data))
        self.client.sendall(align(head + data, 8) + body)

    def reply(self, serial, form, body, sender=None):
        self.send(2, [(5, "u", struct.pack("<I", serial))], form, body, sender)

    def signal(self, interface, member, form, body, sender=None):
        self.send(4, [(1, "o", string("/")), (2, "s", string(interface)), (3, "s", string(member))],
                  form, body, sender)

    def changed(self, **values):
        body = align(string(INSTALLER), 4)
        # The dictionary's first entry begins at a multiple of 8.
        entries = properties(**values)
        length, entries = entries[:4], entries[8:]
        body += length
        body = align(body, 8) + entries
        body = align(body, 4) + struct.pack("<I", 0)
        self.signal("org.freedesktop.DBus.Properties", "PropertiesChanged", "sa{sv}as", body)


if __name__ == "__main__":
    unittest.main()
