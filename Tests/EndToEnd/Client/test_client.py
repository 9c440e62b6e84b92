"""The client by itself: its command line, its exit statuses, and daemons that answer nonsense."""

import contextlib
import itertools
import json
import os
import shutil
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

from harness import CLIENT, TestCase, clean_environment, wait_until


class CommandLine(TestCase):
    def test_help_documents_every_exit_status(self):
        text = self.client("--help", socket=False).out
        for status in [0, 1, 64, 66, 69, 70, 73, 74, 75, 77]:
            self.assertRegex(text, rf"(?m)^  {status} +\w")

    def test_every_subcommand_has_help(self):
        for name in [
            "status", "layers", "progress", "load", "screenshot", "render", "check", "watch",
            "feed", "quit", "step", "pause", "resume", "reveal", "scrub", "describe",
            "reduced-motion", "outputs", "doctor", "import", "image", "text"]:
            with self.subTest(name):
                text = self.client(name, "--help", socket=False).out
                self.assertIn(f"firstlight {name}", text)

    def test_output_that_cannot_be_written_is_an_error(self):
        self.start()
        for command in [["status"], ["status", "--json"], ["describe"], ["watch"]]:
            with self.subTest(command), open("/dev/full", "wb") as full:
                result = subprocess.run(
                    [CLIENT, *command, "--socket", str(self.socket)],
                    stdout=full,
                    stderr=subprocess.PIPE,
                    timeout=20,
                    env=clean_environment(),
                )
                self.assertEqual(result.returncode, 74, result.stderr)
                self.assertIn(
                    b"cannot write to standard output: No space left on device", result.stderr)

    def test_completions_are_scripts_of_their_shells(self):
        for shell in ["bash", "zsh", "fish"]:
            with self.subTest(shell):
                script = self.client("--generate-completion-script", shell, socket=False).out
                self.assertIn("screenshot", script)
                if not shutil.which(shell):
                    self.skipTest(f"{shell} is not installed: its script was not parsed")
                check = subprocess.run(
                    [shell, "-n", "/dev/stdin"], input=script.encode(), capture_output=True,
                    timeout=20)
                self.assertEqual(check.returncode, 0, check.stderr.decode())

    def test_wrong_command_lines_exit_64_and_name_the_word(self):
        cases = [
            (["progress", "1.5"], "1.5"),
            (["progress", "150%"], "150%"),
            (["progress", "abc"], "abc"),
            (["progress"], "missing"),
            (["progress", "a", "0.5", "c"], "'c'"),
            (["progress", "0.5", "--duration", "soon"], "soon"),
            (["progress", "0.5", "--timing", "bouncy"], "bouncy"),
            (["progress", "0.5", "--instant", "--duration", "1s"], "exclude"),
            (["layers", "--depth=-1"], "-1"),
            (["feed", "--format", "wget"], "wget"),
            (["feed", "--phases", "x"], "'x'"),
            (["step", "1h"], "1h"),
            (["status", "--frobnicate"], "--frobnicate"),
        ]
        for arguments, word in cases:
            with self.subTest(arguments):
                self.assertIn(word, self.client(*arguments, status=64).err)
        self.assertIn("frobnicate", self.client("frobnicate", status=64, socket=False).err)

    def test_other_words_for_subcommands_are_understood_with_a_hint(self):
        for word, name in [
            ("set", "progress"), ("validate", "check"), ("rendr", "render"), ("open", "load")]:
            with self.subTest(word):
                self.assertIn(
                    f"firstlight {name}\n", self.client(word, status=64, socket=False).err)


