"""Pointers and keys on the display: touch screens and tablets move scrub controls; these, mice, keyboards and
buttons drive a kiosk."""

import json
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


@case("vkms", is_timed=True)
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


@case("vkms", is_timed=True)
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


# A kiosk's: a button in the upper half, and a choice in the lower one.
KIOSK = """{
  "background": "#101820",
  "layers": [
    { "name": "start", "frame": ["10%", "10%", "80%", "30%"], "backgroundColor": "#2266AA" },
    { "name": "en", "frame": ["10%", "60%", "35%", "30%"], "backgroundColor": "#222A22" },
    { "name": "de", "frame": ["55%", "60%", "35%", "30%"], "backgroundColor": "#222A22" },
  ],
  "controls": {
    "start": {
      "kind": "button", "label": "Start", "layer": "start",
      "pressed": { "key": "opacity", "to": 0.5 }, "focused": { "key": "borderWidth", "to": 4 },
    },
    "language": {
      "kind": "choice", "label": "Language",
      "options": {
        "en": { "label": "English", "layer": "en", "chosen": { "key": "backgroundColor", "to": "#22AA22" },
                "pressed": { "key": "opacity", "to": 0.5 }, "focused": { "key": "borderWidth", "to": 4 } },
        "de": { "label": "Deutsch", "layer": "de", "chosen": { "key": "backgroundColor", "to": "#22AA22" },
                "pressed": { "key": "opacity", "to": 0.5 }, "focused": { "key": "borderWidth", "to": 4 } },
      },
    },
  },
}
"""
# Buttons of panels, by the kernel's numbers. The first three are those of keyboards too, so that
# the console has them; it has none of the others.
KEY_ENTER, KEY_UP, KEY_RIGHT = 28, 103, 106
KEY_BACK, KEY_OK, KEY_SELECT, KEY_NEXT = 158, 352, 353, 407


class Subscriber:
    """A client of this machine, outside of the guest, that is told of presses and choices."""

    def __init__(self, lab, daemon):
        self.lab = lab
        self.socket = lab.machine.connect(daemon.socket)
        self.rest = b""
        self.socket.sendall(json.dumps({
            "method": "io.firstlight.display.Subscribe", "more": True,
            "parameters": {"kinds": ["pressed", "chosen"]}}).encode() + b"\0")
        self.lab.expect(self.next() == [], "the first reply has events")

    def next(self):
        """The events of one reply."""
        while b"\0" not in self.rest:
            some = self.socket.recv(65536)
            self.lab.expect(some, "the connection ended")
            self.rest += some
        reply, _, self.rest = self.rest.partition(b"\0")
        events = json.loads(reply)["parameters"]["events"]
        return [(event["kind"], event["control"], event.get("state")) for event in events
                if event["kind"] in ("pressed", "chosen")]

    def expect(self, *expected):
        """Waits for these events, and for no other with them."""
        events = []
        while len(events) < len(expected):
            try:
                events += self.next()
            except TimeoutError:
                break
        self.lab.expect_equal(events, list(expected), "the events")

    def expect_silence(self, seconds):
        self.socket.settimeout(seconds)
        try:
            self.lab.expect_equal(self.next(), [], "further events")
        except TimeoutError:
            pass
        self.socket.settimeout(20)


@case("bochs")
def kiosk(lab):
    """Touch, mouse, keyboard and buttons drive one scene, and a client in Python is told, once for each."""
    daemon = lab.start("--output=drm", scene=KIOSK, clock="vsync")
    output = daemon.call("GetStatus")["outputs"][0]
    subscriber = Subscriber(lab, daemon)
    start = ("pressed", "start", None)

    def chosen(option):
        return ("chosen", "language", option)

    finger(lab, 500, 250, 500, 250, 0)
    subscriber.expect(start)
    finger(lab, 250, 750, 250, 750, 0)
    subscriber.expect(chosen("en"))

    # A mouse begins in the middle; its position before the button is not shown.
    for x, y in [(-100, -100)] * 20 + [
        (round(output["width"] * 0.75), round(output["height"] * 0.75))]:
        send(lab, *({"type": "rel", "data": {"axis": axis, "value": steps}}
                    for axis, steps in (("x", x), ("y", y))))
    press(lab, True)
    press(lab, False)
    subscriber.expect(chosen("de"))

    # The keyboard is the console's.
    lab.machine.press("tab", "ret")
    subscriber.expect(start)
    lab.machine.press("right", "spc")
    subscriber.expect(chosen("en"))
    # Back to the button, and nothing has the focus.
    lab.machine.press("up", "ret", "esc", "ret")
    subscriber.expect(start)

    # Buttons: the console has a part of them.
    lab.machine.run(f"buttons {KEY_RIGHT} {KEY_OK}")
    subscriber.expect(start)
    lab.machine.run(f"buttons {KEY_RIGHT} {KEY_NEXT} {KEY_SELECT}")
    subscriber.expect(chosen("de"))
    # The button above both options.
    lab.machine.run(f"buttons {KEY_UP} {KEY_ENTER}")
    subscriber.expect(start)
    lab.machine.run(f"buttons {KEY_BACK} {KEY_OK}")
    subscriber.expect_silence(1)


@case("bochs")
def keys_of_devices(lab):
    """A keyboard that was named answers a question without the console, and is no other program's meanwhile."""
    machine = lab.machine
    keyboard = machine.text(
        "for i in /sys/class/input/event*; do ! grep -q 'AT Translated' $i/device/name || "
        "echo /dev/input/${i##*/}; done")
    lab.expect(keyboard, "there is no keyboard")
    daemon = lab.start(
        "--output=drm", "--vt=none", f"--input={keyboard}", scene=KIOSK, clock="vsync")
    subscriber = Subscriber(lab, daemon)
    machine.press("tab", "ret")
    subscriber.expect(("pressed", "start", None))
    # Another reader of the device, whose records have 24 bytes.
    machine.run(f"cat {keyboard} >/tmp/others & usleep 200000")

    def others():
        return int(machine.text("wc -c </tmp/others"))

    machine.press("tab")
    machine.wait_for("[ -s /tmp/others ]", "the key, which all readers get")
    machine.run("varlink " + daemon.socket + " Ask '{\"prompt\":\"Name\",\"secret\":false}' "
                ">/tmp/answer 2>&1 &")
    time.sleep(1)
    before = others()
    machine.press("shift-a", "b", "c", "backspace", "1", "ret")
    machine.wait_for("[ -s /tmp/answer ]", "the answer")
    lab.expect_equal(
        json.loads(machine.text("cat /tmp/answer"))["parameters"]["answer"], "Ab1", "the answer")
    lab.expect_equal(others(), before, "the bytes of another reader")
    time.sleep(0.5)
    machine.press("tab")
    machine.wait_for(
        f"[ $(wc -c </tmp/others) -gt {before} ]", "the key, which all readers get again")
    machine.run("killall cat")
