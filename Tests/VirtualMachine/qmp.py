"""QEMU's machine protocol: commands as JSON on a Unix socket."""

import json
import socket
import time


class QMPError(Exception):
    pass


def connect(path, limit=20):
    """Connects to a socket of QEMU's, which may be there before it listens."""
    end = time.monotonic() + limit
    while True:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(limit)
        try:
            connection.connect(str(path))
            return connection
        except ConnectionRefusedError:
            connection.close()
            if time.monotonic() > end:
                raise
            time.sleep(0.01)


class QMP:
    def __init__(self, path, limit=20):
        self.socket = connect(path, limit)
        self.lines = self.socket.makefile("r")
        self._receive()
        self.command("qmp_capabilities")

    def _receive(self):
        line = self.lines.readline()
        if not line:
            raise QMPError("QEMU closed its control socket")
        return json.loads(line)

    def command(self, name, **arguments):
        message = {"execute": name, "arguments": arguments}
        self.socket.sendall(json.dumps(message).encode() + b"\n")
        while True:
            reply = self._receive()
            if "error" in reply:
                raise QMPError(f"{name}: {reply['error']['desc']}")
            if "return" in reply:
                return reply["return"]

    def close(self):
        self.lines.close()
        self.socket.close()
