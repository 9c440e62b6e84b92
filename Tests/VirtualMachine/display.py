"""The daemon in a guest, and beside it the daemon on this machine that draws the expected picture.

Both take the same requests, so that a case plays one scenario on both and compares the pictures.
"""

import json
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

from machine import Failed
from picture import read_png

# A ring, a gradient that needs dithering at 16 bits, and something half transparent.
SCENE = """{
  "background": "#101820",
  "layers": [
    { "name": "sky", "kind": "gradient", "frame": [0, 0, "100%", "60%"],
      "colors": ["#070A12", "#3B2A3F", "#FF9E5E"] },
    { "name": "veil", "kind": "shape", "position": ["70%", "40%"], "size": ["40vmin", "40vmin"],
      "path": { "circle": {} }, "fillColor": "#8AE5FE 35%" },
    { "name": "ring", "kind": "progress", "style": "circle", "position": ["50%", "50%"],
      "size": ["60vmin", "60vmin"], "segments": 24, "progressColor": "#FFD7A3" },
    { "name": "bar", "kind": "progress", "style": "line", "position": ["50%", "90%"],
      "size": ["80%", 20], "progressColor": "#8AE5FE" },
  ],
  "controls": {
    "install": { "kind": "progress", "label": "Installation", "drives": ["ring", "bar"] },
  },
}
"""

# A ring without gaps, which changes with every frame.
ANIMATED = """{
  "background": "#101820",
  "layers": [
    { "name": "ring", "kind": "progress", "style": "circle", "size": ["60vmin", "60vmin"],
      "progressColor": "#FFD7A3" },
  ],
  "controls": { "install": { "kind": "progress", "drives": ["ring"] } },
}
"""

SOCKET = "/tmp/socket"
LOG = "/tmp/daemon.log"


class CallFailed(Failed):
    """The daemon answered with an error."""


class GuestDaemon:
    """A firstlightd in a guest."""

    def __init__(self, machine, *options, scene=SCENE, clock="step", environment="", wait=True):
        self.machine = machine
        if not machine.run("[ -x /bin/firstlightd ]", check=False).status == 0:
            raise Failed("there is no firstlightd in the guest")
        self.socket = SOCKET
        machine.write("/tmp/scene.jsonc", scene)
        words = ["firstlightd", "/tmp/scene.jsonc", "--socket", SOCKET, "--clock", clock,
                 "--verbose", *options]
        self.pid = machine.text(
            f"rm -f {SOCKET}; {environment} started {' '.join(words)} >/tmp/daemon.out 2>{LOG} & "
            "echo $!")
        if wait:
            self.wait_for_socket()

    def wait_for_socket(self, limit=10):
        result = self.machine.run(
            f"varlink -w {limit} {SOCKET} org.varlink.service.GetInfo", limit=limit + 5,
            check=False)
        if result.status:
            raise Failed(f"the daemon does not answer: {self.log[-800:] or result.text}")

    @property
    def log(self):
        return self.machine.text(f"cat {LOG}")

    @property
    def is_running(self):
        command = f"grep -q '^State:[[:space:]]*[^ZX]' /proc/{self.pid}/status"
        return self.machine.run(command, check=False).status == 0

    def call(self, method, **parameters):
        text = json.dumps(parameters).replace("'", "'\\''")
        result = self.machine.run(f"varlink {self.socket} {method} '{text}'", check=False)
        if result.status == 2:
            raise Failed(f"{method} was not answered: {result.text.strip()} {self.log[-800:]}")
        reply = json.loads(result.text)
        if "error" in reply:
            raise CallFailed(f"{method}: {reply}")
        return reply.get("parameters", {})

    def signal(self, name):
        self.machine.run(f"kill -{name} {self.pid}")

    def stop(self, name="TERM", limit=10):
        """Ends it by a signal, and waits until it has gone."""
        self.signal(name)
        self.wait_until_ended(limit)

    def wait_until_ended(self, limit=10):
        end = time.monotonic() + limit
        while self.is_running:
            if time.monotonic() > end:
                raise Failed(f"the daemon does not end: {self.log[-800:]}")
            time.sleep(0.05)

    def wait_for_log(self, text, limit=10):
        self.machine.wait_for(f"grep -q '{text}' {LOG}", f"'{text}' in the daemon's log "
                              f"({self.log[-600:]})", limit)


class GuestService(GuestDaemon):
    """The firstlightd that systemd runs in a guest."""

    def __init__(self, machine):
        self.machine = machine
        self.socket = "/run/firstlight/socket"

    @property
    def pid(self):
        return int(self.show("MainPID"))

    @property
    def log(self):
        return self.machine.text("journalctl -b --no-pager -o cat -u firstlight.service | tail -40")

    def show(self, name):
        """A property of the service."""
        return self.machine.text(f"systemctl show -P {name} firstlight.service")


class Reference:
    """A daemon without a display, on this machine: draws the expected picture."""

    def __init__(self, daemon, size, *options, scene=SCENE):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="firstlight-vm-"))
        (self.directory / "scene.jsonc").write_text(scene)
        path = self.directory / "socket"
        self.log = open(self.directory / "log", "w+b")
        self.process = subprocess.Popen(
            [str(daemon), str(self.directory / "scene.jsonc"), "--socket", str(path), "--clock",
             "step", "--size", "%dx%d" % size, *options, f"--output=png:{self.directory}/frames"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.log)
        end = time.monotonic() + 20
        while True:
            self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                self.socket.connect(str(path))
                break
            except OSError:
                self.socket.close()
                if self.process.poll() is not None or time.monotonic() > end:
                    self.log.seek(0)
                    words = self.log.read().decode(errors="replace")
                    self.close()
                    raise Failed(f"the reference daemon does not start: {words}") from None
                time.sleep(0.01)
        self.socket.settimeout(20)
        while not self.call("GetStatus")["frames"]:
            if time.monotonic() > end:
                raise Failed("the reference daemon draws no first frame")
            time.sleep(0.01)

    def call(self, method, **parameters):
        name = method if "." in method else "io.firstlight.display." + method
        message = {"method": name, "parameters": parameters}
        self.socket.sendall(json.dumps(message).encode() + b"\0")
        reply = b""
        while not reply.endswith(b"\0"):
            some = self.socket.recv(65536)
            if not some:
                raise Failed(f"the reference daemon does not answer to {method}")
            reply += some
        reply = json.loads(reply[:-1])
        if "error" in reply:
            raise CallFailed(f"{method}: {reply}")
        return reply.get("parameters", {})

    @property
    def picture(self):
        """The last frame."""
        return read_png(max((self.directory / "frames").glob("frame-*.png")))

    def close(self):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(10)
        self.log.close()
        shutil.rmtree(self.directory, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()
        self.close()
