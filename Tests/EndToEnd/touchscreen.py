"""A daemon whose touch screen is a FIFO, with records of the kernel's input devices."""

import os
import struct

from harness import TestCase

# A pane over the whole output; a finger moves the knob over the middle half of it.
SCENE = """
{
  "layers": [
    { "name": "pane", "layers": [
      { "name": "knob", "size": [20, 20], "position": ["25%", "50%"], "backgroundColor": "#FFD7A3",
        "animations": [ { "key": "position.x", "from": "25%", "to": "75%", "timing": "linear" } ] },
    ] },
  ],
  "controls": { "slider": { "kind": "scrub", "layers": "pane", "travel": ["50%", 0] } },
}
"""

RANGE = 65536
# struct input_event: the time in two words of the machine, then type, code and value.
RECORD = struct.Struct("@llHHi")
SYN, ABS = 0, 3
X, Y, FINGER = 53, 54, 57


class Touch(TestCase):
    # The kinds of events that a subscriber hears.
    EVENTS = []

    def setUp(self):
        super().setUp()
        self.path = self.directory / "touch"
        os.mkfifo(self.path)

    def subscribed(self, daemon):
        events = daemon.connect()
        self.addCleanup(events.close)
        events.send_call("Subscribe", {"kinds": self.EVENTS}, more=True)
        events.receive()
        return events

    def keyed(self, scene):
        """A daemon with a scene, what a subscriber hears, and a FIFO whose bytes are keys."""
        keys = self.directory / "keys"
        os.mkfifo(keys)
        daemon = self.touched("--keyboard", keys, scene=scene)
        fifo = os.open(keys, os.O_RDWR | os.O_NONBLOCK)
        self.addCleanup(os.close, fifo)
        return daemon, self.subscribed(daemon), fifo

    def touched(self, *more, scene=SCENE, **options):
        """A daemon, and the test's end of its touch screen."""
        daemon = self.start(f"--input={self.path}", *more, scene=scene, **options)
        # Both ends: the daemon may not have opened its own yet.
        self.fifo = os.open(self.path, os.O_RDWR | os.O_NONBLOCK)
        self.addCleanup(self.leave)
        return daemon

    def leave(self):
        if self.fifo is not None:
            os.close(self.fifo)
            self.fifo = None

    def put(self, seconds, x=None, y=.5, finger=None):
        """One report: a finger's number where it comes or goes (-1), and its place from 0 to 1."""
        at = divmod(round(seconds * 1e6), 1_000_000)
        records = []
        if finger is not None:
            records.append((ABS, FINGER, finger))
        if x is not None:
            records += [(ABS, X, int(x * RANGE)), (ABS, Y, int(y * RANGE))]
        records.append((SYN, 0, 0))
        os.write(self.fifo, b"".join(RECORD.pack(*at, *record) for record in records))

    def held(self, daemon, name="slider"):
        return daemon.control(name)["held"]
