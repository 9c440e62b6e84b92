"""The console: virtual terminals switch, and it can be used afterwards whatever happens."""

import time

from case import case
from machine import Failed
from scenario import monitor, play, reference_for, wait_for_picture


def console_state(machine):
    return dict(word.split("=") for word in machine.text("console").split())


def expect_console(lab, **expected):
    state = console_state(lab.machine)
    for key, value in expected.items():
        lab.expect_equal(state[key], value, f"the console's {key}")


def expect_usable_console(lab, limit=5, vt="auto"):
    """Text that is written to the terminal is seen on the monitor, within so many seconds.

    - vt: "process" where a getty has hung the terminal up while a picture was on it: nobody could tell the
      kernel then that the process that it asks has gone, and it finds out when it asks.
    """
    end = time.monotonic() + limit
    while console_state(lab.machine)["kd"] != "text":
        if time.monotonic() > end:
            raise Failed(f"the console stays in graphics mode: {console_state(lab.machine)}")
        time.sleep(0.05)
    expect_console(lab, vt=vt)
    # Without the cursor, two pictures of the same text are equal.
    lab.machine.run("printf '\\033[?25l\\033[2J\\033[H' >/dev/tty1; sleep 0.3")
    before = lab.machine.screen()
    lab.machine.run("printf 'Hello, console' >/dev/tty1; sleep 0.3")
    after = lab.machine.screen()
    lab.expect(before.is_plain() and not after.is_plain(), "text does not appear on the monitor")


def start(lab, output="drm", *options):
    daemon = lab.start(f"--output={output}", *options)
    reference = reference_for(lab, daemon.call("GetStatus")["outputs"][0])
    wait_for_picture(monitor(lab), reference.picture, "the first frame")
    return daemon, reference


def switch(lab, output):
    daemon, reference = start(lab, output)
    expect_console(lab, active="1", kd="graphics", vt="process")
    for _ in range(3):
        lab.machine.run("console switch 2")
        expect_console(lab, active="2", kd="text")
        lab.machine.run("printf '\\033[?25l\\033[2J\\033[Hanother terminal' >/dev/tty2; sleep 0.5")
        away = lab.machine.screen()
        lab.expect(away.pixels != reference.picture.pixels, "the daemon draws on another terminal")
        for player in (daemon, reference):
            player.call("SetProgress", value=0.7)
            player.call("Step", durationUSec=1_100_000)
        time.sleep(0.3)
        lab.expect_same(lab.machine.screen(), away, "the other terminal")
        lab.machine.run("console switch 1")
        wait_for_picture(monitor(lab), reference.picture, "the picture after coming back")
        for player in (daemon, reference):
            player.call("SetProgress", value=0.2, allowDecrease=True)
            player.call("Step", durationUSec=500_000)
        wait_for_picture(monitor(lab), reference.picture, "the frame after it")
    daemon.stop()
    expect_usable_console(lab)


@case("bochs")
def terminals_bochs(lab):
    """Away to another terminal and back, three times; then the console is usable."""
    switch(lab, "drm")


@case("vesafb16")
def terminals_vesafb(lab):
    switch(lab, "fbdev")


# The kernel forgets the process that managed a terminal only when another one is shown.
@case("bochs")
def terminal_of_another(lab):
    """A terminal that another program manages stays that program's."""
    lab.machine.run("console hold >/tmp/hold.log 2>&1 & sleep 0.5")
    expect_console(lab, vt="process")
    daemon, _ = start(lab)
    lab.expect("the console is left as it is" in daemon.log, daemon.log[-400:])
    daemon.stop()
    expect_console(lab, vt="process", kd="text")
    lab.machine.run("killall -9 console")


def ends(lab, output):
    for signal in ("TERM", "SEGV", "ABRT", "KILL"):
        daemon, _ = start(lab, output)
        daemon.stop(signal)
        try:
            expect_usable_console(lab)
        except Failed as error:
            raise Failed(f"after SIG{signal}: {error}") from None
    daemon, _ = start(lab, output)
    daemon.call("Quit")
    daemon.wait_until_ended()
    expect_usable_console(lab)


@case("bochs")
def console_bochs(lab):
    """The console is usable after each way to end, crashes and kill -9 included."""
    ends(lab, "drm")


@case("vesafb32")
def console_vesafb(lab):
    ends(lab, "fbdev")


