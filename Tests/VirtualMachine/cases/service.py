"""The daemon as a service of systemd: with its sandbox, its user without rights, and udev."""

import time

from case import case
from cases.console import console_state, expect_console, expect_usable_console
from display import GuestService
from machine import Failed
from qmp import QMPError
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
        "firstlight.socket system.slice systemd-journald.socket systemd-vconsole-setup.service",
        "what it is ordered after",
    )
    began, mounted = (
        int(lab.machine.text(f"systemctl show -P {name} {unit}")) for name, unit in
        [("ExecMainStartTimestampMonotonic", "firstlight.service"),
         ("ActiveEnterTimestampMonotonic", "local-fs.target")])
    lab.expect(
        0 < began < mounted, f"it began at {began} µs, and file systems were there at {mounted} µs")
    lab.measure(f"started {(mounted - began) / 1e6:.1f} s before local-fs.target")


def expect_hidden(lab, daemon):
    """The kernel's files are hidden from the service, but for the two that it needs, and homes are."""
    machine, root = lab.machine, f"/proc/{daemon.pid}/root"
    shown = f"{root}/run/firstlight/kernel"
    lab.expect_equal(
        machine.text(f"cat {shown}/cmdline"), machine.text("cat /proc/cmdline"),
        "the kernel's command line for the service")
    lab.expect_equal(
        machine.text(f"cat {shown}/uid_map").split(), ["0", "0", "4294967295"],
        "the map of users for the service")
    lab.expect_equal(
        machine.text(f"ls -A {root}/proc {root}/home 2>/dev/null | grep -v : | xargs"), "", "what is not hidden")
    for path in ("/sys/class", "/sys/fs/cgroup", "/sys/kernel/tracing", "/root", "/etc"):
        options = machine.text(
            f"awk -v path={path} 'path == $5 || index(path, $5 \"/\") == 1 || $5 == \"/\" {{ print length($5), $6 }}' "
            f"/proc/{daemon.pid}/mountinfo | sort -n | tail -n 1 | cut -d ' ' -f 2").split(",")
        lab.expect("ro" in options, f"the service may write to {path}: {options}")


@case("systemd")
def service(lab):
    """It draws, comes back after a crash, follows its card, leaves its picture, and stops."""
    machine, daemon = lab.machine, GuestService(lab.machine)
    machine.wait_for("systemctl is-active firstlight.service", "the service", limit=60)
    lab.expect(daemon.call("GetStatus")["outputs"][0]["name"] == "none", "there is no display yet")
    # The service leaves the manager's terminal free while it shows nothing: the terminal's keys
    # would be signals for the service, and the service's end would hang up the terminal.
    lab.expect_equal(
        machine.text(f"cut -d ' ' -f 7 /proc/{daemon.pid}/stat"), "0", "the service's terminal")
    # The kernel reports the card before udev gives the service's user access to it.
    machine.load("bochs")
    lab.measure(f"on the screen {wait_for_first_frame(lab, daemon):.1f} s after the driver came")
    owner = machine.text(f"stat -c %U /proc/{daemon.pid}")
    lab.expect_equal(owner, "firstlight", "the service's user")
    expect_early(lab, daemon)
    expect_hidden(lab, daemon)
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


def start_service(lab, driver="bochs"):
    """The service with its first frame on the screen, and that frame's reference."""
    machine, daemon = lab.machine, GuestService(lab.machine)
    machine.wait_for("systemctl is-active firstlight.service", "the service", limit=60)
    machine.load(driver)
    wait_for_first_frame(lab, daemon)
    return daemon, reference_for(lab, daemon.call("GetStatus")["outputs"][0])


def console_colors(picture):
    """The number of colours that a picture has."""
    pixels = picture.pixels
    return len(set(zip(pixels[0::3], pixels[1::3], pixels[2::3])))


