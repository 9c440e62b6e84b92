"""The daemon's surroundings: systemd's protocols, other users, frames on a disk, and idle times."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import unittest

from harness import DAEMON, DISPLAY, Daemon, RING, SERVICE, TestCase, clean_environment, wait_until
from picture import Picture

# Puts a descriptor where systemd puts the first one, and becomes the daemon.
ACTIVATE = """
import os, sys
descriptor = int(sys.argv[1])
if descriptor == 3:
    os.set_inheritable(3, True)
else:
    os.dup2(descriptor, 3)
if user := int(os.environ.pop("AS_USER", "0")):
    os.setgroups([])
    os.setgid(user)
    os.setuid(user)
os.environ.update(LISTEN_FDS=os.environ.get("COUNT", "1"), LISTEN_PID=str(os.getpid()), LISTEN_FDNAMES="varlink")
os.execv(sys.argv[2], sys.argv[2:])
"""


class Systemd(TestCase):
    def activate(self, listener, *options, **environment):
        scene = self.write("scene.jsonc", RING)
        daemon = Daemon(
            [scene, "--output", "none", "--size", "160x120", "--clock", "step", *options],
            self.directory, environment=clean_environment(**environment),
            pass_fds=[listener.fileno()],
            prefix=[sys.executable, "-c", ACTIVATE, str(listener.fileno())])
        self.addCleanup(daemon.stop)
        return daemon

    def test_socket_activation(self):
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(self.socket))
            listener.listen(8)
            daemon = self.activate(listener)
            self.assertIn("install", self.client("status").out)
            self.client("quit")
            self.assertEqual(daemon.wait(), 0)
            # The socket is systemd's and stays for the next activation.
            self.assertTrue(self.socket.exists())

    def test_descriptors_of_another_kind_do_not_keep_the_picture_off(self):
        datagrams = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(datagrams.close)
        for wrong in (datagrams, open("/dev/null", "rb"), socket.socket(socket.AF_INET)):
            self.addCleanup(wrong.close)
            with self.subTest(wrong):
                daemon = self.activate(wrong, "--socket", self.socket)
                self.assertIn("descriptor 3, which does not listen on a Unix", daemon.log)
                self.assertEqual(daemon.call("GetStatus")["scene"], "scene")
                daemon.stop()

    def test_sockets_that_are_not_open_do_not_keep_the_picture_off(self):
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(self.socket))
            listener.listen(8)
            daemon = self.activate(listener, COUNT="900")
            self.assertIn("descriptors that the service manager passed are not open", daemon.log)
            self.assertEqual(daemon.call("GetStatus")["scene"], "scene")

    def test_no_place_for_a_socket_does_not_keep_the_picture_off(self):
        receiver = self.notify_socket()
        environment = clean_environment(NOTIFY_SOCKET=str(self.directory / "notify"))
        program = DAEMON
        if os.getuid() == 0:
            # As the service's user, without a usual place, who need not have access to the build.
            environment["AS_USER"] = "65534"
            self.directory.chmod(0o755)
            (self.directory / "notify").chmod(0o777)
            program = self.directory / "firstlightd"
            shutil.copyfile(DAEMON, program)
            program.chmod(0o755)
        with open("/dev/null", "rb") as wrong:
            daemon = Daemon(
                [self.write("scene.jsonc", RING), "--output", "none"], self.directory,
                environment=environment, pass_fds=[wrong.fileno()], wait=False, program=program,
                prefix=[sys.executable, "-c", ACTIVATE, str(wrong.fileno())])
        self.addCleanup(daemon.stop)
        wait_until(
            lambda: "no client can connect" in daemon.log or daemon.process.poll() is not None,
            "the message, or an end")
        if "cannot open shared object" in daemon.log:
            self.skipTest("nobody may not read the Swift toolchain's libraries")
        self.assertIn("no client can connect: XDG_RUNTIME_DIR is not set", daemon.log)
        self.receive(receiver, "READY=1")
        self.assertIsNone(daemon.process.poll())

    def test_a_call_that_waited_before_the_start_is_answered(self):
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(self.socket))
            listener.listen(8)
            process = self.spawn("status", "--json")
            time.sleep(0.2)
            self.activate(listener)
            self.assertEqual(process.wait(20), 0)

    def notify_socket(self):
        receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(receiver.close)
        receiver.bind(str(self.directory / "notify"))
        receiver.settimeout(10)
        return receiver

    def receive(self, receiver, word, limit=10):
        """Messages until one has the word."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            message = receiver.recv(4096).decode()
            if word in message:
                return message
        self.fail(f"no {word} within {limit} s")

    def test_notifications(self):
        receiver = self.notify_socket()
        daemon = self.start(
            environment=clean_environment(NOTIFY_SOCKET=str(self.directory / "notify")))
        self.receive(receiver, "READY=1")
        daemon.process.send_signal(signal.SIGTERM)
        self.receive(receiver, "STOPPING=1")
        self.assertEqual(daemon.wait(), 0)

    def test_the_watchdog_is_served_by_an_idle_daemon(self):
        receiver = self.notify_socket()
        self.start(
            environment=clean_environment(
                NOTIFY_SOCKET=str(self.directory / "notify"), WATCHDOG_USEC="400000"))
        self.receive(receiver, "READY=1")
        last = time.monotonic()
        for _ in range(5):
            self.receive(receiver, "WATCHDOG=1")
            now = time.monotonic()
            self.assertLess(now - last, 0.4)
            last = now

    def test_signs_of_life_leave_the_loop_time_however_many_are_wanted(self):
        receiver = self.notify_socket()
        daemon = self.start(
            environment=clean_environment(
                NOTIFY_SOCKET=str(self.directory / "notify"), WATCHDOG_USEC="1"))
        self.receive(receiver, "READY=1")
        self.receive(receiver, "WATCHDOG=1")
        daemon.process.send_signal(signal.SIGTERM)
        self.assertEqual(daemon.wait(5), 0)

    def test_without_a_watchdog_nothing_is_sent(self):
        receiver = self.notify_socket()
        self.start(environment=clean_environment(NOTIFY_SOCKET=str(self.directory / "notify")))
        self.receive(receiver, "READY=1")
        receiver.settimeout(1)
        with self.assertRaises(TimeoutError):
            receiver.recv(4096)


