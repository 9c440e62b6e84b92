import Geometry
import Raster

/// A picture made by arithmetic, so that the benchmark needs no files; its pixels for both engines.
struct Picture {
  let image: Image
  /// Premultiplied, as `image` was made of.
  let words: [UInt32]

  private init(_ size: PixelSize, _ pixel: (_ x: Int, _ y: Int) -> UInt32) {
    var words: [UInt32] = []
    words.reserveCapacity(size.width * size.height)
    for y in 0..<size.height {
      for x in 0..<size.width { words.append(pixel(x, y)) }
    }
    self.words = words
    image = Image(size: size, premultipliedPixels: words)
  }

  /// Opaque, different in every pixel.
  static func opaque(_ size: PixelSize) -> Picture {
    Picture(size) { x, y in
      0xFF00_0000 | UInt32(x & 255) << 16 | UInt32(y & 255) << 8 | UInt32((x ^ y) & 255)
    }
  }

  /// Alpha takes every value; hardly a pixel is opaque or clear.
  static func translucent(_ size: PixelSize) -> Picture {
    Picture(size) { x, y in
      let alpha = UInt32((x &* 3 &+ y &* 5) & 255)
      func component(_ value: Int) -> UInt32 { UInt32(value & 255) * alpha / 255 }
      return alpha << 24 | component(x) << 16 | component(y) << 8 | component(x ^ y)
    }
  }

  /// The logo in the middle of clear ground.
  static func surroundedLogo(_ side: Int, _ size: PixelSize) -> Picture {
    let logo = logo(side)
    let (left, top) = ((size.width - side) / 2, (size.height - side) / 2)
    return Picture(size) { x, y in
      guard x >= left, y >= top, x < left + side, y < top + side else { return 0 }
      return logo.words[(y - top) * side + x - left]
    }
  }

  /// A disc with a soft edge on clear ground, as logos are: opaque inside, clear outside.
  static func logo(_ side: Int) -> Picture {
    let middle = Double(side) / 2
    let size = PixelSize(width: side, height: side)
    return Picture(size) { x, y in
      let dx = Double(x) + 0.5 - middle
      let dy = Double(y) + 0.5 - middle
      let distance = (dx * dx + dy * dy).squareRoot()
      let alpha = UInt32(max(0, min(1, (middle * 0.9 - distance) / 8)) * 255)
      return alpha << 24 | (alpha * 200 / 255) << 16 | (alpha * 120 / 255) << 8 | alpha / 3
    }
  }
}
