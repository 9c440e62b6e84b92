"""Users other than root and the daemon's own."""

import json
import os
import signal
import socket
import statistics
import struct
import time
import traceback

from grammar import Grammar
from harness import SERVICE, RawConnection
from lives import SCENE
from table import Probe, VarlinkError, percentile

FOR_EVERYBODY = {
    "GetStatus", "GetCapabilities", "ListLayers", "ListControls", "GetAccessibility",
    "SetProgress", "SetIndeterminate", "SetText", "Reveal", "Conceal", "BeginScrub", "UpdateScrub",
    "EndScrub", "ToggleScrub", "Subscribe", "SetImage", "SetState", "Choose", "AppendLog",
}
UIDS = [1001, 1002, 65534]
# Seconds that a new client may wait for a place and an answer.
LONGEST_WAIT = 2


def users(scope):
    """Three users against every method, and as many connections as they get."""
    scope.need_root()
    daemon = scope.start(scene=SCENE)
    os.chmod(daemon.socket, 0o666)
    with Probe(daemon) as probe:
        grammar = Grammar(probe.connection.call(
            SERVICE + "GetInterfaceDescription",
            {"interface": "io.firstlight.display"})["description"])
    wrong = []
    for uid in UIDS:
        answers = as_user(uid, lambda: call_all(daemon.socket, grammar))
        for method, error in answers.items():
            is_refused = error == SERVICE + "PermissionDenied"
            if is_refused == (method in FOR_EVERYBODY):
                wrong.append(f"{uid} {method}: {error}")
    count = len(UIDS) * len(grammar.methods)
    scope.row(
        f"every method by {len(UIDS)} users", f"{count} calls, {len(wrong)} answered wrong"
        + "".join(f"; {line}" for line in wrong[:5]), not wrong)
    crowd(scope, daemon)
    storm(scope, daemon)


def crowd(scope, daemon):
    """All users hold all the connections that they get; root comes in all the same."""
    children = []
    for uid in [*UIDS, 1003, 1004, 1005, 1006]:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            ending(lambda: hold(daemon.socket, writing), uid)
        os.close(writing)
        children.append((child, reading))
    counts = [int(os.read(reading, 100) or b"0") for _, reading in children]
    try:
        with Probe(daemon) as probe:
            probe.watch(0.5)
        is_in, said = True, probe.delay_text
    except (VarlinkError, AssertionError, OSError) as error:
        is_in, said = False, str(error)
    for child, reading in children:
        os.kill(child, 9)
        os.waitpid(child, 0)
        os.close(reading)
    scope.row(
        f"{len(counts)} users with all connections that they get",
        f"{max(counts)} at most for one, {sum(counts)} in all; root: {said}", is_in)


def storm(scope, daemon):
    """Users come and go as fast as they can, while root comes in again and again."""
    seconds = scope.pick(3, 30)
    before = daemon.call("GetStatus")
    children = []
    for uid in UIDS:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            ending(lambda: come_and_go(daemon.socket, seconds, writing), uid)
        os.close(writing)
        children.append((child, reading))
    delays, failures = [], 0
    with Probe(daemon) as probe:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            start = time.monotonic()
            with socket.socket(socket.AF_UNIX) as newcomer:
                limit(newcomer)
                try:
                    # A client waits for a place, as programs do.
                    newcomer.connect(str(daemon.socket))
                    newcomer.sendall(json.dumps({"method": SERVICE + "GetInfo"}).encode() + b"\0")
                    failures += b"parameters" not in newcomer.recv(4096)
                except OSError:
                    failures += 1
            delays.append((time.monotonic() - start) * 1000)
            probe.status()
            time.sleep(0.02)
        after = probe.status()
    counts = [int(os.read(reading, 100) or b"0") for _, reading in children]
    count = sum(counts)
    for child, reading in children:
        os.waitpid(child, 0)
        os.close(reading)
    scope.row(
        f"{len(UIDS)} users who come and go",
        f"{count / seconds:.0f} connections a second; root comes in and is answered after "
        f"{statistics.median(delays):.1f} ms in the median, {percentile(delays, 0.99):.1f} for 99 of 100; on a "
        f"connection it {probe.delay_text}; {after['lateFrames'] - before['lateFrames']} frames late; "
        f"{failures} newcomers of root without an answer",
        probe.usual_worst < 50 and all(counts) and not failures and max(delays) < LONGEST_WAIT * 1000)


def come_and_go(path, seconds, report):
    """In a process of its own: connects and leaves."""
    count, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        with socket.socket(socket.AF_UNIX) as connection:
            limit(connection)
            connection.connect(str(path))
        count += 1
    os.write(report, str(count).encode())


def limit(connection):
    """Limits all waiting; Python's own timeout would not wait for a place at all."""
    for option in (socket.SO_SNDTIMEO, socket.SO_RCVTIMEO):
        connection.setsockopt(socket.SOL_SOCKET, option, struct.pack("ll", LONGEST_WAIT, 0))


def hold(path, report):
    """Opens connections until one is refused, and keeps them."""
    held = []
    try:
        for _ in range(1000):
            connection = RawConnection(path)
            held.append(connection)
            connection.call("GetStatus")
    except (VarlinkError, AssertionError, OSError):
        pass
    os.write(report, str(max(0, len(held) - 1)).encode())
    signal.pause()


def call_all(path, grammar):
    """The errors of all methods, without parameters that would do something."""
    answers = {}
    for method in grammar.methods:
        with RawConnection(path) as connection:
            connection.send_call(method, {}, more=method == "Subscribe")
            reply = connection.receive()
            answers[method] = reply.get("error") if reply else "closed"
    return answers


def ending(work, uid):
    """Runs a function as a user in a child, which ends with it in any case."""
    status = 1
    try:
        become(uid)
        work()
        status = 0
    except BaseException:  # The parent misses what it reports.
        traceback.print_exc()
    finally:
        os._exit(status)


def become(uid):
    os.setgroups([])
    os.setgid(uid)
    os.setuid(uid)


def as_user(uid, work):
    """The result of a function in a process of the user's."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            become(uid)
            os.write(writing, json.dumps(work()).encode())
            status = 0
        except Exception:  # The parent says that it failed.
            traceback.print_exc()
        os._exit(status)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        result = pipe.read()
    os.waitpid(child, 0)
    return json.loads(result)
