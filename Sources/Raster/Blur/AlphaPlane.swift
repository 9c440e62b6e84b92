public import Geometry

/// The alpha of a picture alone: rows of bytes without padding, top row first. Shadows need two of
/// them, for the shape that casts the shadow and for the shadow itself.
///
/// To make a shadow, draw the shape that casts it into a `PixelBuffer` of `argb8888`, take the
/// plane of that buffer, blur the plane, and paint `Image(tinting:with:)` with a transform that
/// moves by whole pixels, to the left and up by the blur's margin.
public struct AlphaPlane: Equatable, Sendable {
  public let size: PixelSize
  /// `size.width * size.height` bytes.
  public let bytes: [UInt8]

  public init(size: PixelSize, bytes: [UInt8]) {
    precondition(size.width >= 0 && size.height >= 0)
    precondition(bytes.count == size.width * size.height)
    self.size = size
    self.bytes = bytes
  }

  /// A copy of a part of a buffer's alpha; formats without alpha are opaque.
  ///
  /// - Parameter area: the part, in the buffer's pixels; pixels beyond the buffer are clear.
  public init(of buffer: borrowing PixelBuffer, in area: PixelRect) {
    let width = max(area.width, 0)
    let height = max(area.height, 0)
    var bytes = [UInt8](repeating: 0, count: width * height)
    let inside = area.intersection(
      PixelRect(minX: 0, minY: 0, maxX: buffer.width, maxY: buffer.height))
    for y in inside.minY..<max(inside.maxY, inside.minY) {
      let row = unsafe buffer.base + y * buffer.stride
      let start = (y - area.minY) * width - area.minX
      for x in inside.minX..<inside.maxX {
        bytes[start + x] =
          buffer.format.hasAlpha ? unsafe row.load(fromByteOffset: x * 4 + 3, as: UInt8.self) : 255
      }
    }
    self.init(size: PixelSize(width: width, height: height), bytes: bytes)
  }

  /// A copy of a buffer's alpha.
  public init(of buffer: borrowing PixelBuffer) {
    self.init(of: buffer, in: PixelRect(buffer.size))
  }
}

extension Image {
  /// A picture of one colour with the plane's alpha, multiplied with the colour's own: each
  /// component is the premultiplied colour's, rounded to a byte, times the plane's, round(a·b /
  /// 255).
  public convenience init(tinting plane: AlphaPlane, with color: Color) {
    let pixel = Color.pixel(color.premultiplied(opacity: 1))
    let tints = (0..<256).map { Blend.scaled(pixel, by: UInt8($0)) }
    let pixels = PixelMemory(count: plane.bytes.count)
    for (index, alpha) in plane.bytes.enumerated() {
      unsafe pixels.base[index] = tints[Int(alpha)]
    }
    self.init(size: plane.size, premultiplied: pixels)
  }
}