@case("bochs")
def hung(lab):
    """A daemon that hangs does not keep other terminals away, and has its own back when it goes on."""
    daemon, reference = start(lab)
    daemon.signal("STOP")
    began = time.monotonic()
    lab.machine.run("console switch 2")
    lab.measure(f"the other terminal after {time.monotonic() - began:.1f} s")
    lab.expect(time.monotonic() < began + 3, "the daemon holds the terminal up for too long")
    daemon.signal("CONT")
    time.sleep(0.5)
    lab.machine.run("printf '\\033[?25l\\033[2J\\033[Hanother terminal' >/dev/tty2; sleep 0.5")
    lab.expect(
        lab.machine.screen().pixels != reference.picture.pixels, "it draws on another terminal")
    lab.machine.run("console switch 1")
    wait_for_picture(monitor(lab), reference.picture, "the picture after coming back")
    daemon.stop()
    expect_usable_console(lab)


@case("bochs")
def typed_secretly(lab):
    """A terminal on which another program asks for a password stays silent when the daemon is killed."""
    machine = lab.machine
    machine.run("sleep 1000 </dev/tty1 >/dev/null 2>&1 &")
    # One daemon has no interest in keys, and one takes the keys of questions and gives them back.
    for options in ([], ["--plymouth"]):
        for order in ("before", "after"):
            machine.run("stty -F /dev/tty1 sane")
            if order == "before":
                machine.run("stty -F /dev/tty1 -echo")
            daemon, _ = start(lab, "drm", *options)
            # As a program does that has opened the terminal by now.
            machine.run("stty -F /dev/tty1 sane -echo")
            settings = machine.text("stty -F /dev/tty1 -g")
            daemon.stop("KILL")
            machine.wait_for("! pidof firstlightd", "the end of the guard")
            lab.expect_equal(machine.text("stty -F /dev/tty1 -g"), settings,
                             f"settings of a terminal that was silent {order} {' '.join(options)}")
    # After keys were taken, all settings are as before.
    machine.run("stty -F /dev/tty1 sane")
    settings, mode = machine.text("stty -F /dev/tty1 -g"), machine.text("console keys")
    daemon, _ = start(lab, "drm", "--plymouth")
    machine.run("plymouth ask-for-password --prompt=Password >/dev/null 2>&1 </dev/null &")
    machine.wait_for("stty -F /dev/tty1 -a | grep -q -e -isig", "the keys to be taken")
    daemon.stop("KILL")
    machine.wait_for("! pidof firstlightd", "the end of the guard")
    lab.expect_equal(
        machine.text("stty -F /dev/tty1 -g"), settings, "the terminal's settings after a question")
    lab.expect_equal(
        machine.text("console keys"), mode, "the mode of the keyboard after a question")
    expect_usable_console(lab)


@case("bochs")
def lent(lab):
    """A daemon that ends while another program has the console leaves that its keyboard."""
    before = lab.machine.text("console keys")
    daemon, _ = start(lab, "drm", "--plymouth")
    daemon.call("Deactivate")
    # As a display server sets it, which reads keys elsewhere: K_OFF.
    lab.expect_equal(lab.machine.text("console keys 4"), "4", "the mode of the keyboard")
    daemon.call("Quit")
    daemon.wait_until_ended()
    lab.machine.wait_for("! pidof firstlightd", "the end of the guard")
    lab.expect_equal(lab.machine.text("console keys"), "4", "the mode of the keyboard afterwards")
    lab.machine.run(f"console keys {before}")
    # One that did not lend it gives the keyboard back, even after a crash.
    daemon, _ = start(lab, "drm", "--plymouth")
    daemon.call("ShowMessage", text="Hello")
    daemon.stop("KILL")
    expect_usable_console(lab)
    lab.expect_equal(
        lab.machine.text("console keys"), before, "the mode of the keyboard after a crash")


@case("bochs")
def killed(lab):
    """kill -9, then another start: the picture is back, and the console after it."""
    daemon, _ = start(lab)
    daemon.stop("KILL")
    daemon, _ = start(lab)
    play(lab, daemon, monitor(lab))
    daemon.stop("KILL")
    # The kernel finds out that the process is gone at the next attempt to switch.
    lab.machine.run("console switch 2 && console switch 1")
    daemon, _ = start(lab)
    daemon.stop()
    expect_usable_console(lab)


