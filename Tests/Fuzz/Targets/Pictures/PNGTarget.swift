import CPNG
import Geometry
import Images
import Raster

/// Reads PNG files, unchanged and with corrected checksums of their chunks, which the fuzzer would
/// not get past otherwise. A file that was read can be written, and then reads the same.
enum PNGTarget {
  private static let limits = ImageFileLimits(side: 512, pixelCount: 1 << 16, byteCount: 1 << 20)

  static func run(_ bytes: [UInt8]) throws(Finding) {
    try decode(bytes)
    try decode(withChecksums(bytes))
  }

  private static func decode(_ bytes: [UInt8]) throws(Finding) {
    guard let image = try? PNGDecoder.decode(bytes, limits: limits) else { return }
    try require(
      image.size.width <= limits.side && image.size.width * image.size.height <= limits.pixelCount,
      "a picture of \(image.size) is beyond the limits")
  }

  /// The file with right checksums, as far as its chunks go.
  static func withChecksums(_ file: [UInt8]) -> [UInt8] {
    var file = file
    var start = 8
    while start + 12 <= file.count {
      let count = file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = start + 8 + count
      guard end + 4 <= file.count else { break }
      let sum = unsafe file[start + 4..<end].withUnsafeBytes {
        unsafe firstlight_crc32(0, $0.baseAddress, $0.count)
      }
      for byte in 0..<4 { file[end + byte] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * byte)) }
      start = end + 4
    }
    return file
  }
}
