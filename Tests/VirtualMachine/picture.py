"""Pictures as rows of RGB bytes: read from PPM and PNG files, compared, written as PNG."""

import ctypes
import ctypes.util
import pathlib
import struct
import zlib


class Picture:
    """Three bytes a pixel: red, green, blue."""

    def __init__(self, width, height, pixels):
        assert len(pixels) == width * height * 3, (width, height, len(pixels))
        self.width, self.height, self.pixels = width, height, pixels

    @property
    def size(self):
        return self.width, self.height

    def row(self, y):
        return self.pixels[y * self.width * 3 : (y + 1) * self.width * 3]

    def pixel(self, x, y):
        at = (y * self.width + x) * 3
        return tuple(self.pixels[at : at + 3])

    def differences(self, other):
        """The number of differing pixels, and a sentence about the first of them."""
        if self.size != other.size:
            return -1, "%dx%d is not %dx%d" % (*self.size, *other.size)
        if self.pixels == other.pixels:
            return 0, "equal"
        count, first, worst = 0, None, 0
        for y in range(self.height):
            ours, theirs = self.row(y), other.row(y)
            if ours == theirs:
                continue
            for x in range(self.width):
                a, b = ours[3 * x : 3 * x + 3], theirs[3 * x : 3 * x + 3]
                if a != b:
                    count += 1
                    worst = max(worst, *(abs(p - q) for p, q in zip(a, b)))
                    first = first or f"at {x},{y} {tuple(a)} is not {tuple(b)}"
        return count, f"{count} pixels differ by up to {worst}; {first}"

    def rotated(self, degrees):
        """Turned clockwise by 0, 90, 180 or 270 degrees."""
        if degrees == 0:
            return self
        if degrees == 180:
            turned = bytearray(len(self.pixels))
            for channel in range(3):
                turned[channel::3] = self.pixels[channel::3][::-1]
            return Picture(self.width, self.height, bytes(turned))
        if degrees == 270:
            return self.rotated(180).rotated(90)
        turned = bytearray(len(self.pixels))
        for channel in range(3):
            plane = self.pixels[channel::3]
            columns = (plane[x :: self.width][::-1] for x in range(self.width))
            turned[channel::3] = b"".join(columns)
        return Picture(self.height, self.width, bytes(turned))

    def is_plain(self):
        """True if all pixels have one colour."""
        return self.pixels == self.pixels[:3] * (self.width * self.height)

    def write_png(self, path):
        def chunk(kind, content):
            check = zlib.crc32(kind + content)
            return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)

        rows = b"".join(b"\0" + self.row(y) for y in range(self.height))
        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        pathlib.Path(path).write_bytes(
            b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
            + chunk(b"IDAT", zlib.compress(rows, 6)) + chunk(b"IEND", b""))


def read_ppm(path):
    """A file of the kind P6, as QEMU writes it."""
    data = pathlib.Path(path).read_bytes()
    magic, width, height, maximum = data.split(maxsplit=4)[:4]
    assert magic == b"P6" and maximum == b"255", data[:16]
    count = int(width) * int(height) * 3
    return Picture(int(width), int(height), data[len(data) - count :])


class _Image(ctypes.Structure):
    """libpng's `png_image`."""

    _fields_ = [
        ("opaque", ctypes.c_void_p), ("version", ctypes.c_uint32), ("width", ctypes.c_uint32),
        ("height", ctypes.c_uint32), ("format", ctypes.c_uint32), ("flags", ctypes.c_uint32),
        ("colormap_entries", ctypes.c_uint32), ("warning_or_error", ctypes.c_uint32),
        ("message", ctypes.c_char * 64),
    ]


def read_png(path):
    """A PNG file's picture, by libpng, which the project needs anyway."""
    library = ctypes.CDLL(ctypes.util.find_library("png16") or "libpng16.so.16")
    image = _Image(version=1)
    if not library.png_image_begin_read_from_file(ctypes.byref(image), str(path).encode()):
        raise ValueError(f"{path}: {image.message.decode()}")
    image.format = 2  # PNG_FORMAT_RGB
    pixels = ctypes.create_string_buffer(image.width * image.height * 3)
    if not library.png_image_finish_read(ctypes.byref(image), None, pixels, 0, None):
        raise ValueError(f"{path}: {image.message.decode()}")
    return Picture(image.width, image.height, pixels.raw)
