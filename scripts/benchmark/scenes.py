#!/usr/bin/env python3
"""Measures the processor time that a daemon takes for a frame of each scene while it moves.

    scenes.py DAEMON [--seconds S] [--size WIDTHxHEIGHT]… SCENE…

The daemon draws for no display, 60 frames a second. Progress grows steadily meanwhile, and controls that
are on or off are switched twice a second. Processor time is that of all threads, as the scheduler counts
it; the lower one of two runs counts. A picture photo.png beside a scene is made if it is missing, of a
photo's size.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tests" / "EndToEnd"))
from harness import RawConnection, clean_environment, wait_until  # noqa: E402

SIZES = ["1280x720", "1920x1080", "3840x2160"]
RUNS = 2
PHOTO = (1920, 1080)


class Daemon:
    """A daemon with a scene, for the time of a `with` block."""

    def __init__(self, program, scene, size, *options):
        self.directory = tempfile.TemporaryDirectory()
        socket = pathlib.Path(self.directory.name) / "socket"
        self.process = subprocess.Popen(
            [program, scene, "--require-scene", "--socket", socket, "--size", size, *options],
            env=clean_environment(), stdout=subprocess.DEVNULL)

        def connect():
            if self.process.poll() is not None:
                sys.exit(f"error: {scene}: the daemon ended with {self.process.returncode}")
            try:
                return RawConnection(socket)
            except (FileNotFoundError, ConnectionRefusedError):
                return None

        self.connection = wait_until(connect, "the daemon's socket")
        self.call = self.connection.call

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()
        self.process.terminate()
        self.process.wait()
        self.directory.cleanup()

    def processor_time(self):
        """Seconds of all threads."""
        tasks = pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def make_photo(program, path):
    """A picture without two equal neighbours, drawn by the daemon: a glow in each of the three colours."""
    width, height = PHOTO
    glow = '{"kind": "gradient", "style": "%s", "size": ["100%%", "100%%"], "colors": ["%s", "%s"], "opacity": 0.6}'
    layers = [glow % ("radial", "#FF4020", "#102080"), glow % ("conic", "#20C080", "#F0E0C0"),
              glow % ("axial", "#FFFFFF", "#203040")]
    with tempfile.TemporaryDirectory() as directory:
        scene = pathlib.Path(directory) / "photo.jsonc"
        scene.write_text('{"layers": [%s]}' % ", ".join(layers))
        with Daemon(
            program, scene, f"{width}x{height}", f"--output=png:{directory}", "--clock=step"):
            frame = wait_until(
                lambda: next(pathlib.Path(directory).glob("frame-*.png"), None), "the photo")
        path.write_bytes(frame.read_bytes())


def measure(program, scene, size, seconds):
    """Milliseconds of the processor a frame, and how many frames there were and how many were late."""
    with Daemon(program, scene, size, "--output=none") as daemon:
        controls = daemon.call("ListControls")["controls"]
        time.sleep(1)
        for control in controls:
            if control["kind"] == "progress":
                daemon.call("SetProgress", {
                    "control": control["name"], "value": 1, "durationUSec": int(seconds * 1e6)})
        before, began = daemon.call("GetStatus"), daemon.processor_time()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for control in controls:
                if control["kind"] == "scrub":
                    daemon.call("ToggleScrub", {"control": control["name"]})
            time.sleep(min(0.5, seconds))
        spent, after = daemon.processor_time() - began, daemon.call("GetStatus")
    frames = after["frames"] - before["frames"]
    return 1000 * spent / max(frames, 1), frames, after["lateFrames"] - before["lateFrames"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("daemon")
    parser.add_argument("scenes", nargs="+", metavar="SCENE")
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--size", action="append", dest="sizes")
    options = parser.parse_args()
    sizes = options.sizes or SIZES
    print("ms a frame".ljust(16) + "".join(size.rjust(24) for size in sizes))
    for scene in options.scenes:
        path = pathlib.Path(scene)
        if "photo.png" in path.read_text() and not path.with_name("photo.png").exists():
            make_photo(options.daemon, path.with_name("photo.png"))
        cells = []
        for size in sizes:
            each, frames, late = min(
                measure(options.daemon, path, size, options.seconds) for _ in range(RUNS))
            cells.append(f"{each:.2f}" + (f" ({late} of {frames} late)" if late else ""))
        print(path.stem.ljust(16) + "".join(cell.rjust(24) for cell in cells), flush=True)


main()
