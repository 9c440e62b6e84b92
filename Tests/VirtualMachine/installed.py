"""Firstlight in a root as its package installs it, for a boot that goes all the way from the image to the login prompt.

The files lie in the image's folder `lab/root`, and are copied over the root with lab=service on the kernel's command
line. The programs themselves are in the image already.
"""

import pathlib

import initramfs

UNITS = pathlib.Path(__file__).resolve().parents[2] / "systemd"
SCENES = UNITS.parent / "Sources/Scene/Scenes"
# As `systemctl enable` does, and the lab's own units.
WANTED = [("firstlight.socket", "sockets"), ("firstlight-plymouth.socket", "sockets"),
          ("firstlight.service", "sysinit"), ("firstlight-times.service", "sysinit"),
          ("firstlight-quit.service", "multi-user"), ("firstlight-quit-wait.service", "multi-user"),
          ("lab-last.service", "multi-user"), ("gate.service", "multi-user")]
# The last unit before the display's end, by the times of former boots.
LAST = """[Unit]
Description=Comes last
After=gate.service
Before=firstlight-quit.service
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/true
"""
# Former boots. The first three units start before the gate; the last one but one has become rare.
TIMES = """firstlight-times 1
duration 6000
500000 10000 5 0 systemd-udevd.service
600000 10000 5 0 systemd-sysctl.service
700000 10000 5 0 systemd-user-sessions.service
800000 10000 5 4 rare.service
900000 10000 5 0 lab-last.service
"""
# A script of the image. It has the kernel trace when the console's own picture gets on the screen,
# which drivers do by two ways, and when a program's does; and it kills the daemon where the command
# line asks for that.
SCRIPT = """#!/bin/sh
[ "$1" != prereqs ] || exit 0
read -r line </proc/cmdline
trace=/sys/kernel/tracing
case $line in
  *lab=service*)
    mount -t tracefs none $trace 2>/dev/null
    echo 'p:pan drm_client_modeset_commit_locked' >$trace/kprobe_events
    echo 'r:console drm_client_modeset_commit result=$retval' >>$trace/kprobe_events
    echo 1 >$trace/events/kprobes/enable
    echo 1 >$trace/events/drm/drm_vblank_event_delivered/enable
    ;;
esac
strike() {
  read -r number </run/plymouth/pid && kill -9 "$number" && echo "<2>lab: killed $1" >/dev/kmsg
}
case $line in
  *lab.kill=asking*)
    (
      until grep -q 'ask-for-passwor[d]' /proc/[0-9]*/cmdline; do sleep 1; done
      sleep 5
      strike "while it asked"
    ) </dev/null >/dev/null 2>&1 &
    ;;
  # Disks are looked for after this script. It has a picture by then.
  *lab.kill=early*)
    sleep 8
    strike "before it asked"
    ;;
  # The file is gone by then.
  *lab.kill=between*)
    read -r number </run/plymouth/pid && echo "$number" >/run/lab-daemon
    ;;
esac
exit 0
"""
# A script of the image that kills the daemon when it has been told of the root, just before the
# system goes there.
LAST_SCRIPT = """#!/bin/sh
case $1 in
  prereqs)
    echo firstlight
    exit 0
    ;;
esac
read -r line </proc/cmdline
case $line in
  *lab.kill=between*)
    read -r number </run/lab-daemon && kill -9 "$number" && echo "<2>lab: killed between the roots" >/dev/kmsg
    # Its guard brings the text back, which is looked for.
    sleep 5
    ;;
esac
exit 0
"""


def write(path, text, mode=0o644):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)


def add_to(lab):
    """Writes the files into the folder `root` of an image's folder."""
    root = lab / "root"
    system = root / "usr/lib/systemd/system"
    for name, text in initramfs.unit_files(UNITS, prefix="/usr"):
        write(system / name, text)
    write(system / "lab-last.service", LAST)
    write(system / "gate.service", (initramfs.GUEST / "gate.service").read_text())
    for unit, target in WANTED:
        link = root / f"etc/systemd/system/{target}.target.wants" / unit
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(f"/usr/lib/systemd/system/{unit}")
    scene = "shutdown.jsonc"
    write(root / "usr/share/firstlight/scenes" / scene, (SCENES / scene).read_text())
    write(
        root / "usr/lib/sysusers.d/firstlight.conf",
        (UNITS / "sysusers.d/firstlight.conf").read_text())
    write(root / "var/lib/firstlight/times/boot", TIMES)
