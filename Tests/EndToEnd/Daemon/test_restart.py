"""Continuing after the daemon was killed or has crashed, with a service manager and without."""

import array
import os
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time

from harness import BIN, LIMIT, Daemon, OwnNetwork, TestCase, clean_environment, wait_until

SCENE = """{
  "background": "#101418",
  "layers": [
    {"kind": "progress", "name": "bar", "style": "line", "frame": [10, 10, 140, 8]},
    {"kind": "text", "name": "line", "string": "-", "frame": [10, 30, 140, 20], "fontSize": 12},
    {"name": "photo", "frame": [10, 60, 60, 40], "backgroundColor": "#FF0000"},
    {"name": "knob", "frame": [100, 60, 20, 20], "backgroundColor": "#00FF00",
     "animations": [{"key": "opacity", "from": 0.2, "to": 1, "duration": 1}]},
  ],
  "controls": {
    "install": {
      "kind": "progress", "drives": ["bar"],
      "phases": {"download": 3, "unpack": 1}, "duration": 0.05,
    },
    "message": {"kind": "text", "drives": ["line"]},
    "picture": {"kind": "reveal", "content": "photo", "duration": 0.05},
    "switch": {"kind": "scrub", "layers": "knob", "settle": 0.02},
  },
}
"""

# Puts descriptors where systemd puts them, and becomes the daemon: NAMES NUMBERS PROGRAM ….
ACTIVATE = """
import fcntl, os, sys
names, numbers = sys.argv[1], [int(n) for n in sys.argv[2].split(",")]
copies = [fcntl.fcntl(n, fcntl.F_DUPFD, 100) for n in numbers]
for place, copy in enumerate(copies):
    os.dup2(copy, 3 + place)
    os.close(copy)
os.environ.update(LISTEN_FDS=str(len(numbers)), LISTEN_PID=str(os.getpid()), LISTEN_FDNAMES=names)
os.execv(sys.argv[3], sys.argv[3:])
"""


class Manager:
    """The part of systemd that keeps descriptors."""

    def __init__(self, directory):
        self.path = directory / "notify"
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(self.path))
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(directory / "socket"))
        self.listener.listen(64)
        self.kept = {}
        self.messages = []
        self.lock = threading.Lock()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                data, ancillary, _, _ = self.socket.recvmsg(4096, socket.CMSG_SPACE(64))
            except OSError:
                return
            if not data:
                return
            numbers = array.array("i")
            for _, _, content in ancillary:
                numbers.frombytes(content)
            fields = dict(line.split("=", 1) for line in data.decode().split("\n") if line)
            with self.lock:
                self.messages.append(fields)
                if fields.get("FDSTORE") == "1":
                    self.kept[fields["FDNAME"]] = numbers.pop()
                if fields.get("FDSTOREREMOVE") == "1" and fields["FDNAME"] in self.kept:
                    os.close(self.kept.pop(fields["FDNAME"]))

    def stops(self):
        """The number of daemons that have said that they end."""
        with self.lock:
            return sum("STOPPING" in fields for fields in self.messages)

    def start(self, test, *arguments):
        with self.lock:
            passed = {"firstlight.socket": self.listener.fileno(), **self.kept}
            daemon = Daemon(
                [*arguments, "--output", "none", "--size", "160x120", "--verbose"], test.directory,
                environment=clean_environment(NOTIFY_SOCKET=str(self.path)),
                pass_fds=list(passed.values()),
                prefix=[sys.executable, "-c", ACTIVATE, ":".join(passed),
                        ",".join(map(str, passed.values()))])
        test.addCleanup(daemon.stop)
        return daemon

    def close(self):
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
        self.listener.close()
        # The daemon's last message may still be with the other thread.
        with self.lock:
            while self.kept:
                os.close(self.kept.popitem()[1])


