"""A Debian whose root is encrypted, as a disk, and initramfs images made by Debian's own tools.

The disk is made once, takes root and debootstrap, and is kept beside the kernels: a LUKS2 container
whose key takes next to no time to derive, with an ext4 file system in it. A guest writes it, since
this machine may have no device mapper. Our files come with each initramfs, which is made for each
run, and are copied into the root before its system starts.
"""

import fcntl
import gzip
import hashlib
import os
import pathlib
import shutil
import tempfile
import time

import initramfs
import installed
from debian import RELEASE
from kernel import Unavailable, cache_directory, download, run
from machine import Failed, Machine, Profile

PACKAGES = ["systemd", "systemd-sysv", "udev", "dbus", "kmod", "cryptsetup-initramfs",
            "initramfs-tools", "dracut-core", "console-setup", "kbd", "lz4", "fonts-dejavu-core"]
# With another keyboard than QEMU's: a prompt that does not heed the keymap reads "laäyz".
LAYOUT = "de"
PASSPHRASE = "l\u00e4zy"
# The keys of that keyboard, by the names that they have on an American one.
KEYS = ["l", "apostrophe", "y", "z"]
# For an image without a keymap: what the same keys type there.
AMERICAN = "l'yz"
# The container's.
IDENTIFIER = "6f1a4e0c-3a5d-4c7b-9d0e-2b8f5a1c7e90"

# The modules with which an image finds its root, its keyboard and its display.
MODULES = ["virtio_pci", "virtio_blk", "virtio_console", "dm_crypt", "xts", "aes_generic",
           "aesni_intel", "sha256_generic", "crc32c_generic", "ext4", "bochs", "virtio_gpu",
           "evdev"]
ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "scripts" / "initramfs"
HOOKS = "usr/share/initramfs-tools"
DRACUT = "usr/lib/dracut/modules.d"
SETTINGS = """MODULES=list
BUSYBOX=auto
KEYMAP=n
COMPRESS=lz4
FSTYPE=ext4
RUNSIZE=10%
"""
# Not on the disk: the kernel's modules, which come with the image, and files that are not read.
LEFT_OUT = ["usr/share/doc", "usr/share/locale", "usr/share/man", "usr/share/info",
            "usr/share/zoneinfo", "var/cache/apt", "var/lib/apt/lists"]

# A script of the image: what is ours goes into the root before the hooks look at that, and its
# first process finds it there.
BRING = """#!/bin/sh
[ "$1" != prereqs ] || exit 0
mkdir -p "$rootmnt/modules" "$rootmnt/usr/local/bin"
: >"$rootmnt/modules/channel"
for file in /lab/*; do
  [ -f "$file" ] || continue
  # The unit of a display that outlives the image: systemd ends what it does not know.
  case $file in
    *.service) cp "$file" "$rootmnt/etc/systemd/system" ;;
    *) cp "$file" "$rootmnt/usr/local/bin" ;;
  esac
done
# With lab=alone the root has Plymouth's command, and nothing that would end the display. With
# lab=service it has Firstlight as its package installs it.
units=$rootmnt/etc/systemd/system
mkdir -p "$units/sysinit.target.wants" "$units/lab.target.wants"
if grep -qw lab=service /proc/cmdline; then
  /lab/busybox cp -a /lab/root/. "$rootmnt"
  mkdir -p "$rootmnt/usr/lib/firstlight"
  cp /usr/bin/firstlightd "$rootmnt/usr/bin"
  for name in plymouth firstlight-agent; do
    cp /usr/lib/firstlight/plymouth "$rootmnt/usr/lib/firstlight/$name"
  done
  /lab/busybox chroot "$rootmnt" systemd-sysusers firstlight.conf || echo "<2>lab: the daemon's user cannot be made" >/dev/kmsg
# The units by which a root with Plymouth ends the display, and asks
# on it: here nothing starts them.
elif ! grep -qw lab=alone /proc/cmdline; then
  ln -sf /usr/lib/systemd/system/plymouth-quit.service "$units/lab.target.wants"
  ln -sf /nowhere "$units/systemd-ask-password-plymouth.path"
fi
ln -sf ../agent.service "$units/sysinit.target.wants/agent.service"
"""
HOOK = """#!/bin/sh
[ "$1" != prereqs ] || exit 0
mkdir -p "$DESTDIR/lab"
cp -a /lab/. "$DESTDIR/lab"
"""
# A script of the image that stops the daemon before a shell starts,
# with lab=panic, and tells that there was one.
STRIKE = """#!/bin/sh
[ "$1" != prereqs ] || exit 0
# The daemon alone: its guard has the same name, and gives the console back.
read -r line </proc/cmdline
case $line in
  *lab=panic*)
    # It has a picture by then.
    sleep 8
    read -r number </run/plymouth/pid && kill -STOP "$number" && echo "<2>lab: the daemon gets STOP" >/dev/kmsg
    . /scripts/functions
    # The lab's own kernels end with that, and this one is to start a shell.
    panic=
    panic "lab: a shell"
    ;;
esac
"""


