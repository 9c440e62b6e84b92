"""Clients that send too much, or take nothing."""

import json
import os
import socket
import time

from lives import SCENE
from table import DISPLAY, Probe, memory


def flood(scope):
    """50,000 one-way calls a second for a minute, while another client asks."""
    seconds, rate = scope.pick(5, 60), 50_000
    daemon = scope.start(scene=SCENE)
    before, began = memory(daemon), daemon.call("GetStatus")
    sender = os.fork()
    if sender == 0:
        send(daemon.socket, seconds, rate, scope.directory / "sent")
    with Probe(daemon) as probe:
        probe.watch(seconds)
        after = probe.status()
    os.waitpid(sender, 0)
    sent = int((scope.directory / "sent").read_text())
    late = after["lateFrames"] - began["lateFrames"]
    frames = after["frames"] - began["frames"]
    growth = memory(daemon) - before
    scope.row(
        f"{rate} one-way calls a second for {seconds} s",
        f"{sent / seconds:.0f} a second taken; {frames} frames, {late} late; {probe.delay_text}; "
        f"{growth:+} KB",
        probe.usual_worst < 50 and growth < 4096 and frames > 40 * seconds)
    # The last message may not be read yet.
    end = time.monotonic() + 5
    while (value := daemon.control("install")["value"]) != 1 and time.monotonic() < end:
        time.sleep(0.05)
    scope.row("the last value counts", f"{value:.3f}", value == 1)


def send(path, seconds, rate, report):
    """In a process of its own: Python has one thread at a time."""
    peer = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    peer.connect(str(path))
    part = 500
    calls = b"".join(
        json.dumps({"method": DISPLAY + "SetProgress", "oneway": True, "parameters": {
            "control": "install", "value": index / part, "allowDecrease": True}}).encode() + b"\0"
        for index in range(1, part + 1))
    start, sent = time.monotonic(), 0
    while (now := time.monotonic() - start) < seconds:
        if sent > now * rate:
            time.sleep(0.001)
            continue
        peer.sendall(calls)
        sent += part
    report.write_text(str(sent))
    peer.close()
    os._exit(0)


def readers(scope):
    """Ten clients that ask and never read, for ten minutes."""
    seconds = scope.pick(10, 600)
    daemon = scope.start(scene=SCENE)
    before, began = memory(daemon), daemon.call("GetStatus")
    stopped = [scope.connect(daemon) for _ in range(10)]
    for index, connection in enumerate(stopped):
        connection.socket.setblocking(False)
        if index % 2:
            connection.send_call("Subscribe", more=True)
    message = json.dumps({"method": DISPLAY + "ListLayers"}).encode() + b"\0"
    peak = 0

    def push():
        nonlocal peak
        for connection in stopped[::2]:
            try:
                connection.socket.send(message * 50)
            except OSError:
                pass
        probe.connection.call("SetText", {"text": f"{time.monotonic_ns()}"})
        peak = max(peak, memory(daemon))

    with Probe(daemon) as probe:
        probe.watch(seconds, meanwhile=push)
        after = probe.status()
    late = after["lateFrames"] - began["lateFrames"]
    scope.row(
        f"ten stopped readers for {seconds} s",
        f"{peak - before:+} KB at most; {after['frames'] - began['frames']} frames, {late} late; "
        + probe.delay_text, peak - before < 8192 and probe.usual_worst < 50)
