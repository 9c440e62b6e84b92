"""The display of a shutdown, whose program's file system is unmounted while it runs."""

import contextlib
import os
import pathlib
import shutil
import subprocess
import unittest

from harness import DAEMON, LIMIT, RING, ROOT, Daemon, TestCase, clean_environment

STATIC = ROOT / ".build-static" / "firstlightd"
SOURCE = ROOT / "Sources" / "System" / "Calls" / "Process" / "ProgramInMemory.swift"
FONT = pathlib.Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
# A text by a font of its own, which stays open in a way.
TEXT = RING.replace('"layers": [', """"layers": [
    {"kind": "text", "string": "Shutting down", "position": ["50%", "20%"], "fontSize": 10, "font": {"file": "FONT"}},""")


class Shutdown(TestCase):
    """With the program, its scene and its font on a file system of their own."""

    def setUp(self):
        super().setUp()
        self.files = self.directory / "files"
        self.files.mkdir()

    def place(self, program):
        """Copies the files, and gives the program's path."""
        shutil.copy(FONT, self.files)
        (self.files / "scene.jsonc").write_text(TEXT.replace("FONT", FONT.name))
        return shutil.copy(program, self.files / "firstlightd")

    def place_static(self):
        if not STATIC.exists():
            self.skipTest("the static daemon is not built")
        if STATIC.stat().st_mtime < SOURCE.stat().st_mtime:
            self.skipTest("the static daemon is older than its source")
        return self.place(STATIC)

    def start_at(self, program, *options, **variables):
        """Starts the daemon by the name that its unit gives it."""
        daemon = Daemon(
            [self.files / "scene.jsonc", "--socket", self.socket, "--output", "none", "--size", "160x120", *options],
            self.directory, program=program, name="@firstlightd", environment=clean_environment(**variables))
        self.addCleanup(daemon.stop)
        return daemon

    def uses(self, daemon):
        """The files on that file system that the process has open, mapped, or as a folder."""
        process = pathlib.Path(f"/proc/{daemon.pid}")
        places = [line.split(maxsplit=5)[-1] for line in (process / "maps").read_text().splitlines()]
        for link in [*(process / "fd").iterdir(), process / "exe", process / "cwd", process / "root"]:
            # It may have been closed meanwhile.
            with contextlib.suppress(FileNotFoundError):
                places.append(os.readlink(link))
        return {place.removeprefix(f"{self.files}/") for place in places if place.startswith(str(self.files))}

    def test_nothing_of_its_file_system_is_in_use(self):
        program = self.place_static()
        for mode in ("poweroff", "reboot", "halt", "kexec"):
            daemon = self.start_at(program, "--mode", mode)
            self.assertEqual(self.uses(daemon), set(), mode)
            process = pathlib.Path(f"/proc/{daemon.pid}")
            self.assertTrue(os.readlink(process / "exe").startswith("/memfd:firstlightd"))
            # The first name is a sign for systemd, and the second one serves to find the process.
            self.assertTrue((process / "cmdline").read_bytes().startswith(b"@firstlightd\0" + bytes(self.files)))
            self.assertEqual((process / "comm").read_text(), "firstlightd\n")
            daemon.call("SetProgress", {"value": 0.5})
            self.assertEqual(daemon.log, "")
            daemon.stop()
            self.assertEqual(daemon.wait(), 0)

    def test_the_file_system_of_the_program_can_be_unmounted(self):
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "none", str(self.files)], capture_output=True, timeout=LIMIT)
        if mounted.returncode != 0:
            self.skipTest(f"a file system cannot be mounted: {mounted.stderr.decode()}")
        self.addCleanup(subprocess.run, ["umount", "-l", str(self.files)], capture_output=True, timeout=LIMIT)
        daemon = self.start_at(self.place_static(), "--mode", "poweroff")
        subprocess.run(["umount", str(self.files)], check=True, timeout=LIMIT)
        daemon.call("SetProgress", {"value": 0.5})

    def test_a_boot_runs_from_its_file(self):
        daemon = self.start_at(self.place_static(), "--mode", "boot-up")
        self.assertLessEqual({"firstlightd", FONT.name}, self.uses(daemon))

    def test_the_daemon_begins_anew_once(self):
        """Were the kernel's names of such files other ones, it would not go on for ever."""
        daemon = self.start_at(self.place_static(), "--mode", "poweroff", FIRSTLIGHT_IN_MEMORY="1")
        self.assertLessEqual({"firstlightd", FONT.name}, self.uses(daemon))

    def test_a_program_with_libraries_runs_from_its_file(self):
        with open(DAEMON, "rb") as file:
            if b"/ld-" not in file.read(4096):
                self.skipTest("the daemon has no libraries")
        daemon = self.start_at(self.place(DAEMON), "--mode", "poweroff")
        self.assertLessEqual({"firstlightd", FONT.name}, self.uses(daemon))
        self.assertEqual(daemon.log, "")


if __name__ == "__main__":
    unittest.main()