class OtherUsers(TestCase):
    """All users may read and report progress; the rest is for root and the daemon's own user."""

    def test_calls_that_the_user_nobody_may_not_make_are_refused(self):
        self.start()
        if os.stat(self.socket).st_mode & 0o666 != 0o666:
            self.socket.chmod(0o666)
        allowed = self.client_as_nobody("status")
        self.assertEqual(allowed.returncode, 0, allowed.stderr)
        self.assertEqual(self.client_as_nobody("progress", "0.5").returncode, 0)
        for arguments in [["quit"], ["pause"], ["step", "1s"], ["screenshot", "-o", "-"],
                          ["load", "boot"]]:
            with self.subTest(arguments):
                result = self.client_as_nobody(*arguments)
                self.assertEqual(result.returncode, 77, result.stderr)
                self.assertIn(b"refuses", result.stderr)


class UserNamespaces(TestCase):
    """A daemon that sees other users as one, as with PrivateUsers=, or all of them."""

    # Becomes the daemon in a user namespace whose map a process outside of it writes.
    ENTER = """
import ctypes, os, sys
there, outside = os.pipe(), os.pipe()
child = os.fork()
if child == 0:
    os.read(there[0], 1)
    for name, text in [("setgroups", "deny"), ("gid_map", sys.argv[1]), ("uid_map", sys.argv[1])]:
        if text:
            with open(f"/proc/{os.getppid()}/{name}", "w") as file:
                file.write(text)
    os.write(outside[1], b"1")
    os._exit(0)
if ctypes.CDLL(None, use_errno=True).unshare(0x10000000) != 0:
    sys.exit("no user namespace")
os.write(there[1], b"1")
os.read(outside[0], 1)
os.waitpid(child, 0)
os.execv(sys.argv[2], sys.argv[2:])
"""

    def start_mapped(self, text):
        if os.getuid() != 0:
            self.skipTest("needs root to map users")
        self.directory.chmod(0o755)
        try:
            return self.start(prefix=[sys.executable, "-c", self.ENTER, text])
        except AssertionError as error:
            if "no user namespace" in str(error):
                self.skipTest("there are no user namespaces here")
            raise

    def call_as(self, user, method):
        """Calls from a process of another user, which need not be able to read any program."""
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.setgroups([])
                os.setgid(user)
                os.setuid(user)
                with socket.socket(socket.AF_UNIX) as connection:
                    connection.settimeout(20)
                    connection.connect(str(self.socket))
                    connection.sendall(json.dumps({"method": method}).encode() + b"\0")
                    data = b""
                    while not data.endswith(b"\0") and (part := connection.recv(65536)):
                        data += part
                os.write(writing, data[:-1])
            finally:
                os._exit(0)
        os.close(writing)
        with open(reading, "rb") as answer:
            data = answer.read()
        os.waitpid(child, 0)
        self.assertTrue(data, "no answer")
        return json.loads(data)

    def test_root_and_the_service_are_mapped(self):
        daemon = self.start_mapped("0 0 1\n61234 61234 1\n")
        for user in [1000, 65534]:
            self.assertNotIn("error", self.call_as(user, DISPLAY + "GetStatus"))
            self.assertEqual(
                self.call_as(user, DISPLAY + "Quit")["error"], SERVICE + "PermissionDenied")
        self.assertNotIn("error", self.call_as(0, DISPLAY + "Quit"))
        self.assertEqual(daemon.wait(), 0)

    def test_nobody_is_mapped(self):
        self.start_mapped("")
        for user in [0, 1000, 65534]:
            self.assertNotIn("error", self.call_as(user, DISPLAY + "GetStatus"))
            self.assertEqual(
                self.call_as(user, DISPLAY + "Quit")["error"], SERVICE + "PermissionDenied")


