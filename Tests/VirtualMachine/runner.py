"""Runs cases: the cases of one profile in one boot where they can share it, with a line for each."""

import os
import threading
import time
import traceback
from collections import deque

from case import Lab, Skipped
from kernel import Unavailable
from machine import Machine
from profiles import PROFILES

# Whole boots that run at once: a machine has one processor, and a third would take time from both.
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

        Cases that look at times and single frames have the host for themselves; whole boots of systems come after
        them, two at once.
        """
        boots = list(shared_boots(cases))
        self._run(deque(boot for boot in boots if not is_whole(boot)))
        whole = deque(sorted(filter(is_whole, boots), key=lambda boot: not PROFILES[boot[0].profile].is_encrypted))
        lanes = [threading.Thread(target=self._run, args=(whole,)) for _ in range(LANES)]
        for lane in lanes:
            lane.start()
        try:
            for lane in lanes:
                lane.join()
        except KeyboardInterrupt:
            # A terminal interrupts the emulators, too: the present cases fail, and no other begins.
            whole.clear()
            self.end = time.monotonic()
            raise
        return self.counts["FAILED"] == 0 and sum(self.counts.values()) == len(cases)

    def _run(self, boots):
        """Runs boots until none is left; another thread may take some of them."""
        while True:
            try:
                boot = boots.popleft()
            except IndexError:
                return
            try:
                with Bench(self) as bench:
                    for case in boot:
                        self._run_case(case, bench)
            except Exception:
                # The lane goes on with other boots; the cases without a result fail the run.
                traceback.print_exc()

    def _run_case(self, case, bench):
        began = time.monotonic()
        result, details = bench.attempt(case)
        if result == "FAILED" and self.tries_twice and not self.is_over():
            again, more = bench.attempt(case)
            details = "; ".join(filter(None, [more, f"at first: {details}"]))
            result = again
        self.report(case, result, time.monotonic() - began, details)

    def is_over(self):
        return self.end is not None and time.monotonic() > self.end

    def machine(self, profile):
        with self.making:
            image, disk = self.images.path(profile), self.images.disk(profile)
        return Machine(profile, self.kernel, image, self.tracing, disk)


def shared_boots(cases):
    """Lists of cases that run in one boot each, by profile."""
    for profile in PROFILES:
        shared = []
        for case in cases:
            if case.profile != profile:
                continue
            if case.needs_own_boot:
                yield [case]
            else:
                shared.append(case)
        if shared:
            yield shared


def is_whole(boot):
    """True if the machine of the cases boots a whole system."""
    profile = PROFILES[boot[0].profile]
    return profile.has_systemd or profile.is_encrypted


class Bench:
    """A place for one machine at a time, which the cases of one profile share."""

    def __init__(self, runner):
        self.runner = runner
        self.machine = None

    def __enter__(self):
        return self

    def __exit__(self, *error):
        if self.machine:
            self.machine.close()
            self.machine = None

    def attempt(self, case):
        """The result of a case, and what there is to say of it."""
        runner, lab = self.runner, None
        try:
            if isinstance(runner.kernel, Unavailable):
                raise runner.kernel
            if case.needs_daemon and not runner.daemon:
                raise Skipped("the static daemon is not built")
            if runner.is_over():
                raise Skipped("the time is over")
            self.machine = self.machine or runner.machine(PROFILES[case.profile])
            lab = Lab(self.machine, runner.daemon)
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
            try:
                lab.clean_up()
            except Exception as error:
                result, details = "FAILED", f"{details}; afterwards: {error}"
        if result == "FAILED":
            self.__exit__()
        return result, details
