"""Questions on the screen: the client asks, and the answer is typed on a FIFO.

`firstlight-agent` is between the daemon and programs that ask by systemd's password agents, which
are played here, and are the real one where that is installed.
"""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import time
import unittest

from harness import BIN, LIMIT, FakeDaemon, TestCase, clean_environment, wait_until

PROGRAM = BIN / "plymouth"
BACKSPACE, CANCEL, DOWN = "\x7f", "\x03", "\x1b[B"


def is_watching(process):
    """True once a process waits for changes of a directory."""
    try:
        return any(
            "inotify wd" in descriptor.read_text()
            for descriptor in pathlib.Path(f"/proc/{process}/fdinfo").iterdir())
    except FileNotFoundError:
        return False


class AskCase(TestCase):
    """A daemon that takes its keys from a FIFO."""

    def setUp(self):
        super().setUp()
        if os.geteuid() != 0:
            self.skipTest("root alone may ask")
        self.keyboard = self.directory / "keyboard"
        os.mkfifo(self.keyboard)

    def start_asking(self, *options, **more):
        daemon = self.start("--keyboard", self.keyboard, *options, clock="vsync", **more)
        wait_until(lambda: daemon.call("GetStatus")["questions"], "the keyboard")
        return daemon

    def type(self, text):
        with open(self.keyboard, "wb") as keyboard:
            keyboard.write(text.encode())

    def answer(self, process, text, status=0):
        """Types until the client, whose question may still be on its way, has ended."""
        def has_ended():
            self.type(text)
            try:
                return process.wait(0.4) is not None
            except subprocess.TimeoutExpired:
                return False
        wait_until(has_ended, "the end of the client")
        out, err = process.stdout.read().decode(), process.stderr.read().decode()
        self.assertEqual(process.returncode, status, err)
        return out


class Ask(AskCase):
    def test_answer_is_printed(self):
        daemon = self.start_asking("--verbose")
        process = self.spawn("ask", "Password?", "--id", "cryptsetup:/dev/x")
        wait_until(lambda: "cryptsetup:/dev/x" in daemon.log, "the question")
        self.assertVarlinkError("NotSupported", daemon.call, "Screenshot", {"inline": True})
        self.type(f"pé\"x{BACKSPACE}w\\\n")
        self.assertEqual(process.wait(LIMIT), 0)
        self.assertEqual(process.stdout.read().decode(), "pé\"w\\\n")
        self.assertNotIn("\"w", daemon.log)
        daemon.call("Screenshot", {"inline": True})

    def test_cancelled_expired_and_unavailable_questions_have_statuses(self):
        daemon = self.start_asking()
        self.answer(self.spawn("ask", "Password?"), CANCEL, status=130)
        began = time.monotonic()
        self.assertIn("in time", self.client("ask", "Password?", "--timeout", "0.3s", status=75).err)
        self.assertLess(time.monotonic() - began, 5)
        daemon.stop()
        self.start("--keyboard", self.directory / "none")
        self.assertIn("no keyboard", self.client("ask", "Password?", status=1).err)

    def test_choice(self):
        self.start_asking()
        process = self.spawn("ask", "Start?", "--choice", "Disk", "--choice", "Network")
        self.assertEqual(self.answer(process, DOWN + "\n"), "Network\n")

    def test_asker_that_is_killed_takes_its_question_along(self):
        daemon = self.start_asking()
        process = self.spawn("ask", "First?")

        def is_asked():
            try:
                daemon.call("Screenshot", {"inline": True})
            except Exception:
                return True
            return False
        wait_until(is_asked, "the question")
        process.kill()
        wait_until(lambda: not is_asked(), "the end of the question")

    def test_frames_show_what_is_asked(self):
        frames = self.directory / "frames"
        self.start("--keyboard", self.keyboard, output=f"png:{frames}", clock="vsync",
                   size="320x240")
        wait_until(lambda: list(frames.glob("*.png")), "the first frame")
        process = self.spawn("ask", "Start?", "--choice", "Disk", "--choice", "Network")
        wait_until(lambda: len(list(frames.glob("*.png"))) > 1, "the question's frames")
        self.assertEqual(self.answer(process, "\n"), "Disk\n")

    def test_others_may_not_ask(self):
        self.start_asking()
        for words in (["ask", "x"], ["message", "x"], ["mode", "shutdown"], ["deactivate"]):
            self.assertEqual(self.client_as_nobody(*words).returncode, 77)


