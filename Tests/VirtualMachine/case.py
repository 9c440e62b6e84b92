"""A case: one test on one kind of machine."""

import dataclasses
from typing import Callable

from display import GuestDaemon, Reference
from machine import Failed, Machine


class Skipped(Exception):
    """The reason for which a case cannot be tried here."""


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    # The profile's name.
    profile: str
    body: Callable
    # True if the daemon is needed in the guest.
    needs_daemon: bool
    # True if the case checks times, which another machine on the same host would change.
    is_timed: bool
    # True for whole boots of a system of its own, for the programs of a boot that speak to a
    # running service, and for the ways in which a boot goes wrong: a run between two changes
    # leaves them out.
    is_long: bool


CASES = []


def case(profile, name=None, needs_daemon=True, is_timed=False, is_long=False):
    """Makes a case of a function, which is given a `Lab`, under its name or another."""

    def register(body):
        title = name or body.__name__.replace("_", "-")
        CASES.append(Case(title, profile, body, needs_daemon, is_timed, is_long))
        return body

    return register


class Lab:
    """The environment of a case: a machine, daemons, and a place for its measurements."""

    def __init__(self, machine, daemon):
        self.machine = machine
        self.daemon_path = daemon
        self.measured = []
        self.references = []

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
        profile = dataclasses.replace(
            self.machine.profile, kernel=f"{self.machine.profile.kernel} {line}".strip())
        return Machine(profile, self.machine.kernel, self.machine.initramfs, self.machine.tracing)

    def start(self, *options, **more):
        return GuestDaemon(self.machine, *options, **more)

    def reference(self, size, *options, **more):
        reference = Reference(self.daemon_path, size, *options, **more)
        self.references.append(reference)
        return reference

    def expect_same(self, shown, expected, what):
        """Compares the pixels of two pictures."""
        count, sentence = shown.differences(expected)
        if count:
            raise Failed(f"{what}: {sentence}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """Ends the daemons of this machine; the others end with theirs."""
        for reference in reversed(self.references):
            reference.close()
