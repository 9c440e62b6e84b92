"""A Debian with systemd and little else, as an archive that a guest boots from memory.

It is made once, by debootstrap, which takes root, and kept beside the kernels.
"""

import fcntl
import os
import pathlib
import shutil
import tempfile

from initramfs import Archive
from kernel import Unavailable, cache_directory, download, run

RELEASE = "bookworm"
# The one with the newest systemd.
NEWEST = "sid"
PACKAGES = ["systemd", "systemd-sysv", "udev", "dbus", "kmod"]
# A compositor for one program, and a program.
KIOSK = ["cage", "seatd", "foot", "fonts-dejavu-core"]
# Files that no guest reads.
LEFT_OUT = {"usr/share/doc", "usr/share/locale", "usr/share/man", "usr/share/info",
            "usr/share/zoneinfo", "usr/share/perl", "usr/lib/x86_64-linux-gnu/perl",
            "usr/lib/x86_64-linux-gnu/gconv", "var/cache/apt", "var/lib/apt", "dev", "proc", "sys"}


def font(say):
    """A font for the texts of scenes and questions, from Debian's package."""
    path = cache_directory() / "DejaVuSans.ttf"
    if not path.exists():
        say(f"downloading {path.name} into {path.parent}")
        with tempfile.TemporaryDirectory(dir=path.parent) as work:
            work = pathlib.Path(work)
            run("dpkg", "-x", download("fonts-dejavu-core", work), work / "root")
            shutil.move(work / "root/usr/share/fonts/truetype/dejavu" / path.name, path)
    return path


def obtain(say, has_kiosk=False, release=RELEASE):
    """The archive's path."""
    path = cache_directory() / f"{release}-{'kiosk' if has_kiosk else 'systemd'}.cpio"
    packages = PACKAGES + KIOSK if has_kiosk else PACKAGES
    with open(cache_directory() / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if path.exists():
            return path
        if os.geteuid() != 0:
            raise Unavailable("making a Debian with systemd takes root")
        program = shutil.which("debootstrap", path=f"{os.environ['PATH']}:/usr/sbin")
        if not program:
            raise Unavailable("debootstrap is missing")
        say(f"making {path.name} in {path.parent}")
        with tempfile.TemporaryDirectory(dir=path.parent) as work:
            root = pathlib.Path(work) / "root"
            run(program, "--variant=minbase", "--include=" + ",".join(packages), release,
                root)
            archive = Archive()
            archive.tree(root, LEFT_OUT)
            for name in ("dev", "proc", "sys"):
                archive.directory(name)
            made = pathlib.Path(work) / "made"
            archive.write(made)
            made.rename(path)
    return path
