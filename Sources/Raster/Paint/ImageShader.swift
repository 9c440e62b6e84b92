internal import CKernels
public import Geometry

/// Reads an image under an affine map, row by row.
///
/// Places in the image are fixed point with 32 fraction bits, computed from the pixel's coordinates
/// and not from where a run starts. Beyond the image, or the part of it that is read, its border
/// pixels go on; the coverage cuts them off.
///
/// An image that is drawn smaller is read from a copy in which each pixel is the mean of those that
/// fall on one pixel of the framebuffer. Upright or rotated by quarters, and at whole pixels, that
/// is the exact mean of what each pixel shows.
struct ImageShader: ~Copyable {
  private enum Method { case copy, nearest, bilinear }

  /// The description that the shader was made of, and rows that are kept. They are in an object,
  /// since calls copy a large value.
  private final class Origin {
    let paint: ImagePaint
    let inverse: AffineTransform
    /// For all methods except copying, if kept rows are of use: one or none.
    var sampled = Slots<SampledRows>()
    /// For an image that is scaled along its axes: one or none.
    var mixed = Slots<MixedRows>()

    init(_ paint: ImagePaint, _ inverse: AffineTransform) {
      self.paint = paint
      self.inverse = inverse
    }
  }

  private let origin: Origin
  /// The image or its reduced copy.
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

  /// The pixels that a paint reads, and the way of reading them.
  private struct Source {
    var method = Method.bilinear
    /// The image or its reduced copy.
    var image: Image
    var level: Image.Level
    /// The pixels of the level that are read.
    var limits: PixelRect
    /// Maps framebuffer pixels to those of the level.
    var map: AffineTransform
    /// Weights are cut off to eight bits, but for a copy that is as large as the framebuffer they
    /// have to be rounded.
    var rounding = 0

    init(_ paint: ImagePaint, inverse: AffineTransform) {
      (image, level, limits) = (paint.image, paint.image.base, paint.readPixels)
      map = inverse
      if inverse.isWholeTranslation {
        method = .copy
      } else if paint.filter == .nearest {
        method = .nearest
      } else if paint.isReducedByHalves, paint.source == nil {
        level = ImageShader.halved(image, &map)
        limits = PixelRect(level.size)
      } else if let steps = ImageShader.steps(inverse) {
        image = image.reduction(of: limits, stepX: steps.x, stepY: steps.y)
        map = map.followed(by: .translation(x: -Double(limits.minX), y: -Double(limits.minY)))
          .followed(by: .scale(x: 1 / steps.x, y: 1 / steps.y))
        level = image.base
        limits = PixelRect(level.size)
        rounding = 1 << 23
      }
    }
  }

  /// `inverse` maps framebuffer pixels to image pixels.
  init(_ paint: ImagePaint, inverse: AffineTransform, paths: FastPaths = .all) {
    self.origin = Origin(paint, inverse)
    let source = Source(paint, inverse: inverse)
    (image, level, limits) = (source.image, source.level, source.limits)
    var method = source.method
    let map = source.map
    let first = map.apply(to: Point(x: 0.5, y: 0.5))
    let shift = method == .bilinear ? 0.5 : 0
    var originU = ImageShader.fixed(first.x - shift) &+ source.rounding
    var originV = ImageShader.fixed(first.y - shift) &+ source.rounding
    var stepU = ImageShader.fixed(map.a)
    stepV = ImageShader.fixed(map.b)
    rowU = ImageShader.fixed(map.c)
    var rowV = ImageShader.fixed(map.d)
    // Copies and their runs are of the whole image, and halved levels have none.
    if method == .bilinear, level.pixels === image.base.pixels, stepV == 0, rowU == 0,
      let u = ImageShader.whole(originU, step: stepU, length: level.size.width),
      let v = ImageShader.whole(originV, step: rowV, length: level.size.height)
    {
      method = .copy
      (originU, originV) = (u &<< 32, v &<< 32)
      (stepU, rowV) = (1 &<< 32, 1 &<< 32)
    }
    (self.originU, self.originV, self.stepU, self.rowV) = (originU, originV, stepU, rowV)
    self.method = method
    runs = method == .copy && paths.contains(.imageRuns) ? image.runs : nil
    if method == .bilinear, stepV == 0, rowU == 0, stepU != 1 &<< 32, paths.contains(.mixedRows) {
      origin.mixed.append(MixedRows())
    }
  }

  /// The whole-numbered place of the framebuffer's pixel 0 in the image, if no pixel of the image
  /// is mixed with its neighbour.
  private static func whole(_ origin: Int, step: Int, length: Int) -> Int? {
    // The step is 1, except for some rounding.
    guard abs(step &- 1 &<< 32) < 1 << 10 else { return nil }
    let first = 0 &- origin &>> 32
    for index in [0, length &- 1] {
      let place = origin &+ (first &+ index) &* step
      if place &>> 32 != index || place & 0xFF00_0000 != 0 { return nil }
    }
    return 0 &- first
  }

