"""A Debian with systemd and little else, as an archive that a guest boots from memory.

It is made once, by debootstrap, which takes root, and kept beside the kernels.
"""

import fcntl
import os
import pathlib
import shutil
import tempfile

from initramfs import Archive
from kernel import Unavailable, cache_directory, run

RELEASE = "bookworm"
PACKAGES = ["systemd", "systemd-sysv", "udev", "dbus", "kmod"]
# A compositor for one program, and a program.
KIOSK = ["cage", "seatd", "foot", "fonts-dejavu-core"]
# Files that no guest reads.
LEFT_OUT = {"usr/share/doc", "usr/share/locale", "usr/share/man", "usr/share/info",
            "usr/share/zoneinfo", "usr/share/perl", "usr/lib/x86_64-linux-gnu/perl",
            "usr/lib/x86_64-linux-gnu/gconv", "var/cache/apt", "var/lib/apt", "dev", "proc", "sys"}


def obtain(say, has_kiosk=False):
    """The archive's path."""
    path = cache_directory() / f"{RELEASE}-{'kiosk' if has_kiosk else 'systemd'}.cpio"
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
            run(program, "--variant=minbase", "--include=" + ",".join(packages), RELEASE,
                root)
            archive = Archive()
            archive.tree(root, LEFT_OUT)
            for name in ("dev", "proc", "sys"):
                archive.directory(name)
            made = pathlib.Path(work) / "made"
            archive.write(made)
            made.rename(path)
    return path
