"""A splash that is not in the way: boots with it and without it, on a clock that counts instructions.

The machine executes one instruction a nanosecond, and what it waits for comes at once when it has nothing to do:
other programs of the host change no time. It has one processor, so that each instruction of the splash that is
executed before the end of the boot, its quit included, delays that.
"""

import os
import re
import statistics
import subprocess

from case import case
from initramfs import busybox

# Boots of each kind: those of one kind differ by some thousandths, by how units fall in line.
SHORT, LONG = 1, 20
# True for many boots: a quarter of an hour.
IS_LONG = False
# Targets whose chains are looked at; the orders of the service are those of all.
TARGETS = (
    "sysinit.target sockets.target basic.target getty.target multi-user.target graphical.target")
# In thousandths of the boot without it. A trivial service costs five in such a small system, and
# two are there: the display and its quit.
MOST_COST = 55
# The limit without what the service itself executes, which another processor would do.
MOST_WAIT = 35
# From the card to the first picture on a machine as fast as this one, in milliseconds.
MOST_DELAY = 100
WITHOUT = "splash=none"
EVENT = re.compile(r" (\d+\.\d+): (\w+): (.*)")


def reached(machine, unit="multi-user.target"):
    """When a unit was reached, in milliseconds since the start of the kernel."""
    return int(machine.text(f"systemctl show -P ActiveEnterTimestampMonotonic {unit}")) / 1000


def first_picture(lab, machine):
    """The milliseconds from the registration of the card to the first frame that a program shows on it."""
    card = None
    for line in machine.text("cat /sys/kernel/tracing/trace").splitlines():
        match = EVENT.search(line)
        if not match:
            continue
        at = float(match[1]) * 1000
        if match[2] == "card":
            card = at
        # The kernel's own console has no file.
        elif card and "file=0000000000000000" not in match[3]:
            return at - card
    lab.expect(card, "no card was there")
    lab.expect(False, "no picture was shown before the end of the boot")


def own_work(machine):
    """The milliseconds in which the service itself has executed: another processor would have done it."""
    return int(machine.text("systemctl show -P CPUUsageNSec firstlight.service")) / 1e6


def expect_off_chain(lab, machine):
    """Nothing that the boot waits for waits for the service."""
    lab.expect_equal(
        " ".join(sorted(machine.text("systemctl show -P Before firstlight.service").split())),
        "emergency.service rescue.service shutdown.target", "what waits for the service")
    chains = machine.text(f"systemd-analyze critical-chain --no-pager {TARGETS}", limit=120)
    for target in TARGETS.split():
        lab.expect(f"{target} @" in chains, f"there is no chain of {target}: {chains}")
    lab.expect("firstlight.service" not in chains, f"the service is on a critical chain: {chains}")
    lab.measure("on no critical chain")


def seconds_of(command, content):
    """The processor's time of a command of the host.

    Of it alone: the emulators of other cases are children of the same process.
    """
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    with process.stdin as pipe:
        pipe.write(content)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return usage.ru_utime + usage.ru_stime


def factor(machine):
    """The machine's time for the work of a static program, as a multiple of the host's time."""
    work = "head -c 1000000 /usr/local/bin/firstlightd"
    machine.run(f"{work} >/tmp/work")
    inside = int(machine.text(
        "began=$(date +%s%N); busybox gzip -c /tmp/work >/dev/null; ended=$(date +%s%N); "
        "echo $((ended - began))", limit=120)) / 1e9
    content = machine.run("cat /tmp/work").output
    return inside * 10 / sum(seconds_of([busybox(), "gzip", "-c"], content) for _ in range(10))


def compare(lab, count):
    machine = lab.machine
    times = {"with": [reached(machine)], "without": []}
    lab.expect_equal(
        machine.text("systemctl --failed --no-legend --plain"), "", "units that failed")
    lab.expect_equal(
        machine.text("systemctl show -P Result firstlight.service"), "success",
        "how the splash ended")
    pictures, work = [first_picture(lab, machine)], [own_work(machine)]
    expect_off_chain(lab, machine)
    scale = factor(machine)
    for index in range(2 * count - 1):
        kind = "with" if index % 2 else "without"
        with lab.boot(WITHOUT if kind == "without" else "") as other:
            times[kind].append(reached(other))
            if kind == "with":
                pictures.append(first_picture(lab, other))
                work.append(own_work(other))
    medians = {kind: statistics.median(values) for kind, values in times.items()}
    for kind, values in times.items():
        lab.measure(
            f"{len(values)} {kind} it: {medians[kind]:.1f} ms ({min(values):.1f} to {max(values):.1f})")
    cost = (medians["with"] / medians["without"] - 1) * 1000
    delay = statistics.median(pictures)
    longer, own = medians["with"] - medians["without"], statistics.median(work)
    wait = (longer - own) / medians["without"] * 1000
    lab.measure(
        f"it costs {cost / 10:.2f} %: {longer:.0f} ms, {longer / scale:.0f} ms on a machine {scale:.1f} times "
        f"as fast; {wait / 10:.2f} % without the {own:.0f} ms that the service itself executes")
    lab.measure(
        f"a picture {delay:.1f} ms after the card, {delay / scale:.1f} ms on such a machine")
    lab.expect(cost <= MOST_COST, f"the boot is {cost / 10:.2f} % longer with the splash")
    lab.expect(wait <= MOST_WAIT, f"the boot waits {wait / 10:.2f} % of its time for the splash")
    lab.expect(max(pictures) / scale <= MOST_DELAY, "the first picture comes late")


@case("cost", is_long=True)
def splash_cost(lab):
    """The cost of the display for a boot, which waits for it nowhere, and the time of its first picture."""
    compare(lab, LONG if IS_LONG else SHORT)
