"""`preview`: a scene in the browser, as far as a program without a browser sees it."""

import http.client
import json
import re
import resource
import signal
import socket
import subprocess
import time
import unittest

from harness import CLIENT, RING, TestCase, clean_environment, wait_until
from picture import Picture


class Preview(TestCase):
    def setUp(self):
        super().setUp()
        self.scene = self.write("scene.jsonc", RING)

    def preview(self, *options):
        return self.serve(self.scene, "--size", "320x180", *options)

    def serve(self, *arguments, program=CLIENT, port=("--port", "0"), **options):
        process = subprocess.Popen(
            [str(program), "preview", *map(str, arguments), *port], **options,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=clean_environment(),
            # A shell that runs the tests in the background has them ignore it.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        self.addCleanup(self.end, process)
        address = re.fullmatch(
            r"http://127\.0\.0\.1:(\d+)(/|/[0-9a-f]{17,32}/)\n", process.stdout.readline())
        self.port, self.folder = int(address[1]), address[2]
        return process

    def end(self, process):
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()

    def request(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        self.addCleanup(connection.close)
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            headers.setdefault("Content-Type", "application/json")
            body = json.dumps(body)
        connection.request(method, self.folder + path.removeprefix("/"), body, headers)
        response = connection.getresponse()
        return response, response.read()

    def act(self, **action):
        response, body = self.request("POST", "/action", action)
        self.assertEqual(response.status, 200, body)
        return json.loads(body)

    def test_the_page_and_its_picture(self):
        self.preview()
        response, page = self.request("GET", "/")
        self.assertEqual(
            (response.status, response.headers["Content-Type"]), (200, "text/html; charset=utf-8"))
        self.assertIn(b"<canvas", page)
        response, pixels = self.request("GET", "/frame?after=-1")
        about = json.loads(response.headers["X-Picture"])
        self.assertEqual(about["rect"], [0, 0, 320, 180])
        self.assertEqual(len(pixels), 320 * 180 * 4)
        self.assertEqual(pixels[:3], bytes([0x18, 0x14, 0x10]))

    def test_a_picture_is_the_one_that_render_writes(self):
        self.preview()
        self.act(do="seek", time=0)
        state = self.act(do="set", control="install", value="40%")
        self.assertEqual(state["controls"][0]["value"], .4)
        response, still = self.request("GET", "/still.png?time=700000")
        self.assertEqual(response.status, 200)
        self.client("render", self.scene, "--size", "320x180", "--set", "install=40%",
                    "--at", "0.7s", "-o", "still.png", socket=False)
        ours, theirs = Picture(still), Picture((self.directory / "still.png").read_bytes())
        self.assertEqual((ours.width, ours.height), (320, 180))
        for y in range(180):
            for x in range(0, 320, 3):
                self.assertEqual(ours.pixel(x, y), theirs.pixel(x, y), (x, y))

    def test_a_save_and_a_mistake_are_shown(self):
        self.preview()
        self.act(do="pause")
        self.scene.write_text(RING.replace("#101418", "#FF0000"))
        pixel = self.eventually(lambda: self.request("GET", "/frame?after=-1")[1][:3],
                                bytes([0, 0, 255]))
        self.scene.write_text(RING.replace("background", "backgroud"))
        text = lambda: [
            d["text"] for d in json.loads(self.request("GET", "/state")[1])["diagnostics"]]
        self.eventually(lambda: any("`background`" in t for t in text()), True)
        self.assertEqual(self.request("GET", "/frame?after=-1")[1][:3], pixel)

    def eventually(self, value, expected):
        wait_until(lambda: value() == expected, f"{expected!r}")
        return value()

    def test_other_origins_get_nothing(self):
        self.preview()
        for host in ("firstlight.example", "127.0.0.1.example:80", ""):
            self.assertEqual(self.request("GET", "/state", Host=host)[0].status, 403, host)
        for path in ("/still.png", "/state", "/graph?key=ring.position"):
            self.assertEqual(self.request("GET", path, Sec_Fetch_Site="cross-site")[0].status, 403)
        self.assertEqual(self.request("GET", "/state", Sec_Fetch_Site="same-origin")[0].status, 200)
        response, _ = self.request("POST", "/action", {"do": "clear"}, Content_Type="text/plain")
        self.assertEqual(response.status, 415)

    def test_wrong_requests_are_refused_with_a_reason(self):
        self.preview()
        for body, word in (
            ({"do": "dance"}, b"dance"), ({"do": "set", "control": "x", "value": "1"}, b"'x'")):
            response, text = self.request("POST", "/action", body)
            self.assertEqual(response.status, 400)
            self.assertIn(word, text)
        self.assertEqual(self.request("GET", "/nothing")[0].status, 404)

    def test_a_port_that_is_taken(self):
        self.preview()
        other = subprocess.run([CLIENT, "preview", str(self.scene), "--port", str(self.port)],
                               capture_output=True, text=True, timeout=20, env=clean_environment())
        self.assertEqual(other.returncode, 69, other.stderr)
        self.assertIn(f"port {self.port}", other.stderr)
        self.assertIn("in use", other.stderr)

    def test_another_port_does_where_none_is_asked_for(self):
        taken = socket.socket()
        self.addCleanup(taken.close)
        try:
            taken.bind(("127.0.0.1", 8470))
            taken.listen(1)
        except OSError:
            pass  # Somebody else has it.
        process = self.serve(self.scene, "--size", "320x180", port=())
        self.assertNotEqual(self.port, 8470)
        self.assertEqual(self.request("GET", "/state")[0].status, 200)
        process.kill()
        self.assertIn("port 8470 is in use", process.stderr.read())

    def test_a_missing_file_is_reported_and_the_picture_stays(self):
        self.preview()
        self.act(do="pause")
        state = lambda: json.loads(self.request("GET", "/state")[1])
        pixels = self.request("GET", "/frame?after=-1")[1]
        kept = self.scene.rename(self.scene.with_suffix(".kept"))
        wait_until(
            lambda: any("scene.jsonc" in d["text"] for d in state()["diagnostics"]), "the mistake")
        self.assertEqual(self.request("GET", "/frame?after=-1")[1], pixels)
        # The former file again.
        kept.rename(self.scene)
        self.eventually(lambda: state()["diagnostics"], [])
        self.assertEqual(self.request("GET", "/frame?after=-1")[1], pixels)

    def test_requests_of_the_command_line_that_the_scene_refuses_are_reported(self):
        process = self.preview("--set", "instal=40%", "--set", "install=much", "--press", "Enter")
        self.assertEqual(self.request("GET", "/state")[0].status, 200)
        process.kill()
        error = process.stderr.read()
        for words in (
            "did you mean 'install'?", "cannot set install to 'much'", "cannot press Enter"):
            self.assertIn(words, error)

    def test_a_picture_is_no_scene(self):
        self.write(
            "logo.svg",
            '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="5" height="5"/></svg>')
        self.assertIn(
            "try: firstlight import logo.svg -o logo",
            self.client("preview", "logo.svg", socket=False, status=1).err)
        self.assertIn(
            "try: ",
            self.client("preview", self.scene.with_suffix(".json"), socket=False, status=66).err)

    def test_a_daemon_is_asked_only_while_a_page_looks(self):
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.addCleanup(listener.close)
        listener.bind(str(self.socket))
        listener.listen(4)
        self.serve("--connect", "--socket", self.socket)
        listener.settimeout(0.5)
        with self.assertRaises(TimeoutError):
            listener.accept()
        self.assertEqual(self.request("GET", "/state")[0].status, 200)
        listener.settimeout(20)
        connection, _ = listener.accept()
        self.addCleanup(connection.close)
        self.assertIn(b"GetStatus", connection.recv(4096))
        # No answer comes: the page is served all the same.
        start = time.monotonic()
        for path in ("/state", "/frame?after=-1"):
            self.assertIn(self.request("GET", path)[0].status, (200, 204))
        self.assertLess(time.monotonic() - start, 5)

    def test_a_daemon_is_shown_without_a_browser(self):
        daemon = self.start(size="160x120")
        self.serve("--connect", "--socket", self.socket)
        state = lambda: json.loads(self.request("GET", "/state")[1])
        wait_until(lambda: len(state()["controls"]) == 3, "the daemon's controls")
        self.assertEqual(state()["file"], str(self.socket))
        # Other users reach the port, but do not know the page's folder.
        folder, self.folder = self.folder, "/"
        for path in ("/", "/state", "/still.png", "/frame?after=-1"):
            self.assertEqual(self.request("GET", path)[0].status, 404, path)
        self.folder = folder
        self.assertIn(b"<canvas", self.request("GET", "/")[1])
        self.assertTrue(any(layer["path"].endswith("ring") for layer in state()["layers"]))
        response, pixels = self.request("GET", "/frame?after=-1")
        self.assertEqual(len(pixels), 160 * 120 * 4)
        self.assertEqual(pixels[:3], bytes([0x18, 0x14, 0x10]))
        for action, word in (
            ({"do": "set", "control": "install", "value": "1"}, b"--allow-control"),
            ({"do": "seek", "time": 0}, b"as it is")):
            response, text = self.request("POST", "/action", action)
            self.assertEqual(response.status, 400)
            self.assertIn(word, text)
        frames = daemon.call("GetStatus")["frames"]
        self.assertEqual(daemon.control("install")["value"], 0)
        # Looking makes no frames.
        self.assertEqual(daemon.call("GetStatus")["frames"], frames)

    def test_another_user_sees_all_but_the_picture(self):
        daemon = self.start(size="160x120")
        self.client_as_nobody("describe")
        # The copy that was just tried.
        self.serve(
            "--connect", "--allow-control", "--socket", self.socket,
            program=self.directory / "firstlight", user=65534, group=65534, extra_groups=[],
            cwd="/")
        state = lambda: json.loads(self.request("GET", "/state")[1])
        wait_until(lambda: state()["daemon"].get("pictureFault"), "the reason")
        self.assertIn("refuses", state()["daemon"]["pictureFault"])
        self.assertEqual(self.request("GET", "/still.png")[0].status, 409)
        wait_until(lambda: len(state()["controls"]) == 3, "the daemon's controls")
        self.act(do="set", control="install", value="70%")
        wait_until(lambda: daemon.control("install")["value"] == .7, "the value")

    def test_a_daemon_or_a_scene_is_shown(self):
        for arguments, word in (([], "--connect"), (["--connect", self.scene], "no scene"),
                                ([self.scene, "--allow-control"], "--connect"),
                                (["--connect", "--set", "a=1"], "--set")):
            self.assertIn(word, self.client("preview", *arguments, socket=False, status=64).err)

    def test_connections_that_others_leave_open_do_not_end_it(self):
        process = self.preview()
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (64, 64))
        for _ in range(100):
            try:
                self.addCleanup(socket.create_connection(("127.0.0.1", self.port), 20).close)
            except OSError:
                # It is about to listen anew.
                break

        def answers():
            self.assertIsNone(process.poll(), "it goes on")
            try:
                return self.request("GET", "/state")[0].status == 200
            except OSError:
                return False
        # At first it may be closing them, together with those that wait.
        time.sleep(0.5)
        wait_until(answers, "an answer")

    def test_a_signal_ends_it(self):
        process = self.preview()
        process.send_signal(signal.SIGINT)
        process.wait(20)


if __name__ == "__main__":
    unittest.main()