@case("systemd", is_long=True)
def service_console(lab):
    """The console is the service's without a capability: terminals switch, and it is text afterwards."""
    machine = lab.machine
    daemon, reference = start_service(lab)
    capabilities = machine.text(
        f"awk '/^Cap(Prm|Eff|Bnd|Amb)/ {{ print $2 }}' /proc/{daemon.pid}/status")
    lab.expect_equal(set(capabilities.split()), {"0" * 16}, "its capabilities")
    expect_console(lab, active="1", kd="graphics", vt="process")
    for _ in range(3):
        machine.run("console switch 2")
        expect_console(lab, active="2", kd="text")
        machine.run("printf '\\033[?25l\\033[2J\\033[Hanother terminal' >/dev/tty2; sleep 0.5")
        lab.expect(
            machine.screen().pixels != reference.picture.pixels, "it draws on another terminal")
        machine.run("console switch 1")
        wait_for_picture(monitor(lab), reference.picture, "the picture after coming back")
        expect_console(lab, active="1", kd="graphics", vt="process")

    # A crash: the next start has the console again.
    machine.run(f"kill -9 {daemon.pid}")
    machine.wait_for("[ $(systemctl show -P NRestarts firstlight.service) = 1 ]", "a new start")
    machine.wait_for("systemctl is-active firstlight.service", "the service")
    wait_for_first_frame(lab, daemon)
    end = time.monotonic() + 5
    while console_state(machine)["vt"] != "process" and time.monotonic() < end:
        time.sleep(0.1)
    expect_console(lab, kd="graphics", vt="process")
    for index in range(2):
        machine.run("console switch 2")
        # Its descriptor of the display was opened by the process before: as long as that is open no
        # other program, nor the kernel, draws.
        machine.run(
            f"printf '\\033[?25l\\033[2J\\033[Hterminal after a crash {index}' >/dev/tty2; sleep 0.5")
        lab.expect_equal(console_colors(machine.screen()), 2, "colours of the other terminal")
        machine.run("console switch 1")
        wait_for_picture(monitor(lab), reference.picture, "the picture of the new start")

    # And without a next start it is text.
    machine.run("d=/run/systemd/system/firstlight.service.d; mkdir -p $d; "
                "printf '[Service]\\nRestart=no\\n' >$d/once.conf; systemctl daemon-reload")
    machine.run(f"kill -9 {daemon.pid}")
    machine.wait_for("! systemctl is-active firstlight.service", "the end of the service")
    expect_usable_console(lab)

    # A picture that is retained gives the console back in the end.
    machine.run("systemctl reset-failed firstlight.service; systemctl start firstlight.service")
    wait_for_first_frame(lab, daemon)
    expect_console(lab, kd="graphics", vt="process")
    daemon.call("Quit", retain=True)
    machine.wait_for("! systemctl is-active firstlight.service", "the end of the service")
    expect_console(lab, kd="graphics", vt="process")
    lab.expect_same(machine.screen(), reference.picture, "the retained frame")
    # A later start of a unit does not bring it back; a login prompt waits for the end of the boot.
    machine.run("systemctl --no-block start getty@tty3.service; sleep 1")
    lab.expect_equal(daemon.show("ActiveState"), "inactive", "the service after it quit")
    expect_usable_console(lab, limit=15)


def is_shutdown(picture):
    """True for the scene of a shutdown: its sky and its ground are of other colours than a console."""
    width, height = picture.size
    top, bottom = picture.pixels[:3], picture.pixels[3 * width * (height - 2):][:3]
    return bottom == bytes((5, 7, 12)) and top[2] > top[1] > top[0] > 0


