"""Hosts that have run out of something."""

import os
import pathlib
import shutil
import signal
import subprocess
import time

from lives import SCENE
from table import Probe, Skip, descriptors, memory


def descriptors_at_limit(scope):
    """More clients than there are descriptors for."""
    if not shutil.which("prlimit"):
        raise Skip("prlimit is missing")
    daemon = scope.start(scene=SCENE, prefix=["prlimit", "--nofile=40:40", "--"])
    with Probe(daemon) as probe:
        held = []
        for _ in range(100):
            try:
                held.append(daemon.connect())
            except OSError:
                break
        probe.watch(scope.pick(1, 10))
        used = ticks(daemon)
        time.sleep(1)
        busy = ticks(daemon) - used
        most = descriptors(daemon)
        for connection in held:
            connection.close()
        probe.watch(0.5)
        daemon.call("GetStatus")
        scope.row(
            "40 descriptors, 100 clients",
            f"{most} descriptors at most, {busy} ms of the processor in an idle second; "
            f"{probe.delay_text}; {descriptors(daemon)} descriptors afterwards",
            most <= 40 and probe.usual_worst < 50 and busy < 300)


def ticks(daemon):
    """Milliseconds of the processor."""
    fields = pathlib.Path(f"/proc/{daemon.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * 1000 // os.sysconf("SC_CLK_TCK")


def memory_at_limit(scope):
    """Half messages of many clients, in a control group that has little memory."""
    scope.need_root()
    group = make_group(f"firstlight-campaign-{os.getpid()}", 48 << 20)
    daemon = scope.start(scene=SCENE)
    try:
        (group / "cgroup.procs").write_text(str(daemon.pid))
        before = memory(daemon)
        half = b'{"method":"' + b"x" * (900 << 10)
        held, refused = [], 0
        with Probe(daemon) as probe:
            for _ in range(60):
                try:
                    connection = daemon.connect()
                    connection.socket.settimeout(0.05)
                    held.append(connection)
                    connection.send(half)
                except OSError:
                    refused += 1
                if not answers(probe):
                    break
            is_there = answers(probe)
            peak = memory(daemon) if is_there else before
            for connection in held:
                connection.close()
            if is_there:
                probe.watch(1)
        alive = is_there and daemon.process.poll() is None
        scope.row(
            "half messages of 60 clients in a group of 48 MB",
            f"{peak - before:+} KB, {refused} held back; "
            + (probe.delay_text if alive else "the daemon has ended"),
            alive and probe.worst < 1000)
    finally:
        daemon.stop()
        for _ in range(50):
            try:
                group.rmdir()
                break
            except OSError:
                time.sleep(0.05)


def answers(probe):
    try:
        probe.status()
        return True
    except (AssertionError, OSError):
        return False


def make_group(name, limit):
    """A control group with so many bytes of memory, of either version."""
    root = pathlib.Path("/sys/fs/cgroup")
    for parent, key in [(root, "memory.max"), (root / "memory", "memory.limit_in_bytes")]:
        group = parent / name
        try:
            group.mkdir()
        except OSError:
            continue
        # If nothing is mounted a plain folder was made.
        if (group / key).exists():
            (group / key).write_text(str(limit))
            return group
        group.rmdir()
    raise Skip("no control group can be made here")


def disks(scope):
    """A disk for pictures that is full, and one that becomes read-only."""
    scope.need_root()
    full_disk(scope)
    read_only_disk(scope)


def on_own_disk(scope, name, options):
    """A daemon that writes its frames to a file system of its own, in its own namespace."""
    folder = scope.directory / name
    folder.mkdir()
    script = f'mount -t tmpfs -o {options} none "$0" && exec "$@"'
    prefix = ["unshare", "--mount", "--propagation=private", "sh", "-c", script, folder]
    if subprocess.run([*map(str, prefix), "true"], capture_output=True, check=False).returncode:
        raise Skip("no file system can be mounted here")
    return scope.start(scene=SCENE, output=f"png:{folder}", prefix=prefix), folder


def remount(daemon, folder, options):
    subprocess.run(
        ["nsenter", "-t", str(daemon.pid), "-m", "mount", "-o", f"remount,{options}", str(folder)],
        check=True, capture_output=True)


def written(daemon, folder):
    return len(os.listdir(f"/proc/{daemon.pid}/root{folder}"))


def full_disk(scope):
    daemon, folder = on_own_disk(scope, "full", "size=64k")
    with Probe(daemon) as probe:
        probe.watch(scope.pick(3, 15))
        count, lines = written(daemon, folder), daemon.log.count("\n")
        remount(daemon, folder, "size=64m")
        probe.watch(1)
        more = written(daemon, folder) - count
    scope.row(
        "full", f"{count} frames fit, {lines} lines in the log, {probe.delay_text}; "
        f"{more} frames in the second after there is room",
        probe.usual_worst < 50 and lines <= 5 and more > 10)
    daemon.stop()


def read_only_disk(scope):
    daemon, folder = on_own_disk(scope, "readonly", "size=64m")
    with Probe(daemon) as probe:
        probe.watch(0.5)
        for _ in range(40):  # A file that is being written is in the way for a moment.
            try:
                remount(daemon, folder, "ro")
                break
            except subprocess.CalledProcessError:
                time.sleep(0.01)
        else:
            scope.skip("read-only", "the file system is always written to")
            return
        count = written(daemon, folder)
        probe.watch(scope.pick(2, 10))
        same, lines = written(daemon, folder) == count, daemon.log.count("\n")
        remount(daemon, folder, "rw")
        probe.watch(1)
        more = written(daemon, folder) - count
    scope.row(
        "read-only", f"{lines} lines in the log, {probe.delay_text}; {more} frames in the second "
        "after it is writable", same and probe.usual_worst < 50 and lines <= 5 and more > 10)
    daemon.stop()


def logs(scope):
    """A full pipe for a log, and clients that provoke lines."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    try:
        while os.write(writing, b"." * 4096):
            pass
    except BlockingIOError:
        pass
    os.set_blocking(writing, True)
    # The harness has the log in a file: here it is the pipe.
    daemon = scope.start(
        scene=SCENE, prefix=["sh", "-c", f'exec "$@" 2>&{writing}', "sh"], pass_fds=(writing,))
    os.close(writing)
    with Probe(daemon) as probe:
        for _ in range(scope.pick(50, 1000)):
            with daemon.connect() as bad:
                bad.send(b"[1]\0")
                bad.is_closed()
            probe.status()
        began = time.monotonic()
        daemon.process.send_signal(signal.SIGTERM)
        try:
            daemon.process.wait(10)
        except subprocess.TimeoutExpired:
            daemon.process.kill()
            daemon.process.wait(10)
        ended = time.monotonic() - began
    os.close(reading)
    scope.row(
        "a log that nobody reads", f"{probe.delay_text}; TERM ends it after {ended * 1000:.0f} ms",
        probe.usual_worst < 50 and ended < 1)