class Case(TestCase):
    def setUp(self):
        super().setUp()
        self.scene = self.write("kept.jsonc", SCENE)
        self.state = self.directory / "socket.state"

    def begin(self, *arguments):
        # The report of a crash by Swift's runtime may take half a minute.
        return self.start(
            *arguments, "--verbose", scene=None, clock="vsync",
            environment=clean_environment(SWIFT_BACKTRACE="enable=no"))

    def kill(self, daemon, number=signal.SIGKILL):
        # The effects of an answered call are written within 20 ms, on a machine that is not busy.
        time.sleep(0.15)
        daemon.process.send_signal(number)
        self.assertEqual(daemon.wait(), -number)

    def set(self, daemon, value=0.4):
        with daemon.connect() as connection:
            connection.call("SetProgress", {"control": "install", "value": value})
            connection.call("SetText", {"control": "message", "text": f"at {value}"})
            connection.call("SetReducedMotion", {"enabled": True})
            connection.call("SetLocale", {"locale": "de-AT"})

    def check(self, daemon, value=0.4):
        self.assertEqual(daemon.control("install")["value"], value)
        self.assertEqual(daemon.control("message")["text"], f"at {value}")
        status = daemon.call("GetStatus")
        self.assertTrue(status["reducedMotion"])
        self.assertEqual(status["locale"], "de-AT")

    def first_frame(self, daemon):
        line = wait_until(
            lambda: [line for line in daemon.log.splitlines() if "first_frame_us=" in line], "a frame")
        return int(line[0].split("first_frame_us=")[1]) / 1e6


