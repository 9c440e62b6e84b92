"""The log layer: lines of a program, as they come."""

import subprocess
import time

from harness import CLIENT, TestCase, clean_environment, wait_until

SCENE = """
{
  "layers": [{ "kind": "log", "name": "lines", "fontSize": 16, "lineHeight": 1.25 }],
  "controls": { "details": { "kind": "log", "label": "Details", "drives": "lines" } },
}
"""


class Log(TestCase):
    def rows(self, daemon):
        daemon.step(0.5)
        layers = [
            layer for layer in daemon.call("ListLayers")["layers"] if layer.get("text") is not None]
        seen = [layer for layer in layers if layer["frame"]["y"] >= -0.01]
        return [layer["text"] for layer in sorted(seen, key=lambda layer: layer["frame"]["y"])]

    def test_lines_of_a_file_and_of_a_program(self):
        daemon = self.start(scene=SCENE)
        text = "".join(f"line {number}\n" for number in range(3000))
        self.client("log", "details", input=text.encode())
        self.assertEqual(self.rows(daemon), [f"line {number}" for number in range(2994, 3000)])
        # A program that goes on.
        program = subprocess.Popen(
            [CLIENT, "log", "--socket", str(self.socket)],
            stdin=subprocess.PIPE,
            env=clean_environment(),
        )
        self.addCleanup(program.wait, 10)
        program.stdin.write("grün\n".encode())
        program.stdin.flush()
        wait_until(lambda: daemon.control("details")["text"] == "grün", "the line")
        program.stdin.write(b"\x1b[1mthe end")
        program.stdin.close()
        self.assertEqual(program.wait(10), 0)
        self.assertEqual(self.rows(daemon)[-2:], ["grün", "the end"])
        self.assertIn("Details, log: the end", self.client("describe").out)

    def test_limits_and_mistakes(self):
        daemon = self.start(scene=SCENE)
        most = daemon.call("GetCapabilities")["limits"]["logBytes"]
        daemon.call("AppendLog", {"text": "x" * most})
        self.assertEqual(len(daemon.control("details")["text"]), 512)
        parameters = self.assertVarlinkError(
            "LimitExceeded", daemon.call, "AppendLog", {"text": "x" * (most + 1)})
        self.assertEqual(parameters, {"limit": "logBytes", "maximum": most})
        self.assertVarlinkError(
            "NoSuchControl", daemon.call, "AppendLog", {"text": "x", "control": "other"})
        self.assertVarlinkError(
            "WrongControlKind", daemon.call, "SetText", {"text": "x", "control": "details"})
        self.client("log", "other", input=b"x\n", status=1)

    def test_a_restart_keeps_the_last_lines(self):
        scene = self.write("kept.jsonc", SCENE)
        daemon = self.start(scene, scene=None, clock="vsync")
        self.client("log", input=b"one\ntwo\n")
        # The effects of an answered call are written within 20 ms, on a machine that is not busy.
        time.sleep(0.2)
        daemon.process.kill()
        daemon.wait()
        daemon = self.start(scene, scene=None, clock="vsync")
        self.assertEqual(daemon.control("details")["text"], "two")
        texts = [
            layer["text"] for layer in daemon.call("ListLayers")["layers"] if layer.get("text")]
        self.assertEqual(sorted(texts), ["one", "two"])

    def test_a_picture_without_a_daemon(self):
        scene = self.write("log.jsonc", SCENE)
        pictures = []
        for value in ("", "one", "one\ntwo"):
            path = self.directory / "picture.png"
            self.client(
                "render", scene, "--set", f"details={value}", "--at", "1s", "--size", "160x100",
                "-o", path, socket=False)
            pictures.append(path.read_bytes())
        self.assertEqual(len(set(pictures)), 3)
