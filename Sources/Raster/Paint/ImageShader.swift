import Geometry

/// Reads an image under an affine map, row by row.
///
/// Places in the image are fixed point with 32 fraction bits, computed from the pixel's coordinates
/// and not from where a run starts. Beyond the image, or the part of it that is read, its border
/// pixels go on; the coverage cuts them off.
///
/// An image that is drawn smaller is read from a copy in which each pixel is the mean of those that fall
/// on one pixel of the framebuffer. Upright or rotated by quarters, and at whole pixels, that is the
/// exact mean of what each pixel shows.
struct ImageShader: ~Copyable {
  private enum Method { case copy, nearest, bilinear }

  private let image: Image
  private let level: Image.Level
  /// The pixels of the level that are read.
  private let limits: PixelRect
  private let method: Method
  /// For a method that copies.
  private let runs: ImageRuns?
  /// The place of pixel (0, 0)'s centre in the image, and the steps along and across rows.
  private let originU: Int
  private let originV: Int
  private let stepU: Int
  private let stepV: Int
  private let rowU: Int
  private let rowV: Int

  /// `inverse` maps framebuffer pixels to image pixels.
  init(_ paint: ImagePaint, inverse: AffineTransform) {
    image = paint.image
    let isUpright = inverse.b == 0 && inverse.c == 0 && inverse.a == 1 && inverse.d == 1
    let isWhole = inverse.tx == inverse.tx.rounded(.down) && inverse.ty == inverse.ty.rounded(.down)
    let isCopied = isUpright && isWhole
    var map = inverse
    var level = image.base
    var limits = paint.readPixels
    // Weights are cut off to eight bits; a copy that is as large as the framebuffer wants them rounded.
    var rounding = 0
    if isCopied {
      method = .copy
    } else if paint.filter == .nearest {
      method = .nearest
    } else {
      method = .bilinear
      if paint.isReducedByHalves, paint.source == nil {
        level = ImageShader.halved(image, &map)
        limits = PixelRect(level.size)
      } else if let steps = ImageShader.steps(inverse) {
        let copy = image.reduction(of: limits, stepX: steps.x, stepY: steps.y)
        map = map.followed(by: .translation(x: -Double(limits.minX), y: -Double(limits.minY)))
          .followed(by: .scale(x: 1 / steps.x, y: 1 / steps.y))
        level = copy.level
        limits = PixelRect(level.size)
        rounding = 1 << 23
      }
    }
    self.level = level
    self.limits = limits
    runs = isCopied ? image.runs : nil
    let origin = map.apply(to: Point(x: 0.5, y: 0.5))
    let shift = method == .bilinear ? 0.5 : 0
    originU = ImageShader.fixed(origin.x - shift) &+ rounding
    originV = ImageShader.fixed(origin.y - shift) &+ rounding
    stepU = ImageShader.fixed(map.a)
    stepV = ImageShader.fixed(map.b)
    rowU = ImageShader.fixed(map.c)
    rowV = ImageShader.fixed(map.d)
  }

  /// The image halved until a step is under two pixels: below half size four neighbours miss pixels.
  private static func halved(_ image: Image, _ map: inout AffineTransform) -> Image.Level {
    var level = image.base
    var step = map.scaleFactor
    var depth = 0
    while step >= 2, let smaller = image.level(depth + 1) {
      depth += 1
      step /= 2
      level = smaller
      map = map.followed(by: .scale(x: 0.5, y: 0.5))
    }
    return level
  }

