"""Ends, starts and standstills."""

import pathlib
import shutil
import signal
import statistics
import subprocess
import time

from harness import DAEMON, clean_environment
from table import Probe, percentile

SCENE = """{
  "layers": [{"kind": "progress", "name": "ring", "style": "circle", "size": [80, 80],
    "animations": [{"key": "opacity", "from": 0.2, "to": 1, "duration": 1, "repeat": "forever"}]}],
  "controls": {"install": {"kind": "progress", "drives": ["ring"]},
    "message": {"kind": "text"}},
}
"""


def keeps_state():
    """True if the daemon's help says that it keeps its state for the next start."""
    text = subprocess.run([DAEMON, "--help"], capture_output=True, text=True, check=False).stdout
    return "FDSTORE" in text


def restart(scope):
    """kill -9 and a new start, a thousand times, with the value and the message of before."""
    rounds = scope.pick(30, 1000)
    times, lost = [], 0
    has_state = keeps_state()
    for index in range(rounds):
        daemon = scope.start(scene=SCENE, wait=False)
        began = time.monotonic()
        wait_for_answer(daemon)
        times.append((time.monotonic() - began) * 1000)
        if index and has_state:
            control = daemon.control("install")
            if abs((control["value"] or 0) - (index % 97) / 97) > 1e-6:
                lost += 1
        value = ((index + 1) % 97) / 97
        daemon.call("SetProgress", {
            "control": "install", "value": value, "allowDecrease": True, "durationUSec": 0})
        daemon.call("SetText", {"control": "message", "text": f"round {index}"})
        if has_state:
            time.sleep(0.05)
        daemon.process.kill()
        daemon.process.wait(10)
        scope.daemons.remove(daemon)
        daemon.log_path.unlink()
    scope.row(
        f"kill -9 and start ×{rounds}",
        f"answers {statistics.median(times):.0f} ms after exec in the median, "
        f"{percentile(times, 0.99):.0f} for 99 of 100, {max(times):.0f} at most",
        percentile(times, 0.99) < 500)
    if has_state:
        scope.row(f"the value of before ×{rounds - 1}", f"{lost} lost", lost == 0)
    else:
        scope.skip("the value of before", "this daemon keeps no state")


def wait_for_answer(daemon, limit=10):
    end = time.monotonic() + limit
    while True:
        try:
            daemon.call("GetStatus")
            return
        except (AssertionError, OSError):
            if time.monotonic() > end or daemon.process.poll() is not None:
                raise
            time.sleep(0.001)


def clocks(scope):
    """Stops as in suspend, and a machine that has run for ten years."""
    daemon = scope.start(scene=SCENE)
    delays = []
    rounds = scope.pick(2, 10)
    before = daemon.call("GetStatus")
    with Probe(daemon) as probe:
        for _ in range(rounds):
            daemon.process.send_signal(signal.SIGSTOP)
            time.sleep(scope.pick(1, 5))
            daemon.process.send_signal(signal.SIGCONT)
            probe.status()
            delays.append(probe.delays[-1])
            probe.watch(0.3)
    after = daemon.call("GetStatus")
    scope.row(
        f"stopped and continued ×{rounds}",
        f"first answer {max(delays):.1f} ms after it at most, "
        f"{after['frames'] - before['frames']} frames since",
        max(delays) < 100 and after["timeUSec"] > before["timeUSec"])
    daemon.stop()
    uptime(scope)
    wall_clock(scope)


def uptime(scope):
    """A daemon whose monotonic clock stands at ten years."""
    years = 10 * 365 * 86_400
    prefix = ["unshare", "--time", f"--monotonic={years}", "--fork", "--kill-child", "--"]
    if not shutil.which("unshare") or subprocess.run(
            [*prefix, "true"], capture_output=True, check=False).returncode:
        scope.skip("ten years of uptime", "no time namespace can be made here")
        return
    daemon = scope.start(scene=SCENE, prefix=prefix)
    time.sleep(1)
    first = daemon.call("GetStatus")
    time.sleep(scope.pick(1, 5))
    second = daemon.call("GetStatus")
    frames = second["frames"] - first["frames"]
    seconds = (second["timeUSec"] - first["timeUSec"]) / 1e6
    scope.row(
        "ten years of uptime", f"{frames} frames in {seconds:.1f} s, at {second['timeUSec']} µs",
        second["timeUSec"] > years * 1e6 and frames > 50 * seconds)
    daemon.stop()


def wall_clock(scope):
    """A wall clock that jumps by years whenever it is read, by a library before those of C."""
    name = "the wall clock jumps by years"
    library = scope.directory / "wall_clock.so"
    source = pathlib.Path(__file__).with_name("wall_clock.c")
    if not shutil.which("cc") or subprocess.run(
            ["cc", "-shared", "-fPIC", "-o", library, source], capture_output=True, check=False).returncode:
        scope.skip(name, "there is no compiler of C here")
        return
    daemon = scope.start(scene=SCENE, environment=clean_environment(LD_PRELOAD=str(library)))
    if library.name not in pathlib.Path(f"/proc/{daemon.pid}/maps").read_text():
        scope.skip(name, "a static daemon takes no library; what it reads is the same")
        return
    first = daemon.call("GetStatus")
    with Probe(daemon) as probe:
        probe.watch(scope.pick(2, 10))
        second = probe.status()
    frames = second["frames"] - first["frames"]
    seconds = (second["timeUSec"] - first["timeUSec"]) / 1e6
    late = second["lateFrames"] - first["lateFrames"]
    start = time.monotonic()
    daemon.process.terminate()
    daemon.wait()
    end = time.monotonic() - start
    scope.row(
        name, f"{frames} frames in {seconds:.1f} s, {late} late; {probe.delay_text}; ends {end * 1000:.0f} ms after TERM",
        frames > 50 * seconds and probe.usual_worst < 50 and end < 1)
