"""Passwords that programs of the system ask for by systemd's agents: on the screen, and on the console."""

import time

from case import case
from cases.console import console_state, expect_usable_console
from cases.service import (
    HAND_OVER, expect_hidden, is_shutdown, start_service, wait_for_login, wait_for_text)
from display import GuestService
from machine import Failed
from oracle import pattern

JOURNAL = "journalctl -b -o cat"


def ask(machine, name):
    """Asks as programs of the system do, in the background; the answer goes to a file."""
    machine.run(
        f"rm -f /tmp/{name}; systemd-ask-password --no-tty --timeout=120 --id=lab:{name} {name} "
        f">/tmp/{name} 2>/tmp/{name}.err &")


def wait_for_question(machine, name):
    machine.wait_for(
        f"{JOURNAL} -u firstlight.service | grep 'asks about lab:{name}'", "the question", limit=40)


def answer(machine, name, *keys):
    """Types an answer until it has come: keys that are pressed before the question is shown are lost.

    It begins once the daemon takes the console's keys. Of an answer that begins before that, Enter alone may count,
    and an empty answer looks like none here.
    """
    machine.wait_for("stty -a -F /dev/tty1 | grep -q -e -icanon", "the daemon's hold on the keys", limit=40)
    time.sleep(0.5)
    end = time.monotonic() + 60
    while not machine.text(f"cat /tmp/{name}"):
        if time.monotonic() > end:
            log = f"{JOURNAL} -u firstlight-ask-password.service"
            raise Failed(f"no answer: {machine.text(f'cat /tmp/{name}.err; {log}')}")
        machine.press(*keys, "ret")
        time.sleep(0.5)
    return machine.text(f"cat /tmp/{name}")


def ask_and_answer(lab, daemon, reference, name):
    """A question that is seen on the screen, and answered by the keyboard."""
    machine = lab.machine
    ask(machine, name)
    machine.wait_for("systemctl is-active firstlight-ask-password.service", "the agent")
    wait_for_question(machine, name)
    daemon.call("Step", durationUSec=1_000_000)
    end = time.monotonic() + 10
    while machine.screen().pixels == reference.picture.pixels:
        lab.expect(time.monotonic() < end, "the question is not seen")
        time.sleep(0.1)
    lab.expect("pw" in answer(machine, name, "p", "w"), "another answer")


@case("asking", is_long=True)
def service_asks(lab):
    """Passwords of systemd are asked for on the screen and on the console, over a crash, too."""
    machine = lab.machine
    daemon, reference = start_service(lab)
    machine.wait_for("/usr/local/lib/firstlight/plymouth --ping", "plymouth's protocol")
    for unit in ("firstlight-plymouth.socket", "firstlight-ask-password.path"):
        lab.expect_equal(machine.text(f"systemctl show -P ActiveState {unit}"), "active", unit)
    ask_and_answer(lab, daemon, reference, "first")

    ask(machine, "second")
    wait_for_question(machine, "second")
    machine.run(f"kill -9 {daemon.pid}")
    machine.wait_for("[ $(systemctl show -P NRestarts firstlight.service) = 1 ]", "a new start")
    lab.expect("xy" in answer(machine, "second", "x", "y"), "another answer after a crash")

    # With the console's text on the screen the question stands there.
    ask(machine, "third")
    wait_for_question(machine, "third")
    daemon.call("Step", durationUSec=1_000_000)
    machine.press("esc")
    wait_for_text(lab, 10)
    time.sleep(0.5)
    lab.expect(not machine.screen().is_plain(), "the question is not on the console")
    lab.expect("zz" in answer(machine, "third", "z", "z"), "another answer on the console")

    # The question on the display goes with it.
    machine.run("systemctl stop firstlight.socket firstlight.service")
    for unit in ("firstlight-plymouth.socket", "firstlight-ask-password.path",
                 "firstlight-ask-password.service"):
        machine.wait_for(f"! systemctl is-active {unit}", f"the end of {unit}")
    lab.expect_equal(
        machine.text("systemctl --failed --no-legend --plain"), "", "units that failed")


