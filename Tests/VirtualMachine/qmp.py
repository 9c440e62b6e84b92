"""QEMU's machine protocol: commands as JSON on a Unix socket."""

import json
import socket


class QMPError(Exception):
    pass


class QMP:
    def __init__(self, path, limit=20):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(limit)
        self.socket.connect(str(path))
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
