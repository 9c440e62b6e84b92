"""A VNC viewer that changes the size of a monitor: the way to plug and unplug monitors.

QEMU tells the guest of the size that the viewer wants. A size of nothing unplugs, but not before the
viewer has wanted another one: QEMU tells of changes alone.
"""

import socket
import struct

from machine import Failed

EXTENDED_DESKTOP_SIZE = -308


class Viewer:
    def __init__(self, machine, head=0):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(10)
        self.socket.connect(str(machine.directory / f"viewer{head}"))
        self._receive(12)
        self.socket.sendall(b"RFB 003.008\n")
        kinds = self._receive(self._receive(1)[0])
        if 1 not in kinds:
            raise Failed("QEMU's VNC server wants a password")
        self.socket.sendall(b"\1")
        if self._receive(4) != bytes(4):
            raise Failed("QEMU's VNC server refused")
        self.socket.sendall(b"\1")
        width, height, name_length = struct.unpack(">HH16xI", self._receive(24))
        self._receive(name_length)
        self.socket.sendall(struct.pack(">BxHi", 2, 1, EXTENDED_DESKTOP_SIZE))

    def _receive(self, count):
        data = b""
        while len(data) < count:
            some = self.socket.recv(count - len(data))
            if not some:
                raise Failed("QEMU closed its VNC connection")
            data += some
        return data

    def resize(self, width, height):
        screen = struct.pack(">IHHHHI", 0, 0, 0, width, height, 0)
        self.socket.sendall(struct.pack(">BxHHBx", 251, width, height, 1) + screen)

    def unplug(self):
        self.resize(0, 0)

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
