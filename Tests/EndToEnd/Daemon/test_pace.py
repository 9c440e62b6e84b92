"""Frames that take long: signs of life, answers and an end in the middle of them."""

import signal
import socket
import time
import unittest

from harness import TestCase, clean_environment

GRADIENT = ('{"kind": "gradient", "frame": [0, 0, "100%%", "100%%"], "colors": ["#%02x%02x80", '
            '"#20%02x40"], "opacity": 0.9%s}')
MOVE = (', "animations": [{"key": "position.x", "by": 40, "duration": 3, "autoreverses": true, '
        '"repeat": "forever"}]')
CONTROLS = '"controls": {"install": {"kind": "progress", "drives": ["bar"]}}'
BAR = '{"kind": "progress", "name": "bar", "style": "line", "frame": [0, 0, "100%", 20]}'


def gradients(count):
    """A scene of a number of moving pictures, each as large as the screen."""
    layers = [GRADIENT % (n % 256, n // 256, n * 7 % 256, MOVE) for n in range(count)]
    return '{"layers": [%s, %s], %s}' % (", ".join(layers), BAR, CONTROLS)


class LongFrames(TestCase):
    size = "1280x800"

    def notify_socket(self):
        (self.directory / "notify").unlink(missing_ok=True)
        receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(receiver.close)
        receiver.bind(str(self.directory / "notify"))
        receiver.settimeout(20)
        return receiver

    def start_long(self, *options, most=9990, **more):
        """A daemon with a scene that takes as long to draw as any that it takes, or so many layers."""
        for count in (9990, 3000, 1000, 300, 100, 30):
            if count > most:
                continue
            scene = self.write("scene.jsonc", gradients(count))
            if self.client("check", str(scene), socket=False, status=None).returncode == 0:
                break
        return self.start(*options, scene=gradients(count), size=self.size, wait=False, **more)

    def wait_for_frames(self, receiver):
        """Waits until the daemon is drawing its frames."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if b"READY=1" in receiver.recv(4096):
                return
        self.fail("the daemon has not come up")

    def end(self, daemon, number=signal.SIGTERM):
        """Ends a daemon, and returns how long that took."""
        start = time.monotonic()
        daemon.process.send_signal(number)
        self.assertEqual(daemon.wait(10), 0)
        return time.monotonic() - start

    def test_the_daemon_ends_within_a_second_whatever_it_draws(self):
        for options in [{"clock": "vsync"}, {"clock": "step"},
                        {"clock": "vsync", "output": f"png:{self.directory}/frames"}]:
            for delay in (0.0, 0.37):
                with self.subTest(options, delay=delay):
                    receiver = self.notify_socket()
                    daemon = self.start_long(
                        environment=clean_environment(
                            NOTIFY_SOCKET=str(self.directory / "notify"),
                            WATCHDOG_USEC="1000000"), **options)
                    # The first sign of life comes before the first frame.
                    while b"WATCHDOG=1" not in receiver.recv(4096):
                        pass
                    time.sleep(delay)
                    self.assertLess(self.end(daemon), 1)
                    receiver.close()
                    (self.directory / "notify").unlink()

    def test_an_interrupt_ends_it_as_well(self):
        receiver = self.notify_socket()
        daemon = self.start_long(
            clock="vsync", most=300,
            environment=clean_environment(NOTIFY_SOCKET=str(self.directory / "notify")))
        self.wait_for_frames(receiver)
        time.sleep(0.2)
        self.assertLess(self.end(daemon, signal.SIGINT), 1)

    def signs(self, receiver, seconds):
        """The longest time without a sign of life."""
        end = time.monotonic() + seconds
        last = time.monotonic()
        longest = 0.0
        while time.monotonic() < end:
            if b"WATCHDOG=1" in receiver.recv(4096):
                longest = max(longest, time.monotonic() - last)
                last = time.monotonic()
        return max(longest, time.monotonic() - last)

    def test_there_are_signs_of_life_whatever_it_draws(self):
        for clock in ("vsync", "step"):
            with self.subTest(clock):
                receiver = self.notify_socket()
                daemon = self.start_long(
                    clock=clock,
                    environment=clean_environment(
                        NOTIFY_SOCKET=str(self.directory / "notify"), WATCHDOG_USEC="300000"))
                receiver.recv(4096)
                self.assertLess(self.signs(receiver, 3), 0.25)
                self.end(daemon)
                receiver.close()
                (self.directory / "notify").unlink()

    def test_there_are_signs_of_life_while_a_step_runs(self):
        receiver = self.notify_socket()
        daemon = self.start(
            size=self.size,
            environment=clean_environment(
                NOTIFY_SOCKET=str(self.directory / "notify"), WATCHDOG_USEC="300000"))
        daemon.call("SetProgress", {"value": 1, "durationUSec": 60_000_000})
        with daemon.connect() as connection:
            connection.send_call("Step", {"durationUSec": 60_000_000})
            receiver.recv(4096)
            self.assertLess(self.signs(receiver, 2), 0.25)
            self.assertLess(self.end(daemon), 1)

    def test_clients_are_answered_meanwhile(self):
        receiver = self.notify_socket()
        daemon = self.start_long(
            clock="vsync", most=300,
            environment=clean_environment(NOTIFY_SOCKET=str(self.directory / "notify")))
        self.wait_for_frames(receiver)
        times = []
        with daemon.connect() as connection:
            for n in range(60):
                start = time.monotonic()
                connection.call("SetProgress", {"value": n / 100})
                connection.call("GetStatus")
                times.append(time.monotonic() - start)
                time.sleep(0.02)
        times.sort()
        self.assertLess(times[len(times) // 2], 0.2, times)
        self.assertLess(times[-3], 1, times)

    def test_a_step_that_has_no_pause_does_not_hold_up_the_end(self):
        daemon = self.start(size="8000x8000", clock="step")
        with daemon.connect() as connection:
            connection.send_call("Screenshot", {})
            time.sleep(0.5)
            self.assertLess(self.end(daemon), 1)

    def test_one_emitter_among_many_layers_holds_up_nobody(self):
        layers = ", ".join(
            '{"frame": [%d, %d, 3, 3], "backgroundColor": "#80C0FF"%s}' % (
                n * 7 % 300, n * 13 % 200, MOVE) for n in range(3000))
        emitter = ('{"kind": "emitter", "emitterPosition": [150, 100], "cells": [{"shape": "disc", '
                   '"diameter": 3, "birthRate": 50, "lifetime": 1, "velocity": 40, '
                   '"emissionRange": 360}], "animations": [{"key": "emitterPosition.x", "by": 90, '
                   '"duration": 1, "autoreverses": true, "repeat": "forever"}]}')
        daemon = self.start(
            scene='{"layers": [%s, %s, %s], %s}' % (layers, emitter, BAR, CONTROLS),
            size="320x240", clock="vsync")
        time.sleep(2)
        with daemon.connect() as connection:
            start = time.monotonic()
            for n in range(10):
                connection.call("SetProgress", {"value": n / 10})
                connection.call("ListControls")
            self.assertLess(time.monotonic() - start, 10)
        self.assertLess(self.end(daemon), 1)


def scene(*layers):
    return '{"layers": [%s, %s], %s}' % (", ".join(layers), BAR, CONTROLS)


def dashes(times=1):
    """Thirty lines of 600 dashes each, or some times as many, in one shape that moves along them."""
    lines = " ".join(f"M40 {40 + line * 24 / times}h1200" for line in range(30 * times))
    return scene(
        '{"kind": "shape", "frame": [0, 0, 1280, 800], "path": {"svg": "%s"}, "strokeColor": '
        '"#80C0FF", "lineWidth": 8, "lineCap": "round", "lineDashPattern": [1, 1], "animations": '
        '[{"key": "lineDashPhase", "by": 40, "duration": 4, "repeat": "forever"}]}' % lines)


def letters(times=1):
    """A text of 8,000 letters, or some times as many, all of which grow and shrink."""
    return scene(
        '{"kind": "text", "frame": [20, 30, 1240, 760], "string": "%s", "fontSize": 12, '
        '"animations": [{"key": "fontSize", "from": 9, "to": 14, "duration": 4, "autoreverses": true, '
        '"repeat": "forever"}]}' % ("the quick brown fox " * 400 * times)
    )


class LongSlices(TestCase):
    """Work that is not divided, and takes a tenth of a second: clients are served in it."""

    def start_scene(self, scene):
        daemon = self.start(scene=scene, size="1280x800", clock="vsync")
        time.sleep(0.5)
        return daemon

    def waits(self, daemon, seconds=3):
        """The times that replies took, sorted, and the one that frames took on average."""
        waits = []
        with daemon.connect() as connection:
            first = connection.call("GetStatus")["frames"]
            begin = time.monotonic()
            while time.monotonic() < begin + seconds:
                for method, parameters in [
                        ("SetProgress", {"value": len(waits) % 100 / 100}), ("GetStatus", None)]:
                    start = time.monotonic()
                    connection.call(method, parameters)
                    waits.append(time.monotonic() - start)
                    time.sleep(0.003)
            frames = connection.call("GetStatus")["frames"] - first
        return sorted(waits), (time.monotonic() - begin) / max(frames, 1)

    def test_replies_do_not_wait_for_a_long_slice(self):
        for make in (dashes, letters):
            with self.subTest(make.__name__):
                for times in (1, 2):
                    waits, frame = self.waits(self.start_scene(make(times)))
                    # Much of such a frame is one slice, for the whole
                    # of which replies would wait without help.
                    if frame > 0.04:
                        break
                self.assertGreater(len(waits), 60)
                # A busy machine may be late now and then.
                self.assertLess(waits[-3], min(0.02, frame / 2), waits[-9:])

    def test_the_daemon_ends_within_a_second_in_a_long_slice(self):
        for delay in (0, 0.03, 0.06, 0.09):
            with self.subTest(delay=delay):
                daemon = self.start_scene(dashes())
                time.sleep(delay)
                start = time.monotonic()
                daemon.process.send_signal(signal.SIGTERM)
                self.assertEqual(daemon.wait(10), 0)
                self.assertLess(time.monotonic() - start, 1)

    def test_a_value_set_in_a_long_slice_is_shown_afterwards(self):
        daemon = self.start_scene(dashes())
        for n in range(20):
            daemon.call("SetProgress", {"value": n / 20})
            self.assertEqual(daemon.control("install")["value"], n / 20)
        time.sleep(2)
        self.assertEqual(daemon.layer("bar")["progress"], 19 / 20)


if __name__ == "__main__":
    unittest.main()
