"""Every picture that a display scans out is a frame that is drawn without one, in their order."""

from case import case
from oracle import CHECKSUMS, checksum, scanout_checksums
from picture import read_png
from scenario import reference_for, wait_for_outputs

STEPS = 90
# The clock's ticks, in microseconds, so that each one is a frame of
# 60 a second and nothing is between.
TICKS = [(index + 1) * 1_000_000 // 60 - index * 1_000_000 // 60 for index in range(STEPS)]

# Small things that move over what stays, a picture that is replaced, and a fade of all: in each
# buffer of the display other parts are old.
SCENE = """{
  "background": "#101820",
  "layers": [
    { "name": "sky", "kind": "gradient", "frame": [0, 0, "100%", "60%"], "colors": ["#070A12", "#3B2A3F", "#FF9E5E"],
      "animations": [{ "key": "opacity", "from": 0.2, "to": 1, "duration": 0.5 }] },
    { "name": "ring", "kind": "progress", "style": "circle", "position": ["30%", "50%"], "size": ["40vmin", "40vmin"],
      "progressColor": "#FFD7A3" },
    { "name": "square", "position": ["10%", "20%"], "size": ["9vmin", "9vmin"], "backgroundColor": "#8AE5FE 70%",
      "animations": [
        { "key": "position.x", "from": "10%", "to": "90%", "duration": 0.9, "autoreverses": true, "repeat": "forever" },
        { "key": "rotation", "from": 0, "to": 360, "duration": 1.4, "repeat": "forever" }
      ] }
  ],
  "controls": { "install": { "kind": "progress", "drives": ["ring"] } }
}
"""


def in_order(seen, frames):
    """The place in the frames of each checksum that was seen, or None at the first that is not at or after the one
    before it."""
    places, at = [], 0
    for value in seen:
        while at < len(frames) and frames[at] != value:
            at += 1
        places.append(at if at < len(frames) else None)
        if places[-1] is None:
            break
    return places


@case("vkms", is_timed=True)
def stream_vkms(lab):
    """The checksum of each vertical blank is that of a frame drawn without a display, and they come in order."""
    machine = lab.machine
    daemon = lab.start("--output=drm:/dev/dri/card0", scene=SCENE)
    output = wait_for_outputs(lab, daemon)[0]
    reference = reference_for(lab, output, scene=SCENE)
    machine.run("sleep 0.2")
    machine.run(f"cat {CHECKSUMS} >/tmp/stream & echo $! >/tmp/reader; sleep 0.3")
    progress = f"varlink {daemon.socket} SetProgress '{{\"value\":%s,\"durationUSec\":600000}}' >/dev/null || exit 1"
    # vkms tells of a blank before it has read the picture: the next
    # frame, which is drawn in the other buffer, waits.
    tick = f"varlink {daemon.socket} Step \"{{\\\"durationUSec\\\":$t}}\" >/dev/null || exit 1; usleep 100000"
    for value, ticks in ((0.7, TICKS[:STEPS // 2]), (1, TICKS[STEPS // 2:])):
        machine.run(
            f"{progress % value}; for t in {' '.join(map(str, ticks))}; do {tick}; done", limit=90)
        reference.call("SetProgress", value=value, durationUSec=600_000)
        for duration in ticks:
            reference.call("Step", durationUSec=duration)
    machine.run("sleep 0.3; kill $(cat /tmp/reader)")

    frames = [
        checksum(read_png(path))
        for path in sorted((reference.directory / "frames").glob("frame-*.png"))]
    lab.expect(len(frames) > STEPS * 3 // 4, f"{len(frames)} frames are drawn without a display")
    blanks = scanout_checksums(machine.text("cat /tmp/stream"))
    numbers = [number for number, _ in blanks]
    gaps = [after - before for before, after in zip(numbers, numbers[1:])]
    # A busy host lets the machine's timer skip a blank now and then.
    missed = sum(gaps) - len(gaps)
    lab.expect(
        min(gaps) > 0 and missed <= len(gaps) // 50, f"{missed} of {sum(gaps)} blanks were skipped")
    places = in_order([value for _, value in blanks], frames)
    lab.expect(
        None not in places,
        f"blank {len(places)} of {len(blanks)} shows what is no frame, or one of before "
        f"frame {([0] + places)[-2]}")
    lab.expect_equal(places[-1], len(frames) - 1, "the last frame that is seen")
    lab.measure(
        f"{len(blanks)} blanks one after the other ({missed} skipped), each one of {len(frames)} frames and in "
        f"their order; {len(set(places))} frames were seen")
    lab.expect(len(set(places)) > len(frames) // 2, "most frames are not seen at all")