class PageOfTheProtocol(TestCase):
    """The clients in Python on the page run as they stand there, with another socket."""

    def program(self, number):
        page = (Path(__file__).resolve().parents[3] / "Sources/Wire/README.md").read_text()
        program = re.findall(r"```python\n(.*?)```", page, re.S)[number]
        self.assertEqual(program.count("/run/firstlight/socket"), 1)
        return [
            sys.executable, "-u", "-c", program.replace("/run/firstlight/socket", str(self.socket))]

    def test_a_program_sets_progress(self):
        daemon = self.start()
        result = subprocess.run(self.program(0), capture_output=True, text=True, timeout=20)
        self.assertEqual(
            (result.stdout, result.stderr),
            ("{'parameters': {'applied': True, 'value': 0.4}}\n", ""))
        self.assertEqual(daemon.control("install")["value"], 0.4)

    def test_a_program_holds_a_control_as_long_as_its_connection(self):
        scene = """{ "layers": [], "controls": { "job": { "kind": "state", "onDisconnect": "failed",
            "states": { "idle": {}, "working": {}, "failed": {} } } } }"""
        daemon = self.start(scene=scene, clock="vsync")
        state = lambda: daemon.control("job")["state"]
        program = self.program(0)
        # All of the page's client but its own call, which is the last line.
        begin, call = program[-1].rstrip().rsplit("\n", 1)
        self.assertIn('"SetProgress"', call)
        program[-1] = begin + """
    print(link.call("SetState", control="job", state="working", hold=True))
import time
time.sleep(20)
"""
        process = subprocess.Popen(program, stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        self.assertEqual(process.stdout.readline(), "{}\n")
        # The program goes on, and its connection has ended.
        wait_until(lambda: state() == "failed", "the state of a lost client")
        self.assertIsNone(process.poll())

    def test_a_program_follows_buttons_over_a_crash(self):
        scene = """{ "layers": [{ "name": "go", "frame": [0, 0, 80, 40], "backgroundColor": "#2266AA" }], "controls": {
            "go": { "kind": "button", "layer": "go", "autofocus": true,
              "pressed": { "key": "opacity", "to": 0.5 }, "focused": { "key": "borderWidth", "to": 2 } } } }"""
        keyboard = self.directory / "keyboard"
        os.mkfifo(keyboard)
        keys = os.open(keyboard, os.O_RDWR)
        self.addCleanup(os.close, keys)
        start = lambda: self.start("--keyboard", keyboard, scene=scene, clock="vsync")
        daemon = start()
        program = subprocess.Popen(self.program(1), stdout=subprocess.PIPE, text=True)
        self.addCleanup(program.stdout.close)
        self.addCleanup(program.kill)
        for _ in range(2):
            self.assertEqual(program.stdout.readline(), "ready \n")
            time.sleep(0.3)
            os.write(keys, b"\r")
            self.assertEqual(program.stdout.readline(), "pressed go\n")
            daemon.process.kill()
            daemon.wait()
            daemon = start()
        self.assertEqual(program.stdout.readline(), "ready \n")
        self.client("quit")
        self.assertEqual(program.stdout.readline(), "quitting \n")
        self.assertEqual(program.wait(10), 0)


class WithoutDaemon(TestCase):
    def test_no_socket_exits_69_and_says_what_to_try(self):
        error = self.client("status", status=69).err
        self.assertIn(str(self.socket), error)
        self.assertIn("firstlightd", error)

    def test_the_places_that_were_tried_are_named(self):
        environment = clean_environment(
            FIRSTLIGHT_SOCKET=str(self.directory / "a"), XDG_RUNTIME_DIR=str(self.directory))
        if os.path.exists("/run/firstlight/socket"):
            self.skipTest("a daemon of this machine listens on /run/firstlight/socket")
        error = self.client("status", status=69, socket=False, environment=environment).err
        for place in [self.directory / "a", "/run/firstlight/socket",
                      self.directory / "firstlight" / "socket"]:
            self.assertIn(str(place), error)

    def test_a_stale_socket_exits_69(self):
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(self.socket))
        self.assertIn("no daemon listens", self.client("status", status=69).err)

    def test_a_plain_file_exits_69(self):
        self.socket.write_text("")
        self.assertIn(str(self.socket), self.client("status", status=69).err)

    def test_a_missing_scene_exits_66_without_a_daemon(self):
        self.assertIn("nothing.jsonc", self.client("load", "nothing.jsonc", status=66).err)

    def test_a_socket_of_somebody_else_exits_77(self):
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(self.socket))
            listener.listen()
            os.chmod(self.socket, 0o600)
            result = self.client_as_nobody("status")
        self.assertEqual(result.returncode, 77, result.stderr)
        self.assertIn(b"may not connect", result.stderr)

    def test_feed_drains_its_input_so_that_the_tool_goes_on(self):
        result = self.client("feed", "--passthrough", input=b"10\n20\n" * 50_000, status=69)
        self.assertEqual(result.stdout, b"10\n20\n" * 50_000)
        self.assertEqual(result.err.count("no daemon"), 1)

    def test_feed_of_a_closed_descriptor_exits_74(self):
        self.fake(b'{"parameters":{"controls":[{"name":"a","kind":"progress"}]}}\0', closes=False)
        self.assertIn("cannot read", self.client("feed", "--fd", "77", status=74).err)


