"""The guest's file system: busybox, the programs of `guest/`, kernel modules and the daemon.

The archive is of the kind "newc", uncompressed, which boots fastest.
"""

import pathlib
import shutil
import stat
import subprocess

from kernel import Unavailable, run

GUEST = pathlib.Path(__file__).resolve().parent / "guest"

# What the channel to the host needs, and what the cases load.
CHANNEL = ["virtio_pci", "virtio_console"]
DRIVERS = ["bochs", "cirrus", "virtio_gpu", "vkms", "vfb", "uinput", "evdev", "virtio_input"]


class Archive:
    """A cpio archive in the making."""

    def __init__(self):
        self.parts = []
        self.inode = 0
        self.directories = set()

    def _add(self, name, mode, content=b""):
        self.inode += 1
        path = name.encode() + b"\0"
        fields = [self.inode, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(path), 0]
        header = b"070701" + b"".join(b"%08x" % field for field in fields)
        for piece in (header + path, content):
            self.parts.append(piece + bytes(-len(piece) % 4))

    def directory(self, name):
        parent = str(pathlib.PurePosixPath(name).parent)
        if name in self.directories or name in (".", ""):
            return
        self.directory(parent)
        self.directories.add(name)
        self._add(name, stat.S_IFDIR | 0o755)

    def file(self, name, content, mode=0o644):
        self.directory(str(pathlib.PurePosixPath(name).parent))
        self._add(name, stat.S_IFREG | mode, content)

    def write(self, path):
        self._add("TRAILER!!!", 0)
        path.write_bytes(b"".join(self.parts))


def busybox():
    path = shutil.which("busybox")
    if not path:
        raise Unavailable("busybox is missing: install busybox-static")
    headers = subprocess.run(["readelf", "--program-headers", path], capture_output=True).stdout
    if b"INTERP" in headers:
        raise Unavailable(f"{path} is not static: install busybox-static")
    return pathlib.Path(path)


def compile_programs(directory):
    """Compiles the guest's programs, static, and gives their paths."""
    directory.mkdir(parents=True, exist_ok=True)
    programs = []
    for source in sorted(GUEST.glob("*.c")):
        program = directory / source.stem
        if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
            run("cc", "-std=gnu11", "-O2", "-static", "-s", "-Wall", "-Wextra", "-Werror",
                "-o", program, source)
        programs.append(program)
    return programs


def build(kernel, directory, daemon):
    """Writes the initramfs into a directory and gives its path."""
    archive = Archive()
    for name in ("proc", "sys", "dev", "tmp", "run", "root", "lib"):
        archive.directory(name)
    archive.file("bin/busybox", busybox().read_bytes(), 0o755)
    archive.file("init", (GUEST / "init").read_bytes(), 0o755)
    for program in compile_programs(directory / "guest"):
        archive.file(f"bin/{program.name}", program.read_bytes(), 0o755)
    if daemon:
        archive.file("bin/firstlightd", daemon.read_bytes(), 0o755)
    wanted = [name for name in DRIVERS if kernel.has(name)]
    names = kernel.with_dependencies(CHANNEL + wanted)
    for name in names:
        archive.file(f"modules/{name}.ko", kernel.modules[name].read_bytes())
    channel = "".join(f"{name}\n" for name in kernel.with_dependencies(CHANNEL))
    archive.file("modules/channel", channel.encode())
    path = directory / "initramfs"
    archive.write(path)
    return path
