"""The display lab: virtual machines with displays of every kind, and their pictures.

    python3 Tests/VirtualMachine list
    python3 Tests/VirtualMachine test [--daemon FILE] [--trace] [--twice] [--short | --long]
                                       [--limit SECONDS] [CASE...]
    python3 Tests/VirtualMachine shell PROFILE [--daemon FILE] [--screen FILE.png] [COMMAND...]

`test` runs cases, all of them by default, and prints a line for each; a CASE is a name or the
beginning of names. scripts/test-vm sets up and builds the daemon before, and says what the options
do.

`shell` boots a machine, runs each COMMAND in it by sh, prints what they write, and leaves a picture
of the monitor in FILE.png. Without a COMMAND it reads them from standard input, a line each; a line
`:screen FILE.png [HEAD]` takes a picture, `:qmp COMMAND JSON` speaks to QEMU, `:load MODULE` loads
a driver, `:put FILE PATH` and `:get PATH FILE` copy to and from the guest.
"""

import argparse
import json
import pathlib
import sys
import time

import debian
import encrypted
import initramfs
import kernel
from case import CASES
# The package makes all cases known.
from cases import cost
from display import SCENE
from machine import Failed, Machine
from profiles import PROFILES
from qmp import QMPError
from runner import Runner

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / ".build-vm"
DAEMON = ROOT / ".build-static" / "firstlightd"
PLYMOUTH = DAEMON.parent / "plymouth"


def say(text):
    print(text, file=sys.stderr, flush=True)


def special(machine, line):
    """One of the shell's own commands, which begin with a colon."""
    name, *words = line[1:].split(maxsplit=2)
    if name == "screen":
        machine.screen(int(words[1]) if len(words) > 1 else 0).write_png(words[0])
    elif name == "qmp":
        arguments = json.loads(words[1] if words[1:] else "{}")
        print(json.dumps(machine.qmp.command(words[0], **arguments)))
    elif name == "load":
        machine.load(" ".join(words))
    elif name == "put":
        machine.write(words[1], pathlib.Path(words[0]).read_bytes())
    elif name == "get":
        pathlib.Path(words[1]).write_bytes(machine.run(f"cat {words[0]}").output)
    else:
        say(f"there is no :{name}")


def daemon_path(options):
    """The daemon for the guest, or none."""
    daemon = pathlib.Path(options.daemon)
    if daemon.exists():
        return daemon
    say(f"no daemon in the guest: {daemon} is missing (scripts/build-static makes it)")
    return None


class Images:
    """The images that guests boot, made at the first request."""

    def __init__(self, kernel_, daemon):
        self.kernel = kernel_
        self.daemon = daemon
        self.directory = WORK
        self.made = {}

    def path(self, profile):
        kind = (
            profile.has_systemd, profile.is_newest, profile.has_kiosk, profile.is_encrypted,
            profile.has_splash, profile.has_dracut)
        if kind not in self.made:
            self.made[kind] = self._make(profile)
        return self.made[kind]

    def disk(self, profile):
        """The disk of a guest that has one."""
        if not profile.is_encrypted:
            return None
        return encrypted.obtain(self.kernel, WORK, say).disk

    def _make(self, profile):
        if profile.is_encrypted:
            debian_ = encrypted.obtain(self.kernel, WORK, say)
            if not profile.has_splash:
                return encrypted.image(debian_, self.kernel, WORK)
            if not PLYMOUTH.exists():
                raise kernel.Unavailable(f"{PLYMOUTH} is missing (scripts/build-plymouth makes it)")
            return encrypted.image(
                debian_, self.kernel, WORK, self.daemon, PLYMOUTH, has_dracut=profile.has_dracut)
        client = PLYMOUTH if PLYMOUTH.exists() else None
        if not profile.has_systemd:
            return initramfs.build(self.kernel, WORK, self.daemon, client)
        debian_ = debian.obtain(
            say, profile.has_kiosk, debian.NEWEST if profile.is_newest else debian.RELEASE)
        return initramfs.build_service(
            self.kernel,
            WORK,
            self.daemon,
            debian_,
            ROOT / "systemd",
            SCENE,
            debian.font(say),
            client,
        )


def list_cases():
    for case in CASES:
        summary = (case.body.__doc__ or "").split("\n")[0]
        print(f"{case.name:28} {case.profile:10} {summary}".rstrip())


def test(options):
    chosen = [case for case in CASES
              if not options.commands or any(map(case.name.startswith, options.commands))]
    if options.short:
        chosen = [case for case in chosen if not case.is_long]
    if not chosen:
        say(f"no case is called {' or '.join(options.commands)}; see list")
        return 64
    cost.IS_LONG = options.long
    began = time.monotonic()
    daemon = daemon_path(options)
    try:
        kernel_ = kernel.obtain(say)
    except kernel.Unavailable as reason:
        kernel_ = reason
    runner = Runner(
        kernel_, Images(kernel_, daemon), daemon, say if options.trace else None, options.twice,
        began + options.limit if options.limit else None)
    passed = runner.run(chosen)
    words = ", ".join(f"{count} {result}" for result, count in runner.counts.items())
    print(f"cases: {words}; {time.monotonic() - began:.0f} s")
    if runner.counts["skipped"] == len(chosen):
        return 77
    return 0 if passed else 1


def shell(options):
    kernel_ = kernel.obtain(say)
    profile = PROFILES[options.profile]
    images = Images(kernel_, daemon_path(options))
    image = images.path(profile)
    status = 0
    with Machine(profile, kernel_, image, disk=images.disk(profile)) as machine:
        if profile.is_encrypted:
            encrypted.unlock(machine)
        say(f"{options.profile} is up after {machine.boot_seconds:.1f} s")
        for line in options.commands or sys.stdin:
            try:
                if line.startswith(":"):
                    special(machine, line.strip())
                    continue
                result = machine.run(line, limit=options.limit, check=False)
                print(result.text, end="", flush=True)
                status = result.status
                if status:
                    say(f"[status {status}] {line.strip()}")
            except (OSError, ValueError, IndexError, QMPError) as error:
                say(f"{line.strip()}: {error}")
        if options.screen:
            machine.screen().write_png(options.screen)
            say(f"the monitor's picture is in {options.screen}")
    return status


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = parser.add_subparsers(dest="action", required=True)
    actions.add_parser("list")
    part = actions.add_parser("test")
    part.add_argument("commands", nargs="*", metavar="CASE")
    part.add_argument("--daemon", default=str(DAEMON))
    part.add_argument("--trace", action="store_true", help="show each command and its output")
    part.add_argument("--twice", action="store_true", help="try a case that failed once more")
    part.add_argument("--short", action="store_true", help="leave out the long cases")
    part.add_argument(
        "--long", action="store_true",
        help="measure what a display costs in forty boots, not in two")
    part.add_argument("--limit", type=float, help="seconds after which no case begins")
    part = actions.add_parser("shell")
    part.add_argument("profile", choices=PROFILES)
    part.add_argument("commands", nargs="*")
    part.add_argument("--daemon", default=str(DAEMON))
    part.add_argument("--screen")
    part.add_argument("--limit", type=int, default=30, help="seconds for each command")
    options, rest = parser.parse_known_args()
    if any(word.startswith("-") for word in rest):
        parser.error(f"unknown option: {rest[0]}")
    if options.action == "list":
        return list_cases()
    options.commands = options.commands + rest
    try:
        return test(options) if options.action == "test" else shell(options)
    except (kernel.Unavailable, Failed) as error:
        say(f"error: {error}")
        return 1


if __name__ == "__main__":
    sys.exit(main())
