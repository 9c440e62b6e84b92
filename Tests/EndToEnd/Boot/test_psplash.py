"""The FIFO of psplash: written by `psplash-write`, by a shell, and by several programs at once."""

import os
import subprocess
import time
import unittest

from harness import BIN, LIMIT, TestCase, clean_environment, wait_until


class Psplash(TestCase):
    def setUp(self):
        super().setUp()
        self.fifo = self.directory / "psplash_fifo"

    def start_reading(self, **more):
        return self.start("--psplash", self.fifo, **more)

    def write_message(self, message):
        subprocess.run(
            ["psplash-write", message], executable=str(BIN / "plymouth"), check=True, timeout=LIMIT,
            env=clean_environment(PSPLASH_FIFO_DIR=str(self.directory)))

    def test_messages(self):
        daemon = self.start_reading()
        self.write_message("PROGRESS 50")
        wait_until(lambda: daemon.control("install")["value"] == 0.5, "the progress")
        self.write_message("MSG Starting everything")
        wait_until(lambda: daemon.control("message")["text"] == "Starting everything", "the message")
        subprocess.run(["sh", "-c", f"printf 'PROGRESS 75' >{self.fifo}"], check=True, timeout=LIMIT)
        wait_until(lambda: daemon.control("install")["value"] == 0.75, "the progress", limit=5)

    def test_quit_ends_it(self):
        daemon = self.start_reading()
        self.write_message("QUIT")
        self.assertEqual(daemon.wait(), 0)
        self.assertFalse(self.fifo.exists())

    def test_garbage_from_many(self):
        daemon = self.start_reading()
        writers = [os.open(self.fifo, os.O_WRONLY | os.O_NONBLOCK) for _ in range(4)]
        for round_ in range(40):
            for number, writer in enumerate(writers):
                try:
                    os.write(writer, os.urandom(1000) + b"\0PROGRESS %d\0" % (round_ + number))
                except BlockingIOError:
                    time.sleep(0.01)
        for writer in writers:
            os.close(writer)
        self.write_message("MSG still here")
        wait_until(lambda: daemon.control("message")["text"] == "still here", "the message")
        self.assertLessEqual(daemon.control("install")["value"], 0.43)

    def test_path_that_cannot_be_one(self):
        self.fifo.write_text("text")
        daemon = self.start_reading()
        self.assertIn("--psplash", daemon.log)
        self.assertIn("mkfifo", daemon.log)
        self.assertEqual(self.fifo.read_text(), "text")

    def test_a_shell_may_write_first(self):
        subprocess.run(["sh", "-c", f": >{self.fifo}"], check=True, timeout=LIMIT)
        daemon = self.start_reading()
        self.assertEqual(self.fifo.stat().st_mode & 0o777, 0o660)
        self.write_message("PROGRESS 50")
        wait_until(lambda: daemon.control("install")["value"] == 0.5, "the progress")

    def test_a_restarted_daemon_removes_it(self):
        daemon = self.start_reading()
        daemon.process.kill()
        daemon.wait()
        self.assertTrue(self.fifo.is_fifo())
        daemon = self.start_reading()
        self.write_message("QUIT")
        self.assertEqual(daemon.wait(), 0)
        self.assertFalse(self.fifo.exists())


if __name__ == "__main__":
    unittest.main()