  /// True if the shader equals the one of a paint and a map.
  func holds(_ paint: ImagePaint, inverse: AffineTransform) -> Bool {
    origin.inverse == inverse && origin.paint == paint
  }

  /// Keeps the rows of a part of the framebuffer that is drawn again and again.
  func keep(_ rect: PixelRect, frame: PixelSize, budget: SampledRowsBudget) {
    if method == .copy || rect.isEmpty { return }
    SampledRows.keep(rect, in: &origin.sampled, frame: frame, budget: budget)
  }

  /// The kept pixels of a row, if there are any.
  private func keptPixels(x: Int, y: Int, count: Int) -> UnsafePointer<UInt32>? {
    guard origin.sampled.count > 0, unsafe origin.sampled.base.pointee.allocate() else {
      return nil
    }
    let sampled = unsafe origin.sampled.base
    let rect = unsafe sampled.pointee.rect
    guard y >= rect.minY, y < rect.maxY, x >= rect.minX, x &+ count <= rect.maxX else { return nil }
    let (pixels, isNew) = unsafe sampled.pointee.row(y)
    if isNew { unsafe read(x: rect.minX, y: y, count: rect.width, into: pixels) }
    return unsafe UnsafePointer(pixels + (x &- rect.minX))
  }

  /// The image halved until a step is under two pixels: below half size four neighbours miss
  /// pixels.
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

