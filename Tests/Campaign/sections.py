"""The campaign's sections, in the order in which they run."""

import collections

import clients
import hosts
import laboratory
import lives
import soak
import users

Section = collections.namedtuple("Section", "name run")

SECTIONS = [
    Section("restart", lives.restart),
    Section("flood", clients.flood),
    Section("readers", clients.readers),
    Section("descriptors", hosts.descriptors_at_limit),
    Section("memory", hosts.memory_at_limit),
    Section("disks", hosts.disks),
    Section("logs", hosts.logs),
    Section("clocks", lives.clocks),
    Section("users", users.users),
    Section("soak", soak.soak),
    Section("displays", laboratory.displays),
]