class NonsenseDaemons(TestCase):
    def test_garbage_exits_70(self):
        self.fake(b"hello\0")
        self.assertIn("is invalid", self.client("status", status=70).err)

    def test_a_closed_connection_exits_69(self):
        self.fake(b"")
        self.assertIn("without an answer", self.client("status", status=69).err)

    def test_half_an_answer_exits_69(self):
        self.fake(b'{"parameters":{')
        self.assertIn("in the middle", self.client("status", status=69).err)

    def test_silence_exits_75(self):
        self.fake(b"", closes=False)
        self.assertIn("0.2", self.client("status", "--timeout", "200ms", status=75).err)

    def test_a_daemon_that_accepts_nobody_exits_75(self):
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(self.socket))
            listener.listen(0)
            waiting = socket.socket(socket.AF_UNIX)
            self.addCleanup(waiting.close)
            waiting.connect(str(self.socket))
            for arguments in [["status"], ["watch"], ["text", "x"]]:
                result = self.client(*arguments, "--timeout", "0.3s", status=75, limit=5)
                self.assertIn("did not answer within 0.3 seconds", result.err)

    def test_half_an_event_keeps_nobody_from_leaving(self):
        self.fake(b'{"parameters": {"ev', closes=False)
        for arguments in [["watch"], ["describe", "--follow"]]:
            for number in [signal.SIGINT, signal.SIGTERM]:
                process = self.spawn(*arguments)
                # The signals are read as data from here on.
                wait_until(
                    lambda: int(re.search(
                        r"SigBlk:\s*(\w+)", Path(f"/proc/{process.pid}/status").read_text())[1], 16),
                    "the client to follow")
                time.sleep(0.2)
                process.send_signal(number)
                self.assertEqual(process.wait(2), 0)
            result = self.client(*arguments, "--timeout", "0.3s", status=75, limit=5)
            self.assertIn("did not answer within 0.3 seconds", result.err)

    def test_an_endless_answer_exits_70(self):
        self.fake(b'{"parameters":"' + b"x" * (3 << 20))
        self.client("status", status=70)

    def test_a_list_without_an_end_exits_70(self):
        def serve():
            connection = listener.accept()[0]
            with connection, contextlib.suppress(OSError):
                for number in itertools.count(1):
                    if not connection.recv(65536):
                        return
                    connection.sendall(b'{"parameters":{"layers":[{}],"next":%d}}\0' % number)

        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(self.socket))
            listener.listen()
            thread = threading.Thread(target=serve)
            thread.start()
            error = self.client("layers", status=70).err
            thread.join(5)
        self.assertIn("a list without an end", error)

    def test_an_end_that_does_not_come_exits_75_after_the_time_that_is_named(self):
        self.fake(b"{}\0", closes=False)
        error = self.client("quit", "--timeout", "0.3s", status=75).err
        self.assertIn("did not answer within 3.0 seconds", error)

    def test_a_screenshot_without_a_descriptor_exits_70(self):
        self.fake(b'{"parameters":{"width":1,"height":1,"size":10}}\0')
        self.assertIn("no picture", self.client("screenshot", "-o", "x.png", status=70).err)
        self.assertFalse((self.directory / "x.png").exists())

    def test_another_service_exits_1(self):
        self.fake(b'{"error":"org.varlink.service.InterfaceNotFound",'
                  b'"parameters":{"interface":"io.firstlight.display"}}\0')
        self.assertIn("does not speak", self.client("status", status=1).err)

    def test_a_refused_user_exits_77(self):
        self.fake(b'{"error":"org.varlink.service.PermissionDenied"}\0')
        self.client("quit", status=77)

    def test_unknown_fields_of_a_later_daemon_are_passed_on(self):
        self.fake(b'{"parameters":{"later":1,"applied":true,"value":0.5}}\0')
        reply = json.loads(self.client("progress", "0.5", "--json").out)
        self.assertEqual(reply["later"], 1)
