"""A text that any user may set takes some megabytes at most, and these come back."""

import json
import unittest

from harness import TestCase, wait_until


class LongTexts(TestCase):
    def memory(self, key):
        with open(f"/proc/{self.daemon.pid}/status") as status:
            line = next(line for line in status if line.startswith(key))
        return int(line.split()[1]) * 1024

    def test_letters_beyond_the_screen_take_little(self):
        names = [f"text {number}" for number in range(4)]
        self.daemon = self.start(clock="vsync", size="1280x720", scene=json.dumps({
            "layers": [{"kind": "text", "name": name, "string": "", "position": ["50%", "50%"]}
                       for name in names],
            "controls": {"message": {"kind": "text", "drives": names}}}))
        before = self.memory("VmRSS")
        for text in ["@" * 4096, ""] * 3:
            frames = self.daemon.call("GetStatus")["frames"]
            self.daemon.call("SetText", {"text": text})
            wait_until(lambda: self.daemon.call("GetStatus")["frames"] > frames, "a frame")
            self.assertLess(self.memory("VmHWM") - before, 64 << 20)
        wait_until(lambda: self.memory("VmRSS") - before < 32 << 20, "the memory")


if __name__ == "__main__":
    unittest.main()
