"""The daemon's end, and the program that has the screen after it."""

import contextlib
import socket
import subprocess
import threading
import time
import unittest

from harness import CLIENT, LIMIT, TestCase, clean_environment

LOOP = """
{ "layers": [{ "frame": [8, 8, 32, 32], "backgroundColor": "#FFFFFF"%s }] }
"""
TURN = """,
  "animations": [{ "key": "opacity", "to": 0.2, "duration": 2, "repeat": "forever" }]"""


class Landing(TestCase):
    def last_frame(self, scene, *quit):
        daemon = self.start(scene=scene)
        self.client("step", "0.7")
        self.client("quit", *quit)
        self.assertEqual(daemon.wait(), 0)
        return [line.split()[-1] for line in daemon.out.splitlines() if line.startswith("frame ")][-1]

    def test_the_last_picture_is_the_one_without_the_loop(self):
        steady = self.last_frame(LOOP % "")
        self.assertNotEqual(self.last_frame(LOOP % TURN), steady)
        self.assertEqual(self.last_frame(LOOP % TURN, "--land", "--retain"), steady)


class Handover(TestCase):
    def handover(self, *command, options=(), status=0, environment=None):
        process = subprocess.Popen(
            [CLIENT, "handover", "--socket", str(self.socket), *options, *command],
            env=environment or clean_environment(), cwd=self.directory, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        out, err = process.communicate(timeout=LIMIT)
        self.assertEqual(process.returncode, status, err)
        return process.pid, out.decode(), err.decode()

    def test_the_client_becomes_the_program_when_the_daemon_has_ended(self):
        daemon = self.start()
        pid, out, _ = self.handover(
            "--", "sh", "-c", 'echo $$ "$1"; ls -d "$2" 2>/dev/null; ls /proc/self/fd | wc -w', "x",
            "a b", str(self.socket), options=["--land"])
        self.assertEqual(daemon.wait(), 0)
        lines = out.splitlines()
        self.assertEqual(lines[0], f"{pid} a b")
        # The socket is gone; the program has the three standard streams, and ls its folder.
        self.assertEqual(lines[1:], ["4"])

    def test_a_program_that_is_not_there_leaves_the_daemon_alone(self):
        daemon = self.start()
        for name in ("no-such-program", str(self.directory), str(self.directory / "none")):
            _, _, err = self.handover("--", name, status=66)
            self.assertIn(f"there is no program {name} to run", err)
        self.assertEqual(daemon.call("GetStatus")["outputs"][0]["name"], "none")
        self.handover(status=64)

    def test_a_daemon_that_goes_on_sending_does_not_hold_the_program(self):
        def serve():
            with contextlib.suppress(OSError), listener.accept()[0] as connection:
                while True:
                    connection.sendall(b'{"parameters":{}}\0')
                    time.sleep(0.1)

        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(self.socket))
            listener.listen()
            threading.Thread(target=serve, daemon=True).start()
            _, out, err = self.handover("--", "echo", "kiosk", options=["--timeout", "0.5s"])
        self.assertEqual(out, "kiosk\n")
        self.assertIn("did not answer", err)

    def test_without_a_daemon_the_program_runs(self):
        self.assertEqual(self.handover("--", "echo", "kiosk")[1], "kiosk\n")
        (self.directory / "text").write_text("not a program")
        (self.directory / "text").chmod(0o755)
        self.assertIn("cannot run", self.handover("--", "./text", status=74)[2])

    def test_the_manager_is_notified_when_the_screen_is_free(self):
        daemon = self.start()
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.bind(str(self.directory / "notify"))
            manager.settimeout(LIMIT)
            environment = clean_environment(NOTIFY_SOCKET=str(self.directory / "notify"))
            self.handover("--", "true", environment=environment)
            self.assertEqual(manager.recv(100), b"READY=1")
        self.assertEqual(daemon.wait(), 0)


if __name__ == "__main__":
    unittest.main()
