"""Parameters of calls: bad ones get a named error, numbers any spelling, and calls their order."""

import json
import unittest

from harness import DISPLAY, SERVICE, TestCase


class Parameters(TestCase):
    def setUp(self):
        super().setUp()
        self.daemon = self.start()

    def test_bad_parameters_get_the_named_error(self):
        invalid, value = SERVICE + "InvalidParameter", DISPLAY + "InvalidValue"
        cases = [
            ("SetProgress", {}, invalid, "value"),
            ("SetProgress", None, invalid, "value"),
            ("SetProgress", {"value": "much"}, invalid, "value"),
            ("SetProgress", {"value": None}, invalid, "value"),
            ("SetProgress", {"value": 0.5, "bogus": 1}, invalid, "bogus"),
            ("SetProgress", {"value": 0.5, "control": 7}, invalid, "control"),
            ("SetProgress", {"value": 0.5, "timing": "bouncy"}, invalid, "timing"),
            ("SetProgress", {"value": 0.5, "durationUSec": 0.5}, invalid, "durationUSec"),
            ("SetProgress", {"value": 0.5, "durationUSec": -1}, value, "durationUSec"),
            ("SetProgress", {"value": 0.5, "durationUSec": 1 << 62}, value, "durationUSec"),
            ("SetProgress", {"value": 0.5, "control": "x"}, DISPLAY + "NoSuchControl", "x"),
            ("SetProgress", {"value": 0.5, "control": "message"},
             DISPLAY + "WrongControlKind", "message"),
            ("SetIndeterminate", {"enabled": 1}, invalid, "enabled"),
            ("SetText", {"text": 5}, invalid, "text"),
            ("SetText", {"text": "x" * 100_000}, None, "text"),
            ("SetText", {"text": "x", "control": "install"},
             DISPLAY + "WrongControlKind", "install"),
            ("ListLayers", {"root": "nothing"}, DISPLAY + "NoSuchLayer", "nothing"),
            ("ListLayers", {"depth": -1}, value, "depth"),
            ("Pause", {"layer": "nothing"}, DISPLAY + "NoSuchLayer", "nothing"),
            ("Step", {"durationUSec": -1}, value, "durationUSec"),
            ("Step", {"durationUSec": 1 << 62}, None, "durationUSec"),
            ("LoadScene", {}, None, ""),
            ("LoadScene", {"name": "boot", "path": "/x"}, None, ""),
            ("LoadScene", {"name": "nothing"}, DISPLAY + "NoSuchScene", "nothing"),
            ("LoadScene", {"name": "../../etc/passwd"}, DISPLAY + "NoSuchScene", "passwd"),
            ("LoadScene", {"fileDescriptor": 0}, None, "fileDescriptor"),
            ("LoadScene", {"fileDescriptor": -1}, None, "fileDescriptor"),
            ("LoadScene", {"path": "relative.jsonc"}, None, ""),
            ("Subscribe", {}, SERVICE + "ExpectedMore", ""),
            ("Screenshot", {"inline": "yes"}, invalid, "inline"),
            ("NoMethod", {}, SERVICE + "MethodNotFound", "NoMethod"),
            ("com.example.Nothing", {}, SERVICE + "InterfaceNotFound", "com.example"),
            (SERVICE + "GetInterfaceDescription", {"interface": "com.example"},
             SERVICE + "InterfaceNotFound", "com.example"),
        ]
        with self.daemon.connect() as connection:
            for method, parameters, error, word in cases:
                with self.subTest(f"{method} {str(parameters)[:60]}"):
                    connection.send_call(method, parameters)
                    reply = connection.receive()
                    self.assertIsNotNone(reply, "the connection was closed")
                    self.assertIn("error", reply)
                    if error:
                        self.assertEqual(reply["error"], error)
                    self.assertIn(word, json.dumps(reply))

    def test_numbers_come_in_every_spelling(self):
        spellings = [("5.000000000000000000000e-01", 0.5), ("1", 1), ("0", 0), ("1e-3", 0.001)]
        for text, value in spellings:
            with self.subTest(text), self.daemon.connect() as connection:
                connection.send(
                    b'{"method":"io.firstlight.display.SetProgress","parameters":{"value":'
                    + text.encode() + b"}}\0")
                self.assertEqual(connection.receive()["parameters"]["value"], value)

    def test_values_out_of_range_are_clamped(self):
        for value, clamped in [(-0.2, 0), (1.7, 1), (1e300, 1)]:
            reply = self.daemon.call("SetProgress", {"value": value})
            self.assertEqual(reply["value"], clamped)

    def test_calls_are_answered_in_order(self):
        with self.daemon.connect() as connection:
            for number in range(200):
                connection.send_call("SetProgress", {"value": number / 200})
            for number in range(200):
                self.assertEqual(connection.receive()["parameters"]["value"], number / 200)


if __name__ == "__main__":
    unittest.main()