class Frames(TestCase):
    def setUp(self):
        super().setUp()
        self.frames = self.directory / "frames"

    def files(self):
        return sorted(path.name for path in self.frames.iterdir())

    def test_a_terminating_signal_does_not_wait_for_a_long_step(self):
        daemon = self.start(output=f"png:{self.frames}", size="640x480")
        daemon.call("SetProgress", {"value": 1, "durationUSec": 60_000_000})
        with daemon.connect() as connection:
            connection.send_call("Step", {"durationUSec": 60_000_000})
            wait_until(lambda: (self.frames / "frame-000003.png").exists(), "frames")
            daemon.process.send_signal(signal.SIGTERM)
            self.assertEqual(daemon.wait(5), 0)

    def test_tools_read_streams_of_frames(self):
        for name, options in [("y4m", []), ("raw", ["--format", "BGR888"])]:
            with self.subTest(name):
                path = self.directory / f"frames.{name}"
                daemon = self.start(*options, output=f"{name}:{path}")
                daemon.call("SetProgress", {"value": 1})
                daemon.step(1)
                self.client("quit")
                self.assertEqual(daemon.wait(), 0)
                count = sum(line.startswith("frame ") for line in daemon.out.splitlines())
                self.assertGreaterEqual(count, 60)
                data = path.read_bytes()
                if name == "raw":
                    self.assertEqual(len(data), count * 160 * 120 * 3)
                    continue
                header, frames = data.split(b"\n", 1)
                self.assertEqual(len(frames), count * (6 + 160 * 120 * 3))
                if not shutil.which("ffprobe"):
                    continue
                answer = subprocess.run(
                    ["ffprobe", "-v", "error", "-count_frames", "-of", "json", "-show_entries",
                     "stream=width,height,pix_fmt,color_range,avg_frame_rate,nb_read_frames", path],
                    check=True, capture_output=True)
                self.assertEqual(answer.stderr, b"")
                stream = json.loads(answer.stdout)["streams"][0]
                self.assertEqual(stream, {
                    "width": 160, "height": 120, "pix_fmt": "yuv444p", "color_range": "tv",
                    "avg_frame_rate": "60/1", "nb_read_frames": str(count)})

    def test_every_presented_frame_is_a_whole_file(self):
        daemon = self.start(output=f"png:{self.frames}")
        daemon.call("SetProgress", {"value": 1})
        step = daemon.step(1)
        self.assertGreaterEqual(step["frames"], 60)
        self.client("quit")
        self.assertEqual(daemon.wait(), 0)
        names = self.files()
        numbers = [int(name.removeprefix("frame-").removesuffix(".png")) for name in names]
        self.assertEqual(numbers, list(range(numbers[0], numbers[0] + len(numbers))))
        for name in names:
            self.assertRegex(name, r"^frame-\d{6}\.png$")
            picture = Picture((self.frames / name).read_bytes())
            self.assertEqual((picture.width, picture.height), (160, 120))
        hashes = [line for line in daemon.out.splitlines() if line.startswith("frame ")]
        self.assertEqual(len(hashes), len(names))

    def test_the_frames_become_an_animation(self):
        daemon = self.start(output=f"png:{self.frames}", clock="vsync")
        daemon.call("SetProgress", {"value": 1, "durationUSec": 500_000})
        wait_until(lambda: not daemon.layer("ring")["animations"], "the end of the animation")
        self.client("quit")
        self.assertEqual(daemon.wait(), 0)
        self.client("frames", "frames", "--apng", "a.png", "--sheet", "s.png", socket=False)
        self.assertTrue(Picture((self.directory / "a.png").read_bytes()).all("acTL"))

    def test_formats_give_the_same_picture(self):
        colours = {}
        for form in ["XRGB8888", "ARGB8888", "XBGR8888", "ABGR8888", "RGB565", "BGR565",
                     "RGB888", "BGR888", "XRGB2101010", "XBGR2101010"]:
            with self.subTest(form):
                daemon = self.start("--format", form)
                daemon.call("SetProgress", {"value": 1, "durationUSec": 0})
                daemon.step(0.1)
                shot = Picture(self.client("screenshot", "-o", "-").stdout)
                colours[form] = shot.pixel(116, 60)
                daemon.stop()
        for form, colour in colours.items():
            for a, b in zip(colour, colours["XRGB8888"]):
                self.assertLessEqual(abs(a - b), 8 if "565" in form else 1, form)

    def test_a_full_disk_is_an_event_and_the_daemon_lives_on(self):
        self.frames.mkdir()
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=256k", "none", str(self.frames)],
            capture_output=True, timeout=20)
        if mounted.returncode != 0:
            self.skipTest(f"a small file system cannot be mounted: {mounted.stderr.decode()}")
        self.addCleanup(
            subprocess.run, ["umount", "-l", str(self.frames)], capture_output=True, timeout=20)
        daemon = self.start(output=f"png:{self.frames}")
        filler = self.frames / "filler"
        with self.assertRaises(OSError), open(filler, "wb", buffering=0) as file:
            while True:
                file.write(b"x" * 4096)
        before = set(self.files())
        with daemon.connect() as events:
            events.send_call("Subscribe", {"kinds": ["output_error"]}, more=True)
            daemon.call("SetProgress", {"value": 1})
            daemon.step(0.2)
            reply = events.receive()
            while not any(e["kind"] == "output_error" for e in reply["parameters"]["events"]):
                reply = events.receive()
            event = next(
                e for e in reply["parameters"]["events"] if e["kind"] == "output_error")
        self.assertIn("space", event["message"])
        self.assertIn("space", daemon.log)
        self.assertEqual(set(self.files()), before, "a torn file was left")
        filler.unlink()
        daemon.step(0.5)
        new = set(self.files()) - before - {"filler"}
        self.assertTrue(new, "nothing was written once there was room")
        for name in new:
            Picture((self.frames / name).read_bytes())

    def test_a_directory_that_cannot_be_made_is_refused(self):
        (self.directory / "file").write_text("")
        result = subprocess.run(
            [DAEMON, "--socket", str(self.socket), "--output", f"png:{self.directory}/file/x"],
            capture_output=True, timeout=20, env=clean_environment())
        self.assertEqual(result.returncode, 73, result.stderr)
        self.assertFalse(self.socket.exists())


