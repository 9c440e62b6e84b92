"""Requests at random, for as long as it takes to see what grows."""

import os
import random as randomness
import time

from grammar import Grammar
from harness import SERVICE
from lives import SCENE
from table import Probe, descriptors, memory

NAMES = ["install", "message", "ring", "boot"]
# They answer when something has happened, or end the daemon.
WAITING = {"Quit", "Subscribe", "Reveal", "Ask", "WatchKeys", "GetTimes"}


def soak(scope):
    """Random requests of four clients and loads of scenes, with flat memory and descriptors."""
    seconds = scope.pick(15, 600)
    daemon = scope.start(scene=SCENE)
    random = randomness.Random(26)
    with Probe(daemon) as probe:
        grammar = Grammar(probe.connection.call(
            SERVICE + "GetInterfaceDescription",
            {"interface": "io.firstlight.display"})["description"])
        count = ask(scope, daemon, grammar, random, seconds / 5)
        first = rest(daemon)
        count += ask(scope, daemon, grammar, random, seconds * 4 / 5)
        last = rest(daemon)
        probe.status()
    growth = last[0] - first[0]
    scope.row(
        f"{count} random requests in {seconds} s",
        f"{first[0]} KB after a fifth of the time, {growth:+} KB in the end; {first[1]} and "
        f"{last[1]} descriptors", growth <= 2048 and last[1] <= first[1])


def ask(scope, daemon, grammar, random, seconds):
    """Calls every method that answers at once."""
    scenes = ["boot"]
    connections = [daemon.connect() for _ in range(4)]
    end, count = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        index = random.randrange(4)
        if random.random() < 0.02:
            connections[index].close()
            connections[index] = daemon.connect()
        connection = connections[index]
        if random.random() < 0.02:
            method, parameters = "LoadScene", random.choice(
                [{"name": random.choice(scenes)}, {"path": str(scope.directory / "scene.jsonc")}])
        else:
            method, parameters = grammar.call(random, NAMES, without=WAITING)
        connection.send_call(method, parameters)
        try:
            reply = connection.receive()
        except TimeoutError:
            raise AssertionError(f"no answer to {method} {parameters}") from None
        if reply is None:
            raise AssertionError(f"the connection ends with {method} {parameters}")
        for descriptor in connection.descriptors:
            os.close(descriptor)
        connection.descriptors = []
        count += 1
    for connection in connections:
        connection.close()
    return count


def rest(daemon):
    """Memory and descriptors with the first scene, and without clients."""
    daemon.call("LoadScene", {"path": str(daemon.directory / "scene.jsonc")})
    time.sleep(0.5)
    return memory(daemon), descriptors(daemon)
