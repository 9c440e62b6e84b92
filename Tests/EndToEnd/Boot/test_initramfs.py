"""The scripts of initial RAM file systems: the start of the display, and its way to the root."""

import pathlib
import subprocess
import tempfile
import unittest

from harness import ROOT, TestCase


class InitramfsTest(TestCase):
    """The image's first script, and its last, which tells the display of the real root."""

    SCRIPT = ROOT / "scripts" / "initramfs" / "enter-root"

    def asked(self, *paths, masked=None, status=0, line="quiet splash", has_file=False):
        """Runs the script beside a root that has some files or links, and returns its requests.

        - has_file: the file with the daemon's number stays, by which Plymouth's password agent asks and systemd's does
          not.
        """
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            root = folder / "root"
            for path in paths:
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).symlink_to("/nowhere")
            if masked:
                (root / masked).symlink_to("/dev/null")
            for name in ("plymouth", "firstlight-agent"):
                client = folder / name
                client.write_text(f'#!/bin/sh\necho "$*" >>{folder}/asked\nexit {status}\n')
                client.chmod(0o755)
            (folder / "line").write_text(line + "\n")
            (folder / "pid").write_text("1\n")
            script = self.SCRIPT.read_text()
            for place, name in (("/usr/lib/firstlight", ""), ("/proc/cmdline", "line"), ("/run/plymouth/pid", "pid")):
                script = script.replace(place, str(folder / name))
            subprocess.run(["sh", "-c", script, "enter-root", str(root)], check=True)
            if status == 0 and "newroot" in (folder / "asked").read_text():
                self.assertEqual((folder / "pid").exists(), has_file)
            return (folder / "asked").read_text().replace(str(root), "ROOT")

    def starts(self, line):
        """True if the display starts with a command line of the kernel."""
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "line").write_text(line + "\n")
            starter = folder / "plymouthd"
            starter.write_text(f"#!/bin/sh\n: >{folder}/started\n")
            starter.chmod(0o755)
            script = (self.SCRIPT.parent / "start-display").read_text()
            script = script.replace("/usr/bin/plymouthd", str(starter))
            subprocess.run(["sh", "-c", script, "start-display", str(folder / "line")], check=True)
            return (folder / "started").exists()

    def test_the_kernels_command_line_may_be_against_it(self):
        for line in ("quiet splash", "", "splash=silent", "firstlight.enable=1", "breakfast", "init=/sbin/init",
                     "init=/usr/lib/systemd/systemd", "init=/sbin/start.sh", "rdinit=/bin/sh"):
            self.assertTrue(self.starts(line), line)
        for line in ("nosplash", "nosplash splash", "splash rd.firstlight=0", "-- single", "-b", "rd.break=mount",
                     "plymouth.enable=0 splash", "firstlight.enable=0", "plymouth.enable=0",
                     "single", "S", "1", "emergency", "systemd.unit=rescue.target", "break=mount",
                     "init=/bin/sh", "rw init=/bin/bash", "init=/usr/bin/zsh"):
            self.assertFalse(self.starts("quiet " + line), line)

    def test_a_mistake_in_its_settings_does_not_end_the_making_of_an_image(self):
        """initramfs-tools reads the script by the shell that makes the image."""
        script = (self.SCRIPT.parent / "initramfs-tools/conf-hooks.d/firstlight").read_text()
        with tempfile.TemporaryDirectory() as folder:
            settings = pathlib.Path(folder) / "initramfs.conf"
            script = script.replace("/etc/firstlight/initramfs.conf", str(settings))
            script = script.replace("/usr/bin/firstlightd", "/bin/sh")
            for text, drivers in (("", "y"), ("FIRSTLIGHT=n", ""), ("FIRSTLIGHT=y", "y"), ('FIRSTLIGHT="n', "y"),
                                  ("exit 3", "y"), ("false", "y")):
                settings.write_text(text + "\n")
                result = subprocess.run(["sh", "-ec", script + "\necho \"[${FRAMEBUFFER-}]\""], check=True,
                                        capture_output=True, text=True)
                self.assertEqual((result.stdout, result.stderr), (f"[{drivers}]\n", ""), text)

    COMMAND, AGENT = "usr/bin/plymouth", "usr/lib/systemd/system/systemd-ask-password-plymouth.path"
    QUIT = "usr/lib/systemd/system/multi-user.target.wants/plymouth-quit.service"

    def test_a_root_with_plymouth_gets_it(self):
        """It ends the display, and asks on it, too, for which the file with the daemon's number stays."""
        for name in ("usr/bin/plymouth", "bin/plymouth", "usr/local/bin/plymouth"):
            self.assertEqual(self.asked(name, self.AGENT, self.QUIT, has_file=True), "--newroot=ROOT\n")
        self.assertEqual(self.asked(self.COMMAND, "lib/systemd/system/systemd-ask-password-plymouth.path",
                                    "etc/systemd/system/graphical.target.wants/plymouth-quit.service", has_file=True),
                         "--newroot=ROOT\n")
        self.assertEqual(self.asked(self.COMMAND, "etc/rc2.d/S02plymouth", has_file=True), "--newroot=ROOT\n")

    def test_a_root_that_would_keep_it_over_prompts_does_not(self):
        """The names of Plymouth alone end nothing and ask nothing, as with Firstlight's packages and no unit enabled."""
        for paths in ((self.COMMAND,), (self.COMMAND, self.AGENT), (self.COMMAND, self.QUIT), (self.AGENT, self.QUIT),
                      (self.COMMAND, "usr/lib/systemd/system/plymouth-quit.service")):
            self.assertEqual(self.asked(*paths), "quit --retain-splash\n", paths)

    def test_a_shell_in_place_of_the_system_has_the_console(self):
        unit = "etc/systemd/system/sysinit.target.wants/firstlight.service"
        for line in ("rw init=/bin/sh", "init=/bin/bash quiet"):
            self.assertEqual(self.asked(unit, line=line), "quit\n")
            self.assertEqual(self.asked(self.COMMAND, self.AGENT, self.QUIT, line=line), "quit\n")
        self.assertEqual(self.asked(unit, line="init=/lib/systemd/systemd"), "--newroot=ROOT\n")

    def test_an_enabled_service_goes_on_in_its_place(self):
        unit = "etc/systemd/system/sysinit.target.wants/firstlight.service"
        self.assertEqual(self.asked(unit), "--newroot=ROOT\n")
        vendors = "usr/lib/systemd/system/sysinit.target.wants/firstlight.service"
        self.assertEqual(self.asked(vendors), "--newroot=ROOT\n")
        # A root whose /lib is a folder of its own.
        self.assertEqual(self.asked(vendors.removeprefix("usr/")), "--newroot=ROOT\n")

    def test_a_service_that_is_masked_does_not(self):
        unit = "etc/systemd/system/sysinit.target.wants/firstlight.service"
        self.assertEqual(self.asked(unit, masked="etc/systemd/system/firstlight.service"), "quit --retain-splash\n")

    def test_a_display_that_hangs_is_killed(self):
        for paths, words in (((), "quit --retain-splash"), ((self.COMMAND, self.AGENT, self.QUIT), "--newroot=ROOT")):
            self.assertEqual(self.asked(*paths, status=1), f"{words}\nkill\n")

    def test_without_one_it_ends_and_leaves_its_picture(self):
        self.assertEqual(self.asked(), "quit --retain-splash\n")
        self.assertEqual(self.asked("usr/bin/something"), "quit --retain-splash\n")


if __name__ == "__main__":
    unittest.main()
