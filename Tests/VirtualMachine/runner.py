"""Runs cases: all cases of one profile in one boot, with a line for each."""

import time
import traceback

from case import Lab, Skipped
from kernel import Unavailable
from machine import Machine
from profiles import PROFILES


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
        self.machine = None

    def report(self, case, result, seconds, details):
        self.counts[result] += 1
        line = f"{result:8} {case.name:28} {seconds:5.1f} s  {details}"
        print(line.rstrip(), flush=True)

    def run(self, cases):
        """Runs the cases; whether none failed."""
        profiles = list(PROFILES)
        for case in sorted(cases, key=lambda case: profiles.index(case.profile)):
            began = time.monotonic()
            result, details = self._try(case)
            if result == "FAILED" and self.tries_twice and not self._is_over():
                again, more = self._try(case)
                details = "; ".join(filter(None, [more, f"at first: {details}"]))
                result = again
            self.report(case, result, time.monotonic() - began, details)
        self.close()
        return self.counts["FAILED"] == 0

    def _is_over(self):
        return self.end is not None and time.monotonic() > self.end

    def _try(self, case):
        """The result of a case, and what there is to say of it."""
        lab = None
        try:
            if isinstance(self.kernel, Unavailable):
                raise self.kernel
            if case.needs_daemon and not self.daemon:
                raise Skipped("the static daemon is not built")
            if self._is_over():
                raise Skipped("the time is over")
            lab = Lab(self._machine_for(case), self.daemon)
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
        if result == "FAILED" or case.needs_own_boot:
            self.close()
        return result, details

    def _machine_for(self, case):
        profile = PROFILES[case.profile]
        if self.machine and (self.machine.profile != profile or case.needs_own_boot):
            self.close()
        if not self.machine:
            self.machine = Machine(
                profile, self.kernel, self.images.path(profile), self.tracing,
                self.images.disk(profile))
        return self.machine

    def close(self):
        if self.machine:
            self.machine.close()
            self.machine = None
