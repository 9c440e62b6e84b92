"""The kernel's trace of a process's system calls and of the presented frames."""

import collections
import re

DIRECTORY = "/sys/kernel/tracing"

# The calls that wait for something to do: epoll_wait, epoll_pwait, epoll_pwait2, poll, ppoll.
WAITS = {232, 281, 441, 7, 271}
NAMES = {0: "read", 1: "write", 16: "ioctl", 20: "writev", 28: "madvise", 45: "recvfrom",
         47: "recvmsg", 228: "clock_gettime", 232: "epoll_wait", 281: "epoll_pwait",
         286: "timerfd_settime"}

LINE = re.compile(r"^.*-\d+ +\[\d+\] \S+ +([\d.]+): (\w+): (.*)$")
SHOWN = re.compile(r"file=(\w+), crtc=(\d+), seq=(\d+)")
BLANK = re.compile(r"crtc=(\d+), seq=(\d+), time=(\d+)")


class Trace:
    """Recorded between `start` and `stop`."""

    def __init__(self, machine):
        self.machine = machine
        # (microseconds, number) of each system call.
        self.calls = []
        # (microseconds, CRTC, sequence) of each flip event of a program.
        self.shown = []
        # The sequence of each vertical blank, and how much later than due the guest saw it.
        self.blanks = {}

    def start(self, pid=None):
        lines = [
            "echo 0 >tracing_on", "echo mono >trace_clock", "echo 12000 >buffer_size_kb",
            "echo >trace", "echo 0 >events/enable", "echo 1 >events/drm/enable"]
        if pid:
            lines += [f"echo 'common_pid == {pid}' >events/raw_syscalls/sys_enter/filter",
                      "echo 1 >events/raw_syscalls/sys_enter/enable"]
        self.machine.run(f"cd {DIRECTORY}; " + "; ".join(lines + ["echo 1 >tracing_on"]))

    def stop(self):
        text = self.machine.text(
            f"cd {DIRECTORY}; echo 0 >tracing_on; cat trace; echo 0 >events/enable; echo >trace",
            limit=60)
        for line in text.splitlines():
            match = LINE.match(line)
            if not match:
                continue
            time, event, rest = round(float(match[1]) * 1e6), match[2], match[3]
            if event == "sys_enter":
                self.calls.append((time, int(rest.split()[1])))
            elif event == "drm_vblank_event_delivered":
                file, crtc, sequence = SHOWN.search(rest).groups()
                if int(file, 16):
                    self.shown.append((time, int(crtc), int(sequence)))
            elif event == "drm_vblank_event":
                _, sequence, due = BLANK.search(rest).groups()
                self.blanks[int(sequence)] = time - int(due) // 1000
        return self

    def calls_by_name(self, begin, end):
        """The number of each system call, without the ones that wait."""
        counts = collections.Counter(
            number for time, number in self.calls if begin <= time < end and number not in WAITS)
        return {NAMES.get(number, str(number)): count for number, count in counts.items()}

    def waits(self, begin, end):
        return sum(1 for time, number in self.calls if begin <= time < end and number in WAITS)
