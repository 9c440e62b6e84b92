"""A case: one test on one kind of machine."""

import dataclasses
from typing import Callable

from display import GuestDaemon, Reference
from machine import Failed, Machine


class Skipped(Exception):
    """Why a case cannot be tried here."""


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    # The profile's name.
    profile: str
    body: Callable
    # True if the daemon is needed in the guest.
    needs_daemon: bool
    # True if its changes of the machine could disturb later cases.
    needs_own_boot: bool


CASES = []


def case(profile, name=None, needs_daemon=True, own_boot=False):
    """Makes a case of a function, which is given a `Lab`, under its name or another."""

    def register(body):
        title = name or body.__name__.replace("_", "-")
        CASES.append(Case(title, profile, body, needs_daemon, own_boot))
        return body

    return register


class Lab:
    """The environment of a case: a machine, daemons, and a place for its measurements."""

    def __init__(self, machine, daemon):
        self.machine = machine
        self.daemon_path = daemon
        self.measured = []
        self.owned = []

    def measure(self, text):
        """A number to be printed after the case's name."""
        self.measured.append(text)

    def expect(self, condition, what):
        if not condition:
            raise Failed(what)

    def expect_equal(self, value, expected, what):
        if value != expected:
            raise Failed(f"{what}: {value!r} in place of {expected!r}")

    def boot(self, line):
        """Another machine of the same kind, with more words on its kernel's command line; the first one ends."""
        self.machine.close()
        profile = dataclasses.replace(self.machine.profile, kernel=f"{self.machine.profile.kernel} {line}".strip())
        return Machine(profile, self.machine.kernel, self.machine.initramfs, self.machine.tracing)

    def start(self, *options, **more):
        daemon = GuestDaemon(self.machine, *options, **more)
        self.owned.append(daemon)
        return daemon

    def reference(self, size, *options, **more):
        reference = Reference(self.daemon_path, size, *options, **more)
        self.owned.append(reference)
        return reference

    def expect_same(self, shown, expected, what):
        """That two pictures have the same pixels."""
        count, sentence = shown.differences(expected)
        if count:
            raise Failed(f"{what}: {sentence}")

    def clean_up(self):
        """Ends the daemons that the case started."""
        for owned in reversed(self.owned):
            if isinstance(owned, Reference):
                owned.__exit__()
        if self.machine.process.poll() is not None:
            # It was switched off.
            return
        programs = "firstlightd modeset finger buttons forward"
        self.machine.run(
            f"killall -q {programs}; for i in 1 2 3 4 5 6 7 8 9 10; do "
            f"pidof {programs} >/dev/null || break; usleep 100000; done; "
            f"killall -q -9 {programs}; console switch 1; rm -rf /tmp/* /run/firstlight",
            check=False)
