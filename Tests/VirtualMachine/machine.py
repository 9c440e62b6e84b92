"""A virtual machine: QEMU, the commands that its guest runs, and the pictures of its monitors."""

import dataclasses
import os
import pathlib
import select
import shlex
import shutil
import subprocess
import tempfile
import time

from kernel import Unavailable, firmware
from picture import read_ppm
from qmp import QMP, QMPError, connect

EMULATOR = "qemu-system-x86_64"


def in_options(path):
    """A path among QEMU's options, which are apart by commas."""
    return str(path).replace(",", ",,")


class Failed(AssertionError):
    """An expected event that did not happen."""


@dataclasses.dataclass(frozen=True)
class Profile:
    """A kind of machine. The cases of one profile begin with the same boot."""

    name: str
    # QEMU's devices, a word each.
    devices: tuple = ()
    # The guest's drivers that are loaded at its start.
    modules: tuple = ()
    # More for the kernel's command line.
    kernel: str = ""
    # `vga=` is understood by the compressed image only.
    needs_boot_sector: bool = False
    # UEFI firmware, and not a BIOS.
    has_firmware: bool = False
    # True if systemd is the first process, and runs the daemon.
    has_systemd: bool = False
    # With the newest systemd that Debian has.
    is_newest: bool = False
    # The system has a compositor, too.
    has_kiosk: bool = False
    # The root is on an encrypted disk, which `encrypted.py` makes: nothing answers before a
    # passphrase is typed, and a case waits by itself.
    is_encrypted: bool = False
    # The image that asks for that passphrase has the daemon.
    has_splash: bool = False
    # The program that makes that image, if not initramfs-tools.
    has_dracut: bool = False
    # Its time is the number of its instructions, a nanosecond each, and the time in which it has
    # nothing to do: a busy host makes no program late.
    is_counted: bool = False
    # Events that it awaits with nothing to do come at once.
    skips_waits: bool = False
    # The number of VNC servers, by which monitors are resized and plugged: one a head of g0.
    viewers: int = 0


class Result:
    """The result of a command in the guest."""

    def __init__(self, status, output):
        self.status, self.output = status, output

    @property
    def text(self):
        return self.output.decode(errors="replace")


@dataclasses.dataclass(frozen=True)
class Frozen:
    """A machine that has booted, as files from which any number of machines go on."""

    memory: pathlib.Path
    devices: pathlib.Path
    # The first picture of the firmware, if there is any.
    firmware_screen: object = None