class WithoutManager(Case):
    def test_a_picture_goes_on_where_it_was(self):
        daemon = self.begin(self.scene)
        self.set(daemon)
        daemon.call("SetProgress", {"control": "install", "value": 0.5, "phase": "unpack"})
        daemon.call("Reveal", {"control": "picture", "wait": True})
        daemon.call("SetProgress", {"control": "switch", "value": 1})
        before = wait_until(
            lambda: daemon.control("switch")["value"] == 1 and self.picture(daemon), "the switch")
        self.kill(daemon)
        daemon = self.begin(self.scene)
        install = daemon.control("install")
        self.assertEqual((install["value"], install["phase"]), (0.875, "unpack"))
        self.assertTrue(daemon.control("picture")["revealed"])
        self.assertEqual(daemon.control("switch")["value"], 1)
        self.assertEqual(daemon.call("GetStatus")["reducedMotion"], True)
        wait_until(lambda: self.picture(daemon) == before, "the same picture")

    def picture(self, daemon):
        with daemon.connect() as connection:
            connection.call("Screenshot", {})
            number = connection.descriptors[0]
            return os.pread(number, os.fstat(number).st_size, 0)

    def test_fifty_kills_and_starts(self):
        times = []
        daemon = self.begin(self.scene)
        for count in range(50):
            value = (count + 1) / 64
            self.set(daemon, value)
            self.kill(daemon)
            daemon = self.begin(self.scene)
            self.check(daemon, value)
            times.append(self.first_frame(daemon))
        print(f"first frame after a kill: median {statistics.median(times) * 1e3:.1f} ms, "
              f"at most {max(times) * 1e3:.1f} ms")
        self.assertLess(statistics.median(times), 0.1)

    def test_a_pause_and_an_unknown_progress_go_on(self):
        daemon = self.begin(self.scene)
        daemon.call("SetIndeterminate", {"control": "install", "enabled": True})
        daemon.call("Pause")
        self.kill(daemon)
        daemon = self.begin(self.scene)
        self.assertTrue(daemon.control("install")["indeterminate"])
        self.assertTrue(daemon.call("GetStatus")["paused"])

    def test_a_scene_that_was_loaded_goes_on(self):
        other = self.write("other.jsonc", SCENE)
        daemon = self.begin()
        daemon.call("LoadScene", {"path": str(other)})
        self.set(daemon)
        self.kill(daemon)
        daemon = self.begin()
        self.assertEqual(daemon.call("GetStatus")["scene"], "other")
        self.check(daemon)
        # A scene from a descriptor is kept itself.
        number = os.memfd_create("scene")
        os.write(number, SCENE.encode())
        with daemon.connect() as connection:
            connection.call("LoadScene", {"fileDescriptor": 0}, descriptors=[number])
        os.close(number)
        self.set(daemon, 0.6)
        self.kill(daemon)
        daemon = self.begin()
        self.assertEqual(daemon.call("GetStatus")["scene"], "descriptor")
        self.check(daemon, 0.6)

    def test_the_end_of_a_job_sets_others_once(self):
        scene = self.write("end.jsonc", SCENE.replace(
            '"install": {', '"page": {"kind": "state", "states": {"busy": {}, "done": {"sets": {"locale": "de"}}}}, '
            '"install": { "sets": {"page": "done"},'))
        daemon = self.begin(scene)
        daemon.call("SetProgress", {"control": "install", "value": 1, "durationUSec": 60_000_000})
        self.kill(daemon)
        # The progress was on its way, and is now at the end at once.
        daemon = self.begin(scene)
        wait_until(lambda: daemon.control("page")["state"] == "done", "the end")
        wait_until(lambda: daemon.call("GetStatus")["locale"] == "de", "the locale")
        daemon.call("SetState", {"control": "page", "state": "busy"})
        self.kill(daemon)
        daemon = self.begin(scene)
        time.sleep(0.5)
        self.assertEqual(daemon.control("page")["state"], "busy")
        self.assertEqual(daemon.call("GetStatus")["locale"], "de")

    def test_an_end_in_order_forgets(self):
        for end in [lambda daemon: daemon.process.send_signal(signal.SIGTERM),
                    lambda daemon: daemon.call("Quit")]:
            daemon = self.begin(self.scene)
            self.set(daemon)
            time.sleep(0.03)
            self.assertTrue(self.state.exists())
            end(daemon)
            self.assertEqual(daemon.wait(), 0)
            self.assertFalse(self.state.exists())
            daemon = self.begin(self.scene)
            self.assertEqual(daemon.control("install")["value"], 0)
            daemon.stop()

    def test_another_command_line_begins_anew(self):
        daemon = self.begin(self.scene)
        self.set(daemon)
        self.kill(daemon)
        daemon = self.begin()
        self.assertEqual(daemon.call("GetStatus")["scene"], "First Light")
        self.assertFalse(daemon.call("GetStatus")["reducedMotion"])

    def test_a_scene_that_crashes_again_and_again_is_not_loaded_a_third_time(self):
        for arguments in [[self.scene], []]:
            daemon = self.begin(*arguments)
            if not arguments:
                daemon.call("LoadScene", {"path": str(self.scene)})
            for number in [signal.SIGSEGV, signal.SIGILL]:
                self.assertEqual(daemon.call("GetStatus")["scene"], "kept")
                self.set(daemon)
                self.kill(daemon, number)
                daemon = self.begin(*arguments)
            status = daemon.call("GetStatus")
            self.assertEqual(status["scene"], "First Light")
            self.assertIn("crashed 2 times", status["sceneFault"])
            # A kill does not bring it back, a request does.
            self.kill(daemon)
            daemon = self.begin(*arguments)
            self.assertEqual(daemon.call("GetStatus")["scene"], "First Light")
            daemon.call("LoadScene", {"path": str(self.scene)})
            self.kill(daemon, signal.SIGABRT)
            daemon = self.begin(*arguments)
            self.assertEqual(daemon.call("GetStatus")["scene"], "kept")
            daemon.stop()

    def test_a_scene_that_crashes_while_it_is_read_is_not_read_again(self):
        layer = '{"frame": [0, 0, 9, 9], "animations": [{"key": "opacity", "from": 0, "to": 1}]},'
        slow = self.write("slow.jsonc", '{"layers": [' + layer * 9000 + "]}")
        # A scene of another name is read.
        for scene, shown in [(slow, "First Light"), (self.scene, "kept")]:
            daemon = self.start(
                slow, "--verbose", scene=None, clock="vsync", wait=False,
                environment=clean_environment(SWIFT_BACKTRACE="enable=no"))
            wait_until(self.has_begun, "the start", 5)
            daemon.process.send_signal(signal.SIGSEGV)
            self.assertEqual(daemon.wait(), -signal.SIGSEGV)
            self.assertNotIn("first_frame_us", daemon.log)
            daemon = self.begin(scene)
            status = daemon.call("GetStatus")
            self.assertEqual(status["scene"], shown)
            if shown == "First Light":
                self.assertIn("crashed before the scene was on the screen", status["sceneFault"])
            daemon.stop()

    def has_begun(self):
        """True from the mark on that a start leaves before it reads the scene."""
        if not self.state.exists():
            return False
        with open(self.state, "rb") as state:
            return any(state.read(16)[8:])

    def test_a_broken_or_foreign_state_file_is_not_restored(self):
        daemon = self.begin(self.scene)
        self.set(daemon)
        self.kill(daemon)
        whole = self.state.read_bytes()
        for place in [0, 8, 4096, 4096 + 24, 4096 + (1 << 20) + 30]:
            changed = bytearray(whole)
            for index in range(place, place + 8):
                changed[index] ^= 0xFF
            self.state.write_bytes(changed)
            daemon = self.begin(self.scene)
            self.assertEqual(daemon.call("GetStatus")["scene"], "kept")
            self.kill(daemon)
        for content in [b"", b"hello", os.urandom(8192), whole[:5000], b"\xff" * (1 << 17)]:
            self.state.write_bytes(content)
            daemon = self.begin(self.scene)
            self.assertEqual(daemon.control("install")["value"], 0)
            self.kill(daemon)
        self.state.write_bytes(whole)
        self.state.chmod(0o666)
        daemon = self.begin(self.scene)
        self.assertEqual(daemon.control("install")["value"], 0)
        self.assertIn("nothing is kept", daemon.log)
        daemon.stop()
        elsewhere = self.write("elsewhere", "precious")
        self.state.unlink()
        self.state.symlink_to(elsewhere)
        daemon = self.begin(self.scene)
        daemon.stop()
        self.assertEqual(elsewhere.read_text(), "precious")

    def test_a_flood_costs_few_writes(self):
        daemon = self.begin(self.scene)

        def written():
            with open(f"/proc/{daemon.pid}/io") as lines:
                return int(dict(line.split(": ") for line in lines)["wchar"])

        with daemon.connect() as connection:
            connection.call("SetText", {"control": "message", "text": "m" * 4000})
            time.sleep(0.1)
            start, before = time.monotonic(), written()
            for count in range(2000):
                connection.send_call(
                    "SetProgress", {"control": "install", "value": count / 2000}, oneway=True)
            connection.call("GetStatus")
            seconds = time.monotonic() - start
        self.assertLess(written() - before, (seconds / 0.02 + 10) * 6000)


