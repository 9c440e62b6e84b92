import Foundation
import Geometry
import Raster

@testable import Images

/// Bitmaps as firmware leaves them, with the kernel's files beside them: as they are, or with a
/// header whose fields are mostly right.
enum BMPTarget {
  private static let limits = ImageFileLimits(side: 512, pixelCount: 1 << 16, byteCount: 1 << 18)
  private static let folder = NSTemporaryDirectory() + "/firstlight-fuzz-\(getpid()).bgrt"

  static func run(_ bytes: [UInt8]) throws(Finding) {
    var source = ByteSource(bytes)
    let isMade = source.isOnce(in: 2)
    let places = (0..<3).map { _ in place(&source) }
    let screen = PixelSize(width: 1 + source.choice(4096), height: 1 + source.choice(4096))
    let file = isMade ? self.file(&source) : Array(source.rest())
    guard let image = BMPDecoder.decode(file, limits: limits) else { return }
    let count = image.size.width * image.size.height
    try require(
      image.size.width <= limits.side && count <= limits.pixelCount
        && image.premultipliedPixels.count == count,
      "a picture of \(image.size) is beyond the limits")
    // Writing files takes long, and a quarter of the pictures are enough for them.
    guard file.count % 4 == 0 else { return }
    try checkLogo(file, image.size, places, screen)
  }

  /// Checks the picture as read by way of the kernel's files.
  private static func checkLogo(
    _ file: [UInt8], _ size: PixelSize, _ places: [String], _ screen: PixelSize
  ) throws(Finding) {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      try Data(file).write(to: URL(filePath: folder + "/image"))
      for (name, text) in zip(["xoffset", "yoffset", "status"], places) {
        try Data(text.utf8).write(to: URL(filePath: folder + "/" + name))
      }
    } catch {
      throw Finding("\(folder) cannot be written: \(error)")
    }
    guard let logo = FirmwareLogo(folder: folder, limits: limits) else { return }
    let shown = logo.picture.size
    try require(
      shown == size || (shown.width == size.height && shown.height == size.width),
      "a picture of \(size) is a logo of \(shown)")
    let rect = logo.rect(on: screen)
    try require(
      rect.width == shown.width && rect.height == shown.height,
      "a logo of \(shown) is placed at \(rect)")
  }

  /// The text of a number in a file of the kernel.
  private static func place(_ source: inout ByteSource) -> String {
    switch source.choice(8) {
    case 0: String(decoding: source.take(8), as: UTF8.self)
    case 1: source.pick(["999999", "-1", "99999999999999999999", "", "\n", "6", "0x10"])
    default: "\(source.choice(2048))\n"
    }
  }

  private static func file(_ source: inout ByteSource) -> [UInt8] {
    let width = side(&source)
    let height = side(&source)
    let bits = source.pick([24, 32, 24, 32, 8, 1, 0, 65_560])
    let offset = source.pick([54, 54, 54, 122, 138, 53, -1, .max])
    let header = source.pick([40, 40, 108, 124, 12, -1])
    var file = [UInt8](repeating: 0, count: 54)
    file[0] = 0x42
    file[1] = 0x4D
    for (place, value) in [
      (10, offset), (14, header), (18, width), (22, height), (28, bits),
      (30, source.isOnce(in: 8) ? 3 : 0),
    ] {
      let word = UInt32(bitPattern: Int32(clamping: value))
      for byte in 0..<4 { file[place + byte] = UInt8(truncatingIfNeeded: word >> UInt32(8 * byte)) }
    }
    file += source.rest()
    // Rows that are all there, for most of the sizes.
    let pixels = max(abs(width), 1) * max(abs(height), 1)
    if pixels < 4096 { file += [UInt8](repeating: 0x80, count: pixels * 4 + 256) }
    return file
  }

  private static func side(_ source: inout ByteSource) -> Int {
    switch source.choice(6) {
    case 0:
      source.pick([
        0, -1, 512, 513, -512, Int(Int32.max), Int(Int32.min), 1 << 30, 0x5555_5556, 65_536,
      ])
    case 1: -source.choice(40)
    default: source.choice(40)
    }
  }
}
