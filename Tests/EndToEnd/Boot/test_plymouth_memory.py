"""Answers in the memory of `plymouth`."""

import os
import pathlib
import shutil
import subprocess
import unittest

from harness import LIMIT, clean_environment, wait_until
from test_plymouth import PROGRAM, ProtocolCase, answer


class Memory(ProtocolCase):
    def test_an_answer_does_not_stay_in_memory(self):
        """While a second answer is waited for, the first is nowhere, and the place of both is not swapped."""
        secret = b"the first of two answers"
        self.play({"*": [answer(secret), "silent"], "c": [answer(b"a password that was kept")]})
        process = subprocess.Popen(
            ["plymouth", "ask-for-password", "--command=false"], executable=str(PROGRAM), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=clean_environment())
        self.addCleanup(process.wait, LIMIT)
        self.addCleanup(process.kill)
        wait_until(lambda: self.daemon.bytes.count(b"*") == 2, "the second question")
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        locked = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmLck"))
        self.assertGreaterEqual(locked, 64)
        for memory in self.memory_of(process.pid):
            self.assertNotIn(secret, memory)
            self.assertNotIn(b"a password that was kept", memory)

    def memory_of(self, pid):
        """The writable parts of a process's memory; none where this user may not read them."""
        try:
            memory = open(f"/proc/{pid}/mem", "rb", buffering=0)
        except PermissionError:
            # It is not to be looked at, but by root.
            self.assertNotEqual(os.geteuid(), 0)
            return
        with memory:
            for line in pathlib.Path(f"/proc/{pid}/maps").read_text().splitlines():
                place, rights = line.split()[:2]
                if not rights.startswith("rw") or "[vvar" in line:
                    continue
                begin, end = (int(number, 16) for number in place.split("-"))
                memory.seek(begin)
                yield memory.read(end - begin)

    def test_other_processes_of_the_user_cannot_look_at_it(self):
        if os.geteuid() != 0:
            self.skipTest("needs root, to be another user")
        self.play({"*": "silent"})
        program = pathlib.Path("/tmp") / f"firstlight-plymouth-{os.getpid()}"
        shutil.copy(PROGRAM, program)
        self.addCleanup(program.unlink)
        process = subprocess.Popen(["plymouth", "ask-for-password"], executable=str(program), user=65534, group=65534,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=clean_environment())
        self.addCleanup(process.wait, LIMIT)
        self.addCleanup(process.kill)
        wait_until(lambda: b"*" in self.daemon.bytes, "the question")
        # The kernel gives the files of a process that cannot be dumped to root.
        self.assertEqual(os.stat(f"/proc/{process.pid}/environ").st_uid, 0)


if __name__ == "__main__":
    unittest.main()
