"""Units that fail while the display is up."""

import time

from case import case
from cases.service import start_service
from display import SCENE

# With words.
TOLD = SCENE.replace('"layers": [', """"layers": [
    { "name": "words", "kind": "text", "string": "", "position": ["50%", "80%"], "size": ["100%", 40], "fontSize": 24 },""").replace(
    '"controls": {', '"controls": { "message": { "kind": "text", "drives": ["words"] },')
UNIT = "broken@a\\x2db.service"


def words(daemon):
    controls = daemon.call("ListControls")["controls"]
    return next((control["text"] for control in controls if control["name"] == "message"), None)


def wait_for_words(lab, daemon, text, limit):
    """Waits for the words; how many seconds that took."""
    began = time.monotonic()
    while words(daemon) != text:
        lab.expect(
            time.monotonic() < began + limit,
            f"the words are {words(daemon)!r}: {lab.machine.text('journalctl -b --no-pager -o cat | tail -15')}")
        time.sleep(0.2)
    return time.monotonic() - began


@case("systemd", is_long=True)
def unit_failed(lab):
    """The name of a unit that has failed is on the screen for a while, and starts no display."""
    machine = lab.machine
    daemon, _ = start_service(lab)
    machine.write("/etc/scene.jsonc", TOLD)
    machine.run(f"kill -HUP {daemon.pid}")
    wait_for_words(lab, daemon, "", 10)
    machine.write(
        "/run/systemd/system/broken@.service",
        "[Unit]\nOnFailure=firstlight-failed@%n.service\n[Service]\nType=oneshot\nExecStart=/bin/false\n")
    machine.run("systemctl daemon-reload")
    daemon.call("Step", durationUSec=1_000_000)
    time.sleep(1)
    before = machine.screen()
    machine.run(f"systemctl start '{UNIT}' && exit 1 || true")
    lab.measure(f"told after {wait_for_words(lab, daemon, f'{UNIT} failed', 10):.1f} s")
    daemon.call("Step", durationUSec=1_000_000)
    time.sleep(1)
    lab.expect(machine.screen().pixels != before.pixels, "the words are not on the screen")
    lab.measure(f"for {1 + wait_for_words(lab, daemon, '', 60):.1f} s")
    lab.expect_equal(
        machine.text("systemctl list-units --no-legend --plain 'firstlight-failed@*'"), "", "what tells it")

    # Clients could start the service by its socket.
    machine.run("systemctl stop firstlight.service && systemctl is-active firstlight.socket")
    machine.run(f"systemctl start '{UNIT}' && exit 1 || true")
    time.sleep(3)
    lab.expect_equal(daemon.show("ActiveState"), "inactive", "a display that was not up")
    machine.run("systemctl stop firstlight.socket")
