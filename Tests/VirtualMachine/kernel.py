"""Debian's kernel, downloaded and taken apart, never installed.

Everything is kept in `${XDG_CACHE_HOME:-~/.cache}/firstlight/vm/RELEASE`: `vmlinuz` (for `vga=`),
`vmlinux` (starts faster), `modules/` and, if it could be built, `modules/vkms.ko`.
"""

import fcntl
import functools
import lzma
import os
import pathlib
import re
import shutil
import struct
import subprocess
import tempfile

META_PACKAGE = "linux-image-amd64"
SOURCE_PACKAGE = "linux-source-6.1"


class Unavailable(Exception):
    """Something that this machine cannot have, and why."""


def cache_directory():
    base = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(base) / "firstlight" / "vm"


def run(*command, directory=None, input=None):
    """Runs a command and returns its output, or raises Unavailable with the end of that."""
    try:
        result = subprocess.run(
            [str(part) for part in command], cwd=directory, input=input, check=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600)
    except FileNotFoundError:
        raise Unavailable(f"{command[0]} is missing") from None
    except subprocess.TimeoutExpired:
        raise Unavailable(f"{command[0]} did not end") from None
    except subprocess.CalledProcessError as error:
        lines = error.stdout.decode(errors="replace").strip().splitlines() or ["no output"]
        raise Unavailable(f"{command[0]} failed: {lines[-1]}") from None
    return result.stdout


def download(package, directory):
    """Downloads a Debian package, as NAME or NAME=VERSION, and gives its file's path."""
    run("apt-get", "-q", "-o", "APT::Sandbox::User=root", "download", package, directory=directory)
    files = list(pathlib.Path(directory).glob(package.split("=")[0] + "_*.deb"))
    if len(files) != 1:
        raise Unavailable(f"apt-get download {package} left no file")
    return files[0]


def uncompressed(image):
    """The ELF file in a bzImage whose payload is compressed by xz."""
    setup_size = ((image[0x1F1] or 4) + 1) * 512
    offset, length = struct.unpack_from("<II", image, 0x248)
    payload = image[setup_size + offset : setup_size + offset + length]
    try:
        return lzma.LZMADecompressor(lzma.FORMAT_XZ).decompress(payload)
    except lzma.LZMAError as error:
        raise Unavailable(f"the kernel's image cannot be unpacked: {error}") from None


class Kernel:
    """One release of the kernel in the cache."""

    def __init__(self, directory):
        self.directory = directory
        self.release = directory.name
        self.image = directory / "vmlinuz"
        self.elf = directory / "vmlinux"
        # The reason for which a module that Debian's kernel lacks could not be made.
        self.missing = {}

    @functools.cached_property
    def modules(self):
        """The path of each module by its name, with underscores."""
        paths = (self.directory / "modules").rglob("*.ko")
        return {path.stem.replace("-", "_"): path for path in paths}

    def has(self, name):
        return name in self.modules

    def with_dependencies(self, names):
        """The modules' names and those of their dependencies, in the order of loading."""
        ordered = []

        def add(name):
            if name in ordered:
                return
            path = self.modules.get(name)
            if path is None:
                raise Unavailable(
                    self.missing.get(name, f"the kernel {self.release} has no module {name}"))
            found = re.search(rb"\0depends=([^\0]*)\0", path.read_bytes())
            for other in filter(None, found.group(1).decode().split(",") if found else []):
                add(other.replace("-", "_"))
            ordered.append(name)

        for name in names:
            add(name)
        return ordered


def newest_release():
    """The release that apt would install, as 6.1.0-42-amd64; None when apt does not know."""
    try:
        text = run("apt-cache", "depends", "--important", META_PACKAGE).decode()
    except Unavailable:
        return None
    found = re.search(r"Depends: linux-image-(\S+)", text)
    return found.group(1) if found else None


def cached_releases(cache):
    return sorted(path.parent for path in cache.glob("*/vmlinux"))