class Boot(AskCase):
    def test_messages(self):
        daemon = self.start()
        one = self.client("message", "One").out.strip()
        two = self.client("message", "Two").out.strip()
        self.assertEqual(daemon.control("message")["text"], "Two")
        self.client("message", "--hide", two)
        self.assertEqual(daemon.control("message")["text"], "One")
        self.client("message", "--hide", one)
        self.assertEqual(daemon.control("message")["text"], "")
        self.client("message", status=64)

    def test_screen_is_left_and_taken_back(self):
        daemon = self.start_asking()
        self.client("is-absent", status=1)
        self.client("deactivate")
        self.assertFalse(daemon.call("GetStatus")["questions"])
        self.client("is-absent")
        self.client("ask", "x", status=1)
        self.client("reactivate")
        self.client("is-absent", status=1)

    def test_mode(self):
        self.start()
        self.client("mode", "reboot")
        self.assertIn("boot-up", self.client("mode", "lunch", status=1).err)

    def test_absent(self):
        self.client("is-absent", "--timeout", "1s")
        self.fake(b"nonsense\0")
        self.client("is-absent")


class AgentCase(AskCase):
    """The agent, on a directory of its own."""

    def setUp(self):
        super().setUp()
        self.asks = self.directory / "ask-password"
        self.answers = self.directory / "answers"
        self.receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.receiver.bind(str(self.answers))
        self.receiver.settimeout(0.2)
        self.addCleanup(self.receiver.close)

    def agent_program(self):
        program = self.directory / "firstlight-agent"
        if not program.exists():
            shutil.copy(PROGRAM, program)
        return str(program)

    def start_agent(self):
        process = subprocess.Popen(
            [self.agent_program(), f"--directory={self.asks}", f"--socket={self.socket}"],
            env=clean_environment(), stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)

        def end():
            process.kill()
            process.wait(10)
            process.stderr.close()
        self.addCleanup(end)
        wait_until(lambda: is_watching(process.pid), "the agent's watch")
        return process

    def ask(self, name, message="Password?", **values):
        lines = {"PID": os.getpid(), "Socket": self.answers, "AcceptCached": 0, "Echo": 0,
                 "NotAfter": 0, "Message": message, "Icon": "drive-harddisk"}
        lines.update(values)
        text = "[Ask]\n" + "".join(f"{key}={value}\n" for key, value in lines.items())
        self.asks.mkdir(exist_ok=True)
        temporary = self.asks / ("tmp." + name)
        temporary.write_text(text)
        temporary.rename(self.asks / name)
        return self.asks / name

    def received(self, text):
        """Types until an answer has come."""
        def datagram():
            self.type(text)
            try:
                return self.receiver.recv(8192)
            except TimeoutError:
                return None
        return wait_until(datagram, "the answer")

    def receive_nothing(self):
        with self.assertRaises(TimeoutError):
            self.receiver.recv(8192)


