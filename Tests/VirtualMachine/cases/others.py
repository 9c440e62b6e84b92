"""Other programs that use the display, and devices that come and go."""

import time

from case import case
from oracle import pattern
from scenario import monitor, play, reference_for, wait_for_outputs, wait_for_picture
from viewer import Viewer


def hold(lab):
    """A program that is DRM master shows the pattern."""
    lab.machine.run("modeset -h >/tmp/modeset.log 2>&1 &")
    lab.machine.wait_for("grep first_flip_us /tmp/modeset.log", "another program's picture")


def release(lab):
    lab.machine.run("killall modeset")


@case("bochs")
def two_masters(lab):
    """Another program has the display: the daemon says so, waits, and takes it when it is free."""
    hold(lab)
    daemon = lab.start("--output=drm")
    time.sleep(1)
    shown = lab.machine.screen()
    lab.expect_same(shown, pattern(*shown.size), "the other program's picture")
    lab.expect("master" in daemon.log or "another program" in daemon.log or "held" in daemon.log,
               f"the daemon says nothing of it: {daemon.log}")
    release(lab)
    wait_for_outputs(lab, daemon)
    play(lab, daemon, monitor(lab))


@case("bochs")
def retained(lab):
    """Quit with retain leaves the last frame; the next program takes the display from there."""
    daemon = lab.start("--output=drm")
    reference = play(lab, daemon, monitor(lab))
    daemon.call("Quit", retain=True)
    daemon.wait_until_ended()
    for _ in range(5):
        time.sleep(0.2)
        lab.expect_same(lab.machine.screen(), reference.picture, "the retained frame")
    daemon = lab.start("--output=drm")
    play(lab, daemon, monitor(lab))
    daemon.call("Quit", retain=True)
    daemon.wait_until_ended()
    hold(lab)
    shown = lab.machine.screen()
    lab.expect_same(shown, pattern(*shown.size), "the next program's picture")


@case("virtio2")
def retained_both(lab):
    """Quit with retain leaves the last frame on both monitors."""
    daemon = lab.start("--output=drm")
    with Viewer(lab.machine, 0) as first, Viewer(lab.machine, 1) as second:
        first.resize(1024, 768)
        second.resize(640, 480)
        outputs = wait_for_outputs(
            lab, daemon, lambda outputs: sorted(o["width"] for o in outputs) == [640, 1024],
            "the monitors are not taken")
        pictures = [
            reference_for(lab, next(o for o in outputs if o["width"] == width)).picture
            for width in (1024, 640)]
        for head, picture in enumerate(pictures):
            wait_for_picture(monitor(lab, head), picture, "the first frame")
        daemon.call("Quit", retain=True)
        daemon.wait_until_ended()
        for _ in range(5):
            time.sleep(0.2)
            for head, picture in enumerate(pictures):
                lab.expect_same(lab.machine.screen(head), picture, f"monitor {head + 1}")


@case("vesafb32")
def driver_replaced(lab):
    """The firmware's framebuffer gives way to a driver at run time: the picture continues."""
    replace_driver(lab, "bochs")


@case("vesafb32")
def driver_replaced_dark(lab):
    """A driver without a console takes the place of the firmware's: the daemon sets the mode."""
    replace_driver(lab, "drm_kms_helper fbdev_emulation=0", "bochs")


def replace_driver(lab, *modules):
    daemon = lab.start("--output=auto")
    before = daemon.call("GetStatus")["outputs"][0]
    reference = reference_for(lab, before)
    calls = [("SetProgress", {"value": 0.6}), ("Step", {"durationUSec": 150_000})]
    for method, parameters in calls:
        daemon.call(method, **parameters)
        reference.call(method, **parameters)
    wait_for_picture(monitor(lab), reference.picture, "the firmware's framebuffer")
    lab.machine.load(*modules)
    after = wait_for_outputs(
        lab, daemon, lambda outputs: outputs and outputs[0]["name"] != before["name"],
        "the new device is not taken")
    # In the middle of an animation, as if the display had been as large from the beginning.
    lab.expect(after[0]["width"] != before["width"], "the new mode is as large as the former one")
    reference = reference_for(lab, after[0])
    for method, parameters in calls:
        reference.call(method, **parameters)
    daemon.call("Step", durationUSec=100_000)
    reference.call("Step", durationUSec=100_000)
    wait_for_picture(monitor(lab), reference.picture, "the new driver's monitor")
    lab.measure(f"from {before['name']} {before['width']}x{before['height']} "
                f"to {after[0]['name']} {after[0]['width']}x{after[0]['height']}")


@case("bochs")
def device_removed(lab):
    """The device is unbound in mid-run and comes back."""
    daemon = lab.start("--output=drm")
    play(lab, daemon, monitor(lab), steps=[])
    driver = "/sys/bus/pci/drivers/bochs-drm"
    address = lab.machine.text(f"cd {driver}; echo 0000:*")
    lab.machine.run(f"echo {address} >{driver}/unbind")
    for _ in range(3):
        daemon.call("Step", durationUSec=100_000)
    lab.expect(daemon.is_running, f"the daemon has ended: {daemon.log}")
    wait_for_outputs(lab, daemon, lambda outputs: not outputs, "the loss is not noticed")
    lab.machine.run(f"echo {address} >{driver}/bind")
    outputs = wait_for_outputs(lab, daemon, what="the device is not taken again")
    reference = reference_for(lab, outputs[0])
    for _ in range(3):
        reference.call("Step", durationUSec=100_000)
    wait_for_picture(monitor(lab), reference.picture, "the device that came back")


@case("late")
def display_appears(lab):
    """Started before there is a display: the daemon says so and waits; the display is taken."""
    daemon = lab.start("--output=drm")
    lab.expect(daemon.log.count("\n") >= 1, f"nothing is said of it: {daemon.log}")
    lab.machine.load("bochs")
    wait_for_outputs(lab, daemon, what="the display is not taken")
    play(lab, daemon, monitor(lab))


@case("late")
def no_display(lab):
    """--require-display: no display is an end with a message and a status of its own."""
    result = lab.machine.run("firstlightd --output=drm --require-display", check=False, limit=10)
    lab.expect_equal(result.status, 75, "the exit status")
    lab.expect(result.text.strip(), "no message")
    lab.measure(result.text.strip().splitlines()[-1][:200])
