import Geometry

@testable import ControlCommands

/// GIF and WebP files, picture after picture.
enum MovieTarget {
  private static let mostPixels = 1 << 16
  private static let mostPictures = 64

  static func run(_ bytes: [UInt8]) throws(Finding) {
    guard let reader = reader(bytes) else { return }
    let count = reader.size.width * reader.size.height
    try require(
      MovieSize.fits(reader.size) && reader.runCount >= 0, "a movie of \(reader.size) was opened")
    // Large ones only take longer.
    guard count <= mostPixels else { return }
    var time: Int64 = 0
    for _ in 0..<mostPictures {
      guard let (pixels, duration) = try? reader.next() else { break }
      try require(pixels.count == count, "a picture has \(pixels.count) pixels and not \(count)")
      try require(duration >= 0, "a picture is shown for \(duration) µs")
      time += duration
    }
  }

  private static func reader(_ bytes: [UInt8]) -> (any MovieReader)? {
    if GIFReader.isGIF(bytes) {
      guard bytes.count > 10 else { return nil }
      // Memory for the largest pictures takes long to clear.
      var file = bytes
      (file[7], file[9]) = (file[7] & 1, file[9] & 1)
      return try? GIFReader(file, "/x/a.gif")
    }
    return WebPReader.isWebP(bytes) ? try? WebPReader(bytes, "/x/a.webp") : nil
  }
}
