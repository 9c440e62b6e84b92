"""The daemon as a service of systemd: with its sandbox, its user without rights, and udev."""

import time

from case import case
from display import GuestService
from scenario import monitor, play, reference_for, wait_for_outputs, wait_for_picture


def wait_for_first_frame(lab, daemon):
    """Waits for a display and its first frame; how many seconds that took."""
    began = time.monotonic()
    info = wait_for_outputs(lab, daemon, limit=30)[0]
    wait_for_picture(monitor(lab), reference_for(lab, info).picture, "the first frame", limit=30)
    return time.monotonic() - began


def expect_early(lab, daemon):
    """It waits for nothing that waits for a file system, and was up before any that is mounted."""
    lab.expect_equal(
        " ".join(sorted(daemon.show("After").split())),
        "firstlight.socket system.slice systemd-journald.socket", "what it is ordered after")
    began, mounted = (
        int(lab.machine.text(f"systemctl show -P {name} {unit}")) for name, unit in
        [("ExecMainStartTimestampMonotonic", "firstlight.service"),
         ("ActiveEnterTimestampMonotonic", "local-fs.target")])
    lab.expect(0 < began < mounted, f"it began at {began} µs, and file systems were there at {mounted} µs")
    lab.measure(f"started {(mounted - began) / 1e6:.1f} s before local-fs.target")


@case("systemd", own_boot=True)
def service(lab):
    """It draws, comes back after a crash, follows its card, leaves its picture, and stops."""
    machine, daemon = lab.machine, GuestService(lab.machine)
    machine.wait_for("systemctl is-active firstlight.service", "the service", limit=60)
    lab.expect(daemon.call("GetStatus")["outputs"][0]["name"] == "none", "there is no display yet")
    # The kernel tells of the card before udev lets the service's user open it.
    machine.load("bochs")
    lab.measure(f"on the screen {wait_for_first_frame(lab, daemon):.1f} s after the driver came")
    owner = machine.text(f"stat -c %U /proc/{daemon.pid}")
    lab.expect_equal(owner, "firstlight", "the service's user")
    expect_early(lab, daemon)
    play(lab, daemon, monitor(lab))

    machine.run(f"kill -9 {daemon.pid}")
    machine.wait_for("[ $(systemctl show -P NRestarts firstlight.service) = 1 ]", "a new start")
    machine.wait_for("systemctl is-active firstlight.service", "the service")
    wait_for_first_frame(lab, daemon)

    driver = "/sys/bus/pci/drivers/bochs-drm"
    card = machine.text(f"cd {driver}; ls -d 0000*")
    machine.run(f"echo {card} >{driver}/unbind")
    wait_for_outputs(lab, daemon, lambda outputs: not outputs, "the card is gone")
    machine.run(f"echo {card} >{driver}/bind")
    lab.measure(f"{wait_for_first_frame(lab, daemon):.1f} s after the card came back")

    daemon.call("SetProgress", value=0.5)
    daemon.call("Step", durationUSec=1_000_000)
    reference = reference_for(lab, daemon.call("GetStatus")["outputs"][0])
    reference.call("SetProgress", value=0.5)
    reference.call("Step", durationUSec=1_000_000)
    wait_for_picture(monitor(lab), reference.picture, "the progress")
    daemon.call("Quit", retain=True)
    machine.wait_for("! systemctl is-active firstlight.service", "the end of the service")
    for _ in range(5):
        time.sleep(0.2)
        lab.expect_same(machine.screen(), reference.picture, "the retained frame")

    machine.run("systemctl start firstlight.service")
    wait_for_first_frame(lab, daemon)
    machine.run("systemctl stop firstlight.service firstlight.socket")
    lab.expect_equal(daemon.show("Result"), "success", "how it ended")
