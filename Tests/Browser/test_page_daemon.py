"""The page of `preview --connect` shows a running daemon."""

import unittest

from page import SCENE, PageTestCase
from harness import wait_until


class RunningDaemon(PageTestCase):
    def test_a_running_daemon_is_shown_and_left_alone(self):
        daemon = self.start(scene=SCENE, size="320x180")
        page = self.serve("--connect", "--socket", self.socket)
        page.wait("state.daemon.connected && state.controls.length === 4")
        self.client("screenshot", "-o", "shot.png")
        self.assertPicture(page, (self.directory / "shot.png").read_bytes())
        daemon.call("SetProgress", {"control": "install", "value": .5, "durationUSec": 0})
        daemon.step(1)
        page.wait("state.controls[0].value === 0.5")
        self.client("screenshot", "-o", "shot.png")
        self.assertPicture(page, (self.directory / "shot.png").read_bytes())
        self.assertTrue(page.evaluate("document.querySelector('[role=group] input').disabled"))
        self.assertIn("ring", page.text("layers"))
        self.assertIn("Words", page.text("accessibility"))
        page.evaluate("send({ do: 'set', control: 'install', value: '90%' })")
        page.wait("document.getElementById('message').textContent.includes('--allow-control')")
        self.assertEqual(daemon.control("install")["value"], .5)
        self.assertEqual(self.violations(page), [])

    def test_a_running_daemon_is_controlled_if_asked_and_waited_for(self):
        scene = SCENE.replace('"duration": 0.1 }', '"duration": 0.1, "allowDecrease": false }', 1)
        daemon = self.start(scene=scene, size="320x180")
        page = self.serve("--connect", "--allow-control", "--socket", self.socket)
        page.wait("state.daemon.connected && state.controls.length === 4")
        page.drag(self.slider(page, "Installation"), .1, .25)
        wait_until(
            lambda: abs(daemon.control("install")["value"] - .25) < .03, "the slider's value")
        page.evaluate("send({ do: 'set', control: 'install', value: '10%' })")
        message = "document.getElementById('message').textContent"
        page.wait(message + ".startsWith('progress stays at 0.2')")
        page.click("[role=group][aria-label=Outcome] button:last-child")
        wait_until(lambda: daemon.control("outcome")["state"] == "done", "the state")
        daemon.stop()
        page.wait("document.body.classList.contains('lost')")
        status = "document.getElementById('status').textContent"
        page.wait(status + ".startsWith('No connection, trying again: ')")
        self.start(scene=SCENE.replace("Workshop", "Other"), size="320x180")
        page.wait("state.daemon.connected && state.name === 'Other'")
        page.wait(status + " === ''")


if __name__ == "__main__":
    unittest.main()