class WithManager(Case):
    def test_fifty_kills_and_starts(self):
        manager = Manager(self.directory)
        self.addCleanup(manager.close)
        times = []
        daemon = manager.start(self, self.scene)
        for count in range(50):
            value = (count + 1) / 64
            self.set(daemon, value)
            self.kill(daemon)
            self.assertEqual(list(manager.kept), ["firstlight-state"])
            daemon = manager.start(self, self.scene)
            self.check(daemon, value)
            times.append(self.first_frame(daemon))
        print(f"first frame after a kill: median {statistics.median(times) * 1e3:.1f} ms, "
              f"at most {max(times) * 1e3:.1f} ms")
        self.assertLess(statistics.median(times), 0.1)
        self.assertFalse(self.state.exists())
        # It was given to the manager once.
        self.assertEqual(sum("FDSTORE" in message for message in manager.messages), 1)
        daemon.call("Quit")
        self.assertEqual(daemon.wait(), 0)
        wait_until(lambda: not manager.kept, "the manager to forget")
        daemon = manager.start(self, self.scene)
        self.assertEqual(daemon.control("install")["value"], 0)

    def test_a_descriptor_that_is_no_state_is_dropped(self):
        manager = Manager(self.directory)
        self.addCleanup(manager.close)
        manager.kept["firstlight-state"] = os.open("/dev/null", os.O_RDWR)
        manager.kept["firstlight-display"] = os.memfd_create("no display")
        daemon = manager.start(self, self.scene)
        self.set(daemon)
        self.kill(daemon)
        self.assertEqual(list(manager.kept), ["firstlight-state"])
        daemon = manager.start(self, self.scene)
        self.check(daemon)


