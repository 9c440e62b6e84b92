"""PNG files as tests see them."""

import struct
import zlib


class Picture:
    """The pixels of a PNG file as Python's own zlib gives them; 8 bits, RGB or RGBA."""

    def __init__(self, data):
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        self.chunks = []
        place = 8
        while place < len(data):
            length, kind = struct.unpack(">I4s", data[place:place + 8])
            body = data[place + 8:place + 8 + length]
            check = struct.unpack(">I", data[place + 8 + length:place + 12 + length])[0]
            assert check == zlib.crc32(kind + body), f"the checksum of {kind} is wrong"
            self.chunks.append((kind.decode(), body))
            place += 12 + length
        self.width, self.height, depth, color = struct.unpack(">IIBB", self.chunk("IHDR")[:10])
        assert depth == 8 and color in (2, 6), (depth, color)
        self.step = 3 if color == 2 else 4
        self.rows = self.unfilter(zlib.decompress(b"".join(self.all("IDAT"))))

    def all(self, kind):
        return [body for name, body in self.chunks if name == kind]

    def chunk(self, kind):
        return self.all(kind)[0]

    def unfilter(self, data):
        rows, last = [], bytearray(self.width * self.step)
        size = self.width * self.step
        for y in range(self.height):
            kind = data[y * (size + 1)]
            row = bytearray(data[y * (size + 1) + 1:(y + 1) * (size + 1)])
            for i in range(size):
                a = row[i - self.step] if i >= self.step else 0
                b, c = last[i], last[i - self.step] if i >= self.step else 0
                paeth = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
                row[i] = (row[i] + [0, a, b, (a + b) // 2, paeth][kind]) & 255
            rows.append(row)
            last = row
        return rows

    def pixel(self, x, y):
        return tuple(self.rows[y][x * self.step:x * self.step + 3])
