"""The guest's file system: busybox, the programs of `guest/`, kernel modules and the daemon.

The archive is of the kind "newc", uncompressed, which boots fastest. A guest with systemd gets a
Debian in an archive of its own, and our files over it.
"""

import os
import pathlib
import shutil
import stat
import subprocess

from kernel import Unavailable, run

GUEST = pathlib.Path(__file__).resolve().parent / "guest"

# The modules for the channel to the host, and the drivers that the cases load.
CHANNEL = ["virtio_pci", "virtio_console"]
DRIVERS = ["bochs", "cirrus", "virtio_gpu", "vkms", "vfb", "uinput", "evdev", "virtio_input"]


class Archive:
    """A cpio archive in the making."""

    def __init__(self):
        self.parts = []
        self.inode = 0
        self.directories = set()

    def _add(self, name, mode, content=b"", owner=(0, 0)):
        self.inode += 1
        path = name.encode() + b"\0"
        fields = [self.inode, mode, *owner, 1, 0, len(content), 0, 0, 0, 0, len(path), 0]
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

    def link(self, name, target):
        self.directory(str(pathlib.PurePosixPath(name).parent))
        self._add(name, stat.S_IFLNK | 0o777, target.encode())

    def tree(self, root, left_out=()):
        """Everything below a directory, unchanged, except for some paths in it; no devices."""
        for folder, folders, files in os.walk(root):
            inside = os.path.relpath(folder, root)
            folders[:] = [name for name in folders
                          if os.path.normpath(os.path.join(inside, name)) not in left_out]
            links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
            for name in ["."] + files + links:
                path = os.path.join(folder, name)
                status = os.lstat(path)
                content = b""
                if stat.S_ISLNK(status.st_mode):
                    content = os.readlink(path).encode()
                elif stat.S_ISREG(status.st_mode):
                    content = pathlib.Path(path).read_bytes()
                elif not stat.S_ISDIR(status.st_mode):
                    continue
                self._add(os.path.normpath(os.path.join(inside, name)), status.st_mode, content,
                          (status.st_uid, status.st_gid))

    @property
    def bytes(self):
        self._add("TRAILER!!!", 0)
        return b"".join(self.parts)

    def write(self, path):
        path.write_bytes(self.bytes)


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


def add_modules(archive, kernel):
    wanted = [name for name in DRIVERS if kernel.has(name)]
    for name in kernel.with_dependencies(CHANNEL + wanted):
        archive.file(f"modules/{name}.ko", kernel.modules[name].read_bytes())
    channel = "".join(f"{name}\n" for name in kernel.with_dependencies(CHANNEL))
    archive.file("modules/channel", channel.encode())
    card = "".join(f"{name}\n" for name in kernel.with_dependencies(["drm", "bochs"]))
    archive.file("modules/card", card.encode())


def build(kernel, directory, daemon, client=None):
    """Writes the initramfs into a directory and gives its path.

    - client: the path of the program that is `plymouth`, or none.
    """
    archive = Archive()
    for name in ("proc", "sys", "dev", "tmp", "run", "root", "lib"):
        archive.directory(name)
    archive.file("bin/busybox", busybox().read_bytes(), 0o755)
    archive.file("init", (GUEST / "init").read_bytes(), 0o755)
    for program in compile_programs(directory / "guest"):
        archive.file(f"bin/{program.name}", program.read_bytes(), 0o755)
    if daemon:
        archive.file("bin/firstlightd", daemon.read_bytes(), 0o755)
    if client:
        archive.file("bin/plymouth", client.read_bytes(), 0o755)
    add_modules(archive, kernel)
    path = directory / "initramfs"
    archive.write(path)
    return path


def unit_files(folder, prefix="/usr/local"):
    """The names and the texts of the daemon's units, for programs below a prefix."""
    for unit in [*sorted(folder.glob("firstlight*.*")), *sorted(folder.glob("*.d/*.conf"))]:
        if unit.parent.name != "sysusers.d":
            yield str(unit.relative_to(folder)), unit.read_text().replace("@PREFIX@", prefix)


def build_service(kernel, directory, daemon, debian, units, scene, font, client=None):
    """Writes the file system of a guest in which systemd runs the daemon, and gives its path.

    - debian: the archive of a Debian with systemd.
    - units: the folder of the daemon's units, and of the file that names its user.
    - scene: the daemon's scene, on a clock that clients step.
    - font: for texts.
    - client: the path of the program that is `plymouth`, or none.
    """
    archive = Archive()
    archive.directories.update(["usr", "usr/local", "usr/local/bin", "usr/local/lib", "etc",
                                "etc/systemd", "etc/systemd/system"])
    for name in ("plymouth", "firstlight-agent") if client else ():
        archive.file(f"usr/local/lib/firstlight/{name}", client.read_bytes(), 0o755)
    if daemon:
        archive.file("usr/local/bin/firstlightd", daemon.read_bytes(), 0o755)
    for program in [busybox(), *compile_programs(directory / "guest")]:
        archive.file(f"usr/local/bin/{program.name}", program.read_bytes(), 0o755)
    archive.file("usr/local/bin/start-agent", (GUEST / "start-agent").read_bytes(), 0o755)
    system = "etc/systemd/system"
    for name, text in unit_files(units):
        archive.file(f"{system}/{name}", text.encode())
    archive.file("usr/lib/sysusers.d/firstlight.conf",
                 (units / "sysusers.d" / "firstlight.conf").read_bytes())
    archive.file("etc/scene.jsonc", scene.encode())
    archive.file(f"usr/share/fonts/{font.name}", font.read_bytes())
    shutdown = units.parent / "Sources" / "Scene" / "Scenes" / "shutdown.jsonc"
    archive.file(f"usr/share/firstlight/scenes/{shutdown.name}", shutdown.read_bytes())
    archive.file(
        f"{system}/firstlight.service.d/scene.conf",
        b"[Service]\nExecStart=\n"
        b"ExecStart=/usr/local/bin/firstlightd --clock step --verbose --retain-limit 5 /etc/scene.jsonc\n",
    )
    archive.file(f"{system}/gate.service", (GUEST / "gate.service").read_bytes())
    for name in ("agent.service", "card.service"):
        archive.file(f"{system}/{name}", (GUEST / name).read_bytes())
    archive.file("usr/local/bin/load-card", (GUEST / "load-card").read_bytes(), 0o755)
    # As `systemctl enable` does.
    for unit, target in [("firstlight.socket", "sockets"), ("firstlight.service", "sysinit"),
                         ("firstlight-quit.service", "multi-user"),
                         ("firstlight-quit-wait.service", "multi-user"),
                         ("gate.service", "multi-user"), ("agent.service", "sysinit")]:
        archive.link(f"{system}/{target}.target.wants/{unit}", f"/{system}/{unit}")
    archive.file("init", (GUEST / "init-systemd").read_bytes(), 0o755)
    add_modules(archive, kernel)
    path = directory / f"service-{debian.stem}"
    # The kernel unpacks one after the other.
    shutil.copyfile(debian, path)
    with open(path, "ab") as file:
        file.write(archive.bytes)
    return path
