"""Monitors that are plugged, unplugged and resized."""

import time

from case import case
from scenario import (
    STEPS, monitor, play, reference_for, wait_for_outputs, wait_for_picture)
from viewer import Viewer


@case("virtio")
def resized(lab):
    """The monitor changes its size: the scene is laid out anew."""
    daemon = lab.start("--output=drm")
    play(lab, daemon, monitor(lab), steps=STEPS[:1])
    with Viewer(lab.machine) as viewer:
        for width, height in ((800, 600), (1280, 720), (1024, 768)):
            viewer.resize(width, height)
            outputs = wait_for_outputs(
                lab, daemon,
                lambda outputs: outputs and (outputs[0]["width"], outputs[0]["height"]) == (
                    width, height), f"no {width}x{height}")
            reference = reference_for(lab, outputs[0])
            reference.call("SetProgress", value=0.4)
            now = daemon.call("Step", durationUSec=1_000_000)["timeUSec"]
            reference.call("Step", durationUSec=now)
            wait_for_picture(monitor(lab), reference.picture, f"the monitor of {width}x{height}")


@case("virtio2")
def two_heads(lab):
    """Two monitors of different sizes, each to the last pixel."""
    with Viewer(lab.machine, 1) as viewer:
        viewer.resize(800, 600)
        time.sleep(0.5)
        daemon = lab.start("--output=drm")
        outputs = wait_for_outputs(
            lab, daemon, lambda outputs: len(outputs) == 2, "not two outputs")
        references = [reference_for(lab, output) for output in outputs]
        heads = [head for output in outputs for head in (0, 1)
                 if lab.machine.screen(head).size == (output["width"], output["height"])]
        for name, calls, seconds in [("the first frame", [], 0.02), *STEPS]:
            for player in (daemon, *references):
                for method, parameters in calls:
                    player.call(method, **parameters)
                player.call("Step", durationUSec=round(seconds * 1e6))
            for head, reference in zip(heads, references):
                wait_for_picture(monitor(lab, head), reference.picture, f"{name}, head {head}")
        lab.measure(" and ".join(f"{o['name']} {o['width']}x{o['height']}" for o in outputs))


@case("cards")
def two_cards(lab):
    """A second card joins and shows the scene, too; when the first one goes the second one stays lit."""
    machine = lab.machine
    daemon = lab.start("--output=drm")
    see = [monitor(lab), lambda: machine.screen(device="g1")]
    play(lab, daemon, see[0], steps=STEPS[:1])
    machine.load("virtio_gpu")
    outputs = wait_for_outputs(
        lab, daemon, lambda outputs: len(outputs) == 2, "the second card is not taken")
    lab.measure(" and ".join(f"{o['name']} {o['width']}x{o['height']}" for o in outputs))
    now = daemon.call("Step", durationUSec=1_000_000)["timeUSec"]
    references = []
    for output, look in zip(outputs, see):
        reference = reference_for(lab, output)
        for _, calls, _ in STEPS[:1]:
            for method, parameters in calls:
                reference.call(method, **parameters)
        reference.call("Step", durationUSec=now)
        wait_for_picture(look, reference.picture, f"the picture on {output['name']}")
        references.append(reference)
    driver = "/sys/bus/pci/drivers/bochs-drm"
    machine.run(f"cd {driver}; for card in 0000*; do echo $card >unbind; done")
    left = wait_for_outputs(
        lab, daemon, lambda outputs: len(outputs) == 1, "the first card is not let go")
    lab.expect_equal(left[0]["name"], outputs[1]["name"], "the output that is left")
    for player in (daemon, references[1]):
        player.call("SetProgress", value=0.9)
        player.call("Step", durationUSec=2_000_000)
    wait_for_picture(see[1], references[1].picture, "the second card alone")
    # A crash goes on with it.
    daemon.stop("KILL")
    daemon = lab.start("--output=drm")
    lab.expect_equal(len(wait_for_outputs(lab, daemon)), 1, "the outputs of the next start")