class Agent(AgentCase):
    def test_answers_what_is_asked(self):
        self.start_asking()
        self.ask("ask.before", Id="cryptsetup:/dev/x", Unknown="1")
        self.start_agent()
        self.assertEqual(self.received("pä\"\\\n"), "+pä\"\\".encode())
        (self.asks / "ask.before").unlink()
        self.ask("ask.after", Echo=1, Silent=1)
        self.assertEqual(self.received(CANCEL), b"-")
        self.receive_nothing()

    def test_replies_do_not_reach_the_log(self):
        reply = {"parameters": {"answer": "secret\x1b[2J\n<0>forged"}, "error": "io.x.NotNow\x1b[2J\n<0>forged"}
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(self.socket))
            listener.listen()
            agent = self.start_agent()
            self.ask("ask.me")
            connection, _ = listener.accept()
            with connection:
                connection.recv(8192)
                text = json.dumps(reply, separators=(",", ":")).replace("\\u001b", "\x1b").replace("\\n", "\n")
                connection.sendall(text.encode() + b"\0")
                line = agent.stderr.readline()
        self.assertEqual(line, b"firstlight-agent: the daemon does not ask: io.x.NotNow\n")

    def test_a_daemon_that_many_wait_for_is_not_absent(self):
        listener = socket.socket(socket.AF_UNIX)
        self.addCleanup(listener.close)
        listener.bind(str(self.socket))
        listener.listen(0)
        others = []
        with self.assertRaises(BlockingIOError):
            for _ in range(9):
                others.append(socket.socket(socket.AF_UNIX))
                self.addCleanup(others[-1].close)
                others[-1].setblocking(False)
                others[-1].connect(str(self.socket))
        process = subprocess.Popen(
            [self.agent_program(), "is-absent", f"--socket={self.socket}"], env=clean_environment())
        self.addCleanup(process.wait, LIMIT)
        self.addCleanup(process.kill)
        time.sleep(0.3)
        self.assertIsNone(process.poll())
        # The others go without a word.
        for other in others:
            other.close()
        listener.settimeout(LIMIT)
        while process.poll() is None:
            connection, _ = listener.accept()
            with connection:
                if b"GetStatus" in connection.recv(1000):
                    connection.sendall(b'{"parameters":{"questions":true}}\0')
                    break
        self.assertEqual(process.wait(LIMIT), 1)

    def test_longest_answer(self):
        self.start_asking()
        self.start_agent()
        self.ask("ask.long")
        # The queue may not have been ready for the keys, so that
        # they are typed again until the answer is long.
        for _ in range(3):
            self.type("\x15" + '"' * 2047)
            time.sleep(0.3)
        self.assertEqual(self.received("\n"), b"+" + b'"' * 2047)

    def test_answer_that_programs_do_not_read_is_asked_for_again(self):
        daemon = self.start_asking("--verbose")
        self.start_agent()
        self.ask("ask.long", Id="long")
        wait_until(lambda: "about long" in daemon.log, "the question")
        time.sleep(0.5)
        self.type('"' * 2048 + "\n")
        wait_until(lambda: daemon.log.count("about long") == 2, "the question again")
        self.assertEqual(self.received("x\n"), b"+x")

    def test_answer_that_does_not_arrive_is_asked_for_again(self):
        daemon = self.start_asking("--verbose")
        self.start_agent()
        # A program that does not read what others have sent.
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as other:
            other.setblocking(False)
            with self.assertRaises(BlockingIOError):
                while True:
                    other.sendto(b"other", str(self.answers))
        self.ask("ask.full", Id="full")
        wait_until(lambda: "about full" in daemon.log, "the question")
        time.sleep(0.5)
        self.type("x\n")
        wait_until(lambda: daemon.log.count("about full") == 2, "the question again")
        try:
            while self.receiver.recv(8192) == b"other":
                pass
        except TimeoutError:
            pass
        self.assertEqual(self.received("y\n"), b"+y")

    def test_file_is_read_again_when_it_is_whole(self):
        daemon = self.start_asking("--verbose")
        self.start_agent()
        with open(self.asks / "ask.slow", "w") as file:
            print(f"[Ask]\nPID={os.getpid()}\nSocket={self.answers}\nMessage=Sec", end="", file=file,
                  flush=True)
            # Another one has the agent look.
            self.ask("ask.other", Id="other")
            wait_until(lambda: "about other" in daemon.log, "the other question")
            print("ond?\nId=whole", file=file)
        wait_until(lambda: "about whole" in daemon.log, "the whole question")
        self.assertEqual({self.received("x\n"), self.received("x\n")}, {b"+x"})
        self.receive_nothing()

    def test_path_that_is_too_long_is_not_answered_elsewhere(self):
        daemon = self.start_asking("--verbose")
        folder = self.directory / ("x" * (107 - len(str(self.directory)) - 3))
        folder.mkdir()
        cut = folder / "a"
        self.assertEqual(len(str(cut)), 107)
        receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(receiver.close)
        receiver.bind(str(cut))
        self.start_agent()
        self.ask("ask.long", Socket=f"{cut}b", Id="too long")
        self.ask("ask.right", Socket=cut, Id="right")
        wait_until(lambda: "about right" in daemon.log, "the question")
        self.assertNotIn("about too long", daemon.log)

    def test_wrong_files_are_left_alone(self):
        daemon = self.start_asking("--verbose")
        self.asks.mkdir()
        for name, text in [
            ("ask.empty", b""), ("ask.garbage", bytes(range(256)) * 80),
            ("ask.half", b"[Ask]\nPID=1\nMessage=no socket\n"),
            ("ask.relative", b"[Ask]\nSocket=answers\nMessage=x\n"),
            ("ask.section", f"[Other]\nSocket={self.answers}\nMessage=x\n".encode()),
            ("other", f"[Ask]\nSocket={self.answers}\nMessage=x\n".encode()),
        ]:
            (self.asks / name).write_bytes(text)
        (self.asks / "ask.directory").mkdir()
        (self.asks / "ask.link").symlink_to("other")
        gone = subprocess.Popen(["true"])
        gone.wait(LIMIT)
        self.ask("ask.dead", PID=gone.pid, Id="dead")
        self.ask("ask.late", NotAfter=1, Id="late")
        agent = self.start_agent()
        self.ask("ask.right", Id="right", Message="tab\tand bell\x07")
        wait_until(lambda: "right" in daemon.log, "the question")
        self.assertEqual(self.received("x\n"), b"+x")
        self.assertNotIn("dead", daemon.log)
        self.assertNotIn("late", daemon.log)
        self.receive_nothing()
        self.assertIsNone(agent.poll())

    def test_file_that_goes_takes_the_question_along(self):
        daemon = self.start_asking("--verbose")
        self.start_agent()
        first = self.ask("ask.first", message="First?", Id="first")
        wait_until(lambda: "about first" in daemon.log, "the first question")
        self.ask("ask.second", message="Second?", Id="second")
        wait_until(lambda: "about second" in daemon.log, "the second question")
        self.type("for the first")
        first.unlink()
        time.sleep(0.5)
        self.assertEqual(self.received("x\n"), b"+x")
        self.receive_nothing()

    def test_two_at_once(self):
        daemon = self.start_asking("--verbose")
        self.start_agent()
        self.ask("ask.one", message="One?", Id="one")
        self.ask("ask.two", message="Two?", Id="two")
        wait_until(lambda: daemon.log.count("asks about") == 2, "the questions")
        answers = {self.received("x\n"), self.received("y\n")}
        self.assertLessEqual(answers, {b"+x", b"+y"})
        self.assertIn(b"+y", answers)

    def test_time_passes_while_it_is_shown(self):
        daemon = self.start_asking("--verbose")
        self.start_agent()
        now = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
        self.ask("ask.short", NotAfter=now + 1_500_000, Id="short")
        wait_until(lambda: "about short" in daemon.log, "the question")
        time.sleep(1.6)
        self.type("x\n")
        self.receive_nothing()

    def test_daemon_that_comes_later_and_comes_back(self):
        self.start_agent()
        self.ask("ask.early")
        time.sleep(0.2)
        daemon = self.start_asking()
        self.type("lost")
        daemon.stop()
        self.start_asking()
        self.assertEqual(self.received("x\n"), b"+x")

    def test_directory_that_goes(self):
        agent = self.start_agent()
        self.asks.rmdir()
        self.assertEqual(agent.wait(LIMIT), 0)

    def test_systemd_asks(self):
        program = shutil.which("systemd-ask-password")
        if not program:
            self.skipTest("systemd-ask-password is not installed")
        self.start_asking()
        # The agent's directory is fixed, so that this test mounts a file system of its own there.
        script = self.write("ask.sh", f"""
            mount -t tmpfs none /run/systemd 2>/dev/null || {{ mkdir -p /run/systemd &&
              mount -t tmpfs none /run/systemd; }} || exit 77
            {self.agent_program()} --socket={self.socket} & agent=$!
            sleep 0.2
            {program} --no-tty --timeout=20 "Real question?"
            status=$?
            kill $agent
            exit $status
            """)
        process = subprocess.Popen(
            ["unshare", "--mount", "sh", str(script)], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=clean_environment())
        self.addCleanup(process.kill)

        def has_ended():
            self.type("real\n")
            try:
                return process.wait(0.4) is not None
            except subprocess.TimeoutExpired:
                return False
        wait_until(has_ended, "the end of systemd-ask-password")
        out, err = process.communicate()
        if process.returncode == 77:
            self.skipTest("no file systems can be mounted here")
        self.assertEqual((process.returncode, out), (0, b"real\n"), err)

    def test_absence(self):
        def is_absent(*words, **options):
            return subprocess.run(
                [self.agent_program(), "is-absent", *words, f"--socket={self.socket}"],
                timeout=LIMIT, env=clean_environment(), **options).returncode
        self.assertEqual(is_absent(), 0)
        self.assertEqual(is_absent("--wait"), 0)
        daemon = self.start_asking()
        self.assertEqual(is_absent(), 1)
        waiting = subprocess.Popen(
            [self.agent_program(), "is-absent", "--wait", f"--socket={self.socket}"],
            env=clean_environment())
        self.addCleanup(waiting.kill)
        time.sleep(0.5)
        self.assertIsNone(waiting.poll())
        daemon.process.kill()
        self.assertEqual(waiting.wait(LIMIT), 0)
        daemon.wait()
        self.socket.unlink()
        daemon = FakeDaemon(self.socket, b"nonsense\0")
        self.addCleanup(daemon.stop)
        self.assertEqual(is_absent(), 0)
        self.assertEqual(is_absent("--wait"), 0)


if __name__ == "__main__":
    unittest.main()
