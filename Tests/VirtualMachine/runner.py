"""Runs cases, each in a machine of its own, with a line for each.

A boot takes longer than most cases: a machine that several cases need boots once, is frozen, and each of them goes
on from there.
"""

import collections
import contextlib
import fcntl
import os
import pathlib
import shutil
import tempfile
import threading
import time
import traceback

from case import Lab, Skipped
from kernel import Unavailable
from machine import Machine
from profiles import PROFILES

# Cases that run at once: a machine has one processor, and a third would take time from both.
LANES = min(2, len(os.sched_getaffinity(0)))


class Runner:
    def __init__(self, kernel, images, daemon, tracing=None, tries_twice=False, end=None):
        """The kernel, or the reason why there is none; the images; the daemon's path or None.

        After the end, by the monotonic clock, no case begins.
        """
        self.kernel = kernel
        self.images = images
        self.daemon = daemon
        self.tracing = tracing
        self.tries_twice = tries_twice
        self.end = end
        self.counts = {"passed": 0, "FAILED": 0, "skipped": 0}
        self.reporting = threading.Lock()
        self.making = threading.Lock()

    def report(self, case, result, seconds, details):
        line = f"{result:8} {case.name:28} {seconds:5.1f} s  {details}"
        with self.reporting:
            self.counts[result] += 1
            print(line.rstrip(), flush=True)

    def run(self, cases):
        """Runs the cases; whether none failed.

        Cases that look at times have the host for themselves; the others come after them, two at once, and the
        longest ones first, so that the last two end together. With an end the longest ones come last, so that most
        cases have begun by then.
        """
        with Boots(self, cases) as boots:
            self._run(Queue([case for case in cases if case.is_timed]), boots)
            queue = Queue(
                sorted(
                    (case for case in cases if not case.is_timed), key=length,
                    reverse=self.end is None))
            lanes = [threading.Thread(target=self._run, args=(queue, boots)) for _ in range(LANES)]
            for lane in lanes:
                lane.start()
            try:
                for lane in lanes:
                    lane.join()
            except KeyboardInterrupt:
                # A terminal interrupts the emulators, too: the
                # present cases fail, and no other begins.
                queue.clear()
                self.end = time.monotonic()
                # Their machines go on from files that are removed behind this block. A second
                # `join` of a thread whose first one was interrupted does not wait.
                while queue.running:
                    time.sleep(0.1)
                raise
        return self.counts["FAILED"] == 0 and sum(self.counts.values()) == len(cases)

    def _run(self, queue, boots):
        """Runs cases until none is left; another thread may take some of them."""
        while case := queue.take():
            try:
                self._run_case(case, boots)
            except Exception:
                # The lane goes on with other cases; the ones without a result fail the run.
                traceback.print_exc()
            finally:
                queue.finish(case)

    def _run_case(self, case, boots):
        began = time.monotonic()
        result, details = self.attempt(case, boots)
        if result == "FAILED" and self.tries_twice and not self.is_over():
            boots.forget(case.profile)
            again, more = self.attempt(case, boots)
            details = "; ".join(filter(None, [more, f"at first: {details}"]))
            result = again
        self.report(case, result, time.monotonic() - began, details)

    def is_over(self):
        return self.end is not None and time.monotonic() > self.end

    def machine(self, profile, **more):
        with self.making:
            image, disk = self.images.path(profile), self.images.disk(profile)
        return Machine(profile, self.kernel, image, self.tracing, disk, **more)

    def attempt(self, case, boots):
        """The result of a case, and what there is to say of it."""
        lab = None
        try:
            if isinstance(self.kernel, Unavailable):
                raise self.kernel
            if case.needs_daemon and not self.daemon:
                raise Skipped("the static daemon is not built")
            if self.is_over():
                raise Skipped("the time is over")
            with boots.machine(PROFILES[case.profile]) as machine, Lab(machine, self.daemon) as lab:
                case.body(lab)
            result, details = "passed", ""
        except (Skipped, Unavailable) as reason:
            result, details = "skipped", str(reason)
        except AssertionError as error:
            result, details = "FAILED", str(error)
        except Exception:
            result, details = "FAILED", traceback.format_exc().replace("\n", " | ")
        if lab:
            details = "; ".join(filter(None, [details, *lab.measured]))
        return result, details


def length(case):
    """The order of the lengths of cases: systems of their own, the ones with a disk last to be up."""
    profile = PROFILES[case.profile]
    return profile.is_encrypted, profile.has_systemd


class Queue:
    """Cases that are to be run.

    A thread takes no case of a profile that the other one is booting, as long as there are others.
    """

    def __init__(self, cases):
        self.cases = list(cases)
        self.running = []
        self.lock = threading.Lock()

    def take(self):
        """A case, of a profile that no other thread runs if there is any; or none."""
        with self.lock:
            if not self.cases:
                return None
            busy = {case.profile for case in self.running}
            case = next((case for case in self.cases if case.profile not in busy), self.cases[0])
            self.cases.remove(case)
            self.running.append(case)
            return case

    def finish(self, case):
        with self.lock:
            self.running.remove(case)

    def clear(self):
        with self.lock:
            self.cases.clear()


@contextlib.contextmanager
def locked(directory, waits=0):
    """Keeps a lock of a directory, which goes with this process at the latest.

    - waits: LOCK_NB to have BlockingIOError where another process has it.
    """
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | waits)
        yield
    finally:
        os.close(descriptor)


class Boots:
    """The frozen machines of a run, made at the first request; their files go with the `with` block."""

    def __init__(self, runner, cases):
        self.runner = runner
        self.counts = collections.Counter(case.profile for case in cases)
        self.locks = {name: threading.Lock() for name in self.counts}
        self.frozen = {}
        self.stack = contextlib.ExitStack()

    def __enter__(self):
        # Beside the images: the memory of a whole system is hundreds of megabytes.
        folder = self.runner.images.directory
        folder.mkdir(exist_ok=True)
        # Of two runs the one does not remove a directory that the
        # other has made and not locked yet.
        with locked(folder):
            for left in folder.glob("frozen-*"):
                # Of a run that was killed, unless it is locked.
                with contextlib.suppress(OSError), locked(left, fcntl.LOCK_NB):
                    shutil.rmtree(left)
            self.directory = pathlib.Path(self.stack.enter_context(
                tempfile.TemporaryDirectory(prefix="frozen-", dir=folder)))
            self.stack.enter_context(locked(self.directory))
        return self

    def __exit__(self, *_):
        self.stack.close()

    def machine(self, profile):
        """A machine that has just booted."""
        if self.counts[profile.name] == 1 or profile.is_encrypted:
            return self.runner.machine(profile)
        with self.locks[profile.name]:
            if profile.name not in self.frozen:
                path = pathlib.Path(tempfile.mkdtemp(prefix=f"{profile.name}-", dir=self.directory))
                with self.runner.machine(profile, memory=path / "memory") as machine:
                    self.frozen[profile.name] = machine.freeze(path / "devices")
            frozen = self.frozen[profile.name]
        return self.runner.machine(profile, frozen=frozen)

    def forget(self, name):
        """Lets the machine of a profile boot anew for the next case."""
        with self.locks[name]:
            self.frozen.pop(name, None)
