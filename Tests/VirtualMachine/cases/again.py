"""Things that come and go repeatedly: as often as FIRSTLIGHT_LAB_ROUNDS says, or a few times."""

import os

from case import case
from cases.console import expect_console, expect_usable_console, start
from scenario import monitor, play, reference_for, wait_for_outputs, wait_for_picture
from viewer import Viewer

ROUNDS = int(os.environ.get("FIRSTLIGHT_LAB_ROUNDS", "3"))


@case("bochs")
def again_terminals(lab):
    """Away to another terminal and back; the picture is there each time, and the console usable."""
    daemon, reference = start(lab, "drm")
    for index in range(ROUNDS):
        lab.machine.run("console switch 2")
        expect_console(lab, active="2", kd="text")
        for player in (daemon, reference):
            player.call("SetProgress", value=(index % 7) / 7, allowDecrease=True)
            player.call("Step", durationUSec=600_000)
        lab.machine.run("console switch 1")
        wait_for_picture(
            monitor(lab), reference.picture, f"the picture after coming back {index + 1} times")
    daemon.stop()
    expect_usable_console(lab)
    lab.measure(f"{ROUNDS} times")


@case("virtio2")
def again_plugged(lab):
    """A second monitor is plugged and unplugged; it shows the picture each time."""
    daemon = lab.start("--output=drm")
    with Viewer(lab.machine, 0) as first, Viewer(lab.machine, 1) as second:
        first.resize(1024, 768)
        wait_for_outputs(lab, daemon, lambda outputs: len(outputs) == 1, "not one output")
        reference = None
        for index in range(ROUNDS):
            second.resize(640, 480)
            both = wait_for_outputs(
                lab, daemon, lambda outputs: len(outputs) == 2, "the second monitor is not taken")
            small = next(output for output in both if output["width"] == 640)
            reference = reference or reference_for(lab, small)
            wait_for_picture(monitor(lab, 1), reference.picture, f"plugged {index + 1} times")
            second.unplug()
            wait_for_outputs(
                lab, daemon, lambda outputs: len(outputs) == 1, "an output is left over")
    lab.measure(f"{ROUNDS} times")


@case("bochs")
def again_unbound(lab):
    """The device is unbound and comes back; the picture is there each time."""
    daemon = lab.start("--output=drm")
    play(lab, daemon, monitor(lab), steps=[])
    driver = "/sys/bus/pci/drivers/bochs-drm"
    address = lab.machine.text(f"cd {driver}; echo 0000:*")
    reference = None
    for index in range(ROUNDS):
        lab.machine.run(f"echo {address} >{driver}/unbind")
        daemon.call("Step", durationUSec=100_000)
        wait_for_outputs(lab, daemon, lambda outputs: not outputs, "the loss is not noticed")
        lab.machine.run(f"echo {address} >{driver}/bind")
        outputs = wait_for_outputs(lab, daemon, what="the device is not taken again")
        reference = reference or reference_for(lab, outputs[0])
        reference.call("Step", durationUSec=100_000)
        wait_for_picture(monitor(lab), reference.picture, f"back {index + 1} times")
    lab.measure(f"{ROUNDS} times")