  /// The number of the image's pixels for one pixel of the framebuffer along each of the image's
  /// axes, at least 1; nil if both numbers are 1.
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
        // The longest way along each axis that a step in any direction goes.
        : (
          Vector(dx: inverse.a, dy: inverse.c).length, Vector(dx: inverse.b, dy: inverse.d).length
        )
    guard max(x, y) > 1 + 1e-4, max(x, y) < 1e9 else { return nil }
    // To seven places, so that an image which only turns or moves is reduced once.
    func rounded(_ step: Double) -> Double {
      let unit = 1e-7 * step.binade
      return (step / unit).rounded() * unit
    }
    return (rounded(max(x, 1)), rounded(max(y, 1)))
  }

  private static func fixed(_ value: Double) -> Int {
    value.isNaN ? 0 : Int(min(max(value, -1e9), 1e9) * 4_294_967_296)
  }

  /// The framebuffer's pixels outside which all is clear; nil if they are not known.
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

  /// True if `appendRuns` may be called with a span.
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

  /// The pixels of a row in the image's own memory, where they can be used as they are; `readable`
  /// pixels from the first are within the memory.
  @inline(__always)
  func copiedPixels(x: Int, y: Int, count: Int, readable: Int) -> UnsafePointer<UInt32>? {
    guard method == .copy else { return nil }
    let u = x &+ originU &>> 32
    let v = y &+ originV &>> 32
    guard u >= limits.minX, v >= limits.minY, u &+ count <= limits.maxX, v < limits.maxY
    else { return nil }
    let start = v &* level.size.width &+ u
    guard start &+ readable <= level.pixels.count else { return nil }
    return unsafe UnsafePointer(level.pixels.base + start)
  }

  /// Pixels of a row that is kept. The parameter is a pointer to the shader: as a value it would be
  /// copied to the stack, also for rows that are not kept.
  @inline(never)
  static func keptPixels(
    of shader: UnsafePointer<ImageShader>, x: Int, y: Int, count: Int, readable: Int
  ) -> UnsafePointer<UInt32>? {
    guard let pixels = unsafe shader.pointee.keptPixels(x: x, y: y, count: count),
      unsafe readable <= shader.pointee.origin.sampled.base.pointee.readable(x: x, y: y)
    else { return nil }
    return unsafe pixels
  }

  /// The pixels of a rectangle in the image's own memory, where they can be used as they are, or in
  /// the memory of sampled rows. They are valid until the shader is prepared again.
  func pixels(of rect: PixelRect) -> PixelBlock? {
    if method != .copy {
      guard !rect.isEmpty,
        let first = unsafe keptPixels(x: rect.minX, y: rect.minY, count: rect.width),
        unsafe keptPixels(x: rect.minX, y: rect.maxY &- 1, count: rect.width) != nil
      else { return nil }
      for y in rect.minY..<rect.maxY {
        _ = unsafe keptPixels(x: rect.minX, y: y, count: rect.width)
      }
      return unsafe PixelBlock(
        base: first, step: origin.sampled.base.pointee.rect.width,
        readable: origin.sampled.base.pointee.readable(x: rect.minX, y: rect.minY))
    }
    guard let part = copiedPart(rect) else { return nil }
    let width = level.size.width
    let start = part.minY &* width &+ part.minX
    return unsafe PixelBlock(
      base: UnsafePointer(level.pixels.base + start), step: width,
      readable: level.pixels.count &- start)
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
    if origin.sampled.count > 0 {
      if let pixels = unsafe keptPixels(x: x, y: y, count: count) {
        return unsafe target.copy(from: pixels, count: count)
      }
      unsafe origin.sampled.base.pointee.count(count)
    }
    unsafe read(x: x, y: y, count: count, into: target)
  }

  /// Writes the pixels of a row from `x` on as they are in the image.
  private func read(x: Int, y: Int, count: Int, into target: UnsafeMutablePointer<UInt32>) {
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
    case .bilinear: unsafe fetchBilinear(base, x: x, u: u, v: v, count: count, into: target)
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
    _ pixels: UnsafePointer<UInt32>, x: Int, u: Int, v: Int, count: Int,
    into target: UnsafeMutablePointer<UInt32>
  ) {
    let inner = innerPixels(u: u, v: v, count: count)
    unsafe mixPixels(pixels, u: u, v: v, 0..<inner.lowerBound, into: target)
    if !inner.isEmpty {
      unsafe sample(
        pixels, x: x &+ inner.lowerBound, u: u &+ inner.lowerBound &* stepU,
        v: v &+ inner.lowerBound &* stepV, count: inner.count, into: target + inner.lowerBound)
    }
    unsafe mixPixels(pixels, u: u, v: v, inner.upperBound..<count, into: target)
  }

  /// The pixels of a stretch that `sample` can read: their neighbours are within the limits. In a
  /// stretch along one row of the image the neighbouring row need not be.
  private func innerPixels(u: Int, v: Int, count: Int) -> Range<Int> {
    // Places further off, and longer steps, are left to arithmetic that may wrap around.
    let far = 1 << 60
    let longest = 1 << 40
    guard count < 1 << 16, abs(stepU) < longest, abs(stepV) < longest,
      u > -far, u < far, v > -far, v < far
    else { return 0..<0 }
    func places(_ start: Int, _ step: Int, from first: Int, to last: Int) -> Range<Int> {
      let low = first &<< 32
      let high = last &<< 32
      if step == 0 { return start >= low && start < high ? 0..<count : 0..<0 }
      if step < 0 { return places(1 - high + start, 1 - low + start, -step) }
      return places(low - start, high - start, step)
    }
    /// The steps that end in a range.
    func places(_ low: Int, _ high: Int, _ step: Int) -> Range<Int> {
      func index(_ way: Int) -> Int { way <= 0 ? 0 : min((way - 1) / step + 1, count) }
      return index(low)..<max(index(low), index(high))
    }
    let columns = places(u, stepU, from: limits.minX, to: limits.maxX &- 1)
    let inner =
      stepV == 0
      ? columns : columns.clamped(to: places(v, stepV, from: limits.minY, to: limits.maxY &- 1))
    return inner.count < 8 ? 0..<0 : inner
  }

  /// Reads pixels that `innerPixels` found.
  private func sample(
    _ pixels: UnsafePointer<UInt32>, x: Int, u: Int, v: Int, count: Int,
    into target: UnsafeMutablePointer<UInt32>
  ) {
    let width = level.size.width
    if origin.mixed.count > 0 {
      let mixed = unsafe origin.mixed.base
      let (firstY, lastY) = (limits.minY, limits.maxY &- 1)
      func row(_ place: Int) -> UnsafePointer<UInt32> {
        let place = min(max(place, firstY), lastY)
        return unsafe mixed.pointee.row(place, columns: x..<x &+ count) {
          unsafe mixColumns(pixels + place &* width, u: u, count: count, into: $0)
        }
      }
      unsafe ImageShader.mixRows(
        row(v &>> 32), row(v &>> 32 &+ 1), weight: UInt8(truncatingIfNeeded: v &>> 24),
        count: count, into: target)
      return
    }
    if !KernelLevel.hasAVX2 {
      return unsafe mixPixels(pixels, u: u, v: v, 0..<count, into: target)
    }
    var sampling = unsafe firstlight_sampling(
      pixels: pixels, below: width, width: width, u: Int64(u), v: Int64(v),
      u_step: Int64(stepU), v_step: Int64(stepV))
    if stepV == 0 {
      let (firstY, lastY) = (limits.minY, limits.maxY &- 1)
      let above = min(max(v &>> 32, firstY), lastY)
      let below = min(max((v &>> 32) &+ 1, firstY), lastY)
      unsafe sampling.pixels = pixels + above &* width
      unsafe sampling.below = (below &- above) &* width
      unsafe sampling.v = Int64(v & 0xFFFF_FFFF)
    }
    if stepU == 1 &<< 32, stepV == 0 {
      unsafe firstlight_shift_avx2(target, count, &sampling)
    } else {
      unsafe firstlight_sample_avx2(target, count, &sampling)
    }
  }

  /// Mixes each pixel of a row, from `u` on, with its right neighbour.
  private func mixColumns(
    _ row: UnsafePointer<UInt32>, u: Int, count: Int, into target: UnsafeMutablePointer<UInt32>
  ) {
    if KernelLevel.hasAVX2 {
      return unsafe firstlight_mix_columns_avx2(target, count, row, Int64(u), Int64(stepU))
    }
    var place = u
    for index in 0..<count {
      let x = place &>> 32
      unsafe target[index] = ImageShader.mix(
        row[x], row[x &+ 1], UInt32(truncatingIfNeeded: place &>> 24) & 255)
      place = place &+ stepU
    }
  }

  /// Mixes the pixels of two rows, those of the lower one with `weight`/256.
  private static func mixRows(
    _ above: UnsafePointer<UInt32>, _ below: UnsafePointer<UInt32>, weight: UInt8, count: Int,
    into target: UnsafeMutablePointer<UInt32>
  ) {
    if KernelLevel.hasAVX2 {
      return unsafe firstlight_mix_rows_avx2(target, count, above, below, weight)
    }
    for index in 0..<count {
      unsafe target[index] = mix(above[index], below[index], UInt32(weight))
    }
  }

  private func mixPixels(
    _ pixels: UnsafePointer<UInt32>, u: Int, v: Int, _ places: Range<Int>,
    into target: UnsafeMutablePointer<UInt32>
  ) {
    let width = level.size.width
    let (firstX, firstY) = (limits.minX, limits.minY)
    let (lastX, lastY) = (limits.maxX &- 1, limits.maxY &- 1)
    for index in places {
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

extension ImagePaint {
  /// Computes what the image keeps for drawing with this paint under a transform: smaller copies,
  /// and the clear and opaque parts. This may be done on another thread before the image is drawn.
  /// - Parameter transform: from the shape's space to framebuffer pixels.
  public func prepare(under transform: AffineTransform) {
    guard let inverse = self.transform.followed(by: transform).inverse,
      image.size.width > 0, image.size.height > 0
    else { return }
    _ = ImageShader(self, inverse: inverse)
  }
}

/// The rows of an image that is scaled along its axes, each mixed with its right neighbours: a row
/// of the framebuffer is a mean of two of them, and mostly of those of the row before.
///
/// Two rows are kept: one with an even number in the image, and one with an odd number.
struct MixedRows: ~Copyable {
  @safe private struct Row: ~Copyable {
    var memory: PixelMemory?
    /// The first pixel of `memory`: reading `memory` itself would count references.
    var pixels: UnsafeMutablePointer<UInt32>?
    var count = 0
    var place = Int.min
    /// Columns of the framebuffer.
    var columns = 0..<0
  }

  private var even = Row()
  private var odd = Row()

  /// The pixels of an image's row from a column of the framebuffer on. They are valid until another
  /// row of the same parity is requested.
  /// - Parameter mix: writes the pixels, where they are not kept.
  mutating func row(
    _ place: Int, columns: Range<Int>, mix: (UnsafeMutablePointer<UInt32>) -> Void
  ) -> UnsafePointer<UInt32> {
    place & 1 == 0
      ? unsafe MixedRows.pixels(of: &even, place, columns, mix)
      : unsafe MixedRows.pixels(of: &odd, place, columns, mix)
  }

  private static func pixels(
    of row: inout Row, _ place: Int, _ columns: Range<Int>,
    _ mix: (UnsafeMutablePointer<UInt32>) -> Void
  ) -> UnsafePointer<UInt32> {
    if row.place == place, let pixels = unsafe row.pixels,
      row.columns.lowerBound <= columns.lowerBound, row.columns.upperBound >= columns.upperBound
    {
      return unsafe UnsafePointer(pixels + (columns.lowerBound - row.columns.lowerBound))
    }
    if row.count < columns.count || row.memory == nil {
      let memory = PixelMemory(count: columns.count)
      (row.memory, row.count) = (memory, columns.count)
      unsafe row.pixels = memory.base
    }
    guard let pixels = unsafe row.pixels else { preconditionFailure("there is memory for a row") }
    row.place = place
    row.columns = columns
    unsafe mix(pixels)
    return unsafe UnsafePointer(pixels)
  }
}

extension AffineTransform {
  /// True if it only moves points, by whole numbers.
  fileprivate var isWholeTranslation: Bool {
    a == 1 && b == 0 && c == 0 && d == 1 && tx == tx.rounded(.down) && ty == ty.rounded(.down)
  }
}