class Succession(OwnNetwork, Case):
    """A daemon of an initial RAM file system, and the service of the root that goes on in its place."""

    def setUp(self):
        super().setUp()
        self.path = self.directory / "successor"
        self.manager = Manager(self.directory)
        self.addCleanup(self.manager.close)

    def first(self, *arguments):
        """The image's daemon, whose socket's path the service's takes later."""
        directory = self.directory / "image"
        directory.mkdir(exist_ok=True)
        daemon = Daemon(
            ["--socket", directory / "socket", "--output", "none", "--size", "160x120",
             "--verbose", "--successor", self.path, *arguments], directory)
        self.addCleanup(daemon.stop)
        return daemon

    def test_a_service_goes_on_in_the_place_of_the_daemon_before_it(self):
        first = self.first(self.scene)
        self.set(first)
        before = first.layer("knob")
        second = self.manager.start(self, "--predecessor", self.path)
        self.assertEqual(first.wait(), 0)
        self.assertEqual(second.call("GetStatus")["scene"], "kept")
        self.check(second)
        self.assertFalse((first.directory / "socket.state").exists())
        self.assertFalse(self.path.exists())
        wait_until(lambda: list(self.manager.kept) == ["firstlight-state"], "the manager to have the state")
        self.assertEqual(second.layer("knob")["frame"], before["frame"])
        # From then on it is as after any start.
        self.kill(second)
        second = self.manager.start(self, "--predecessor", self.path)
        self.check(second)

    def ping(self):
        """The reply to plymouth's ping: 06 or 15 of a daemon, nothing where no daemon reads it."""
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(5)
            client.connect(b"\0/org/freedesktop/plymouthd")
            client.sendall(b"P\0")
            return client.recv(1)

    def test_plymouths_socket_goes_along_and_outlives_a_crash(self):
        first = self.first(self.scene, "--plymouth")
        self.assertIn(self.ping(), [b"\x06", b"\x15"])
        second = self.manager.start(self, "--predecessor", self.path)
        self.assertEqual(first.wait(), 0)
        self.assertIn(self.ping(), [b"\x06", b"\x15"])
        wait_until(lambda: len(self.manager.kept) == 2, "the manager to have both descriptors")
        self.assertEqual(sorted(self.manager.kept), ["firstlight-state", "plymouth"])
        self.kill(second)
        # A client that comes meanwhile waits.
        client = socket.socket(socket.AF_UNIX)
        self.addCleanup(client.close)
        client.connect(b"\0/org/freedesktop/plymouthd")
        client.sendall(b"P\0")
        self.manager.start(self, "--predecessor", self.path)
        client.settimeout(5)
        self.assertIn(client.recv(1), [b"\x06", b"\x15"])

    def test_scenes_of_its_own_come_first(self):
        first = self.first(self.scene)
        self.set(first)
        other = self.write("other.jsonc", SCENE)
        second = self.manager.start(self, other, "--predecessor", self.path)
        self.assertEqual(first.wait(), 0)
        self.assertEqual(second.call("GetStatus")["scene"], "other")
        self.assertEqual(second.control("install")["value"], 0)

    def hang(self, daemon):
        daemon.process.send_signal(signal.SIGSTOP)
        self.addCleanup(daemon.process.kill)

    def test_a_daemon_that_hangs_is_killed(self):
        first = self.first(self.scene)
        self.hang(first)
        second = self.manager.start(self, "--predecessor", self.path)
        self.assertEqual(first.process.wait(LIMIT), -signal.SIGKILL)
        self.assertIn(f"process {first.process.pid}, does not leave the screen in time: it is killed", second.log)

    def test_the_agent_kills_a_daemon_that_hangs(self):
        agent = ["firstlight-agent", "kill", f"--successor={self.path}"]

        def run():
            return subprocess.run(
                agent, executable=str(BIN / "plymouth"), capture_output=True, text=True, timeout=LIMIT)

        self.assertEqual(run().returncode, 0)
        first = self.first(self.scene)
        self.hang(first)
        result = run()
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(f"process {first.process.pid}, hangs: it is killed", result.stderr)
        self.assertFalse(self.path.exists())
        self.assertEqual(first.process.wait(LIMIT), -signal.SIGKILL)
        # One that has crashed leaves its socket.
        first = self.first(self.scene)
        self.kill(first)
        self.assertTrue(self.path.exists())
        self.assertEqual(run().returncode, 0)
        self.assertFalse(self.path.exists())
        # One that runs hands its screen over, however slowly, and another program is left alone.
        first = self.first(self.scene)
        first.process.send_signal(signal.SIGSTOP)
        timer = threading.Timer(0.4, first.process.send_signal, [signal.SIGCONT])
        timer.start()
        self.assertEqual(run().returncode, 0)
        timer.join()
        self.assertEqual(first.wait(), 0)
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(self.path))
            listener.listen(1)
            result = run()
        self.assertEqual(result.returncode, 1)
        self.assertIn("is not killed", result.stderr)
        # Nothing listens any more.
        self.assertEqual(run().returncode, 0)
        self.path.write_text("theirs")
        self.assertEqual(run().returncode, 0)
        self.assertEqual(self.path.read_text(), "theirs")

    def end(self, daemon):
        count = self.manager.stops()
        daemon.stop()
        # The next daemon would go on with a state that the manager still has.
        wait_until(lambda: self.manager.stops() > count, "the daemon's last message")
        self.assertFalse(self.manager.kept)

    def test_without_an_answer_it_begins_as_ever(self):
        listener = socket.socket(socket.AF_UNIX)
        self.addCleanup(listener.close)
        listener.bind(str(self.path))
        listener.listen(8)
        began = time.monotonic()
        second = self.manager.start(self, "--predecessor", self.path)
        self.assertLess(time.monotonic() - began, 5)
        self.assertEqual(second.call("GetStatus")["scene"], "First Light")
        self.end(second)
        for message in [b"", b"firstlight 2\nfirstlight-state\n", b"firstlight 1\nother\n" * 99]:
            def answer():
                connection = listener.accept()[0]
                with connection, open(os.devnull, "rb") as nothing:
                    if message:
                        socket.send_fds(connection, [message], [nothing.fileno()])
            # The one that nobody answered waits first.
            while True:
                listener.settimeout(0)
                try:
                    listener.accept()[0].close()
                except BlockingIOError:
                    break
            listener.settimeout(None)
            thread = threading.Thread(target=answer, daemon=True)
            thread.start()
            second = self.manager.start(self, "--predecessor", self.path)
            thread.join(LIMIT)
            self.assertFalse(thread.is_alive(), "nothing was asked")
            self.assertEqual(second.call("GetStatus")["scene"], "First Light")
            self.end(second)

    def test_strangers_are_refused(self):
        first = self.first(self.scene)
        self.assertEqual(self.path.stat().st_mode & 0o777, 0o600)
        if os.geteuid() != 0:
            self.skipTest("another user takes root")
        self.directory.chmod(0o755)
        self.path.chmod(0o666)
        connect = ("import socket, sys; s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); "
                   "sys.exit(len(s.recv(100)))")
        self.assertEqual(
            subprocess.run(["/usr/bin/python3", "-c", connect, self.path], user=65534).returncode, 0)
        self.assertEqual(first.call("GetStatus")["scene"], "kept")
