"""Settings of configuration files and of the kernel's command line, and the rights of a group."""

import grp
import os
import shutil
import subprocess
import unittest

from harness import DAEMON, LIMIT, TestCase, clean_environment

# Calls Pause on a socket and prints the reply.
CALL = """
import socket, sys
connection = socket.socket(socket.AF_UNIX)
connection.connect(sys.argv[1])
connection.sendall(b'{"method":"io.firstlight.display.Pause"}\\0')
print(connection.recv(4096).rstrip(b"\\0").decode())
"""


class Settings(TestCase):
    def print_config(self, *options, kernel="", status=0):
        result = subprocess.run(
            [DAEMON, "--print-config", *map(str, options)],
            capture_output=True,
            text=True,
            timeout=LIMIT,
            env=clean_environment(SYSTEMD_PROC_CMDLINE=kernel),
        )
        self.assertEqual(result.returncode, status, result.stderr)
        return result

    def test_each_value_has_its_place(self):
        path = self.write(
            "own.conf", "# mine\nscale = 2\nthreads = 3\nrotate = 90\nscene = \"a b.jsonc\"\n")
        drop_in = self.write("own.conf.d/50-screen.conf", "threads = 4\nscreen = DP-1=boot\n")
        result = self.print_config(
            "--config", path, "--rotate=180", kernel="quiet firstlight.scale=1.5")
        self.assertEqual(result.stderr, "")
        rows = result.stdout.splitlines()
        self.assertIn("scale = 1.5  # the kernel's command line", rows)
        self.assertIn(f"threads = 4  # {drop_in}:1", rows)
        self.assertIn(f"screen = DP-1=boot  # {drop_in}:2", rows)
        self.assertIn("rotate = 180  # the command line", rows)
        self.assertIn(f"scene = \"a b.jsonc\"  # {path}:5", rows)
        self.assertTrue(rows[-1].startswith("# not set: socket, "), rows[-1])
        # The printed text is a file with the same effect.
        again = self.print_config("--config", self.write("again.conf", result.stdout))
        self.assertEqual([row.split("  #")[0] for row in again.stdout.splitlines()],
                         [row.split("  #")[0] for row in rows])

    def test_bytes_that_are_not_utf8_name_no_other_file(self):
        broken = os.fsdecode(bytes(self.directory) + b"/caf\xe9")
        for options in (["--socket", broken], ["--socket=" + broken], [broken], ["--config", broken]):
            self.assertIn("are not UTF-8", self.print_config(*options, status=64).stderr)
        path = self.write("own.conf", os.fsencode(f"socket = {broken}\n"))
        self.assertIn(
            "are not UTF-8", self.client("status", "--socket", broken, socket=False, status=64).err)
        daemon = self.start(
            "--config", path,
            environment=clean_environment(RUNTIME_DIRECTORY=broken))
        for text in (f"{path}:1: socket: ", "the variable RUNTIME_DIRECTORY is not UTF-8"):
            self.assertIn(text, daemon.log)
        self.assertEqual(
            [name for name in os.listdir(self.directory) if name.startswith("caf")], [])

    def test_mistakes_keep_nothing_from_starting(self):
        path = self.write("own.conf", "scal = 2\nscale = 99\nnonsense\nreduced-motion = yes\n")
        daemon = self.start(
            "--config", path,
            environment=clean_environment(SYSTEMD_PROC_CMDLINE="firstlight.rotate=45"))
        for text in (
            f"{path}:1: unknown key 'scal'; did you mean 'scale'?", f"{path}:2: scale: '99'",
            f"{path}:3: 'key = value'", "the kernel's command line: rotate: '45'"):
            self.assertIn(text, daemon.log)
        status = daemon.call("GetStatus")
        self.assertTrue(status["reducedMotion"])
        self.assertEqual(status["outputs"][0]["scale"], 1)

    def test_a_group_that_is_not_there(self):
        path = self.write("own.conf", "privileged-group = nosuchgroup\n")
        self.assertIn(f"{path}:1: privileged-group: no group is named 'nosuchgroup'",
                      self.print_config("--config", path).stderr)

    def test_files_of_keys_and_devices_that_are_not_there(self):
        path = self.write(
            "own.conf", "keyboard = /no/fifo\nkeymap = /no/keymap\ninput = /no/device,/dev/null\n")
        config = self.print_config("--config", path).stderr
        daemon = self.start("--config", path)
        for text in (
            f"{path}:1: keyboard: nothing is at '/no/fifo', and no keys come; name a FIFO",
            f"{path}:2: keymap: ",
            f"{path}:3: input: nothing is at '/no/device' yet; name a touch screen"):
            self.assertIn(text, config)
            self.assertEqual(daemon.log.count(text), 1)
        self.assertNotIn("nothing is at '/dev/null'", config)
        daemon.stop()
        # A display without devices has no use for the keymap, and tells of it all the same.
        plain = self.write("plain.txt", "")
        daemon = self.start(f"--keyboard={plain}", "--keymap=/no/keymap")
        self.assertIn(f"keyboard: '{plain}' is a plain file", daemon.log)
        self.assertEqual(daemon.log.count("keymap: "), 1)

    def test_a_file_that_is_missing_or_no_file(self):
        missing = self.directory / "none.conf"
        self.assertIn(str(missing), self.print_config("--config", missing).stderr)
        self.assertIn(str(self.directory), self.print_config("--config", self.directory).stderr)
        self.assertEqual(self.print_config("--config", "none").stderr, "")
        self.assertIn("--scale", self.print_config("--config=none", "--scale=99", status=64).stderr)

    def test_the_scene_of_a_file_is_shown(self):
        scene = self.write("mine.jsonc", '{ "name": "Mine", "layers": [ { "name": "one" } ] }')
        path = self.write("own.conf", f"scene = {scene}\nscale = 2\n")
        daemon = self.start("--config", path, scene=None)
        status = daemon.call("GetStatus")
        self.assertEqual((status["scene"], status["outputs"][0]["scale"]), ("Mine", 2))
        daemon.stop()
        daemon = self.start("--config", path, "--scale=1")
        self.assertNotEqual(daemon.call("GetStatus")["scene"], "Mine")


class Group(TestCase):
    def setUp(self):
        super().setUp()
        if os.geteuid() != 0:
            self.skipTest("takes root to become another user")
        self.directory.chmod(0o755)
        # Any group that neither root nor nobody is in.
        self.group = next(group for group in grp.getgrall() if group.gr_gid not in (0, 65534))

    def pause(self, group=65534, groups=()):
        # The folder of the tests may be readable for root alone.
        python = shutil.which("python3", path="/usr/bin:/usr/local/bin:/bin")
        return subprocess.run(
            [python, "-I", "-c", CALL, str(self.socket)],
            user=65534,
            group=group,
            extra_groups=groups,
            capture_output=True,
            text=True,
            timeout=LIMIT,
            cwd="/",
            check=True,
        ).stdout

    def test_members_may_do_what_the_own_user_may(self):
        path = self.write("own.conf", f"privileged-group = {self.group.gr_name}\n")
        daemon = self.start("--config", path)
        self.assertIn("PermissionDenied", self.pause())
        for reply in (self.pause(group=self.group.gr_gid), self.pause(groups=[self.group.gr_gid])):
            self.assertNotIn("error", reply)
        self.assertTrue(daemon.call("GetStatus")["paused"])

    def test_without_the_setting_nobody_may(self):
        self.start("--config", self.write("own.conf", "privileged-group = no-such-group\n"))
        self.assertIn("PermissionDenied", self.pause(groups=[self.group.gr_gid]))


if __name__ == "__main__":
    unittest.main()