def write(path, text, mode=0o644):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)


# The modules of dracut for such a root, and the lab's own.
DRACUT_MODULES = [
    "base", "systemd", "systemd-initrd", "systemd-ask-password", "dracut-systemd", "udev-rules",
    "kernel-modules", "rootfs-block", "dm", "crypt", "fs-lib", "drm", "shutdown", "firstlight", "lab"]
# A stand-in for systemd's unit of this name, which Debian 12 does not have: it loads the keymap,
# unless the console has a picture.
KEYMAP = """[Unit]
Description=Load the keymap as systemd does
DefaultDependencies=no
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/sh -c 'case $$(/lab/console 2>&1) in *kd=text*) m=$$(loadkeys -u /lab/keymap 2>&1) ;; *) m=$$(/lab/console 2>&1) ;; esac; echo "<2>lab: keymap $$? $$m" >/dev/kmsg'
"""
# As BRING, just before the system goes to its root.
BRING_BY_DRACUT = """#!/bin/sh
export rootmnt=$NEWROOT
. /lab/bring
"""
MODULE = """#!/bin/bash
check() { return 0; }
install() {
  mkdir -p "$initdir/lab"
  cp -a /lab/. "$initdir/lab"
  inst_multiple cp ln grep rm mkdir loadkeys gzip
  cp /lab/systemd-vconsole-setup.unit "$initdir/usr/lib/systemd/system/systemd-vconsole-setup.service"
  inst_hook pre-pivot 80 "$moddir/bring.sh"
}
"""


class Encrypted:
    """The disk, and the same Debian as a folder, in which images are made."""

    def __init__(self, directory):
        self.directory = directory
        self.disk = directory / "disk"
        self.root = directory / "root"