# As GDM and LightDM do, which conflict with the unit that ends the display.
DISPLAY_MANAGER = """[Unit]
Conflicts=plymouth-quit.service
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/usr/local/lib/firstlight/plymouth --ping
ExecStart=/usr/local/lib/firstlight/plymouth deactivate
ExecStart=/usr/local/lib/firstlight/plymouth quit --retain-splash
"""


def write_unit(machine, name, text):
    machine.write(f"/run/systemd/system/{name}", text.encode())
    machine.run("systemctl daemon-reload")


@case("asking", is_long=True)
def display_manager(lab):
    """A display manager that ends the display by plymouth's protocol has the screen from then on."""
    machine = lab.machine
    write_unit(machine, "display-manager.service", DISPLAY_MANAGER)
    daemon, _ = start_service(lab)
    machine.run("systemctl start display-manager.service")
    machine.wait_for("! systemctl is-active firstlight.service", "the end of the display")
    units = (
        "firstlight.service", "firstlight.socket", "firstlight-plymouth.socket",
        "firstlight-ask-password.path")
    for unit in units[1:]:
        machine.wait_for(f"! systemctl is-active {unit}", f"the end of {unit}")
    # systemd itself tells plymouth of each service, and programs ask for passwords.
    for name in ("one", "two"):
        write_unit(machine, f"later-{name}.service", "[Service]\nExecStart=/bin/sleep 1000\n")
        machine.run(f"systemctl start later-{name}.service")
    ask(machine, "later")
    machine.run("/usr/local/lib/firstlight/plymouth --ping", check=False)
    time.sleep(3)
    for unit in units:
        lab.expect_equal(machine.text(f"systemctl show -P ActiveState {unit}"), "inactive", unit)


# As live systems do before their medium is removed.
LAST_QUESTION = """[Unit]
DefaultDependencies=no
After=firstlight-shutdown@poweroff.service
Before=systemd-poweroff.service
[Service]
Type=oneshot
ExecStart=/usr/local/lib/firstlight/plymouth --ping
ExecStart=/bin/sh -c 'echo "<2>lab: has no message" >/dev/kmsg; sleep 2'
ExecStart=/usr/local/lib/firstlight/plymouth message "--text=Remove the disc, and press Enter"
ExecStart=/bin/sh -c 'echo "<2>lab: has a message" >/dev/kmsg'
ExecStart=/bin/sh -c '/usr/local/lib/firstlight/plymouth watch-keystroke >/dev/null'
ExecStart=/bin/sh -c 'echo "<2>lab: has a key" >/dev/kmsg'
[Install]
WantedBy=poweroff.target
"""