def obtain(say):
    """The kernel: from the cache, or downloaded into it."""
    cache = cache_directory()
    try:
        cache.mkdir(parents=True, exist_ok=True)
        lock = open(cache / "lock", "w")
    except OSError as error:
        raise Unavailable(f"nothing can be kept in {cache}: {error.strerror}") from None
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        release = newest_release()
        directories = cached_releases(cache)
        wanted = cache / release if release else None
        if wanted not in directories:
            try:
                if not wanted:
                    raise Unavailable(f"apt does not know {META_PACKAGE}: run apt-get update")
                say(f"downloading the kernel {release} into {cache}")
                fetch(release, wanted)
            except Unavailable:
                if not directories:
                    raise
                wanted = directories[-1]
        kernel = Kernel(wanted)
        if not (wanted / "modules" / "vkms.ko").exists():
            say("building vkms from Debian's kernel source")
            try:
                build_vkms(kernel)
            except Unavailable as reason:
                kernel.missing["vkms"] = f"vkms could not be built: {reason}"
        return kernel


def firmware(say):
    """UEFI firmware for a machine, from Debian's package."""
    path = cache_directory() / "OVMF.fd"
    if not path.exists():
        say(f"downloading {path.name} into {path.parent}")
        with tempfile.TemporaryDirectory(dir=path.parent) as work:
            work = pathlib.Path(work)
            run("dpkg", "-x", download("ovmf", work), work / "root")
            shutil.move(work / "root" / "usr" / "share" / "ovmf" / "OVMF.fd", path)
    return path


def fetch(release, destination):
    """Downloads a kernel and puts the needed parts in place, as a whole or not at all."""
    with tempfile.TemporaryDirectory(dir=destination.parent) as work:
        work = pathlib.Path(work)
        run("dpkg", "-x", download(f"linux-image-{release}", work), work / "root")
        made = work / "made"
        made.mkdir()
        shutil.move(work / "root" / "boot" / f"vmlinuz-{release}", made / "vmlinuz")
        (made / "vmlinux").write_bytes(uncompressed((made / "vmlinuz").read_bytes()))
        shutil.move(work / "root" / "lib" / "modules" / release / "kernel", made / "modules")
        made.rename(destination)


def build_vkms(kernel):
    """Builds vkms, which Debian leaves out, from the source of the kernel: of the same version, or, while the archive
    has no image of a new version yet, of the new one, which has the same interfaces."""
    release = kernel.release
    shown = run("apt-cache", "show", "--no-all-versions", f"linux-image-{release}").decode()
    version = re.search(r"^Version: (\S+)", shown, re.MULTILINE).group(1)
    common = release.rsplit("-", 1)[0] + "-common"
    with tempfile.TemporaryDirectory(dir=kernel.directory.parent) as work:
        work = pathlib.Path(work)
        for name in (f"linux-headers-{release}", f"linux-headers-{common}"):
            run("dpkg", "-x", download(f"{name}={version}", work), work)
        for name in ("linux-kbuild-6.1", SOURCE_PACKAGE):
            try:
                package = download(f"{name}={version}", work)
            except Unavailable:
                package = download(name, work)
            run("dpkg", "-x", package, work)
        archive = work / "usr" / "src" / f"{SOURCE_PACKAGE}.tar.xz"
        module = f"{SOURCE_PACKAGE}/drivers/gpu/drm/vkms"
        run("tar", "-xJf", archive, "-C", work, module)
        headers = work / "usr" / "src" / f"linux-headers-{release}"
        makefile = headers / "Makefile"
        makefile.write_text(makefile.read_text().replace("/usr/src/", f"{work}/usr/src/"))
        run("make", "-C", headers, f"M={work / module}", "CONFIG_DRM_VKMS=m", "modules")
        shutil.copy(work / module / "vkms.ko", kernel.directory / "modules" / "vkms.ko")
