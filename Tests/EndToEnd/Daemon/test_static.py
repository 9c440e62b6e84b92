"""The static daemon's C library, with the parts that scripts/static replaces."""

import os
import socket
import subprocess
import time
import unittest

from harness import DISPLAY, ROOT, TestCase

STATIC = ROOT / ".build-static" / "firstlightd"
SOURCE = ROOT / "scripts" / "static" / "replacements.c"

THREADS = """
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void *work(void *microseconds) {
  void *memory = malloc(100);
  usleep((long)microseconds);
  free(memory);
  return memory;
}

int main(void) {
  pthread_t threads[64];
  for (int index = 0; index < 64; index++) {
    if (pthread_create(threads, NULL, work, (void *)1)) return 1;
    pthread_join(threads[0], NULL);
  }
  for (int index = 0; index < 64; index++)
    if (pthread_create(threads + index, NULL, work, (void *)100000)) return 2;
  for (int index = 0; index < 64; index++) pthread_join(threads[index], NULL);
  return 0;
}
"""


class Threads(TestCase):
    def test_any_number_of_threads_has_memory(self):
        source, program = self.write("threads.c", THREADS), self.directory / "threads"
        library = self.directory / "replacements.o"
        # As scripts/build-static does.
        compiled = subprocess.run(
            ["gcc", "-Os", "-fno-builtin", "-fno-pic", "-ffunction-sections", "-c", SOURCE, "-o", library])
        self.assertEqual(compiled.returncode, 0)
        subprocess.run(
            ["gcc", "-static", "-no-pie", "-Wl,--gc-sections", source, library, "-o", program], check=True)
        self.assertEqual(subprocess.run([program], timeout=20).returncode, 0)

    def test_threads_that_end_take_none_along(self):
        """Each file of these is closed by a thread, which may be a new one."""
        if not STATIC.exists():
            self.skipTest("the static daemon is not built")
        if STATIC.stat().st_mtime < SOURCE.stat().st_mtime:
            self.skipTest("the static daemon is older than its source")
        daemon = self.start(program=STATIC)
        file = os.memfd_create("large")
        self.addCleanup(os.close, file)
        os.write(file, bytes(9 << 20))
        call = b'{"method":"%sGetStatus"}\0' % DISPLAY.encode()
        for _ in range(200):
            with daemon.connect() as client:
                socket.send_fds(client.socket, [call], [file])
            time.sleep(0.002)
        self.assertEqual(daemon.call("GetStatus")["paused"], False)
        self.assertIsNone(daemon.process.poll())


if __name__ == "__main__":
    unittest.main()
