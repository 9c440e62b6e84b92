"""Pictures of displays whose monitor cannot be observed, and a known picture."""

import zlib

from picture import Picture, read_ppm


def pattern(width, height):
    """The picture that `modeset` draws."""
    rows = []
    across = bytes(x & 255 for x in range(width))
    for y in range(height):
        row = bytearray(width * 3)
        row[0::3] = across
        row[1::3] = bytes([y & 255]) * width
        row[2::3] = bytes((x ^ y) & 255 for x in range(width))
        rows.append(bytes(row))
    return Picture(width, height, b"".join(rows))


def grab(machine, device="/dev/dri/card0", index=0):
    """The picture that the driver scans out, for displays without an observable monitor."""
    path = machine.directory / "grab.ppm"
    path.write_bytes(machine.run(f"grab -c {index} {device} 2>/tmp/grab.log").output)
    return read_ppm(path)


# A line for each vertical blank since it was opened: its number and the checksum that vkms makes of
# the frame as it composes it.
CHECKSUMS = "/sys/kernel/debug/dri/0/crtc-0/crc/data"


def scanout_checksum(machine):
    """The checksum of the next blank."""
    return scanout_checksums(machine.text(f"head -n 1 {CHECKSUMS}"))[0][1]


def scanout_checksums(text):
    """The number and the checksum of each blank, from whole lines. The kernel ends them by a NUL, too."""
    lines = [line.split() for line in text.replace("\0", "").splitlines()]
    return [(int(line[0], 16), int(line[1], 16)) for line in lines if len(line) == 2]


def checksum(picture):
    """The checksum of vkms for a picture: CRC-32 without inversions, 16 bits a channel, ARGB."""
    wide = bytearray(b"\xff" * (picture.width * picture.height * 8))
    for channel in range(3):
        levels = picture.pixels[channel::3]
        wide[2 + 2 * channel :: 8] = levels
        wide[3 + 2 * channel :: 8] = levels
    return zlib.crc32(wide, 0xFFFFFFFF) ^ 0xFFFFFFFF