def power_off(lab, limit=120):
    """Powers the machine off, with the shutdown's picture on the screen from its first moment to the last."""
    machine = lab.machine
    machine.run("systemctl enable firstlight-shutdown@poweroff.service")
    machine.run("systemctl --no-block poweroff")
    began = time.monotonic()
    first = last = None
    count = 0
    while machine.process.poll() is None:
        lab.expect(
            time.monotonic() < began + limit, f"the power does not go off: {machine.last_words}")
        try:
            picture = machine.screen()
        except (QMPError, OSError, Failed):
            break
        if is_shutdown(picture):
            first = first or time.monotonic()
            count += 1
        elif first and "Power down" in machine.last_words:
            # The kernel has gone; QEMU has not.
            break
        elif first:
            picture.write_png(machine.directory / "other.png")
            raise Failed(f"another picture {time.monotonic() - first:.1f} s after the first: {machine.last_words}")
        last = time.monotonic()
        time.sleep(0.1)
    lab.expect(first, "the picture of the shutdown is not seen")
    lab.measure(
        f"seen {first - began:.1f} s after the request, {count} times, the last {last - first:.1f} s later")
    lab.expect(count >= 3, "it is seen for a moment only")


@case("systemd")
def shutdown(lab):
    """A picture of its own is on the screen while the system ends, until the power is off."""
    start_service(lab)
    power_off(lab)


HAND_OVER = """varlink -x /run/firstlight/socket Quit '{"handOver":true}' """


@case("systemd", is_long=True)
def handover_failing(lab):
    """A program that ends without a picture of its own gives the console back at once, and no sooner."""
    machine = lab.machine
    # The picture would stay for long.
    drop_in(
        machine, "zz", "ExecStart=",
        "ExecStart=/usr/local/bin/firstlightd --clock step --retain-limit 200 " "/etc/scene.jsonc")
    machine.run("systemctl restart firstlight.service")
    daemon, reference = start_service(lab)
    machine.run(HAND_OVER + "sleep 5 >/dev/null 2>&1 </dev/null &")
    machine.wait_for("! systemctl is-active firstlight.service", "the end of the service")
    expect_console(lab, kd="graphics")
    lab.expect_same(machine.screen(), reference.picture, "the picture while the program runs")
    machine.wait_for("! pidof sleep", "the program's end")
    lab.measure(f"text {wait_for_text(lab, 4):.1f} s after the program's end")
    expect_usable_console(lab)

    # And where there is no such program any more.
    machine.run("systemctl start firstlight.service")
    wait_for_first_frame(lab, daemon)
    machine.run(HAND_OVER + "/no/such/program", check=False)
    lab.measure(f"without a program {wait_for_text(lab, 4):.1f} s")
    machine.wait_for("! pidof firstlightd", "the end of what kept the picture")


