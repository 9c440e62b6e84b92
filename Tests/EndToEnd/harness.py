"""Starts the real daemon and the real client for the end-to-end tests.

    FIRSTLIGHT_BIN_DIR=.build/debug .build-venv/bin/python -m pytest -n 2 --dist loadscope Tests/EndToEnd

They are plain `unittest`; `scripts/test` makes the environment of Python.

Every wait has a limit, and every process started here is ended by its own number.
"""

import array
import ctypes
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = pathlib.Path(os.environ.get("FIRSTLIGHT_BIN_DIR", ROOT / ".build" / "debug")).resolve()
CLIENT = str(BIN / "firstlight")
DAEMON = str(BIN / "firstlightd")
DISPLAY = "io.firstlight.display."
SERVICE = "org.varlink.service."
LIMIT = 20.0

RING = """{
  // A progress ring, a bar and a message.
  "background": "#101418",
  "layers": [
    {
      "kind": "progress", "name": "ring", "style": "circle",
      "position": ["50%", "50%"], "size": [80, 80],
    },
  ],
  "controls": {
    "install": {"kind": "progress", "label": "Installation", "drives": ["ring"]},
    "strict": {"kind": "progress", "allowDecrease": false, "drives": ["ring"]},
    "message": {"kind": "text"},
  },
}
"""


def clean_environment(**extra):
    """The environment without variables that would lead the client to another daemon."""
    dropped = {"FIRSTLIGHT_SOCKET", "XDG_RUNTIME_DIR", "NOTIFY_SOCKET", "WATCHDOG_USEC",
               "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "SYSTEMD_EXEC_PID"}
    environment = {k: v for k, v in os.environ.items() if k not in dropped}
    # No settings of this machine's kernel.
    environment["SYSTEMD_PROC_CMDLINE"] = ""
    environment.update(extra)
    return environment


def wait_until(condition, what, limit=LIMIT):
    """Waits until the condition returns something true, and returns that."""
    end = time.monotonic() + limit
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"waited {limit} s in vain for {what}")
        time.sleep(0.01)


class VarlinkError(Exception):
    def __init__(self, name, parameters):
        super().__init__(f"{name} {parameters}")
        self.name = name
        self.parameters = parameters


class RawConnection:
    """A client that can also misbehave: bytes in, messages out."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(LIMIT)
        try:
            self.socket.connect(str(path))
        except OSError:
            self.socket.close()
            raise
        self.buffer = b""
        self.descriptors = []

    def close(self):
        self.socket.close()
        for descriptor in self.descriptors:
            os.close(descriptor)
        self.descriptors = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def send(self, data, descriptors=()):
        if descriptors:
            socket.send_fds(self.socket, [data], list(descriptors))
        else:
            self.socket.sendall(data)

    def send_call(self, method, parameters=None, descriptors=(), **flags):
        name = method if "." in method else DISPLAY + method
        message = {"method": name, **flags}
        if parameters is not None:
            message["parameters"] = parameters
        self.send(json.dumps(message).encode() + b"\0", descriptors)

    def receive(self):
        """The next message, or None when the daemon has closed."""
        while b"\0" not in self.buffer:
            try:
                data, ancillary, _, _ = self.socket.recvmsg(
                    65536, socket.CMSG_SPACE(16 * 4))
            except ConnectionResetError:
                return None
            for level, kind, content in ancillary:
                if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                    numbers = array.array("i")
                    numbers.frombytes(content[: len(content) - len(content) % 4])
                    self.descriptors += numbers
            if not data:
                return None
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, parameters=None, descriptors=()):
        self.send_call(method, parameters, descriptors)
        reply = self.receive()
        if reply is None:
            raise AssertionError(f"the daemon closed instead of answering {method}")
        if reply.get("error"):
            raise VarlinkError(reply["error"], reply.get("parameters", {}))
        return reply.get("parameters", {})

    def is_closed(self):
        """True if the daemon closes the connection without another message."""
        return self.receive() is None


class Daemon:
    """A running firstlightd.

    - name: the first word of its command line, if that is not the program's path.
    """

    def __init__(self, arguments, directory, environment=None, pass_fds=(), wait=True, prefix=(),
                 stdout=None, stderr=None, program=DAEMON, name=None):
        self.directory = pathlib.Path(directory)
        self.socket = self.directory / "socket"
        self.log_path = self.directory / f"daemon-{time.monotonic_ns()}.log"
        self.out_path = self.log_path.with_suffix(".out")
        with open(self.log_path, "wb") as log, open(self.out_path, "wb") as out:
            self.process = subprocess.Popen(
                [*prefix, name or program, *map(str, arguments)], executable=program if name else None,
                stdin=subprocess.DEVNULL, stdout=out if stdout is None else stdout,
                stderr=log if stderr is None else stderr,
                env=environment or clean_environment(), pass_fds=pass_fds)
        if wait:
            self.wait_for_socket()

    def wait_for_socket(self):
        def ready():
            if self.process.poll() is not None:
                raise AssertionError(f"firstlightd ended with {self.process.returncode}: {self.log}")
            try:
                with RawConnection(self.socket) as connection:
                    return connection.call(SERVICE + "GetInfo")
            except (FileNotFoundError, ConnectionRefusedError):
                return None
        wait_until(ready, "the daemon's socket")

    @property
    def log(self):
        return self.log_path.read_text(errors="replace")

    @property
    def out(self):
        return self.out_path.read_text(errors="replace")

    @property
    def pid(self):
        return self.process.pid

    def connect(self):
        return RawConnection(self.socket)

    def call(self, method, parameters=None):
        with self.connect() as connection:
            return connection.call(method, parameters)

    def step(self, seconds):
        return self.call("Step", {"durationUSec": round(seconds * 1e6)})

    def control(self, name):
        controls = self.call("ListControls")["controls"]
        return next(control for control in controls if control["name"] == name)

    def layer(self, name):
        layers = self.call("ListLayers")["layers"]
        return next(layer for layer in layers if layer["path"].split("/")[-1] == name)

    def wait(self, limit=LIMIT):
        return self.process.wait(limit)

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(10)


class FakeDaemon:
    """A socket that answers each connection with given bytes, however wrong."""

    def __init__(self, path, answer, closes=True):
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.listener.bind(str(path))
        self.listener.listen(8)
        self.answer = answer
        self.closes = closes
        self.connections = []
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def _serve(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.connections.append(connection)
            try:
                connection.recv(65536)
                connection.sendall(self.answer)
                if self.closes:
                    connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def stop(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.thread.join(5)
        for connection in self.connections:
            connection.close()


class OwnNetwork:
    """Tests with plymouth's address to themselves: root has a network of its own for it."""

    NEW_NETWORK = 0x40000000

    @classmethod
    def setUpClass(cls):
        cls.network = None
        if os.geteuid() != 0:
            return
        cls.network = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
        library = ctypes.CDLL(None, use_errno=True)
        if library.unshare(cls.NEW_NETWORK) != 0:
            os.close(cls.network)
            cls.network = None

    @classmethod
    def tearDownClass(cls):
        if cls.network is not None:
            ctypes.CDLL(None).setns(cls.network, cls.NEW_NETWORK)
            os.close(cls.network)