def obtain(kernel, work, say):
    """The disk: from the cache, or made into it."""
    # Another list of packages is another disk.
    version = hashlib.sha256(" ".join([*PACKAGES, IDENTIFIER]).encode()).hexdigest()[:8]
    path = cache_directory() / f"{RELEASE}-encrypted-{kernel.release}-{version}"
    with open(cache_directory() / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            say(f"making a Debian with an encrypted root in {path.parent}")
            with tempfile.TemporaryDirectory(dir=path.parent) as made:
                made = pathlib.Path(made)
                make(made, kernel, work)
                (made / "made").mkdir()
                for name in ("root", "disk"):
                    (made / name).rename(made / "made" / name)
                (made / "made").rename(path)
    return Encrypted(path)


def make(directory, kernel, work):
    if os.geteuid() != 0:
        raise Unavailable("making a Debian takes root")
    program = shutil.which("debootstrap", path=f"{os.environ['PATH']}:/usr/sbin")
    if not program:
        raise Unavailable("debootstrap is missing")
    root = directory / "root"
    run(program, "--variant=minbase", "--include=" + ",".join(PACKAGES), RELEASE, root)
    settle(root)
    # Otherwise the first boot computes the keymap, which takes an emulated machine a minute. The
    # same happens where the settings are not older by a whole second, all that the disk keeps; then
    # the fonts are set, too, which a console with a picture refuses, and the unit fails.
    for name in ("keyboard", "console-setup"):
        os.utime(root / "etc/default" / name, (time.time() - 60,) * 2)
    in_root(root, "setupcon", "--save-only")
    make_disk(directory, kernel, work)
    package = download(f"linux-image-{kernel.release}", directory)
    # Not right into the root: its lib is a link, for which a folder would come.
    run("dpkg", "-x", package, directory / "kernel")
    shutil.move(directory / "kernel/lib/modules", root / "usr/lib/modules")
    for file in (directory / "kernel/boot").iterdir():
        shutil.move(file, root / "boot" / file.name)
    in_root(root, "depmod", kernel.release)


def settle(root):
    """The settings that an installer would have asked for."""
    for name in LEFT_OUT:
        shutil.rmtree(root / name, ignore_errors=True)
    write(root / "etc/fstab", "/dev/mapper/root / ext4 errors=remount-ro 0 1\n")
    write(root / "etc/crypttab", "root /dev/vda none luks,initramfs\n")
    write(root / "etc/hostname", "lab\n")
    write(root / "etc/default/keyboard",
          f'XKBMODEL="pc105"\nXKBLAYOUT="{LAYOUT}"\nXKBVARIANT=""\nXKBOPTIONS=""\n')
    write(root / "etc/default/console-setup",
          'ACTIVE_CONSOLES="/dev/tty[1-6]"\nCHARMAP="UTF-8"\nCODESET="guess"\n')
    write(root / "etc/initramfs-tools/initramfs.conf", SETTINGS)
    write(root / "etc/initramfs-tools/modules", "".join(f"{name}\n" for name in MODULES))


def in_root(root, *command):
    """Runs a command of the Debian on its folder."""
    path = "PATH=/usr/sbin:/usr/bin:/sbin:/bin"
    return run("/usr/sbin/chroot", root, "env", "-i", path, "LC_ALL=C", *command)


def make_disk(directory, kernel, work):
    """Encrypts the folder: a guest copies a plain disk to one that it has formatted."""
    plain, disk = directory / "plain", directory / "disk"
    tree = sum(status.st_blocks * 512 for status in map(
        os.lstat, {entry for folder, _, files in os.walk(directory / "root")
                   for entry in [folder, *(os.path.join(folder, name) for name in files)]}))
    size = tree * 5 // 4 + (64 << 20)
    with open(plain, "wb") as file:
        file.truncate(size)
    # Without checksums, which emulation is slow at.
    run("/usr/sbin/mke2fs", "-q", "-t", "ext4", "-O", "^metadata_csum,^has_journal", "-d",
        directory / "root", plain)
    with open(disk, "wb") as file:
        file.truncate(size + (16 << 20))
    drives = []
    for name, path in (("plain", plain), ("disk", disk)):
        drives += ["-drive", f"if=none,id={name},format=raw,cache=unsafe,file={path}",
                   "-device", f"virtio-blk-pci,drive={name}"]
    profile = Profile("encrypting", devices=tuple(map(str, drives)))
    with Machine(profile, kernel, initramfs.build(kernel, work, None)) as machine:
        modules = ["virtio_blk", "ext4", "dm_crypt", "xts", "aes_generic", "aesni_intel", "af_alg",
                   "algif_skcipher", "algif_hash", "sha256_generic", "crc32c_generic"]
        modules = [name for name in modules if kernel.has(name)]
        for name in kernel.with_dependencies(modules):
            machine.write(f"/modules/{name}.ko", kernel.modules[name].read_bytes())
        machine.load(*modules)
        machine.wait_for(
            "[ -b /dev/vda -a -b /dev/vdb ] || { cat /proc/partitions; dmesg | tail -5; false; }",
            "the disks")
        machine.run("mkdir /mnt && mount -t ext4 -o ro /dev/vda /mnt && mount --bind /dev /mnt/dev "
                    "&& mount -t proc none /mnt/proc && mount -t sysfs none /mnt/sys "
                    "&& mount -t tmpfs none /mnt/run")
        cryptsetup = "chroot /mnt env PATH=/usr/sbin:/usr/bin cryptsetup --batch-mode"
        machine.run(
            f"{cryptsetup} luksFormat --type luks2 --pbkdf pbkdf2 --pbkdf-force-iterations 1000 "
            f"--uuid {IDENTIFIER} --key-file - /dev/vdb", input=PASSPHRASE, limit=120)
        machine.write("/mnt/run/american", AMERICAN.encode())
        machine.run(
            f"{cryptsetup} luksAddKey --pbkdf pbkdf2 --pbkdf-force-iterations 1000 "
            "--key-file - /dev/vdb /run/american", input=PASSPHRASE, limit=120)
        machine.run(f"{cryptsetup} open --key-file - /dev/vdb root", input=PASSPHRASE, limit=120)
        machine.run("dd if=/dev/vda of=/dev/mapper/root bs=1M && sync", limit=540)
        machine.run(f"{cryptsetup} close root && sync", limit=120)
    plain.unlink()


def image(encrypted, kernel, work, daemon=None, client=None, has_dracut=False):
    """Makes an initramfs with our files, and returns its path.

    - daemon: the daemon's path, or none for an image that asks on the console.
    - client: the path of the program that is `plymouth` in it.
    - has_dracut: dracut makes it, with systemd in it, and not initramfs-tools.
    """
    root = encrypted.root
    with open(cache_directory() / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        fill(root, work, daemon, client)
        made = root / "tmp" / "initramfs"
        if has_dracut:
            in_root(root, "dracut", "--force", "--no-hostonly", "--no-hostonly-cmdline", "--lz4",
                    "--modules", " ".join(DRACUT_MODULES), "--drivers", " ".join(MODULES),
                    "--kver", kernel.release, "/tmp/initramfs")
            path = work / "dracut-initramfs"
        else:
            in_root(root, "mkinitramfs", "-o", "/tmp/initramfs", kernel.release)
            path = work / ("encrypted-initramfs" if daemon else "text-initramfs")
        shutil.move(made, path)
    return path


def unlock(machine, limit=150):
    """Types the passphrase until the system that it is for is up.

    Keys that are pressed before they are asked for may be lost.
    """
    end = time.monotonic() + limit
    while not machine.is_up():
        if time.monotonic() > end:
            raise Failed(f"the root is not up after {limit} s: {machine.last_words}")
        machine.press(*KEYS, "ret")
        again = time.monotonic() + 15
        while time.monotonic() < again and not machine.is_up():
            time.sleep(0.1)


def fill(root, work, daemon, client):
    """Puts our files into the Debian, or removes them."""
    lab = root / "lab"
    shutil.rmtree(lab, ignore_errors=True)
    lab.mkdir()
    for program in [initramfs.busybox(), *initramfs.compile_programs(work / "guest")]:
        shutil.copy(program, lab / program.name)
    for name in ("start-agent", "agent.service"):
        shutil.copy(initramfs.GUEST / name, lab / name)
    (lab / "start-agent").chmod(0o755)
    write(lab / "bring", BRING, 0o755)
    write(lab / "systemd-vconsole-setup.unit", KEYMAP)
    keymap = next((root / "etc/console-setup").glob("cached_UTF-8*.kmap.gz"))
    (lab / "keymap").write_bytes(gzip.decompress(keymap.read_bytes()))
    write(root / f"{HOOKS}/hooks/lab", HOOK, 0o755)
    write(root / f"{HOOKS}/scripts/local-bottom/lab", BRING, 0o755)
    write(root / f"{HOOKS}/scripts/init-premount/lab", STRIKE, 0o755)
    write(root / f"{HOOKS}/scripts/init-premount/service", installed.SCRIPT, 0o755)
    write(root / f"{HOOKS}/scripts/init-bottom/lab", installed.LAST_SCRIPT, 0o755)
    write(root / f"{DRACUT}/99lab/module-setup.sh", MODULE, 0o755)
    write(root / f"{DRACUT}/99lab/bring.sh", BRING_BY_DRACUT, 0o755)
    programs = {
        "usr/bin/firstlightd": daemon,
        "usr/lib/firstlight/plymouth": client,
        "usr/lib/firstlight/firstlight-agent": client,
        **{
            f"usr/lib/firstlight/{name}": SCRIPTS / name
            for name in ("list-files", "start-display", "enter-root")},
        **{
            f"{HOOKS}/{source.relative_to(SCRIPTS / 'initramfs-tools')}": source
            for source in (SCRIPTS / "initramfs-tools").rglob("firstlight")},
        **{
            f"{DRACUT}/45firstlight/{source.name}": source
            for source in (SCRIPTS / "dracut").iterdir()},
    }
    units = [
        "firstlight-initrd.service", "firstlight-enter-root.service",
        "firstlight-ask-password.path", "firstlight-ask-password.service"]
    for name, source in programs.items():
        target = root / name
        target.unlink(missing_ok=True)
        if daemon:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    units += [f"{shell}.service.d/firstlight.conf" for shell in ("emergency", "rescue")]
    for name in units:
        target = root / "usr/lib/systemd/system" / name
        target.unlink(missing_ok=True)
        if daemon:
            write(target, (ROOT / "systemd" / name).read_text().replace("@PREFIX@", "/usr"))
    if daemon:
        installed.add_to(lab)
        shutil.copy(client, lab / "plymouth")
        shutil.copy(root / "usr/lib/systemd/system/firstlight-initrd.service", lab)
