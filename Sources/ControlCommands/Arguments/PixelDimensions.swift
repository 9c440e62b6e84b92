import ArgumentParser

/// The size of a picture on the command line, in pixels: `1280x720`.
struct PixelDimensions: Equatable, Sendable {
  /// The longest side that the rasterizer draws.
  static let maximumSide = 16_384

  let width: Int
  let height: Int

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  init(_ text: String) throws {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else {
      throw ValidationError("'\(text)' is not a size; write WIDTHxHEIGHT, as 1280x720")
    }
    for side in [width, height] where !(1...Self.maximumSide).contains(side) {
      throw ValidationError("a side of \(side) pixels is outside 1…\(Self.maximumSide)")
    }
    self.width = width
    self.height = height
  }
}
