"""Requests that are played on a daemon in a guest and on the reference, picture by picture."""

import time

from case import Lab
from display import SCENE
from machine import Failed
from oracle import grab

# Each: what happens, the calls, and how far the clock is moved on after them.
STEPS = [
    ("a progress that has begun", [("SetProgress", {"value": 0.4})], 0.25),
    ("the progress", [], 2),
    ("the next one", [("SetProgress", {"value": 1})], 0.1),
    ("going on without an end",
     [("SetIndeterminate", {"enabled": True})], 0.7),
]


def format_of(output):
    """The reference's format for an output's: fbdev's packings have the levels of these."""
    return output["format"] if output["format"] in FORMATS else "XRGB8888"


FORMATS = ("XRGB8888", "ARGB8888", "XBGR8888", "ABGR8888", "RGB565", "BGR565", "XRGB2101010",
           "XBGR2101010")


def reference_for(lab: Lab, output, *options, scene=SCENE):
    """The reference that draws as large, as dense and as deep as an output."""
    return lab.reference(
        (output["width"], output["height"]), "--scale", f"{output['scale']:g}",
        "--format", format_of(output), *options, scene=scene)


def wait_for_picture(see, picture, what, limit=8):
    """Waits until the monitor shows exactly the picture."""
    end = time.monotonic() + limit
    while True:
        shown = see()
        if shown.size == picture.size and shown.pixels == picture.pixels:
            return
        if time.monotonic() > end:
            raise Failed(f"{what}: {shown.differences(picture)[1]}")
        time.sleep(0.05)


def wait_for_outputs(lab, daemon, condition=bool, what="there is no display", limit=15):
    """The displays that the daemon has, as soon as the condition holds for them."""
    end = time.monotonic() + limit
    while True:
        outputs = [o for o in daemon.call("GetStatus")["outputs"] if o["name"] != "none"]
        if condition(outputs):
            return outputs
        lab.expect(time.monotonic() < end, f"{what}: {outputs} {daemon.log[-600:]}")
        time.sleep(0.05)


def monitor(lab, head=0):
    return lambda: lab.machine.screen(head)


def scanout(lab, device="/dev/dri/card0", index=0):
    return lambda: grab(lab.machine, device, index)


def play(lab, daemon, see, steps=STEPS, output=0, turn=0):
    """Plays the steps on the daemon and on a reference, and compares the pictures at each."""
    info = daemon.call("GetStatus")["outputs"][output]
    reference = reference_for(lab, info)
    wait_for_picture(see, reference.picture.rotated(turn), "the first frame")
    for name, calls, seconds in steps:
        for player in (daemon, reference):
            for method, parameters in calls:
                player.call(method, **parameters)
            player.call("Step", durationUSec=round(seconds * 1e6))
        wait_for_picture(see, reference.picture.rotated(turn), name)
    lab.measure(f"{len(steps) + 1} pictures of {info['width']}x{info['height']} "
                f"{info['format']}, 0 pixels differ")
    return reference
