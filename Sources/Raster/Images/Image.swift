public import Geometry

/// An immutable picture in memory: rows of premultiplied `0xAARRGGBB` words without padding,
/// top row first. Compared by identity.
///
/// An image keeps the results of what renderers compute from it, without locks: renderers that
/// share one prepare their commands on one thread.
public final class Image: Equatable {
  /// The picture at one size.
  struct Level {
    let size: PixelSize
    let pixels: PixelMemory
  }

  public let size: PixelSize
  /// True when every pixel's alpha is 255.
  public let isOpaque: Bool
  let base: Level
  /// The picture halved once, twice and so on, as far as it was requested; a third of the picture's
  /// memory at most.
  private var smaller: [Level] = []
  /// Smaller copies that were made for drawing, the last one first: two at most, which together are
  /// no larger than the picture.
  private var reductions: [ImageReduction] = []
  /// The value of `runs` after its first use.
  private var foundRuns: ImageRuns??

  /// Copies `size.width * size.height` premultiplied pixels.
  public convenience init(size: PixelSize, premultipliedPixels: [UInt32]) {
    self.init(size: size, premultiplied: PixelMemory(premultipliedPixels))
  }

  /// Takes over `size.width * size.height` premultiplied pixels, which are not written any more.
  public convenience init(size: PixelSize, premultiplied pixels: PixelMemory) {
    var all = UInt32.max
    for index in 0..<pixels.count { all &= unsafe pixels.base[index] }
    self.init(size: size, premultiplied: pixels, isOpaque: all >> 24 == 255)
  }

  /// Takes over pixels, and what is known about their alpha.
  init(size: PixelSize, premultiplied pixels: PixelMemory, isOpaque: Bool) {
    precondition(size.width >= 0 && size.height >= 0)
    precondition(pixels.count == size.width * size.height)
    self.size = size
    base = Level(size: size, pixels: pixels)
    self.isOpaque = isOpaque
  }

  /// A copy of the pixels, premultiplied `0xAARRGGBB`, row after row.
  public var premultipliedPixels: [UInt32] {
    unsafe [UInt32](UnsafeBufferPointer(start: base.pixels.base, count: base.pixels.count))
  }

  public static func == (a: Image, b: Image) -> Bool { a === b }

  /// The clear and opaque parts of the rows, found on first use; nil if they do not help.
  var runs: ImageRuns? {
    if let foundRuns { return foundRuns }
    let runs = isOpaque ? nil : ImageRuns.find(in: base)
    foundRuns = .some(runs)
    return runs
  }

  /// A part of the picture, reduced: `stepX` by `stepY` pixels become one; both are at least 1.
  func reduction(of part: PixelRect, stepX: Double, stepY: Double) -> Image {
    if let place = reductions.firstIndex(where: { $0.holds(part, stepX: stepX, stepY: stepY) }) {
      if place > 0 { reductions.swapAt(0, place) }
      return reductions[0].copy
    }
    let made = ImageReduction(of: self, part: part, stepX: stepX, stepY: stepY)
    let fits = reductions.first.map { $0.copy.base.pixels.count + made.copy.base.pixels.count }
    reductions = (fits ?? .max) <= base.pixels.count ? [made, reductions[0]] : [made]
    return made.copy
  }

  /// The copies that are kept for drawing it smaller, for tests.
  package var copies: [Image] { reductions.map { $0.copy } }

  /// The picture halved `depth` times, built on first use; nil below one pixel.
  func level(_ depth: Int) -> Level? {
    while smaller.count < depth {
      let last = smaller.last ?? base
      guard last.size.width > 1 || last.size.height > 1, last.pixels.count > 0 else { return nil }
      smaller.append(last.halved())
    }
    return depth == 0 ? base : smaller[depth - 1]
  }
}

extension Image.Level {
  /// Each pixel the rounded mean of four; an odd last row or column counts twice.
  fileprivate func halved() -> Image.Level {
    let width = (size.width + 1) / 2
    let height = (size.height + 1) / 2
    let result = PixelMemory(count: width * height)
    for y in 0..<height {
      let above = 2 * y * size.width
      let below = min(2 * y + 1, size.height - 1) * size.width
      for x in 0..<width {
        let left = 2 * x
        let right = min(left + 1, size.width - 1)
        let four = (
          pixels[above + left], pixels[above + right], pixels[below + left], pixels[below + right]
        )
        var mean: UInt32 = 0
        for shift: UInt32 in [0, 8, 16, 24] {
          let sum =
            ((four.0 >> shift) & 255) + ((four.1 >> shift) & 255) + ((four.2 >> shift) & 255)
            + ((four.3 >> shift) & 255)
          mean |= ((sum + 2) / 4) << shift
        }
        unsafe result.base[y * width + x] = mean
      }
    }
    return Image.Level(size: PixelSize(width: width, height: height), pixels: result)
  }
}

extension Image {
  /// A copy whose colours are multiplied by those of `color`, without its alpha; each component is
  /// rounded to the nearest.
  public func tinted(by color: Color) -> Image {
    let opaque = Color(red: color.red, green: color.green, blue: color.blue)
    let components = opaque.premultiplied(opacity: 1)
    let red = UInt32(components.x + 0.5)
    let green = UInt32(components.y + 0.5)
    let blue = UInt32(components.z + 0.5)
    let pixels = PixelMemory(count: base.pixels.count)
    for index in 0..<pixels.count {
      let pixel = base.pixels[index]
      unsafe pixels.base[index] =
        pixel & 0xFF00_0000 | scaled(pixel >> 16, red) << 16 | scaled(pixel >> 8, green) << 8
        | scaled(pixel, blue)
    }
    return Image(size: size, premultiplied: pixels)
  }
}

/// The low byte times a part of 255, rounded: exact, see `Blend`.
@inline(__always) private func scaled(_ value: UInt32, _ part: UInt32) -> UInt32 {
  let t = (value & 255) &* part &+ 128
  return (t &+ (t >> 8)) >> 8
}

/// Rows of pixels in the memory of an image, or of the rows that are kept of it.
@safe struct PixelBlock {
  /// The first row's first pixel.
  let base: UnsafePointer<UInt32>
  /// Pixels from one row to the next.
  let step: Int
  /// Pixels from the first on that are in memory.
  let readable: Int
}
