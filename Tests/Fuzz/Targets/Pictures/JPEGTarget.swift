import Geometry
import Raster

@testable import Images

/// JPEG files, as they are, and with a size that a small picture has.
enum JPEGTarget {
  private static let limits = ImageFileLimits(side: 256, pixelCount: 1 << 14, byteCount: 1 << 20)

  static func run(_ bytes: [UInt8]) throws(Finding) {
    try decode(bytes)
    if let file = withSmallSize(bytes) { try decode(file) }
  }

  private static func decode(_ bytes: [UInt8]) throws(Finding) {
    guard let image = try? ImageDecoder.decode(bytes, limits: limits) else { return }
    let (width, height) = (image.size.width, image.size.height)
    try require(
      max(width, height) <= limits.side && width * height <= limits.pixelCount
        && image.premultipliedPixels.count == width * height,
      "a picture of \(image.size) is beyond the limits")
  }

  /// The file with the low six bits of its sides alone; nil without a frame's header.
  private static func withSmallSize(_ file: [UInt8]) -> [UInt8]? {
    guard
      let frame = file.indices.dropLast(9).first(where: {
        file[$0] == 0xFF && 0xC0...0xC2 ~= file[$0 + 1]
      })
    else { return nil }
    var file = file
    for place in [frame + 5, frame + 7] {
      file[place] = 0
      file[place + 1] = max(file[place + 1] & 0x3F, 1)
    }
    return file
  }
}
