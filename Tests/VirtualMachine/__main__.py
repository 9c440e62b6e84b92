"""The display lab: virtual machines with displays of every kind, and what is seen on them.

    python3 Tests/VirtualMachine shell PROFILE [--daemon FILE] [--screen FILE.png] [COMMAND...]

`shell` boots a machine, runs each COMMAND in it by sh, prints what they write, and leaves a picture
of the monitor in FILE.png. Without a COMMAND it reads them from standard input, a line each; a line
`:screen FILE.png [HEAD]` takes a picture, `:qmp COMMAND JSON` speaks to QEMU, `:load MODULE` loads
a driver, `:put FILE PATH` and `:get PATH FILE` copy to and from the guest.
"""

import argparse
import json
import pathlib
import sys

import initramfs
import kernel
from machine import Failed, Machine
from profiles import PROFILES
from qmp import QMPError

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / ".build-vm"
DAEMON = ROOT / ".build-static" / "firstlightd"


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


def shell(options):
    kernel_ = kernel.obtain(say)
    daemon = pathlib.Path(options.daemon)
    if not daemon.exists():
        say(f"no daemon in the guest: {daemon} is missing (scripts/build-static makes it)")
        daemon = None
    image = initramfs.build(kernel_, WORK, daemon)
    status = 0
    with Machine(PROFILES[options.profile], kernel_, image) as machine:
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
    part = actions.add_parser("shell")
    part.add_argument("profile", choices=PROFILES)
    part.add_argument("commands", nargs="*")
    part.add_argument("--daemon", default=str(DAEMON))
    part.add_argument("--screen")
    part.add_argument("--limit", type=int, default=30, help="seconds for each command")
    options, rest = parser.parse_known_args()
    if any(word.startswith("-") for word in rest):
        parser.error(f"unknown option: {rest[0]}")
    options.commands = options.commands + rest
    try:
        return shell(options)
    except (kernel.Unavailable, Failed) as error:
        say(f"error: {error}")
        return 1


if __name__ == "__main__":
    sys.exit(main())
