"""The campaign's table, and common code of its sections."""

import os
import statistics
import time

from harness import DISPLAY, RING, Daemon, VarlinkError

__all__ = ["DISPLAY", "Scope", "Skip", "Table", "VarlinkError", "percentile"]


class Skip(Exception):
    """The reason for which a row is left out."""


class Table:
    def __init__(self):
        self.rows = []

    @property
    def is_right(self):
        return all(verdict != "WRONG" for _, _, verdict in self.rows)

    def add(self, name, figure, is_right):
        self.rows.append((name, figure, "right" if is_right else "WRONG"))

    def skip(self, name, reason):
        self.rows.append((name, reason, "skipped"))

    def print(self):
        print("| Fault | Figures | |")
        print("|---|---|---|")
        for row in self.rows:
            print("| " + " | ".join(row) + " |")


def percentile(values, part):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


class Scope:
    """A section's daemons, its folder and its rows. It ends the processes that it started."""

    def __init__(self, rows, name, directory, quick):
        self.rows = rows
        self.name = name
        self.directory = directory
        self.is_quick = quick
        self.daemons = []
        self.closing = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for connection in self.closing:
            connection.close()
        for daemon in self.daemons:
            daemon.stop()

    def pick(self, quick, full):
        return quick if self.is_quick else full

    def row(self, name, figure, is_right):
        self.rows.add(f"{self.name}: {name}", figure, is_right)

    def skip(self, name, reason):
        self.rows.skip(f"{self.name}: {name}", reason)

    def need_root(self):
        if os.getuid() != 0:
            raise Skip("needs root")

    def start(self, *options, scene=RING, output="none", clock="vsync", size="160x120", **more):
        path = self.directory / "scene.jsonc"
        path.write_text(scene)
        arguments = [path, "--socket", self.directory / "socket", "--output", output]
        arguments += ["--size", size, "--clock", clock, *options]
        daemon = Daemon(arguments, self.directory, **more)
        self.daemons.append(daemon)
        return daemon

    def connect(self, daemon):
        connection = daemon.connect()
        self.closing.append(connection)
        return connection


class Probe:
    """A daemon's memory and descriptors, and how soon it answers."""

    def __init__(self, daemon):
        self.daemon = daemon
        self.connection = daemon.connect()
        self.delays = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()

    def status(self):
        start = time.monotonic()
        status = self.connection.call("GetStatus")
        self.delays.append((time.monotonic() - start) * 1000)
        return status

    def watch(self, seconds, pause=0.02, meanwhile=lambda: None):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.status()
            meanwhile()
            time.sleep(pause)

    @property
    def delay_text(self):
        return (f"answers after {statistics.median(self.delays):.1f} ms in the median, "
                f"{percentile(self.delays, 0.99):.1f} for 99 of 100, {max(self.delays):.1f} at most")

    @property
    def worst(self):
        return max(self.delays)

    @property
    def usual_worst(self):
        return percentile(self.delays, 0.99)


def memory(daemon):
    """Resident kilobytes."""
    with open(f"/proc/{daemon.pid}/status", encoding="ascii") as lines:
        for line in lines:
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    return 0


def descriptors(daemon):
    return len(os.listdir(f"/proc/{daemon.pid}/fd"))