class Machine:
    """A running machine; ends with the `with` block."""

    def __init__(
        self, profile, kernel, initramfs, tracing=None, disk=None, frozen=None, memory=None):
        """Boots a machine, or goes on from a frozen one.

        - memory: the file to be the machine's memory, for one that is to be frozen.
        """
        self.profile = profile
        self.kernel = kernel
        self.initramfs = initramfs
        self.disk = disk
        self.memory = memory
        self.answers = False
        self.tracing = tracing
        if not shutil.which(EMULATOR):
            raise Unavailable(f"{EMULATOR} is missing: install qemu-system-x86")
        # A socket's path may have 107 bytes only.
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="firstlight-vm-"))
        self.log = self.directory / "serial.log"
        self.process = self.channel = self.qmp = None
        try:
            self._start(initramfs, frozen)
        except BaseException:
            self.close()
            raise

    def _start(self, initramfs, frozen):
        profile = self.profile
        # A monitor is resized through a viewer; without one it stays.
        viewers = []
        for head in range(profile.viewers):
            path = self.directory / f"viewer{head}"
            viewers += ["-vnc", f"unix:{path},display=g0,head={head}"]
        # The processor's clock is read without a system call, as on a real machine; and a host that
        # has little time fails the check of the timer.
        line = ("console=tty0 console=ttyS0 quiet panic=-1 tsc=reliable clocksource=tsc "
                "no_timer_check " + profile.kernel)
        # One processor: where the host has little time, two spend it waiting for each other.
        threads = "single" if profile.is_counted else "multi"
        size = (
            "3072M"
            if profile.has_kiosk
            else "1536M" if profile.has_systemd else "1024M" if self.disk else "512M")
        memory = f"memory-backend-ram,id=memory,size={size}"
        if frozen or self.memory:
            # The file has the memory of the frozen machine; others write to copies of its pages.
            memory = (
                f"memory-backend-file,id=memory,size={size},share={'off' if frozen else 'on'},"
                f"mem-path={in_options(frozen.memory if frozen else self.memory)}")
        command = [
            EMULATOR, "-M", "pc,memory-backend=memory", "-object", memory,
            "-accel", f"tcg,thread={threads}", "-cpu", "max", "-smp", "1", "-m", size,
            "-no-user-config", "-nodefaults", "-no-reboot", "-display", "none",
            "-kernel", self.kernel.image if profile.needs_boot_sector else self.kernel.elf,
            "-initrd", initramfs, "-append", line,
            "-serial", f"file:{self.log}",
            "-qmp", f"unix:{self.directory}/qmp,server=on,wait=off",
            "-chardev", f"socket,id=channel,path={self.directory}/channel,server=on,wait=off",
            "-device", "virtio-serial-pci",
            "-device", "virtserialport,chardev=channel,name=channel",
            "-chardev", f"socket,id=client,path={self.directory}/client,server=on,wait=off",
            "-device", "virtserialport,chardev=client,name=client",
            *profile.devices, *viewers,
        ]
        if profile.is_counted:
            waits = "off" if profile.skips_waits else "on"
            command += ["-icount", f"shift=0,sleep={waits}", "-rtc", "base=2026-01-01,clock=vm"]
        if profile.has_firmware:
            command += ["-bios", firmware(print)]
        if self.disk:
            # The guest's changes are not kept.
            command += ["-drive", f"if=virtio,format=raw,snapshot=on,file={in_options(self.disk)}"]
        if frozen:
            command += ["-incoming", "defer"]
        began = time.monotonic()
        self.errors = open(self.directory / "qemu.log", "w+b")
        self.process = subprocess.Popen(
            [str(word) for word in command], stdin=subprocess.DEVNULL,
            stdout=self.errors, stderr=self.errors)
        self.qmp = QMP(self._wait_for_path("qmp"))
        self.channel = connect(self._wait_for_path("channel"))
        if frozen:
            self.firmware_screen = frozen.firmware_screen
            self._migrate("migrate-incoming", f"exec:cat {shlex.quote(str(frozen.devices))}")
            self.qmp.command("cont")
            self.boot_seconds = time.monotonic() - began
            return
        if profile.has_firmware:
            self.firmware_screen = self._wait_for_logo()
        if not profile.is_encrypted:
            self.run("true", limit=180 if profile.has_systemd else 90)
        else:
            # Answered when it is up, which is waited for by `is_up`.
            self.channel.sendall(b"180 4 0\ntrue")
        self.boot_seconds = time.monotonic() - began
        self.load(*profile.modules)

    def freeze(self, devices):
        """Stops the machine, and keeps its state for others that go on from there; it ends with that.

        - devices: the file for everything but the memory.
        """
        self.qmp.command("stop")
        self._migrate("migrate", f"exec:cat >{shlex.quote(str(devices))}")
        self.close()
        return Frozen(self.memory, devices, getattr(self, "firmware_screen", None))

    def _migrate(self, command, uri):
        """Passes the state on, without memory that is a file for both."""
        self.qmp.command(
            "migrate-set-capabilities",
            capabilities=[{"capability": "x-ignore-shared", "state": True}])
        self.qmp.command(command, uri=uri)
        end = time.monotonic() + 30
        while (status := self.qmp.command("query-migrate").get("status")) != "completed":
            if status == "failed" or time.monotonic() > end:
                raise Failed(f"QEMU's {command}: {status}")
            time.sleep(0.01)

    def is_up(self):
        """True if a guest with an encrypted root runs commands now."""
        if not self.answers and select.select([self.channel], [], [], 0)[0]:
            self.channel.settimeout(20)
            self.answers = self._receive_line() == "0 0\n"
        if self.process.poll() is not None:
            raise Failed(f"the machine has gone: {self.last_words}")
        return self.answers

    def _wait_for_logo(self):
        """The first picture of many colours, which is the firmware's: its text has two."""
        end = time.monotonic() + 30
        while time.monotonic() < end:
            picture = self.screen()
            pixels = picture.pixels
            if len(set(zip(pixels[0::3], pixels[1::3], pixels[2::3]))) > 16:
                # It may have been seen half drawn.
                time.sleep(0.2)
                return self.screen()
        raise Failed("the firmware shows no logo")

    def _wait_for_path(self, name):
        path = self.directory / name
        end = time.monotonic() + 20
        while not path.exists():
            if self.process.poll() is not None:
                self.errors.seek(0)
                raise Failed("QEMU ended: " + self.errors.read().decode(errors="replace").strip())
            if time.monotonic() > end:
                raise Failed(f"QEMU made no {name} socket")
            time.sleep(0.01)
        return path

    # MARK: Commands

    def run(self, command, input=b"", limit=30, check=True):
        """Runs a shell command in the guest to its end. Processes that it left running continue."""
        if isinstance(input, str):
            input = input.encode()
        script = command.encode()
        self.channel.settimeout(limit + 20)
        request = f"{limit} {len(script)} {len(input)}\n".encode()
        self.channel.sendall(request + script + input)
        try:
            status, length = self._receive_line().split()
            output = self._receive(int(length))
        except TimeoutError:
            raise Failed(f"the guest does not answer to: {command}; {self.last_words}") from None
        result = Result(int(status), output)
        if self.tracing:
            self.tracing(f"[{result.status}] {command}\n{result.text}")
        if check and result.status:
            raise Failed(f"'{command}' ended with {result.status}: {result.text.strip()[-800:]}")
        return result

    def text(self, command, **options):
        """The output of a command, without space at its ends."""
        return self.run(command, **options).text.strip()

    def _receive(self, count):
        parts = []
        while count:
            try:
                part = self.channel.recv(min(count, 1 << 20))
            except ConnectionResetError:
                part = b""
            if not part:
                raise Failed(f"the machine has gone: {self.last_words}")
            parts.append(part)
            count -= len(part)
        return b"".join(parts)

    def _receive_line(self):
        line = b""
        while not line.endswith(b"\n"):
            line += self._receive(1)
        return line.decode()

    @property
    def last_words(self):
        """The end of the kernel's log, in one line."""
        text = self.log.read_text(errors="replace") if self.log.exists() else ""
        return " | ".join(text.strip().splitlines()[-4:]) or "no word from the kernel"

    def connect(self, path):
        """A connection of this machine to a socket in the guest: one at a time."""
        connection = connect(self._wait_for_path("client"))
        self.run(f"forward /dev/vport0p2 {path} >/tmp/forward.log 2>&1 &")
        return connection

    def write(self, path, content):
        self.run(f"cat >{path}", input=content)

    def load(self, *modules):
        """Loads drivers and all that they need, where they are not there yet.

        A driver's parameters follow its name, after a space."""
        parameters = dict(module.partition(" ")[::2] for module in modules)
        loads = []
        for name in self.kernel.with_dependencies(parameters):
            load = f"insmod /modules/{name}.ko {parameters.get(name, '')}"
            loads.append(f"{{ [ -d /sys/module/{name} ] || {load}; }}")
        if loads:
            self.run(" && ".join(loads))

    def wait_for(self, command, what, limit=20):
        """Waits until a command in the guest succeeds."""
        end = time.monotonic() + limit
        while True:
            result = self.run(command, check=False)
            if result.status == 0:
                return result
            if time.monotonic() > end:
                raise Failed(f"waited {limit} s in vain for {what}: {result.text.strip()[-400:]}")
            time.sleep(0.05)

    # MARK: Monitors

    def screen(self, head=0, device="g0"):
        """The picture of a monitor."""
        path = self.directory / f"screen{head}.ppm"
        arguments = {"device": device, "head": head} if self.has_display else {}
        self.qmp.command("screendump", filename=str(path), **arguments)
        return read_ppm(path)

    @property
    def has_display(self):
        return any("id=g0" in word for word in self.profile.devices)

    def wait_for_screen(self, picture, head=0, limit=10):
        """Waits until a monitor shows a picture; how long that took, or Failed."""
        began = time.monotonic()
        while True:
            shown = self.screen(head)
            count, sentence = shown.differences(picture) if (
                shown.pixels == picture.pixels or time.monotonic() - began > limit) else (1, "")
            if count == 0 and shown.size == picture.size:
                return time.monotonic() - began
            if sentence:
                raise Failed(f"the monitor shows another picture: {sentence}")
            time.sleep(0.05)

    def press(self, *keys):
        """Presses keys one after the other, by QEMU's names of them; `shift-a` are two at once."""
        for key in keys:
            self.qmp.command(
                "send-key", keys=[{"type": "qcode", "data": part} for part in key.split("-")])
            time.sleep(0.15)

    # MARK: Ending

    def close(self):
        if self.process and self.process.poll() is None:
            try:
                self.qmp.command("quit")
                self.process.wait(5)
            except (QMPError, OSError, AttributeError, subprocess.TimeoutExpired):
                self.process.kill()
                self.process.wait(10)
        for owner in (self.qmp, self.channel, getattr(self, "errors", None)):
            if owner:
                owner.close()
        if not os.environ.get("FIRSTLIGHT_VM_KEEP"):
            shutil.rmtree(self.directory, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