class TestCase(unittest.TestCase):
    """A directory of its own for each test, and no process left behind."""

    def listen_to_nobody(self, path):
        """A listener that accepts no connection, and has no place for one more."""
        listener = socket.socket(socket.AF_UNIX)
        self.addCleanup(listener.close)
        listener.bind(str(path))
        listener.listen(0)
        with self.assertRaises(BlockingIOError):
            for _ in range(9):
                client = socket.socket(socket.AF_UNIX)
                self.addCleanup(client.close)
                client.setblocking(False)
                client.connect(str(path))
        return listener

    def setUp(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="firstlight-"))
        self.addCleanup(shutil.rmtree, self.directory, ignore_errors=True)
        self.socket = self.directory / "socket"

    def write(self, name, text):
        path = self.directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(text, bytes):
            path.write_bytes(text)
        else:
            path.write_text(text)
        return path

    def start(self, *options, scene=RING, output="none", clock="step", size="160x120", **more):
        """Starts a daemon on a scene's text, by default on the stepped clock."""
        arguments = []
        if scene is not None:
            arguments.append(self.write("scene.jsonc", scene))
        arguments += ["--socket", self.socket, "--output", output, "--size", size]
        arguments += ["--clock", clock, *options]
        daemon = Daemon(arguments, self.directory, **more)
        self.addCleanup(daemon.stop)
        return daemon

    def fake(self, answer, closes=True):
        daemon = FakeDaemon(self.socket, answer, closes)
        self.addCleanup(daemon.stop)
        return daemon

    def client_as_nobody(self, *arguments):
        """Runs a copy of the client as another user, which need not have access to the build."""
        if os.getuid() != 0:
            self.skipTest("needs root to become somebody else")
        nobody = 65534
        self.directory.chmod(0o755)
        copy = self.directory / "firstlight"
        if not copy.exists():
            shutil.copyfile(CLIENT, copy)
            copy.chmod(0o755)
        result = subprocess.run(
            [str(copy), *arguments, "--socket", str(self.socket)], capture_output=True,
            timeout=LIMIT, user=nobody, group=nobody, extra_groups=[], cwd="/",
            env=clean_environment())
        if b"cannot open shared object" in result.stderr:
            self.skipTest("nobody may not read the Swift toolchain's libraries")
        return result

    def client(self, *arguments, input=None, status=0, socket=True, limit=LIMIT, environment=None):
        """Runs the client to its end and checks its exit status."""
        command = [CLIENT, *map(str, arguments)]
        if socket is True:
            command += ["--socket", str(self.socket)]
        result = subprocess.run(
            command, input=input, capture_output=True, timeout=limit, cwd=self.directory,
            env=environment or clean_environment())
        if status is not None:
            self.assertEqual(
                result.returncode, status,
                f"{command}\nstdout: {result.stdout[:2000]}\nstderr: {result.stderr[:2000]}")
        result.out = result.stdout.decode(errors="replace")
        result.err = result.stderr.decode(errors="replace")
        return result

    def spawn(self, *arguments, **options):
        """Starts the client and leaves it running."""
        process = subprocess.Popen(
            [CLIENT, *map(str, arguments), "--socket", str(self.socket)], cwd=self.directory,
            env=clean_environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)

        def end():
            if process.poll() is None:
                process.kill()
                process.wait(10)
            for pipe in (process.stdin, process.stdout, process.stderr):
                if pipe:
                    pipe.close()
        self.addCleanup(end)
        return process

    def assertVarlinkError(self, name, function, *arguments):
        with self.assertRaises(VarlinkError) as caught:
            function(*arguments)
        expected = name if "." in name else DISPLAY + name
        self.assertEqual(caught.exception.name, expected)
        return caught.exception.parameters
