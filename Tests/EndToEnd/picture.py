"""PNG files as tests see them."""

import itertools
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
        self.known = []
        data = zlib.decompress(b"".join(self.all("IDAT")))
        size = self.width * self.step + 1
        assert len(data) == self.height * size, (len(data), self.height, size)
        assert max(data[::size], default=0) <= 4, "a row has a filter that is none"
        self.unknown = self.unfilter(data)

    @property
    def rows(self):
        """The bytes of each row."""
        self.known += self.unknown
        return self.known

    def row(self, y):
        """The bytes of a row. Only the rows above it are read before, which takes long in large pictures."""
        self.known += itertools.islice(self.unknown, max(0, y + 1 - len(self.known)))
        return self.known[y]

    def all(self, kind):
        return [body for name, body in self.chunks if name == kind]

    def chunk(self, kind):
        return self.all(kind)[0]

    def unfilter(self, data):
        """Yields the rows, whose bytes are differences from those to the left, above, or both."""
        size, step = self.width * self.step, self.step
        above = bytes(size)
        for start in range(0, self.height * (size + 1), size + 1):
            row = bytearray(data[start + 1:start + 1 + size])
            match data[start]:
                case 1:
                    for channel in range(step):
                        sums = itertools.accumulate(row[channel::step], lambda a, b: a + b & 255)
                        row[channel::step] = bytes(sums)
                case 2:
                    row = bytearray(a + b & 255 for a, b in zip(row, above))
                case 3:
                    for i, b in enumerate(above):
                        a = row[i - step] if i >= step else 0
                        row[i] = row[i] + (a + b) // 2 & 255
                case 4:
                    for i, b in enumerate(above):
                        a, c = (row[i - step], above[i - step]) if i >= step else (0, 0)
                        row[i] = row[i] + paeth(a, b, c) & 255
            yield row
            above = row

    def pixel(self, x, y):
        return tuple(self.row(y)[x * self.step:x * self.step + 3])


def paeth(left, above, corner):
    """The neighbour that is nearest to left + above - corner, as the PNG specification breaks ties."""
    if above == corner:
        return left
    if left == corner:
        return above
    distances = abs(above - corner), abs(left - corner), abs(left + above - 2 * corner)
    return (left, above, corner)[distances.index(min(distances))]
