"""The start: sockets that cannot be taken over, and wrong command lines."""

import socket
import subprocess
import unittest

from harness import DAEMON, TestCase, clean_environment


class SocketPath(TestCase):
    def refuse(self, *words, status=69):
        result = subprocess.run(
            [DAEMON, "--socket", str(self.socket), "--output", "none", "--size", "64x64"],
            capture_output=True, timeout=20, env=clean_environment())
        self.assertEqual(result.returncode, status, result.stderr)
        for word in [str(self.socket), *words]:
            self.assertIn(word, result.stderr.decode())

    def test_a_live_daemons_is_refused(self):
        daemon = self.start()
        self.refuse()
        self.assertEqual(daemon.call("GetStatus")["sceneGeneration"], 1)

    def test_a_plain_file_is_refused_and_stays(self):
        self.socket.write_text("precious")
        self.refuse("file")
        self.assertEqual(self.socket.read_text(), "precious")

    def test_a_directory_is_refused(self):
        self.socket.mkdir()
        self.refuse("directory")
        self.assertTrue(self.socket.is_dir())

    def test_symbolic_links_are_refused_and_stay(self):
        target = self.directory / "target"
        for kind in ["nothing", "a file", "a stale socket"]:
            with self.subTest(kind):
                if kind == "a file":
                    target.write_text("precious")
                elif kind == "a stale socket":
                    target.unlink()
                    with socket.socket(socket.AF_UNIX) as listener:
                        listener.bind(str(target))
                self.socket.symlink_to(target)
                self.refuse("symbolic link")
                self.assertTrue(self.socket.is_symlink())
                self.socket.unlink()

    def test_a_stale_socket_is_replaced(self):
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(self.socket))
        daemon = self.start()
        self.assertEqual(daemon.call("GetStatus")["sceneGeneration"], 1)

    def test_a_killed_daemons_socket_is_replaced(self):
        daemon = self.start()
        daemon.process.kill()
        daemon.process.wait(10)
        self.assertTrue(self.socket.exists())
        self.assertEqual(self.start().call("GetStatus")["sceneGeneration"], 1)

    def test_a_path_that_is_too_long_is_refused(self):
        self.socket = self.directory / ("x" * 120)
        self.refuse()

    def test_a_directory_that_is_not_writable_is_refused(self):
        self.socket = "/proc/firstlight"
        self.refuse()


class CommandLine(TestCase):
    def test_wrong_command_lines(self):
        cases = [["--bogus"], ["--size", "0x5"], ["--size", "100000x100000"], ["--size", "axb"],
                 ["--scale", "nan"], ["--scale", "0"], ["--format", "CMYK"], ["--clock", "sundial"],
                 ["--output", "tape"], ["--output", "png:"], ["a", "b"], ["--socket"]]
        for arguments in cases:
            with self.subTest(arguments):
                result = subprocess.run(
                    [DAEMON, *arguments], capture_output=True, timeout=20,
                    env=clean_environment())
                self.assertEqual(result.returncode, 64, result.stderr)
                self.assertIn(arguments[-1].encode(), result.stderr)

    def test_help_names_every_option(self):
        result = subprocess.run([DAEMON, "--help"], capture_output=True, timeout=20)
        self.assertEqual(result.returncode, 0)
        for option in ["--socket", "--output", "--size", "--scale", "--format", "--clock"]:
            self.assertIn(option.encode(), result.stdout)


if __name__ == "__main__":
    unittest.main()
