import Geometry

/// Reads an image under an affine map, row by row.
///
/// Places in the image are fixed point with 32 fraction bits, computed from the pixel's coordinates
/// and not from where a run starts. Beyond the image its border pixels go on; the coverage cuts
/// them off.
struct ImageShader: ~Copyable {
  private enum Method { case copy, nearest, bilinear }

  private let image: Image
  private let level: Image.Level
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
  init(_ image: Image, filter: ImageFilter, inverse: AffineTransform) {
    self.image = image
    let isUpright = inverse.b == 0 && inverse.c == 0 && inverse.a == 1 && inverse.d == 1
    let isWhole = inverse.tx == inverse.tx.rounded(.down) && inverse.ty == inverse.ty.rounded(.down)
    let isCopied = isUpright && isWhole
    var map = inverse
    var level = image.base
    if isCopied {
      method = .copy
    } else if filter == .nearest {
      method = .nearest
    } else {
      method = .bilinear
      // Below half size four neighbours miss pixels: read from an image that is halved until the
      // step is under two.
      var step = inverse.scaleFactor
      var depth = 0
      while step >= 2, let smaller = image.level(depth + 1) {
        depth += 1
        step /= 2
        level = smaller
        map = map.followed(by: .scale(x: 0.5, y: 0.5))
      }
    }
    self.level = level
    runs = isCopied ? image.runs : nil
    let origin = map.apply(to: Point(x: 0.5, y: 0.5))
    let shift = method == .bilinear ? 0.5 : 0
    originU = ImageShader.fixed(origin.x - shift)
    originV = ImageShader.fixed(origin.y - shift)
    stepU = ImageShader.fixed(map.a)
    stepV = ImageShader.fixed(map.b)
    rowU = ImageShader.fixed(map.c)
    rowV = ImageShader.fixed(map.d)
  }

  private static func fixed(_ value: Double) -> Int {
    value.isNaN ? 0 : Int(min(max(value, -1e9), 1e9) * 4_294_967_296)
  }

  /// The framebuffer's pixels outside which all is clear, as far as it is known.
  var seenBounds: PixelRect? {
    guard let runs else { return nil }
    var bounds = runs.seenBounds
    if bounds.isEmpty { return bounds }
    // What lies at the image's borders goes on beyond them.
    let far = 1 << 40
    if bounds.minX == 0 { bounds.minX = -far }
    if bounds.minY == 0 { bounds.minY = -far }
    if bounds.maxX == level.size.width { bounds.maxX = far }
    if bounds.maxY == level.size.height { bounds.maxY = far }
    let (u, v) = (originU &>> 32, originV &>> 32)
    return PixelRect(
      minX: bounds.minX - u, minY: bounds.minY - v, maxX: bounds.maxX - u,
      maxY: bounds.maxY - v)
  }

  /// Whether `appendRuns` may be asked of a span.
  @inline(__always) func hasRuns(of span: CoverageSpan, row y: Int) -> Bool {
    guard runs != nil, span.mask < 0 else { return false }
    let (u, v) = (span.x &+ originU &>> 32, y &+ originV &>> 32)
    return u >= 0 && v >= 0 && u &+ span.length <= level.size.width && v < level.size.height
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
    guard u >= 0, v >= 0, u &+ count <= level.size.width, v < level.size.height else {
      return false
    }
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
    return part.intersection(PixelRect(image.size)) == part ? part : nil
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
      if row >= 0, row &+ count <= level.size.width {
        let start = min(max(v &>> 32, 0), level.size.height &- 1) &* level.size.width &+ row
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
    let lastX = width &- 1
    let lastY = level.size.height &- 1
    if stepV == 0 {
      let row = unsafe pixels + min(max(v &>> 32, 0), lastY) &* width
      for index in 0..<count {
        let x = min(max((u &+ index &* stepU) &>> 32, 0), lastX)
        unsafe target[index] = row[x]
      }
      return
    }
    for index in 0..<count {
      let x = min(max((u &+ index &* stepU) &>> 32, 0), lastX)
      let y = min(max((v &+ index &* stepV) &>> 32, 0), lastY)
      unsafe target[index] = pixels[y &* width &+ x]
    }
  }

  private func fetchBilinear(
    _ pixels: UnsafePointer<UInt32>, u: Int, v: Int, count: Int,
    into target: UnsafeMutablePointer<UInt32>
  ) {
    let width = level.size.width
    let lastX = width &- 1
    let lastY = level.size.height &- 1
    for index in 0..<count {
      let placeU = u &+ index &* stepU
      let placeV = v &+ index &* stepV
      let x0 = min(max(placeU &>> 32, 0), lastX)
      let x1 = min(max((placeU &>> 32) &+ 1, 0), lastX)
      let y0 = min(max(placeV &>> 32, 0), lastY) &* width
      let y1 = min(max((placeV &>> 32) &+ 1, 0), lastY) &* width
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
