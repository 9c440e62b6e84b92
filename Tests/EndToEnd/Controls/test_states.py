"""States of controls: set by the client and by a program, left by one that is lost, and kept by a daemon
that is killed."""

import json
import signal
import socket
import subprocess
import time

from harness import CLIENT, TestCase, clean_environment, wait_until

SCENE = """
{
  "layers": [
    { "name": "ring", "frame": [40, 20, 80, 80], "backgroundColor": "#FFFFFF", "cornerRadius": 40 },
    { "kind": "text", "name": "title", "string": "", "frame": [0, 0, 160, 20], "fontSize": 12 },
  ],
  "controls": {
    "outcome": {
      "kind": "state", "label": "Update", "onDisconnect": "failed",
      "states": {
        "working": { "label": "The update is running" },
        "done": { "label": "The update is complete", "changes": [
          { "layer": "ring", "key": "opacity", "to": 0, "duration": 0.5, "timing": "linear" },
          { "layer": "title", "text": "Complete", "follows": true },
        ] },
        "failed": { "label": "The update failed", "changes": [{ "layer": "title", "text": "Failed" }] },
      },
    },
  },
}
"""


class States(TestCase):
    def test_the_client_sets_a_state_which_plays(self):
        daemon = self.start(scene=SCENE)
        self.client("state", "outcome", "done")
        daemon.step(0.25)
        self.assertAlmostEqual(daemon.layer("ring")["opacity"], 0.5, delta=0.05)
        self.assertEqual(daemon.layer("title")["text"], "")
        daemon.step(0.5)
        self.assertEqual(daemon.layer("ring")["opacity"], 0)
        self.assertEqual(daemon.layer("title")["text"], "Complete")
        self.assertIn("Update, status: The update is complete", self.client("describe").out)
        # Without a name it is for the scene's first state control.
        self.client("state", "working")
        daemon.step(0.1)
        self.assertEqual(daemon.control("outcome")["state"], "working")
        self.assertIn("did you mean done?", self.client("state", "dnoe", status=1).err)

    def test_subscribers_get_changes_of_a_state(self):
        daemon = self.start(scene=SCENE)
        with daemon.connect() as events, daemon.connect() as client:
            events.send_call("Subscribe", {"kinds": ["state_changed"]}, more=True)
            events.receive()
            client.call("SetState", {"state": "failed"})
            daemon.step(0.1)
            event = events.receive()["parameters"]["events"][0]
            self.assertEqual(
                (event["kind"], event["control"], event["state"]),
                ("state_changed", "outcome", "failed"),
            )

    def test_a_state_ends_by_itself(self):
        daemon = self.start(scene=SCENE.replace('"label": "The update is complete",', """
            "label": "The update is complete", "after": { "duration": 15, "state": "working" },"""))
        with daemon.connect() as events, daemon.connect() as client:
            events.send_call("Subscribe", {"kinds": ["state_changed"]}, more=True)
            events.receive()
            client.call("SetState", {"state": "done"})
            daemon.step(10)
            self.assertEqual(events.receive()["parameters"]["events"][0]["state"], "done")
            client.call("SetState", {"state": "done"})
            daemon.step(14)
            self.assertEqual(daemon.control("outcome")["state"], "done")
            daemon.step(2)
            self.assertEqual(daemon.control("outcome")["state"], "working")
            self.assertEqual(events.receive()["parameters"]["events"][0]["state"], "working")
        self.assertIn("Update, status: The update is running", self.client("describe").out)

    def test_a_program_that_dies_leaves_the_state_for_that(self):
        daemon = self.start(scene=SCENE)
        with daemon.connect() as program:
            program.call("SetState", {"state": "working", "hold": True})
            self.assertTrue(daemon.control("outcome")["held"])
        wait_until(
            lambda: daemon.control("outcome")["state"] == "failed", "the state of a lost program")
        with daemon.connect() as program:
            program.call("SetState", {"state": "working", "hold": True})
            program.call("SetState", {"state": "done"})
        daemon.step(0.1)
        self.assertEqual(daemon.control("outcome")["state"], "done")

    def test_the_client_holds_the_state_while_a_command_runs(self):
        daemon = self.start(scene=SCENE)

        def hold(command, status=0, *names):
            arguments = [
                "state", "--socket", self.socket, "--hold", *(names or ["working"]), "--", "sh",
                "-c", command]
            return self.client(*arguments, socket=False, status=status,
                               environment={**clean_environment(), "CLIENT": str(CLIENT)})

        # The command has the same daemon, standard streams, and its own arguments.
        shown = hold('"$CLIENT" status --json', 0, "outcome", "working")
        outcome = next(c for c in json.loads(shown.out)["controls"] if c["name"] == "outcome")
        self.assertEqual((outcome["state"], outcome["held"]), ("working", True))
        self.assertEqual(daemon.control("outcome")["state"], "working")
        self.assertFalse(daemon.control("outcome").get("held"))
        # The control is held for others, and free afterwards.
        self.assertIn("held by another client", hold('"$CLIENT" state done', 1).err)
        wait_until(
            lambda: daemon.control("outcome")["state"] == "failed",
            "the state of a command that failed")
        hold("true")
        self.assertEqual(daemon.control("outcome")["state"], "working")
        self.client("state", "done")
        self.assertEqual(daemon.control("outcome")["state"], "done")
        for command, status in [("exit 3", 3), ("kill -TERM $$", 143)]:
            with self.subTest(command):
                self.client("state", "working")
                hold(command, status)
                wait_until(
                    lambda: daemon.control("outcome")["state"] == "failed",
                    "the state of a command that failed")
        # The client is ended, and its command with it.
        program = self.spawn(
            "state", "--hold", "working", "--socket", self.socket, "--", "sh", "-c",
            "echo; exec sleep 60")
        program.stdout.readline()
        self.assertTrue(daemon.control("outcome")["held"])
        program.terminate()
        self.assertEqual(program.wait(10), 143)
        wait_until(
            lambda: daemon.control("outcome")["state"] == "failed",
            "the state of a command that was ended")

    def test_a_held_command_ignores_what_its_client_was_told_to_ignore(self):
        self.start(scene=SCENE)
        client = [str(CLIENT), "state", "--hold", "working", "--socket", self.socket, "--"]

        def take_all_signals():
            # The tests may themselves have been started by nohup.
            for number in [signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM]:
                signal.signal(number, signal.SIG_DFL)

        for ignored, status in [("HUP INT TERM", 7), ("QUIT", 128 + signal.SIGHUP)]:
            with self.subTest(ignored):
                script = f"trap '' {ignored}; exec \"$@\""
                command = [
                    "sh", "-c",
                    "echo; read line; kill -HUP $$; kill -INT $$; kill -TERM $$; exit 7"]
                program = subprocess.Popen(["sh", "-c", script, "sh", *client, *command], text=True,
                                           stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                           preexec_fn=take_all_signals)
                self.addCleanup(program.stdout.close)
                program.stdout.readline()
                program.stdin.close()
                self.assertEqual(program.wait(10), status)

    def test_wrong_holds_say_what_is_wrong(self):
        for arguments, status, word in [
            (["--hold", "working"], 64, "state --hold working -- ./install"),
            (["--hold", "--", "true"], 64, "a state is expected"),
            (["working", "--", "sleep", "1"], 64, "--hold, which is missing"),
            (["--hold", "a", "--", "no-such-program"], 66, "no-such-program"),
        ]:
            with self.subTest(arguments):
                self.assertIn(
                    word, self.client("state", *arguments, socket=False, status=status).err)
        shown = self.client("state", "--help", socket=False).out
        self.assertRegex(shown, r"<control> +The state control.*\n +<state> +The state")

    def test_a_killed_daemon_goes_on_in_the_state(self):
        daemon = self.start(scene=SCENE, clock="vsync")
        self.client("state", "done")
        time.sleep(0.3)
        daemon.process.send_signal(signal.SIGKILL)
        daemon.wait()
        daemon = self.start(scene=SCENE, clock="vsync")
        self.assertEqual(daemon.control("outcome")["state"], "done")

    def test_a_command_holds_the_state_of_the_next_daemon_after_a_crash(self):
        daemon = self.start(scene=SCENE, clock="vsync")
        command = ["sh", "-c", "echo; read line; exit $line"]
        program = self.spawn(
            "state", "--hold", "working", "--socket", self.socket, "--", *command,
            stdin=subprocess.PIPE)
        program.stdout.readline()
        self.assertTrue(daemon.control("outcome")["held"])
        daemon.process.send_signal(signal.SIGKILL)
        daemon.wait()
        daemon = self.start(scene=SCENE, clock="vsync")
        wait_until(lambda: daemon.control("outcome").get("held"), "another hold")
        self.assertEqual(daemon.control("outcome")["state"], "working")
        program.stdin.write(b"0\n")
        program.stdin.close()
        self.assertEqual(program.wait(10), 0)
        self.assertEqual(daemon.control("outcome")["state"], "working")
        self.assertFalse(daemon.control("outcome").get("held"))
        # It was the client's own hold that it has ended.
        self.assertEqual(program.stderr.read().count(b"\n"), 1)

    def test_a_command_ends_while_the_next_daemon_does_not_answer(self):
        daemon = self.start(scene=SCENE, clock="vsync")
        program = self.spawn(
            "state", "--hold", "working", "--socket", self.socket, "--", "sh", "-c",
            "echo; read line; exit 3", stdin=subprocess.PIPE)
        program.stdout.readline()
        daemon.process.send_signal(signal.SIGKILL)
        daemon.wait()
        self.socket.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX) as silent:
            silent.bind(str(self.socket))
            silent.listen(8)
            silent.settimeout(10)
            accepted, _ = silent.accept()
            self.addCleanup(accepted.close)
            program.stdin.close()
            self.assertEqual(program.wait(5), 3)

    def test_a_command_leaves_a_daemon_alone_that_was_told_to_quit(self):
        self.start(scene=SCENE, clock="vsync")
        program = self.spawn(
            "state", "--hold", "working", "--socket", self.socket, "--", "sh", "-c",
            "echo; read line; exit 3", stdin=subprocess.PIPE)
        program.stdout.readline()
        self.client("quit")
        daemon = self.start(scene=SCENE, clock="vsync")
        time.sleep(0.7)
        self.assertFalse(daemon.control("outcome").get("held"))
        program.stdin.close()
        self.assertEqual(program.wait(10), 3)

    def test_a_picture_of_a_state(self):
        scene = self.write("states.jsonc", SCENE)
        out = self.client(
            "render", scene, "--size", "160x120", "--set", "outcome=done", "--at", "2s", "-o",
            self.directory / "done.png", socket=False)
        self.assertEqual(out.err, "")
        plain = self.client("check", scene, socket=False)
        self.assertEqual(plain.err, "")
