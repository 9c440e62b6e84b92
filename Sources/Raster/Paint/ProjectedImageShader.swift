import Geometry

/// Reads an image that lies on a plane in space: the place of each pixel's centre in the image is
/// found by the inverse projection, and nothing is stepped, so that a pixel does not depend on
/// where a run starts.
///
/// An image that is shown smaller is a mix of two of its halved copies. Their shares follow from
/// the scale in the middle of each eight pixels of the row; these do not depend on the run either.
struct ProjectedImageShader {
  private let paint: ImagePaint
  private let inverse: Projection
  /// The image, halved once, twice and so on, as far as its smallest part on the screen needs.
  private var levels: [Image.Level]
  private let limits: PixelRect

  /// `inverse` maps framebuffer pixels to image pixels.
  init(_ paint: ImagePaint, inverse: Projection) {
    self.paint = paint
    self.inverse = inverse
    limits = paint.readPixels
    levels = [paint.image.base]
    guard let projection = inverse.inverse else { return }
    var smallest = 1.0
    for index in 0..<4 {
      let corner = Point(
        x: Double(index & 1 == 0 ? limits.minX : limits.maxX),
        y: Double(index & 2 == 0 ? limits.minY : limits.maxY))
      guard projection.depth(at: corner) > Projection.nearest else { continue }
      smallest = min(smallest, projection.derivative(at: corner).smallestScale)
    }
    // Made here, since images have no locks and workers draw at the same time.
    while smallest < 1, levels.count < 16, let level = paint.image.level(levels.count) {
      levels.append(level)
      smallest *= 2
    }
  }

  /// The level at a pixel, with 8 fraction bits: how often the image would be halved there.
  private func level(x: Double, y: Double) -> Int {
    if levels.count == 1 { return 0 }
    let step = inverse.derivative(at: Point(x: x, y: y))
    // Between the longest step and the mean of both: by the longest step alone, a picture at a flat
    // angle would be blurred across.
    let size = (step.largestScale * step.scaleFactor).squareRoot()
    guard size > 1, size < 1e9 else { return size > 1 ? (levels.count - 1) << 8 : 0 }
    // A logarithm that is straight between powers of two.
    let whole = Int(size.exponent)
    return min(whole << 8 + Int((size.significand - 1) * 256), (levels.count - 1) << 8)
  }

  /// Writes the pixels of a row from `x` on.
  func fetch(x: Int, y: Int, count: Int, into target: UnsafeMutablePointer<UInt32>) {
    let map = inverse.numerators
    let row = Double(y) + 0.5
    let (rowU, rowV) = (row * map.c + map.tx, row * map.d + map.ty)
    let rowW = row * inverse.h + inverse.k
    var level = 0
    var block = Int.min
    for index in 0..<count {
      let column = Double(x &+ index) + 0.5
      if (x &+ index) & ~7 != block {
        block = (x &+ index) & ~7
        level = self.level(x: Double(block &+ 4), y: row)
      }
      // Behind the camera, where there is no coverage, anything will do.
      let w = max(column * inverse.g + rowW, 1e-12)
      let (u, v) = ((column * map.a + rowU) / w, (column * map.b + rowV) / w)
      unsafe target[index] = pixel(u, v, level: level)
    }
  }

  @inline(__always)
  private func pixel(_ u: Double, _ v: Double, level: Int) -> UInt32 {
    let near = sample(u, v, level: level &>> 8)
    let share = UInt32(level & 255)
    if share == 0 { return near }
    return ImageShader.mix(near, sample(u, v, level: level &>> 8 &+ 1), share)
  }

  /// The mean of four neighbours by their distance, or the nearest pixel, in one of the levels.
  @inline(__always)
  private func sample(_ u: Double, _ v: Double, level depth: Int) -> UInt32 {
    let level = levels[depth]
    let scale = 1 / Double(1 &<< depth)
    let pixels = unsafe level.pixels.base
    let (minX, minY) = (limits.minX &>> depth, limits.minY &>> depth)
    let lastX = min((limits.maxX &- 1) &>> depth, level.size.width &- 1)
    let lastY = min((limits.maxY &- 1) &>> depth, level.size.height &- 1)
    if paint.filter == .nearest {
      let x = min(max(Self.whole(u * scale), minX), lastX)
      let y = min(max(Self.whole(v * scale), minY), lastY)
      return unsafe pixels[y &* level.size.width &+ x]
    }
    let placeX = Self.whole((u * scale - 0.5) * 256 + 0.5)
    let placeY = Self.whole((v * scale - 0.5) * 256 + 0.5)
    let x0 = min(max(placeX &>> 8, minX), lastX)
    let x1 = min(max(placeX &>> 8 &+ 1, minX), lastX)
    let y0 = min(max(placeY &>> 8, minY), lastY) &* level.size.width
    let y1 = min(max(placeY &>> 8 &+ 1, minY), lastY) &* level.size.width
    let weightX = UInt32(truncatingIfNeeded: placeX & 255)
    let weightY = UInt32(truncatingIfNeeded: placeY & 255)
    let above = unsafe ImageShader.mix(pixels[y0 &+ x0], pixels[y0 &+ x1], weightX)
    let below = unsafe ImageShader.mix(pixels[y1 &+ x0], pixels[y1 &+ x1], weightX)
    return ImageShader.mix(above, below, weightY)
  }

  /// The value rounded down. NaN, and a value beyond all pictures, become a far number.
  @inline(__always) private static func whole(_ value: Double) -> Int {
    guard value > -1e12 else { return -1_000_000_000_000 }
    return value < 1e12 ? Int(value.rounded(.down)) : 1_000_000_000_000
  }
}
