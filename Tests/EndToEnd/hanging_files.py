"""A file system of this process (FUSE), by the kernel's protocol alone: its one file can be opened, and some
requests about it are never answered."""

import ctypes
import os
import struct
import threading

# Requests of linux/fuse.h.
LOOKUP, GETATTR, OPEN, READ, FLUSH, INIT, OPENDIR = 1, 3, 14, 15, 25, 26, 27
NO_ANSWER = {2, 36, 42}
FORCE, DETACH = 1, 2
ENOSYS = 38


class HangingFiles:
    """Mounted on a folder until `end()`. Needs root and /dev/fuse: OSError without."""

    def __init__(self, folder, unanswered):
        self.folder = str(folder)
        self.unanswered = NO_ANSWER | unanswered
        self.libc = ctypes.CDLL(None, use_errno=True)
        self.device = os.open("/dev/fuse", os.O_RDWR)
        options = f"fd={self.device},rootmode=40000,user_id=0,group_id=0"
        if self.libc.mount(b"hanging", self.folder.encode(), b"fuse", 0, options.encode()) != 0:
            os.close(self.device)
            raise OSError(ctypes.get_errno(), "mount")
        self.has_ended = False
        threading.Thread(target=self.serve, daemon=True).start()
        self.file = os.open(os.path.join(self.folder, "file"), os.O_RDONLY)

    def serve(self):
        while True:
            try:
                request = os.read(self.device, 1 << 20)
            except OSError:
                return
            operation, unique, node = struct.unpack_from("<IQQ", request, 4)
            if operation in self.unanswered:
                continue
            answer = self.answer(operation, node)
            error = -ENOSYS if answer is None else 0
            answer = answer or b""
            try:
                os.write(self.device, struct.pack("<IiQ", 16 + len(answer), error, unique) + answer)
            except OSError:
                pass

    def answer(self, operation, node):
        if operation == INIT:
            return struct.pack("<IIIIHHIIHHI", 7, 31, 65536, 0, 10, 9, 65536, 1, 1, 0, 0) + bytes(28)
        if operation == LOOKUP:
            return struct.pack("<QQQQII", 2, 1, 0, 0, 0, 0) + self.attributes(2)
        if operation == GETATTR:
            return struct.pack("<QII", 0, 0, 0) + self.attributes(node)
        if operation in (OPEN, OPENDIR):
            return struct.pack("<QII", 1, 1, 0)
        return None

    def attributes(self, node):
        mode = 0o40755 if node == 1 else 0o100644
        return struct.pack("<6Q10I", node, 100, 1, 0, 0, 0, 0, 0, 0, mode, 1, 0, 0, 0, 4096, 0)

    def end(self):
        if self.has_ended:
            return
        self.has_ended = True
        # The end of the connection answers everything that waits.
        self.libc.umount2(self.folder.encode(), FORCE)
        self.libc.umount2(self.folder.encode(), DETACH)
        try:
            os.close(self.file)
        except OSError:
            pass
        os.close(self.device)
