"""Pointers on the display: touch screens and tablets move scrub controls."""

import statistics
import time

from case import case
from scenario import monitor, reference_for, scanout, wait_for_picture
from tracing import Trace

# A pane over the whole display, and a thumb that follows the finger from 10 % to 90 % of it.
SLIDER = """{
  "background": "#101820",
  "timing": { "duration": 1, "function": "linear" },
  "layers": [
    { "name": "pane", "kind": "gradient", "frame": [0, 0, "100%", "100%"],
      "colors": ["#070A12", "#3B2A3F"],
      "layers": [
        { "name": "thumb", "kind": "shape", "position": ["10%", "50%"],
          "size": ["20vmin", "20vmin"], "path": { "circle": {} }, "fillColor": "#FFD7A3",
          "animations": [{ "key": "position.x", "from": "10%", "to": "90%", "fillMode": "both",
                           "removedOnCompletion": false }] },
      ] },
  ],
  "controls": {
    "slider": { "kind": "scrub", "layers": "pane", "hitArea": "pane", "travel": ["80%", 0] },
  },
}
"""

INTERVAL = 1e6 / 60
IOCTL = 16


def value(daemon):
    return daemon.call("ListControls")["controls"][0]["value"]


def wait_for_value(lab, daemon, wanted, limit=10):
    end = time.monotonic() + limit
    while abs(value(daemon) - wanted) > 1e-9:
        lab.expect(time.monotonic() < end,
                   f"the control is at {value(daemon)} in place of {wanted}: {daemon.log[-400:]}")
        time.sleep(0.05)


def expect_picture(lab, daemon, see, what):
    """Checks that the picture is the scene with the control held at the daemon's value."""
    reference = reference_for(lab, daemon.call("GetStatus")["outputs"][0], scene=SLIDER)
    reference.call("BeginScrub")
    reference.call("UpdateScrub", value=value(daemon))
    reference.call("Step", durationUSec=100_000)
    wait_for_picture(see, reference.picture, what)


def finger(lab, *words):
    """Puts a finger on the screen and waits for its end; returns its events, with their times."""
    lines = lab.machine.text("finger " + " ".join(map(str, words)), limit=60).splitlines()
    return [(int(line.split()[0]), line.split()[1]) for line in lines]


@case("vkms")
def drag_touch(lab):
    """A finger drags, lets go and taps; each move is on the display with the next frame."""
    daemon = lab.start("--output=drm", scene=SLIDER, clock="vsync")
    # A little more than half the way, and a rest there.
    lab.machine.run("finger -m 100 500 505 500 400 >/tmp/finger.log & sleep 1.5")
    lab.machine.wait_for("grep -q 'move 505' /tmp/finger.log", "the finger")
    lab.expect(abs(value(daemon) - 0.5) < 0.01, f"after half the way it is at {value(daemon)}")
    expect_picture(lab, daemon, scanout(lab), "the finger in the middle")
    lab.machine.run("kill $(pidof finger)")
    lab.machine.wait_for("! pidof finger", "the end of the finger")
    wait_for_value(lab, daemon, 1)
    finger(lab, 500, 500, 500, 500, 0)
    wait_for_value(lab, daemon, 0)
    finger(lab, 100, 500, 300, 500, 300)
    wait_for_value(lab, daemon, 0)

    # Moves so far apart that each frame shows exactly one.
    trace = Trace(lab.machine)
    trace.start(daemon.pid)
    events = finger(lab, "-i", 150, 100, 500, 700, 500, 3000)
    trace.stop()
    delays = []
    for at, what in events:
        if what == "move":
            shown = [time_ for time_, _, _ in trace.shown if at <= time_ < at + 150_000]
            lab.expect(shown, "a move was not shown")
            delays.append(shown[0] - at)
    lab.measure(f"a move is shown after {statistics.median(delays) / 1000:.1f} ms, "
                f"at most {max(delays) / 1000:.1f}")
    # The next vertical blank, or the one after if the move came too late to be drawn for it.
    lab.expect(statistics.median(delays) < 2 * INTERVAL, "moves are shown late")


@case("vkms")
def drag_on(lab):
    """A finger that moves all the time is followed closely: frames are begun late."""
    daemon = lab.start("--output=drm", scene=SLIDER, clock="vsync")
    trace = Trace(lab.machine)
    trace.start(daemon.pid)
    events = finger(lab, "-i", 7, 100, 500, 700, 500, 4000)
    trace.stop()
    commits = [time_ for time_, number in trace.calls if number == IOCTL]
    shown = [time_ for time_, _, _ in trace.shown]
    delays = []
    # The first moves wake an idle display.
    for at, what in events[20:]:
        sent = next((time_ for time_ in commits if time_ > at), None)
        seen = next((time_ for time_ in shown if sent and time_ > sent), None)
        if what == "move" and seen:
            delays.append(seen - at)
    lab.expect(len(delays) > 200, f"{len(delays)} moves were shown")
    late = statistics.quantiles(delays, n=20)[-1]
    lab.measure(f"{len(delays)} moves are shown after {statistics.median(delays) / 1000:.1f} ms, "
                f"95 of 100 within {late / 1000:.1f}, all within {max(delays) / 1000:.1f}")
    lab.expect(statistics.median(delays) < 1.5 * INTERVAL, "moves are shown late")


def press(lab, is_down):
    send(lab, {"type": "btn", "data": {"button": "left", "down": is_down}})


def send(lab, *events):
    lab.machine.qmp.command("input-send-event", events=list(events))


@case("virtio")
def drag_tablet(lab):
    """A tablet's button is pressed, and dragged."""
    daemon = lab.start("--output=drm", scene=SLIDER, clock="vsync")

    def place(x, y):
        send(lab, *({"type": "abs", "data": {"axis": axis, "value": round(at * 0x7FFF)}}
                    for axis, at in (("x", x), ("y", y))))

    place(0.1, 0.5)
    press(lab, True)
    for step in range(1, 41):
        place(0.1 + 0.4 * step / 40, 0.5)
        time.sleep(0.01)
    time.sleep(0.5)
    lab.expect(abs(value(daemon) - 0.5) < 0.01, f"after half the way it is at {value(daemon)}")
    expect_picture(lab, daemon, monitor(lab), "the pointer in the middle")
    place(0.8, 0.5)
    time.sleep(0.2)
    press(lab, False)
    wait_for_value(lab, daemon, 1)


@case("bochs")
def drag_mouse(lab):
    """A mouse is moved to the corner, then onto the slider, and drags it."""
    daemon = lab.start("--output=drm", scene=SLIDER, clock="vsync")
    output = daemon.call("GetStatus")["outputs"][0]

    def move(x, y):
        send(lab, *({"type": "rel", "data": {"axis": axis, "value": steps}}
                    for axis, steps in (("x", x), ("y", y))))

    # Its position before that is not shown.
    for _ in range(20):
        move(-100, -100)
    move(round(output["width"] * 0.1), round(output["height"] * 0.5))
    press(lab, True)
    for _ in range(40):
        move(round(output["width"] * 0.01), 0)
        time.sleep(0.01)
    time.sleep(0.5)
    moved = 40 * round(output["width"] * 0.01) / (output["width"] * 0.8)
    lab.expect(abs(value(daemon) - moved) < 0.01, f"it is at {value(daemon)}, not {moved}")
    expect_picture(lab, daemon, monitor(lab), "the mouse on its way")
    press(lab, False)
    wait_for_value(lab, daemon, 1)