  /// How many pixels of the image fall on one of the framebuffer along each of its axes, not less than
  /// one; nil where it is none of them more.
  private static func steps(_ inverse: AffineTransform) -> (x: Double, y: Double)? {
    // Quarter turns come with rounding errors.
    let slack = 1e-9 * (abs(inverse.a) + abs(inverse.b) + abs(inverse.c) + abs(inverse.d))
    let isUpright = abs(inverse.b) <= slack && abs(inverse.c) <= slack
    let isQuarter = abs(inverse.a) <= slack && abs(inverse.d) <= slack
    let (x, y) =
      isUpright
      ? (abs(inverse.a), abs(inverse.d))
      : isQuarter
        ? (abs(inverse.c), abs(inverse.b))
        // As far as a step in any direction goes along each axis.
        : (
          Vector(dx: inverse.a, dy: inverse.c).length, Vector(dx: inverse.b, dy: inverse.d).length
        )
    guard max(x, y) > 1 + 1e-4, max(x, y) < 1e9 else { return nil }
    // To seven places, so that what only turns or moves is made once.
    func rounded(_ step: Double) -> Double {
      let unit = 1e-7 * step.binade
      return (step / unit).rounded() * unit
    }
    return (rounded(max(x, 1)), rounded(max(y, 1)))
  }

  private static func fixed(_ value: Double) -> Int {
    value.isNaN ? 0 : Int(min(max(value, -1e9), 1e9) * 4_294_967_296)
  }

  /// The framebuffer's pixels outside which all is clear, as far as it is known.
  var seenBounds: PixelRect? {
    guard let runs else { return nil }
    var bounds = runs.seenBounds.intersection(limits)
    if bounds.isEmpty { return bounds }
    // The pixels at the borders go on beyond them.
    let far = 1 << 40
    if bounds.minX == limits.minX { bounds.minX = -far }
    if bounds.minY == limits.minY { bounds.minY = -far }
    if bounds.maxX == limits.maxX { bounds.maxX = far }
    if bounds.maxY == limits.maxY { bounds.maxY = far }
    let (u, v) = (originU &>> 32, originV &>> 32)
    return PixelRect(
      minX: bounds.minX - u, minY: bounds.minY - v, maxX: bounds.maxX - u,
      maxY: bounds.maxY - v)
  }

  /// True if `appendRuns` may be asked of a span.
  @inline(__always) func hasRuns(of span: CoverageSpan, row y: Int) -> Bool {
    guard runs != nil, span.mask < 0 else { return false }
    let (u, v) = (span.x &+ originU &>> 32, y &+ originV &>> 32)
    return u >= limits.minX && v >= limits.minY && u &+ span.length <= limits.maxX
      && v < limits.maxY
  }

  /// Appends the parts of one kind that a span has.
  func appendRuns(
    _ kind: ImageRuns.Kind, of span: CoverageSpan, row y: Int,
    to spans: inout Scratch<CoverageSpan>
  ) {
    runs?.append(
      kind, of: span, row: y &+ originV &>> 32, offset: 0 &- originU &>> 32, to: &spans)
  }

  /// Lends the pixels of a row in the image's own memory, where they can be used as they are, and
  /// returns what `body` makes of them; `readable` pixels from the first are within the memory.
  @inline(__always)
  func withPixels(
    x: Int, y: Int, count: Int, readable: Int, _ body: (UnsafePointer<UInt32>) -> Bool
  ) -> Bool {
    guard method == .copy else { return false }
    let u = x &+ originU &>> 32
    let v = y &+ originV &>> 32
    guard u >= limits.minX, v >= limits.minY, u &+ count <= limits.maxX, v < limits.maxY
    else { return false }
    let start = v &* level.size.width &+ u
    guard start &+ readable <= level.pixels.count else { return false }
    return unsafe body(level.pixels.base + start)
  }

  /// Lends the pixels of a rectangle in the image's own memory, where they can be used as they are.
  func withPixels(
    of rect: PixelRect, _ body: (UnsafePointer<UInt32>, _ step: Int, _ readable: Int) -> Void
  ) -> Bool {
    guard let part = copiedPart(rect) else { return false }
    let width = level.size.width
    let start = part.minY &* width &+ part.minX
    unsafe body(level.pixels.base + start, width &* 4, level.pixels.count &- start)
    return true
  }

  /// The place of a rectangle's pixels in the image, where they can be used as they are.
  func copiedPart(_ rect: PixelRect) -> PixelRect? {
    guard method == .copy else { return nil }
    let (u, v) = (originU &>> 32, originV &>> 32)
    let part = PixelRect(
      minX: rect.minX &+ u, minY: rect.minY &+ v, maxX: rect.maxX &+ u, maxY: rect.maxY &+ v)
    return part.intersection(limits) == part ? part : nil
  }