def is_plain(picture):
    """True for a picture of one colour."""
    return picture.pixels == picture.pixels[:3] * (len(picture.pixels) // 3)


@case("kiosk", is_long=True)
def handover(lab):
    """From the last picture to a compositor's: the screen shows nothing that is neither."""
    machine = lab.machine
    daemon, reference = start_service(lab, "virtio_gpu")
    machine.run(
        "for i in 1 2 3 4 5 6; do echo the kernel and the console write here; done >/dev/tty1")
    # The compositor refuses to be root's.
    machine.run(
        "mkdir -p /tmp/run/foot; printf '[colors]\\nbackground=204060\\n' >/tmp/run/foot/foot.ini; "
        "chmod -R go-rwx /tmp/run; chown -R nobody /tmp/run")
    # It looks for an X server, which is started with its first client only.
    machine.run("ln -s /bin/true /usr/bin/Xwayland")
    machine.run("seatd -g video >/tmp/seatd.log 2>&1 &")
    machine.wait_for("[ -S /run/seatd.sock ]", "the seat's manager")
    machine.run(
        "cd /; export XDG_RUNTIME_DIR=/tmp/run XDG_CONFIG_HOME=/tmp/run HOME=/tmp/run WLR_RENDERER=pixman "
        f"WLR_LIBINPUT_NO_DEVICES=1 LIBSEAT_BACKEND=seatd; {HAND_OVER} setpriv --reuid=nobody "
        "--regid=video --clear-groups cage -- foot sleep 1000 >/tmp/cage.log 2>&1 </dev/null &")
    counts = {"ours": 0, "plain": 0, "its": 0}
    began = time.monotonic()
    while counts["its"] < 10:
        picture = machine.screen()
        if picture.size == reference.picture.size and picture.pixels == reference.picture.pixels:
            kind = "ours"
        elif is_plain(picture):
            # Before its program's first frame a compositor shows its background.
            kind = "plain"
        elif picture.pixel(100, 100) == (0x20, 0x40, 0x60):
            # At first the program's window is smaller than the screen.
            kind = "its"
        else:
            raise Failed(f"a picture that is neither's after {counts}: "
                         f"{machine.text('tail -5 /tmp/cage.log')}")
        lab.expect(kind == "its" or not counts["its"], f"{kind} after the compositor's pictures")
        lab.expect(kind != "ours" or not counts["plain"], "the last picture came back")
        counts[kind] += 1
        lab.expect(
            time.monotonic() < began + 90,
            f"the compositor shows nothing: {counts} {machine.text('tail -5 /tmp/cage.log')}")
        time.sleep(0.05)
    lab.measure(", ".join(f"{count} {kind}" for kind, count in counts.items()))
    lab.expect_equal(daemon.show("ActiveState"), "inactive", "the display")
    machine.wait_for("! pidof firstlightd", "the end of what kept the picture")


def wait_for_login(lab, limit):
    """Waits for the login prompt; how many seconds that took."""
    began = time.monotonic()
    lab.machine.wait_for(
        "pidof agetty && systemctl is-active getty@tty1.service", "the login prompt", limit)
    return time.monotonic() - began


@case("login", is_long=True)
def login(lab):
    """The boot ends the display when it is done, and the login prompt can be read."""
    machine = lab.machine
    daemon, reference = start_service(lab)
    expect_console(lab, kd="graphics", vt="process")
    time.sleep(2)
    lab.expect(
        "agetty" not in machine.text("ps"), "the login prompt came before the end of the display")
    lab.expect_same(machine.screen(), reference.picture, "the picture until the end of the boot")
    machine.run("touch /run/gate")
    lab.measure(f"login prompt after {wait_for_login(lab, 120):.1f} s")
    lab.expect_equal(daemon.show("ActiveState"), "inactive", "the display")
    lab.expect_equal(daemon.show("Result"), "success", "how it ended")
    for unit in ("firstlight-quit", "firstlight-quit-wait"):
        lab.expect_equal(machine.text(f"systemctl show -P Result {unit}.service"), "success", unit)
    expect_usable_console(lab, vt="process")
    machine.run("console switch 2 && console switch 1")
    expect_usable_console(lab)


@case("login", is_long=True)
def login_hung(lab):
    """A display that hangs is killed, and the boot goes on to a login prompt that can be read."""
    machine = lab.machine
    daemon, _ = start_service(lab)
    # Not SIGSTOP, which the manager takes back with its TERM: a
    # machine that is fast enough then ends it in time.
    machine.run("d=/sys/fs/cgroup/system.slice/firstlight.service/frozen; mkdir $d && "
                f"echo {daemon.pid} >$d/cgroup.procs && echo 1 >$d/cgroup.freeze")
    machine.run("touch /run/gate")
    lab.measure(f"login prompt after {wait_for_login(lab, 120):.1f} s")
    lab.expect_equal(machine.text("systemctl show -P Result firstlight-quit.service"), "timeout",
                     "how the request to quit ended")
    took = [int(machine.text(f"systemctl show -P {name} firstlight-quit.service")) for name in
            ("InactiveExitTimestampMonotonic", "InactiveEnterTimestampMonotonic")]
    lab.measure(f"asked for {(took[1] - took[0]) / 1e6:.1f} s")
    lab.expect(took[1] - took[0] <= 3e6, "the boot waited for too long")
    machine.wait_for("! systemctl is-active firstlight.service", "the end of the display")
    time.sleep(1)
    lab.expect(daemon.show("ActiveState") != "active", "the display was started again")
    lab.expect_equal(machine.text("systemctl show -P Result firstlight-kill.service"), "success",
                     "how it was killed")
    expect_usable_console(lab)
    machine.run("console switch 2 && console switch 1")


def took(machine, unit):
    """The seconds that the start of a unit took."""
    began, ended = (int(machine.text(f"systemctl show -P {name} {unit}")) for name in
                    ("InactiveExitTimestampMonotonic", "ActiveEnterTimestampMonotonic"))
    return (ended - began) / 1e6


def drop_in(machine, name, *lines):
    """Adds lines to the service."""
    text = "".join(line + "\\n" for line in ("[Service]", *lines))
    machine.run("d=/run/systemd/system/firstlight.service.d; mkdir -p $d; "
                f"printf '{text}' >$d/{name}.conf; systemctl daemon-reload")


def expect_gone(lab, daemon):
    """Neither the display is there, nor anything that starts it for a client."""
    time.sleep(1)
    # A start that is cut off has failed.
    lab.expect(daemon.show("ActiveState") in ("inactive", "failed"), "the display is there")
    lab.expect_equal(
        lab.machine.text("systemctl show -P ActiveState firstlight.socket"), "inactive",
        "its socket")
    lab.expect(not lab.machine.run("[ -e /run/firstlight/socket ]", check=False).status == 0,
               "clients could start it")


@case("login", is_long=True)
def login_starting(lab):
    """A display that is between two starts, or hangs in one, does not hold up the end of the boot."""
    machine = lab.machine
    daemon, _ = start_service(lab)
    drop_in(machine, "late", "RestartSec=60")
    machine.run(f"kill -9 {daemon.pid}")
    machine.wait_for(
        "[ $(systemctl show -P SubState firstlight.service) = auto-restart ]", "its crash")
    machine.run("touch /run/gate")
    lab.measure(f"login prompt after {wait_for_login(lab, 120):.1f} s")
    expect_gone(lab, daemon)
    lab.measure(f"ended in {took(machine, 'firstlight-quit.service'):.1f} s")
    expect_usable_console(lab)

    drop_in(machine, "hanging", "ExecStartPre=/bin/sleep 100")
    machine.run("systemctl --no-block start firstlight.service")
    machine.wait_for(
        "[ $(systemctl show -P SubState firstlight.service) = start-pre ]", "a start that hangs")
    machine.run("systemctl restart firstlight-quit.service")
    lab.measure(f"a start that hangs in {took(machine, 'firstlight-quit.service'):.1f} s")
    lab.expect(took(machine, "firstlight-quit.service") <= 3, "the boot waited for too long")
    expect_gone(lab, daemon)


def wait_for_text(lab, limit):
    """Waits until the console is text; how many seconds that took."""
    began = time.monotonic()
    while console_state(lab.machine)["kd"] != "text":
        lab.expect(time.monotonic() < began + limit, f"no text: {console_state(lab.machine)}")
        time.sleep(0.05)
    return time.monotonic() - began


@case("systemd", is_long=True)
def service_shell(lab):
    """The console is text at once for an emergency shell, from the display and from a retained picture."""
    machine = lab.machine
    drop = (
        "d=/run/systemd/system/emergency.service.d; mkdir -p $d; printf '[Service]\\nExecStart=\\n"
        "ExecStart=/bin/sleep 1000\\n' >$d/zz.conf; systemctl daemon-reload")
    machine.run(drop)
    daemon, reference = start_service(lab)
    expect_console(lab, kd="graphics", vt="process")
    machine.run("systemctl --no-block start emergency.service")
    lab.measure(f"text after {wait_for_text(lab, 4):.1f} s")
    machine.wait_for("systemctl is-active emergency.service", "the shell")
    expect_gone(lab, daemon)
    expect_usable_console(lab)
    machine.run("systemctl stop emergency.service")

    drop_in(
        machine, "zz", "ExecStart=",
        "ExecStart=/usr/local/bin/firstlightd --clock step --retain-limit 200 " "/etc/scene.jsonc")
    machine.run("systemctl start firstlight.service")
    wait_for_first_frame(lab, daemon)
    daemon.call("Quit", retain=True)
    machine.wait_for("! systemctl is-active firstlight.service", "the end of the service")
    expect_console(lab, kd="graphics", vt="process")
    lab.expect_same(machine.screen(), reference.picture, "the retained frame")
    machine.run("systemctl --no-block start emergency.service")
    lab.measure(f"from a retained picture {wait_for_text(lab, 4):.1f} s")
    expect_usable_console(lab)
    machine.wait_for("! pidof firstlightd", "the end of what kept the picture")


@case("times", is_long=True)
def boot_times(lab):
    """The manager tells of its units, and the service that learns from them keeps their times at the boot's end."""
    machine, path = lab.machine, "/var/lib/firstlight/times/boot"
    machine.wait_for(f"[ -s {path} ]", "the end of the boot", limit=120)
    lab.expect_equal(machine.text("systemctl show -P Result firstlight-times.service"), "success",
                     "how the service ended")
    heading, duration, *starts = machine.text(f"cat {path}").splitlines()
    lab.expect_equal(heading, "firstlight-times 1", "the heading of the times")
    times = [int(start.split()[0]) for start in starts]
    units = [start.split()[4] for start in starts]
    lab.expect(times == sorted(times) and times[-1] <= 1_000_000, f"the times: {times}")
    lab.expect_equal({tuple(start.split()[2:4]) for start in starts}, {("1", "0")}, "the boots of the units")
    # From before file systems, and the last one before the display's end.
    for unit in ("systemd-sysctl.service", "systemd-user-sessions.service"):
        lab.expect(unit in units, f"{unit} is missing: {units}")
    lab.measure(f"{len(units)} units in {int(duration.split()[1]) / 1000:.1f} s")


PROMPT = "prompt@tty1.service"


def expect_prompt(lab, keys, typed=""):
    """The login prompt is on the screen, with what was typed, and takes keys."""
    machine = lab.machine
    began = time.monotonic()
    while console_colors(machine.screen()) > 4:
        lab.expect(time.monotonic() < began + 10, "the picture stays over the login prompt")
        time.sleep(0.05)
    lab.measure(f"seen after {time.monotonic() - began:.1f} s")
    machine.wait_for("grep -q 'login: ' /dev/vcs1", "the login prompt's text")
    machine.press(*keys)
    machine.wait_for(
        f"grep -q 'login: {typed}{''.join(keys)}' /dev/vcs1", "the keys that were pressed")


@case("systemd", is_long=True)
def login_order(lab):
    """A login prompt can be read and typed at whether it comes before, with or after the end of the display."""
    machine = lab.machine
    # The machine's own is masked.
    machine.run("cp /lib/systemd/system/getty@.service /run/systemd/system/prompt@.service")
    # The picture would stay for long.
    drop_in(
        machine, "zz", "ExecStart=",
        "ExecStart=/usr/local/bin/firstlightd --clock step --retain-limit 200 " "/etc/scene.jsonc")
    machine.run("systemctl restart firstlight.service")
    daemon, reference = start_service(lab)
    start, quit_ = (
        f"systemctl start {PROMPT}",
        f"varlink {daemon.socket} Quit '{{\"retain\":true}}' >/dev/null")
    for order in (
        f"{start} && sleep 0.5 && {quit_}", f"{start} & p=$!; {quit_} && wait $p",
        f"{quit_} && {start}"):
        expect_console(lab, kd="graphics", vt="process")
        lab.expect_same(machine.screen(), reference.picture, "the picture before the login prompt")
        machine.run(order)
        machine.wait_for("! systemctl is-active firstlight.service", "the end of the service")
        expect_prompt(lab, "ab")
        machine.run("console switch 2 && console switch 1")
        expect_prompt(lab, "c", typed="ab")
        # The next prompt is not to be taken for this one.
        machine.run(
            f"systemctl stop {PROMPT} && printf '\\033[H\\033[2J' >/dev/tty1 && ! grep -q login: /dev/vcs1")
        machine.run("systemctl start firstlight.service")
        wait_for_first_frame(lab, daemon)