@case("virtio2")
def plugged(lab):
    """A second monitor is plugged and unplugged; then the only one is, and comes back."""
    daemon = lab.start("--output=drm")
    see_both = []
    with Viewer(lab.machine, 0) as first, Viewer(lab.machine, 1) as second:
        first.resize(1024, 768)
        wait_for_outputs(lab, daemon, lambda outputs: len(outputs) == 1, "not one output")
        second.resize(640, 480)
        see_both = wait_for_outputs(
            lab, daemon, lambda outputs: len(outputs) == 2, "the second monitor is not taken")
        for output in see_both:
            reference = reference_for(lab, output)
            head = 1 if output["width"] == 640 else 0
            wait_for_picture(monitor(lab, head), reference.picture, f"{output['name']} at first")
        second.unplug()
        wait_for_outputs(lab, daemon, lambda outputs: len(outputs) == 1, "an output is left over")
        first.unplug()
        wait_for_outputs(lab, daemon, lambda outputs: not outputs, "an output is left over")
        daemon.call("SetProgress", value=0.5)
        daemon.call("Step", durationUSec=1_000_000)
        first.resize(800, 600)
        outputs = wait_for_outputs(
            lab, daemon, lambda outputs: outputs and outputs[0]["width"] == 800,
            "the monitor is not taken again")
        reference = reference_for(lab, outputs[0])
        reference.call("SetProgress", value=0.5)
        for player in (daemon, reference):
            player.call("Step", durationUSec=1_000_000)
        reference.call("Step", durationUSec=1_000_000)
        wait_for_picture(monitor(lab), reference.picture, "the monitor that came back")


# The own scene of the second monitor.
MENU = """{
  "background": "#203040",
  "layers": [
    { "name": "meter", "kind": "progress", "style": "circle", "size": ["60vmin", "60vmin"] },
  ],
  "controls": { "cooking": { "kind": "progress", "duration": 1, "drives": ["meter"] } },
}
"""


@case("virtio2")
def own_scenes(lab):
    """A monitor with a scene of its own, which goes on while the monitor is away."""
    lab.machine.write("/tmp/menu.jsonc", MENU)
    with Viewer(lab.machine, 1) as viewer:
        viewer.resize(800, 600)
        time.sleep(0.5)
        daemon = lab.start("--output=drm", "--screen", "Virtual-2=/tmp/menu.jsonc")
        outputs = wait_for_outputs(
            lab, daemon, lambda outputs: len(outputs) == 2, "not two outputs")
        main, own = sorted(outputs, key=lambda output: output["name"])
        lab.expect_equal(own["name"], "Virtual-2", "the screen with its own scene")
        references = (reference_for(lab, main), reference_for(lab, own, scene=MENU))
        heads = [next(head for head in (0, 1)
                      if lab.machine.screen(head).size == (output["width"], output["height"]))
                 for output in (main, own)]

        def step(seconds):
            for player in (daemon, *references):
                player.call("Step", durationUSec=round(seconds * 1e6))

        def compare(what):
            for head, reference in zip(heads, references):
                wait_for_picture(monitor(lab, head), reference.picture, f"{what}, head {head}")

        step(0.02)
        compare("at first")
        for player in (daemon, references[0]):
            player.call("SetProgress", value=0.4)
        for player in (daemon, references[1]):
            player.call("SetProgress", control="cooking", value=0.8)
        step(0.5)
        compare("each on its way")
        viewer.unplug()
        wait_for_outputs(lab, daemon, lambda outputs: len(outputs) == 1, "an output is left over")
        step(0.25)
        viewer.resize(800, 600)
        wait_for_outputs(
            lab, daemon, lambda outputs: len(outputs) == 2, "the monitor is not taken again")
        compare("after the monitor was away")
        step(2)
        compare("at the end")
        lab.measure(" and ".join(f"{o['name']} {o['width']}x{o['height']}" for o in (main, own)))
