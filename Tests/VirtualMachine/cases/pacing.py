"""Frames keep the display's own pace, at the expected cost."""

import statistics
import time

from case import Skipped, case
from display import ANIMATED
from tracing import WAITS, Trace

FRAMES = 600
ATTEMPTS = 3
# After a slice of more than LONG microseconds (FrameSlicer.longSlice), a timer is set and cleared
# in each of the next WATCHED frames (steadyCount). A busy host causes such slices.
LONG = 2000
WATCHED = 8
READ = 0
IOCTL = 16


def record(lab, daemon, seconds):
    """The trace of a ring that fills for longer than so many seconds."""
    daemon.call("SetProgress", value=0, durationUSec=0, allowDecrease=True)
    duration = round((seconds + 4) * 1e6)
    daemon.call("SetProgress", value=1, durationUSec=duration, timing="linear")
    time.sleep(0.5)
    trace = Trace(lab.machine)
    trace.start(daemon.pid)
    time.sleep(seconds)
    return trace.stop()


@case("vkms", is_timed=True)
def pacing_vkms(lab):
    """600 frames without a missed vertical blank, with at most two system calls each."""
    daemon = lab.start("--output=drm", scene=ANIMATED, clock="vsync")
    for _ in range(ATTEMPTS):
        trace = record(lab, daemon, FRAMES / 60 + 0.4)
        frames = trace.shown[: FRAMES + 1]
        lab.expect(len(frames) > 1, "no frames come")
        gaps = [b[2] - a[2] for a, b in zip(frames, frames[1:])]
        missed = sum(gap - 1 for gap in gaps)
        counts = quiet_counts(trace, frames)
        # A host on which no frame at all is quick does not become a quicker one.
        if not counts or missed == 0 and len(gaps) == FRAMES:
            break
    # On a busy host the machine itself sees its blanks late.
    stalls = sum(1 for frame in frames if trace.blanks.get(frame[2], 0) > 8000)
    begin, end = frames[0][0], frames[-1][0]
    calls = trace.calls_by_name(begin, end)
    # Where nearly each slice takes over 2 ms a timer waits all the time, and calls tell nothing.
    if len(counts) < FRAMES / 10:
        raise Skipped(f"the host is too slow: {len(counts)} of {len(gaps)} frames were quick, "
                      f"{missed} blanks missed")
    each = statistics.mean(counts)
    lab.measure(
        f"{len(gaps)} frames, {missed} blanks missed, {stalls} late by the host; "
        f"{statistics.mean(gaps_ms(frames)):.2f} ms apart; {each:.2f} calls in each of "
        f"{len(counts)} quick frames beside "
        f"{trace.waits(begin, end) / len(gaps):.2f} waits "
        f"({', '.join(f'{name} {count}' for name, count in sorted(calls.items()))})")
    lab.expect(missed == 0 and len(gaps) == FRAMES, "vertical blanks were missed in each attempt")
    # A frame that the host let in too late takes more: a timer is set for the next one.
    lab.expect(statistics.median(counts) <= 2 and each < 2.3, "too many system calls a frame")


def quiet_counts(trace, frames):
    """The numbers of system calls of the frames for which no timer waits."""
    counts, watched = [], 0
    for (begin, *_), (end, *_) in zip(frames, frames[1:]):
        calls = [call for call in trace.calls if begin <= call[0] < end and call[1] not in WAITS]
        read = next((time_ for time_, number in calls if number == READ), end)
        shown = next((time_ for time_, number in calls if number == IOCTL), end)
        if shown - read >= LONG:
            watched = WATCHED + 1
        if watched == 0:
            counts.append(len(calls))
        watched = max(watched - 1, 0)
    return counts


def gaps_ms(frames):
    return [(b[0] - a[0]) / 1000 for a, b in zip(frames, frames[1:])]


@case("vkms")
def idle_vkms(lab):
    """Nothing changes: no system call at all."""
    daemon = lab.start("--output=drm", scene=ANIMATED, clock="vsync")
    time.sleep(1)
    trace = Trace(lab.machine)
    trace.start(daemon.pid)
    time.sleep(5)
    trace.stop()
    lab.expect_equal(len(trace.calls), 0, "system calls in five idle seconds")
    lab.expect_equal(len(trace.shown), 0, "frames in five idle seconds")


def paced_by_timer(lab):
    daemon = lab.start("--output=drm", scene=ANIMATED, clock="vsync")
    trace = record(lab, daemon, 5)
    rate = (len(trace.shown) - 1) / ((trace.shown[-1][0] - trace.shown[0][0]) / 1e6)
    refresh = daemon.call("GetStatus")["outputs"][0]["refreshMilliHertz"] / 1000
    lab.expect(rate < refresh * 1.02, f"the daemon is not paced to {refresh} Hz")
    lab.measure(f"{rate:.1f} of {refresh:.1f} frames a second")
    # The number of punctual frames depends on the host: drawing is slow without hardware
    # virtualization.
    lab.expect(rate > 20, "the daemon is too slow")


@case("bochs", is_timed=True)
def pacing_bochs(lab):
    """Page flips end at once: the daemon keeps the mode's refresh by itself."""
    paced_by_timer(lab)


@case("virtio", is_timed=True)
def pacing_virtio(lab):
    paced_by_timer(lab)


@case("vkms", is_timed=True)
def pacing_fbdev(lab):
    """A framebuffer device that can wait for the vertical blank: frames keep to it."""
    daemon = lab.start("--output=fbdev:/dev/fb0", scene=ANIMATED, clock="vsync")
    trace = record(lab, daemon, 5)
    waits = [time_ for time_, number in trace.calls if number == IOCTL]
    lab.expect(len(waits) > 100, f"{len(waits)} waits for the blank: {daemon.log[-400:]}")
    gaps = [b - a for a, b in zip(waits, waits[1:])]
    counts = trace.calls_by_name(waits[0], waits[-1])
    lab.measure(
        f"{len(waits)} frames, {statistics.median(gaps) / 1000:.2f} ms apart; "
        f"{', '.join(f'{name} {count}' for name, count in sorted(counts.items()))}")
    lab.expect(abs(statistics.median(gaps) - 1e6 / 60) < 500, "frames do not keep to the blanks")


def first_flip(lab):
    """From exec to the first flip, compared with a C program that only sets a mode and draws."""
    times = {"the daemon": [], "a C program": []}
    for _ in range(3):
        trace = Trace(lab.machine)
        trace.start()
        lab.machine.run("started modeset >/tmp/modeset.log 2>&1")
        times["a C program"].append(
            trace.stop().shown[0][0] - started(lab.machine.text("cat /tmp/modeset.log")))
        trace = Trace(lab.machine)
        trace.start()
        daemon = lab.start("--output=drm", clock="vsync")
        end = time.monotonic() + 10
        while not daemon.call("GetStatus")["frames"] and time.monotonic() < end:
            time.sleep(0.05)
        shown = trace.stop().shown
        lab.expect(shown, "no frame was shown")
        times["the daemon"].append(shown[0][0] - started(daemon.log))
        daemon.stop()
    for name, values in times.items():
        lab.measure(f"{name} {statistics.median(values) / 1000:.1f} ms")


def started(text):
    return int(text.split("started_us=")[1].split()[0])


@case("bochs", is_timed=True)
def first_flip_bochs(lab):
    first_flip(lab)


@case("virtio", is_timed=True)
def first_flip_virtio(lab):
    first_flip(lab)


@case("vkms", is_timed=True)
def first_flip_vkms(lab):
    first_flip(lab)
