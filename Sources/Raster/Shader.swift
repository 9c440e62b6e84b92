import Geometry

/// A paint made ready for the framebuffer: gives the premultiplied pixels of a stretch of a row.
@safe struct Shader: ~Copyable {
  enum Source {
    case solid(UInt32)
    case axial(AxialShader)
    case curved(CurvedShader)
    case image(ImageShader)
  }

  private var source = Source.solid(0)
  /// The one colour of a solid source.
  private(set) var solidPixel: UInt32 = 0
  private(set) var isSolid = true
  private var table = Scratch<UInt32>(capacity: 1)
  /// Whether every pixel has alpha 255.
  private(set) var isOpaque = false
  /// Whether every pixel of its source has alpha 255, before `coverageScale`.
  private(set) var isOpaqueSource = false
  /// Whether every pixel has alpha 0.
  private(set) var isClear = false
  /// What the coverage has still to be scaled by; other sources have the opacity in their pixels.
  private(set) var coverageScale: UInt8 = 255

  /// Takes over a paint whose space is mapped to framebuffer pixels by `transform`.
  mutating func prepare(_ paint: Paint, opacity: Double, transform: AffineTransform) {
    coverageScale = 255
    isClear = false
    isOpaqueSource = false
    isSolid = false
    switch paint {
    case .color(let color):
      setSolid(Color.pixel(color.premultiplied(opacity: opacity)))
    case .gradient(let gradient):
      prepare(gradient, opacity: opacity, transform: transform)
    case .image(let paint):
      let map = paint.transform.followed(by: transform)
      guard let inverse = map.inverse, paint.image.size.width > 0, paint.image.size.height > 0
      else { return setSolid(0) }
      let shader = ImageShader(paint.image, filter: paint.filter, inverse: inverse)
      coverageScale = UInt8(opacity > 0 ? min(opacity, 1) * 255 + 0.5 : 0)
      isClear = coverageScale == 0
      isOpaqueSource = shader.isOpaque
      isOpaque = shader.isOpaque && coverageScale == 255
      source = .image(shader)
    }
  }

  private mutating func setSolid(_ pixel: UInt32) {
    source = .solid(pixel)
    solidPixel = pixel
    isSolid = true
    isOpaque = pixel >> 24 == 255
    isClear = pixel == 0
  }

  private mutating func prepare(
    _ gradient: Gradient, opacity: Double, transform: AffineTransform
  ) {
    let ramp = GradientRamp(gradient.stops, opacity: opacity)
    isOpaque = ramp.isOpaque
    guard let inverse = transform.inverse else { return setSolid(0) }
    var toUnit = inverse
    let kind: CurvedShader.Kind
    switch gradient.geometry {
    case .axial(let start, let end):
      source = .axial(AxialShader(ramp: ramp, start: start, end: end, inverse: inverse))
      return
    case .radial(let center, let radius, let scaleY):
      guard radius > 0, scaleY != 0 else {
        return setSolid(Color.pixel(ramp.color(at: 1)))
      }
      kind = .radial
      toUnit = toUnit.followed(by: .translation(x: -center.x, y: -center.y))
      toUnit = toUnit.followed(by: .scale(x: 1 / radius, y: 1 / (radius * scaleY)))
    case .conic(let center, let startAngle):
      kind = .conic
      toUnit = toUnit.followed(by: .translation(x: -center.x, y: -center.y))
      toUnit = toUnit.followed(by: .rotation(-startAngle))
    }
    ramp.fillTable(&table)
    source = .curved(CurvedShader(kind: kind, isOpaque: ramp.isOpaque, toUnit: toUnit))
  }

  /// The colour of all pixels in a row, where there is one.
  @inline(__always) func color(ofRow y: Int) -> UInt32? {
    if isSolid { return solidPixel }
    guard case .axial(let shader) = source, shader.isConstantAcrossRow else { return nil }
    return shader.color(ofRow: y)
  }

  /// The axial gradient, where it is one.
  var axial: AxialShader? {
    if case .axial(let shader) = source { return shader }
    return nil
  }

  /// Lends the pixels of a row where they lie in memory as they are.
  @inline(__always)
  func withCopiedRow(
    x: Int, y: Int, count: Int, readable: Int, _ body: (UnsafePointer<UInt32>) -> Bool
  ) -> Bool {
    guard case .image(let shader) = source else { return false }
    return unsafe shader.withCopiedRow(
      x: x, y: y, count: count, readable: readable, body)
  }

  /// Lends the pixels of a rectangle where they lie in memory as they are.
  ///
  /// - Parameter body: takes the first, how many bytes lie between rows, and how many pixels from
  ///   the first on are in memory.
  /// - Returns: whether it was called.
  func withPixels(
    of rect: PixelRect, _ body: (UnsafePointer<UInt32>, _ step: Int, _ readable: Int) -> Void
  ) -> Bool {
    guard case .image(let shader) = source else { return false }
    return unsafe shader.withPixels(of: rect, body)
  }

  /// Writes the pixels of several rows from `x` on; those of the first go to `target`.
  func fetch(
    _ rows: Range<Int>, x: Int, count: Int, into target: UnsafeMutableRawPointer, stride: Int
  ) {
    @inline(__always) func forEachRow(_ fetch: (Int, UnsafeMutablePointer<UInt32>) -> Void) {
      for row in rows {
        let start = unsafe target + (row &- rows.lowerBound) &* stride
        unsafe fetch(row, start.assumingMemoryBound(to: UInt32.self))
      }
    }
    switch source {
    case .axial(let shader):
      unsafe forEachRow { unsafe shader.fetch(x: x, y: $0, count: count, into: $1) }
    case .image(let shader):
      unsafe forEachRow { unsafe shader.fetch(x: x, y: $0, count: count, into: $1) }
    case .solid, .curved:
      unsafe forEachRow { unsafe fetch(x: x, y: $0, count: count, into: $1) }
    }
  }

  /// Writes the pixels of a row from `x` on.
  func fetch(x: Int, y: Int, count: Int, into target: UnsafeMutablePointer<UInt32>) {
    switch source {
    case .solid(let pixel): unsafe Blend.fill(target, count: count, with: pixel)
    case .axial(let shader): unsafe shader.fetch(x: x, y: y, count: count, into: target)
    case .curved(let shader):
      unsafe shader.fetch(
        x: x, y: y, count: count, table: table.base, tableCount: table.count, into: target)
    case .image(let shader): unsafe shader.fetch(x: x, y: y, count: count, into: target)
    }
  }
}
