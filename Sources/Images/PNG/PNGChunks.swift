import Geometry

/// The chunks of a PNG file, checked before a decoder sees them.
///
/// Only chunks that the picture's colours depend on are kept: texts, profiles and unknown chunks
/// could unpack to gigabytes in a decoder that reads them.
struct PNGChunks {
  /// The picture's size from its header.
  let size: PixelSize
  /// The file with only the needed chunks.
  let bytes: [UInt8]

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// Bytes up to the end of the first chunk.
  static let headerLength = signature.count + 25
  private static let needed: [UInt32] = [
    code("IHDR"), code("PLTE"), code("tRNS"), code("gAMA"), code("sRGB"), code("IDAT"),
    code("IEND"),
  ]
  /// Optional chunks that may occur once; repetitions are left out, since a decoder would only warn
  /// of them.
  private static let single: [UInt32] = [code("tRNS"), code("gAMA"), code("sRGB")]
  /// The most chunks of a file: pixels of 32 MiB in parts of 512 bytes.
  static let mostChunks = 1 << 16

  /// Checks the header against the limits and every chunk against the file's end.
  init(_ file: consuming [UInt8], limits: ImageFileLimits) throws(ImageFileError) {
    guard file.count <= limits.byteCount else {
      throw .tooManyBytes(count: file.count, limit: limits.byteCount)
    }
    guard file.starts(with: Self.signature) else { throw .unknownFormat }
    let size = try Self.size(in: file, limits: limits)
    var read = Self.signature.count
    var written = read
    var hasPixels = false
    var isComplete = false
    var count = 0
    var seen: [UInt32] = []
    while !isComplete {
      count += 1
      guard count <= Self.mostChunks else {
        throw .malformed(
          chunk: "a chunk", offset: read, reason: "comes behind \(Self.mostChunks) others")
      }
      guard file.count - read >= 12 else { throw .truncated(offset: read) }
      let length = Int(Self.word(in: file, at: read))
      let type = Self.word(in: file, at: read + 4)
      guard Self.isName(type) else {
        throw .malformed(chunk: "a chunk", offset: read, reason: "has no valid name")
      }
      guard length <= file.count - read - 12 else { throw .truncated(offset: read) }
      let total = length + 12
      if seen.contains(type) {
        // A repeated chunk is left out.
      } else if Self.needed.contains(type) {
        if Self.single.contains(type) { seen.append(type) }
        if written != read {
          for index in 0..<total { file[written + index] = file[read + index] }
        }
        written += total
        hasPixels = hasPixels || type == Self.code("IDAT")
        isComplete = type == Self.code("IEND")
      } else if type & 0x2000_0000 == 0 {
        throw .malformed(
          chunk: Self.name(type), offset: read, reason: "is required and not known")
      }
      read += total
    }
    guard hasPixels else {
      throw .malformed(chunk: "IEND", offset: read - 12, reason: "comes before any pixels")
    }
    file.removeLast(file.count - written)
    self.size = size
    bytes = file
  }

  static func size(
    in file: borrowing [UInt8], limits: ImageFileLimits
  ) throws(ImageFileError) -> PixelSize {
    let start = signature.count
    guard file.count >= headerLength else { throw .truncated(offset: start) }
    guard word(in: file, at: start) == 13, word(in: file, at: start + 4) == code("IHDR") else {
      throw .malformed(chunk: "the first chunk", offset: start, reason: "is not a header")
    }
    let width = Int(word(in: file, at: start + 8))
    let height = Int(word(in: file, at: start + 12))
    guard width > 0, height > 0 else {
      throw .malformed(chunk: "IHDR", offset: start, reason: "has a side of no pixels")
    }
    let size = PixelSize(width: width, height: height)
    try limits.check(size)
    return size
  }

  /// A chunk's name as a big-endian word.
  static func code(_ name: StaticString) -> UInt32 {
    precondition(name.utf8CodeUnitCount == 4)
    var code: UInt32 = 0
    for index in 0..<4 { unsafe code = code << 8 | UInt32(name.utf8Start[index]) }
    return code
  }

  static func name(_ code: UInt32) -> String {
    var name = ""
    for shift: UInt32 in [24, 16, 8, 0] {
      name.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: code >> shift)))
    }
    return name
  }

  static func isName(_ code: UInt32) -> Bool {
    for shift: UInt32 in [24, 16, 8, 0] {
      let letter = UInt8(truncatingIfNeeded: code >> shift) | 0x20
      guard letter >= 0x61, letter <= 0x7A else { return false }
    }
    return true
  }

  static func word(in bytes: borrowing [UInt8], at offset: Int) -> UInt32 {
    UInt32(bytes[offset]) << 24 | UInt32(bytes[offset + 1]) << 16
      | UInt32(bytes[offset + 2]) << 8 | UInt32(bytes[offset + 3])
  }
}