def shutdown_message(picture):
    """The part of a shutdown's picture in which messages are."""
    width, height = picture.size
    rows = range(height * 74 // 100, height * 80 // 100)
    return b"".join(picture.pixels[3 * width * row:3 * width * (row + 1)] for row in rows)


@case("asking", is_long=True)
def shutdown_asks(lab):
    """A program tells something and waits for a key while the system ends, on the picture of that."""
    machine = lab.machine
    start_service(lab)
    machine.wait_for("/usr/local/lib/firstlight/plymouth --ping", "plymouth's protocol")
    machine.write("/etc/systemd/system/last-question.service", LAST_QUESTION.encode())
    machine.run("systemctl enable firstlight-shutdown@poweroff.service last-question.service")

    def wait_for_words(what):
        end = time.monotonic() + 90
        while f"lab: {what}" not in machine.log.read_text(errors="replace"):
            lab.expect(time.monotonic() < end and machine.process.poll() is None, f"it never {what}")
            time.sleep(0.1)

    machine.run("systemctl --no-block poweroff")
    wait_for_words("has no message")
    time.sleep(1)
    before = machine.screen()
    lab.expect(is_shutdown(before), "the picture of the shutdown is not seen")
    wait_for_words("has a message")
    time.sleep(2)
    after = machine.screen()
    lab.expect(is_shutdown(after), "the picture of the shutdown is gone")
    lab.expect(shutdown_message(after) != shutdown_message(before), "the message is not seen")
    lab.expect("lab: has a key" not in machine.log.read_text(errors="replace"), "it did not wait for a key")
    machine.press("ret")
    wait_for_words("has a key")
    end = time.monotonic() + 60
    while machine.process.poll() is None:
        lab.expect(time.monotonic() < end, "the power does not go off")
        time.sleep(0.2)


@case("asking", is_long=True)
def psplash(lab):
    """Scripts write their progress to psplash's FIFO from before the service starts, until they end it."""
    machine = lab.machine
    machine.run(
        "systemctl stop firstlight.service firstlight.socket; systemctl start firstlight.socket "
        "firstlight-psplash.socket; ln -sf /usr/local/lib/firstlight/plymouth /usr/local/bin/psplash-write")
    lab.expect_equal(
        machine.text("stat -c '%F %a %U' /run/psplash_fifo"), "fifo 660 root", "the FIFO")
    # The first message starts the service.
    machine.run("psplash-write 'PROGRESS 30'; psplash-write 'MSG Starting the network'")
    machine.wait_for("systemctl is-active firstlight.service", "the service", limit=60)
    daemon = GuestService(machine)

    def wait_for_value(expected):
        end = time.monotonic() + 20
        while True:
            controls = daemon.call("ListControls")["controls"]
            values = [control.get("value") for control in controls if control["kind"] == "progress"]
            if values == [expected]:
                return
            lab.expect(time.monotonic() < end, f"the progress: {values} in place of {expected}")
            time.sleep(0.1)

    wait_for_value(0.3)
    # Over a crash, too.
    machine.run(f"kill -9 {daemon.pid}")
    machine.wait_for("[ $(systemctl show -P NRestarts firstlight.service) = 1 ]", "a new start")
    machine.run("psplash-write 'PROGRESS 60'")
    wait_for_value(0.6)
    machine.run("psplash-write QUIT")
    machine.wait_for("! systemctl is-active firstlight.service", "the end of the display")
    # Later scripts do not bring it back.
    machine.wait_for("! systemctl is-active firstlight-psplash.socket", "the end of the FIFO")
    lab.expect(
        machine.run("psplash-write 'PROGRESS 90'", check=False).status != 0,
        "somebody still reads the FIFO")
    time.sleep(1)
    lab.expect_equal(daemon.show("ActiveState"), "inactive", "the display")
    lab.expect_equal(daemon.show("Result"), "success", "how it ended")


@case("newest", is_long=True)
def service_newest(lab):
    """The newest systemd of Debian runs the service: it asks for a password, and hands the screen over."""
    machine = lab.machine
    version = int(machine.text("systemctl --version").split()[1].split(".")[0].split("~")[0])
    lab.measure(f"systemd {version}")
    lab.expect(version > 252, "it is no newer than Debian 12's")
    daemon, reference = start_service(lab)
    owner = machine.text(f"stat -c %U /proc/{daemon.pid}")
    lab.expect_equal(owner, "firstlight", "the service's user")
    expect_hidden(lab, daemon)
    ask_and_answer(lab, daemon, reference, "disk")
    # The boot ends, and the login prompt has the console.
    machine.run("touch /run/gate")
    lab.measure(f"login prompt after {wait_for_login(lab, 120):.1f} s")
    for unit in ("firstlight", "firstlight-quit", "firstlight-quit-wait"):
        log = machine.text(f"journalctl -b -o short-monotonic -u {unit}.service | tail -6")
        lab.expect_equal(
            machine.text(f"systemctl show -P Result {unit}.service"), "success", f"{unit}: {log}")
    lab.expect_equal(daemon.show("ActiveState"), "inactive", "the display")
    expect_usable_console(lab, vt="process")
    machine.run("console switch 2 && console switch 1")
    # And a program has the screen.
    machine.run("systemctl stop getty@tty1.service; systemctl start firstlight.service")
    daemon, reference = start_service(lab)
    machine.run(HAND_OVER + "modeset -h >/dev/null 2>/tmp/modeset.log </dev/null &")
    machine.wait_for("! systemctl is-active firstlight.service", "the end of the service")
    end = time.monotonic() + 15
    while machine.screen().pixels == reference.picture.pixels:
        lab.expect(
            time.monotonic() < end, f"the program's picture is not seen: {console_state(machine)}")
        time.sleep(0.05)
    shown = machine.screen()
    lab.expect_same(shown, pattern(*shown.size), "the program's picture")
    machine.wait_for("! pidof firstlightd", "the end of what kept the picture")
    lab.expect_equal(
        machine.text("systemctl --failed --no-legend --plain"), "", "units that failed")