def limited(lab, output):
    """A retained picture stays for a while, and then the console is text, if none took over."""
    daemon, reference = start(lab, output, "--retain-limit", "4")
    daemon.call("Quit", retain=True)
    daemon.wait_until_ended()
    began = time.monotonic()
    while time.monotonic() < began + 2:
        lab.expect_same(lab.machine.screen(), reference.picture, "the retained frame")
        expect_console(lab, kd="graphics", vt="process")
        time.sleep(0.2)
    expect_usable_console(lab, limit=10)
    lab.measure(f"text {time.monotonic() - began:.1f} s after the end")
    # The end of the system brings the text back at once.
    daemon, _ = start(lab, output, "--retain-limit", "200")
    daemon.call("Quit", retain=True)
    daemon.wait_until_ended()
    expect_console(lab, kd="graphics", vt="process")
    # The process that keeps the picture has none of the daemon's memory of the device.
    mapped = lab.machine.text(
        "for i in $(pidof firstlightd); do grep -E '/dev/(dri|fb)' /proc/$i/maps; done; true")
    lab.expect_equal(mapped, "", "mappings of the device in what keeps the picture")
    lab.machine.run("killall -TERM firstlightd")
    expect_usable_console(lab)
    lab.machine.wait_for("! pidof firstlightd", "the end of what kept the picture")


def retained_terminals(lab, output):
    """While a retained picture stands another terminal can be shown; this one is text from then on."""
    daemon, reference = start(lab, output, "--retain-limit", "200")
    daemon.call("Quit", retain=True)
    daemon.wait_until_ended()
    lab.expect_same(lab.machine.screen(), reference.picture, "the retained frame")
    lab.machine.run("console switch 2")
    expect_console(lab, active="2", kd="text")
    lab.machine.run("printf '\\033[?25l\\033[2J\\033[Hanother terminal' >/dev/tty2; sleep 0.5")
    shown = lab.machine.screen()
    lab.expect(not shown.is_plain() and shown.pixels != reference.picture.pixels,
               "the other terminal is not seen")
    lab.machine.run("console switch 1")
    expect_usable_console(lab)
    lab.machine.wait_for("! pidof firstlightd", "the end of what kept the picture")
    # One that starts while a picture is kept takes the console over at once.
    daemon, _ = start(lab, output, "--retain-limit", "3")
    daemon.call("Quit", retain=True)
    daemon.wait_until_ended()
    daemon, _ = start(lab, output)
    time.sleep(4)
    expect_console(lab, kd="graphics", vt="process")
    daemon.stop()
    expect_usable_console(lab)


@case("bochs")
def retained_terminals_bochs(lab):
    """A retained picture lets other terminals be shown, and the next daemon come."""
    retained_terminals(lab, "drm")


@case("vesafb32")
def retained_terminals_vesafb(lab):
    retained_terminals(lab, "fbdev")


@case("bochs")
def limited_bochs(lab):
    """A retained picture gives the console back after its limit, and on request."""
    limited(lab, "drm")


@case("vesafb32")
def limited_vesafb(lab):
    limited(lab, "fbdev")


@case("bochs")
def taken_over(lab):
    """A program that draws over a retained picture gets the console unchanged."""
    daemon, _ = start(lab, "drm", "--retain-limit", "2")
    daemon.call("Quit", retain=True)
    daemon.wait_until_ended()
    lab.machine.run("modeset -h >/tmp/modeset.log 2>&1 &")
    lab.machine.wait_for("grep first_flip_us /tmp/modeset.log", "another program's picture")
    lab.machine.wait_for("! pidof firstlightd", "the end of what kept the picture")
    time.sleep(2)
    expect_console(lab, kd="graphics", vt="auto")
    lab.machine.run("killall modeset")
    daemon, _ = start(lab)
    daemon.stop()
    expect_usable_console(lab)


@case("bochs")
def details(lab):
    """Esc shows the console's text, and the picture again."""
    daemon = lab.start("--output=drm", "--plymouth")
    reference = reference_for(lab, daemon.call("GetStatus")["outputs"][0])
    wait_for_picture(monitor(lab), reference.picture, "the first frame")
    expect_console(lab, kd="graphics", vt="process")
    lab.machine.press("esc")
    wait_for_mode(lab, "text")
    lab.machine.press("esc")
    wait_for_mode(lab, "graphics")
    wait_for_picture(monitor(lab), reference.picture, "the picture after the details")


def wait_for_mode(lab, mode):
    end = time.monotonic() + 5
    while console_state(lab.machine)["kd"] != mode:
        if time.monotonic() > end:
            raise Failed(f"the console does not become {mode}: {console_state(lab.machine)}")
        time.sleep(0.05)
