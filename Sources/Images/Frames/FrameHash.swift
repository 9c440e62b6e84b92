public import Raster

/// A hash of a frame's visible pixels, the same on every machine.
///
/// Version 1. A row of the picture, regardless of its rotation on the scanout, is the bytes of its
/// pixels in the surface's format, little-endian and without padding between rows. They are read as
/// 64-bit words; the last one is padded with zeroes. In formats with X bits these count as zero.
/// Word i goes to lane i mod 4; lane k begins at `seed + k`, and a word w changes a lane h to
/// `mix(h, w)` = ((h xor w) · 0x9E3779B97F4A7C15) rotated left by 29, in 64 bits. A row's value is
/// its lanes mixed in order into `seed`. The frame's is width, height, the format's number and then
/// the rows' values from the top, mixed into `seed`, and at last h xor (h >> 32). `seed` is FNV's
/// 0xCBF29CE484222325. Not for secrets.
public struct FrameHash: Hashable, Sendable {
  public let value: UInt64

  public init(value: UInt64) { self.value = value }

  /// Sixteen lower-case hexadecimal digits.
  public var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// The hash of a whole surface.
  public init(of surface: Surface) {
    let hasher = FrameHasher()
    hasher.update(surface, rows: 0..<surface.height)
    self = hasher.hash
  }

  static var seed: UInt64 { 0xCBF2_9CE4_8422_2325 }

  @inline(__always) static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
    return product << 29 | product >> 35
  }
}

/// Hashes a sequence of frames, with only the changed rows of each.
public final class FrameHasher {
  private var width = 0
  private var formatNumber: UInt64 = 0
  private var rows: [UInt64] = []
  private var gathered: [UInt8] = []

  public init() {}

  /// Hashes the changed rows of the picture. After a change of size or format all rows count as
  /// changed.
  public func update(_ surface: Surface, rows changed: Range<Int>) {
    var changed = changed.clamped(to: 0..<surface.height)
    let number = Self.number(of: surface.format)
    if surface.width != width || surface.height != rows.count || number != formatNumber {
      width = surface.width
      formatNumber = number
      rows = Array(repeating: 0, count: surface.height)
      changed = 0..<surface.height
    }
    for y in changed { rows[y] = hash(ofRow: y, in: surface) }
  }

  /// The hash of the frame as of the last update.
  public var hash: FrameHash {
    var hash = FrameHash.seed
    for number in [UInt64(width), UInt64(rows.count), formatNumber] {
      hash = FrameHash.mix(hash, number)
    }
    for row in rows { hash = FrameHash.mix(hash, row) }
    return FrameHash(value: hash ^ hash >> 32)
  }

  private static func number(of format: PixelFormat) -> UInt64 {
    switch format {
    case .xrgb8888: 1
    case .argb8888: 2
    case .xbgr8888: 3
    case .abgr8888: 4
    case .rgb565: 5
    case .bgr565: 6
    case .xrgb2101010: 7
    case .xbgr2101010: 8
    case .rgb888: 9
    case .bgr888: 10
    case .packed(let packing): packing.code << 8 | 11
    }
  }

  /// The visible bits of two or four pixels.
  private static func visibleBits(of format: PixelFormat) -> UInt64 {
    switch format {
    case .xrgb8888, .xbgr8888: 0x00FF_FFFF_00FF_FFFF
    case .xrgb2101010, .xbgr2101010: 0x3FFF_FFFF_3FFF_FFFF
    default: .max
    }
  }

  private func hash(ofRow y: Int, in surface: Surface) -> UInt64 {
    let pixel = surface.format.byteCount
    let byteCount = surface.width * pixel
    let mask = Self.visibleBits(of: surface.format)
    let row = unsafe UnsafeRawPointer(surface.base) + surface.byteOffset(x: 0, y: y)
    let step = surface.pixelStep
    if step == pixel { return unsafe Self.hash(row, byteCount: byteCount, mask: mask) }
    // On a rotated scanout they do not lie one after the other.
    gathered.removeAll(keepingCapacity: true)
    for x in 0..<surface.width {
      for byte in 0..<pixel {
        gathered.append(unsafe row.load(fromByteOffset: x * step + byte, as: UInt8.self))
      }
    }
    return unsafe gathered.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return FrameHash.seed }
      return unsafe Self.hash(base, byteCount: byteCount, mask: mask)
    }
  }

  private static func hash(_ row: UnsafeRawPointer, byteCount: Int, mask: UInt64) -> UInt64 {
    @inline(__always) func word(at offset: Int) -> UInt64 {
      unsafe UInt64(littleEndian: row.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) & mask
    }
    var a = FrameHash.seed
    var b = a &+ 1
    var c = a &+ 2
    var d = a &+ 3
    var offset = 0
    while byteCount &- offset >= 32 {
      a = FrameHash.mix(a, word(at: offset))
      b = FrameHash.mix(b, word(at: offset &+ 8))
      c = FrameHash.mix(c, word(at: offset &+ 16))
      d = FrameHash.mix(d, word(at: offset &+ 24))
      offset &+= 32
    }
    var lane = 0
    while offset < byteCount {
      var last: UInt64 = 0
      for index in 0..<min(8, byteCount &- offset) {
        let byte = unsafe row.load(fromByteOffset: offset &+ index, as: UInt8.self)
        last |= UInt64(byte) << UInt64(8 &* index)
      }
      last &= mask
      switch lane {
      case 0: a = FrameHash.mix(a, last)
      case 1: b = FrameHash.mix(b, last)
      case 2: c = FrameHash.mix(c, last)
      default: d = FrameHash.mix(d, last)
      }
      lane &+= 1
      offset &+= 8
    }
    var hash = FrameHash.seed
    hash = FrameHash.mix(hash, a)
    hash = FrameHash.mix(hash, b)
    hash = FrameHash.mix(hash, c)
    return FrameHash.mix(hash, d)
  }
}