class Rest(TestCase):
    def trace(self, daemon, seconds):
        """The daemon's system calls meanwhile, as counted by strace."""
        if not shutil.which("strace"):
            self.skipTest("strace is not installed")
        counts = self.directory / "counts"
        tracer = subprocess.Popen(
            ["strace", "-f", "-c", "-o", str(counts), "-p", str(daemon.pid)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            line = tracer.stderr.readline().decode()
            if "attached" not in line:
                self.skipTest(f"strace cannot attach here: {line.strip()}")
            time.sleep(seconds)
        finally:
            tracer.send_signal(signal.SIGINT)
            tracer.communicate(timeout=20)
        return counts.read_text() if counts.exists() else ""

    def calls(self, report):
        """The number of calls; epoll_wait, in which the tracer found it, is resumed once."""
        total = 0
        for line in report.splitlines():
            fields = line.split()
            if len(fields) >= 5 and fields[0].replace(".", "").isdigit() and fields[-1] != "total":
                if fields[-1] == "restart_syscall":
                    continue
                total += int(fields[3])
        return total

    def test_an_idle_daemon_makes_no_system_call(self):
        for clock in ["vsync", "step"]:
            with self.subTest(clock):
                daemon = self.start(clock=clock)
                with daemon.connect() as connection:
                    connection.call("SetProgress", {"value": 0.5})
                    if clock == "step":
                        connection.call("Step", {"durationUSec": 2_000_000})

                    # The request waits for the next frame, so the daemon is not idle yet even
                    # without an animation.
                    def is_at_rest():
                        ring = daemon.layer("ring")
                        return ring["progress"] == 0.5 and not ring["animations"]
                    wait_until(is_at_rest, "rest")
                    time.sleep(0.3)
                    report = self.trace(daemon, 2)
                daemon.stop()
                self.assertEqual(self.calls(report), 0, report)

    def test_the_counting_counts(self):
        daemon = self.start(clock="vsync")
        daemon.call("SetProgress", {"value": 1, "durationUSec": 5_000_000})
        self.assertGreater(self.calls(self.trace(daemon, 1)), 20)

    def test_fifty_thousand_updates_a_second_are_accepted(self):
        daemon = self.start(clock="vsync")
        message = (b'{"method":"io.firstlight.display.SetProgress","oneway":true,'
                   b'"parameters":{"value":%.5f}}\0')
        with daemon.connect() as connection:
            data = [b"".join(message % ((block * 500 + n) / 20_000) for n in range(500))
                    for block in range(40)]
            for block in data:
                connection.send(block)
            reply = connection.call("ListControls")
        self.assertAlmostEqual(reply["controls"][0]["value"], 19_999 / 20_000)


if __name__ == "__main__":
    unittest.main()