  /// The image, where its pixels are used as they are.
  var copiedImage: Image? { method == .copy ? image : nil }

  /// Writes the pixels of a row from `x` on.
  func fetch(x: Int, y: Int, count: Int, into target: UnsafeMutablePointer<UInt32>) {
    let u = originU &+ stepU &* x &+ rowU &* y
    let v = originV &+ stepV &* x &+ rowV &* y
    if level.pixels.count == 0 { return }
    let base = unsafe level.pixels.base
    switch method {
    case .copy:
      let row = u &>> 32
      if row >= limits.minX, row &+ count <= limits.maxX {
        let start = min(max(v &>> 32, limits.minY), limits.maxY &- 1) &* level.size.width &+ row
        unsafe target.copy(from: base + start, count: count)
      } else {
        unsafe fetchNearest(base, u: u, v: v, count: count, into: target)
      }
    case .nearest: unsafe fetchNearest(base, u: u, v: v, count: count, into: target)
    case .bilinear: unsafe fetchBilinear(base, u: u, v: v, count: count, into: target)
    }
  }

  private func fetchNearest(
    _ pixels: UnsafePointer<UInt32>, u: Int, v: Int, count: Int,
    into target: UnsafeMutablePointer<UInt32>
  ) {
    let width = level.size.width
    let (firstX, firstY) = (limits.minX, limits.minY)
    let (lastX, lastY) = (limits.maxX &- 1, limits.maxY &- 1)
    if stepV == 0 {
      let row = unsafe pixels + min(max(v &>> 32, firstY), lastY) &* width
      for index in 0..<count {
        let x = min(max((u &+ index &* stepU) &>> 32, firstX), lastX)
        unsafe target[index] = row[x]
      }
      return
    }
    for index in 0..<count {
      let x = min(max((u &+ index &* stepU) &>> 32, firstX), lastX)
      let y = min(max((v &+ index &* stepV) &>> 32, firstY), lastY)
      unsafe target[index] = pixels[y &* width &+ x]
    }
  }

  private func fetchBilinear(
    _ pixels: UnsafePointer<UInt32>, u: Int, v: Int, count: Int,
    into target: UnsafeMutablePointer<UInt32>
  ) {
    let width = level.size.width
    let (firstX, firstY) = (limits.minX, limits.minY)
    let (lastX, lastY) = (limits.maxX &- 1, limits.maxY &- 1)
    for index in 0..<count {
      let placeU = u &+ index &* stepU
      let placeV = v &+ index &* stepV
      let x0 = min(max(placeU &>> 32, firstX), lastX)
      let x1 = min(max((placeU &>> 32) &+ 1, firstX), lastX)
      let y0 = min(max(placeV &>> 32, firstY), lastY) &* width
      let y1 = min(max((placeV &>> 32) &+ 1, firstY), lastY) &* width
      let weightX = UInt32(truncatingIfNeeded: placeU &>> 24) & 255
      let weightY = UInt32(truncatingIfNeeded: placeV &>> 24) & 255
      let above = unsafe ImageShader.mix(pixels[y0 &+ x0], pixels[y0 &+ x1], weightX)
      let below = unsafe ImageShader.mix(pixels[y1 &+ x0], pixels[y1 &+ x1], weightX)
      unsafe target[index] = ImageShader.mix(above, below, weightY)
    }
  }

  /// The mean of two pixels, the second with `weight`/256, rounded.
  @inline(__always) static func mix(_ a: UInt32, _ b: UInt32, _ weight: UInt32) -> UInt32 {
    let rest = 256 &- weight
    let low =
      ((a & 0x00FF_00FF) &* rest &+ (b & 0x00FF_00FF) &* weight &+ 0x0080_0080) &>> 8
    let high =
      ((a &>> 8) & 0x00FF_00FF) &* rest &+ ((b &>> 8) & 0x00FF_00FF) &* weight &+ 0x0080_0080
    return (low & 0x00FF_00FF) | (high & 0xFF00_FF00)
  }
}
