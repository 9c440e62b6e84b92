internal import CKernels
import Geometry

/// A radial, focal or conic gradient, or an axial one that does not continue with its end colours:
/// eight offsets at a time in single precision, then a table of colours.
///
/// The place of a pixel in the gradient's unit space is computed from its coordinates, not stepped,
/// so it does not depend on where a run starts.
struct CurvedShader: ~Copyable {
  enum Kind: Equatable {
    case radial, conic
    /// Along the x axis.
    case linear
    /// Through circles.
    case conical(Cone)
  }

  /// Circles whose centres and radii are linear in the offset, in the unit space.
  struct Cone: Equatable {
    /// The centre at offset 0, and the way from there to that at offset 1.
    var start: SIMD2<Float>
    var way: SIMD2<Float>
    /// The radius at offset 0, and by how much it is larger at offset 1.
    var radius: Float
    var growth: Float

    /// The factor of t² in the equation of the circle through a point: below 0 if circles lie in
    /// one another.
    var curvature: Float { (way * way).sum() - growth * growth }

    /// True if the circles lie in one another and do not touch, so that each point is on one of
    /// them.
    var isNested: Bool { curvature <= -Cone.leastCurvature }

    /// A curvature below this counts as none: the root would be lost by rounding.
    static let leastCurvature: Float = 1e-6
  }

  private let kind: Kind
  private let spread: Gradient.Spread
  /// Pixel (x, y) lies at u = x·ux + y·uy + u0, v alike, in the gradient's unit space.
  private let ux: Double
  private let uy: Double
  private let u0: Double
  private let vx: Double
  private let vy: Double
  private let v0: Double
  /// In perspective, the divisor of both: w = x·wx + y·wy + w0.
  private let wx: Double
  private let wy: Double
  private let w0: Double
  private let isProjected: Bool
  let table: GradientTable
  /// The phase of the dither.
  private let phase: (x: Int, y: Int)
  /// The places of pixels in the tables, where they are of use: one or none.
  private var sampled = Slots<SampledRows>()

  /// `toUnit` maps framebuffer pixels to a space in which the gradient is about the origin: radial,
  /// it ends on the unit circle; conic, it starts on the positive x axis; linear, it
  /// runs along that from 0 to 1.
  init(kind: Kind, spread: Gradient.Spread = .pad, table: GradientTable, toUnit: Projection) {
    self.kind = kind
    self.table = table
    self.spread = spread
    let plane = toUnit.numerators
    let origin = plane.apply(to: Point(x: 0.5, y: 0.5))
    (ux, uy, u0) = (plane.a, plane.c, origin.x)
    (vx, vy, v0) = (plane.b, plane.d, origin.y)
    (wx, wy, w0) = (toUnit.g, toUnit.h, toUnit.depth(at: Point(x: 0.5, y: 0.5)))
    isProjected = !toUnit.isAffine
    // The pixel at which u and v are 0.
    let area = ux * vy - uy * vx
    phase =
      isProjected
      ? (0, 0) : DitherMatrix.phase((uy * v0 - vy * u0) / area, (vx * u0 - ux * v0) / area)
  }

  /// True if pixels have the same places in the tables as with another shader.
  func holds(_ other: borrowing CurvedShader) -> Bool {
    kind == other.kind && spread == other.spread && table == other.table && ux == other.ux
      && uy == other.uy && u0 == other.u0 && vx == other.vx && vy == other.vy && v0 == other.v0
      && wx == other.wx && wy == other.wy && w0 == other.w0
  }

  /// Keeps the places of a part of the framebuffer that is drawn again and again.
  mutating func keep(_ rect: PixelRect, frame: PixelSize, budget: SampledRowsBudget) {
    // Between circles there are pixels without a place.
    if case .conical(let cone) = kind, !cone.isNested { return }
    if rect.isEmpty { return }
    SampledRows.keep(rect, in: &sampled, frame: frame, budget: budget, isHalved: true)
  }

  /// The kept places of a row, if there are any.
  private func keptPlaces(x: Int, y: Int, count: Int) -> UnsafePointer<UInt16>? {
    guard sampled.count > 0, unsafe sampled.base.pointee.allocate() else { return nil }
    let rect = unsafe sampled.base.pointee.rect
    guard y >= rect.minY, y < rect.maxY, x >= rect.minX, x &+ count <= rect.maxX else { return nil }
    let (words, isNew) = unsafe sampled.base.pointee.row(y)
    let places = unsafe UnsafeMutableRawPointer(words).assumingMemoryBound(to: UInt16.self)
    if isNew { unsafe find(x: rect.minX, y: y, count: rect.width, into: places) }
    return unsafe UnsafePointer(places + (x &- rect.minX))
  }

  /// Writes the pixels of a row from `x` on, through tables from offset 0 to 1.
  func fetch(
    x: Int, y: Int, count: Int, colors: UnsafePointer<UInt32>,
    into target: UnsafeMutablePointer<UInt32>
  ) {
    if sampled.count > 0 {
      if let places = unsafe keptPlaces(x: x, y: y, count: count) {
        return unsafe CurvedShader.fetch(places, count: count, colors: colors, into: target)
      }
      unsafe sampled.base.pointee.count(count)
    }
    if isQuick {
      return unsafe withKernel(x: x, y: y) { curve, bases in
        unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: CurvedShader.stretch) {
          guard let places = $0.baseAddress else { return }
          var start = 0
          while start < count {
            let part = min(count &- start, CurvedShader.stretch)
            unsafe firstlight_curve_places_avx2(places, part, x &+ start, curve, bases)
            unsafe CurvedShader.fetch(places, count: part, colors: colors, into: target + start)
            start &+= CurvedShader.stretch
          }
        }
      }
    }
    forEachEight(x: x, y: y, count: count) { index, places, isOutside in
      for lane in 0..<min(count &- index, 8) {
        unsafe target[index &+ lane] = isOutside[lane] ? 0 : colors[Int(places[lane])]
      }
    }
  }

  /// Pixels whose places are found before their colours are looked up: a multiple of eight, since
  /// the tables repeat after eight pixels.
  private static let stretch = 512

  /// Writes the pixels that have places in the tables: four at a time, since a build for size
  /// unrolls no loop. Vectors that gather take a fifth longer.
  private static func fetch(
    _ places: UnsafePointer<UInt16>, count: Int, colors: UnsafePointer<UInt32>,
    into target: UnsafeMutablePointer<UInt32>
  ) {
    @inline(__always) func write(_ index: Int) {
      unsafe target[index] = colors[Int(places[index])]
    }
    var index = 0
    while index &+ 4 <= count {
      write(index)
      write(index &+ 1)
      write(index &+ 2)
      write(index &+ 3)
      index &+= 4
    }
    while index < count {
      write(index)
      index &+= 1
    }
  }

  /// Writes the places of a row's pixels in the tables.
  private func find(x: Int, y: Int, count: Int, into target: UnsafeMutablePointer<UInt16>) {
    if isQuick {
      return unsafe withKernel(x: x, y: y) { curve, bases in
        unsafe firstlight_curve_places_avx2(target, count, x, curve, bases)
      }
    }
    forEachEight(x: x, y: y, count: count) { index, places, _ in
      for lane in 0..<min(count &- index, 8) {
        unsafe target[index &+ lane] = UInt16(truncatingIfNeeded: places[lane])
      }
    }
  }

  /// True if kernels can find its places.
  private var isQuick: Bool {
    KernelLevel.hasAVX2 && !isProjected && spread == .pad && (kind == .radial || kind == .conic)
  }

  /// The numbers that are added to eight offsets of a row: 2²³, which leaves the rounded number in
  /// the mantissa's low bits, and the beginning of each pixel's table. They repeat after eight
  /// pixels, as the matrix does.
  private func bases(x: Int, y: Int) -> SIMD8<Float> {
    // A single table begins at 0, wherever the pixels are.
    if table.tables == 1 { return SIMD8(repeating: 0x1p23) }
    return table.bases(x: x &+ phase.x, y: y &+ phase.y)
  }

  private func withKernel(
    x: Int, y: Int, _ body: (UnsafePointer<firstlight_curve>, UnsafePointer<Float>) -> Void
  ) {
    var curve = firstlight_curve(
      u: Float(Double(y) * uy + u0), v: Float(Double(y) * vy + v0), u_step: Float(ux),
      v_step: Float(vx), scale: Float(table.count - 1), is_conic: kind == .conic ? 1 : 0)
    unsafe withUnsafePointer(to: bases(x: x, y: y)) { bases in
      unsafe bases.withMemoryRebound(to: Float.self, capacity: 8) { bases in
        unsafe body(&curve, bases)
      }
    }
  }

  /// Calls `body` with the places in the tables of eight pixels at a time, and with a mask of the
  /// pixels that have none.
  @inline(__always)
  private func forEachEight(
    x: Int, y: Int, count: Int, _ body: (Int, Blend.Pixels, SIMDMask<SIMD8<Int32>>) -> Void
  ) {
    let bases = bases(x: x, y: y)
    let rowU = SIMD8<Float>(repeating: Float(Double(y) * uy + u0))
    let rowV = SIMD8<Float>(repeating: Float(Double(y) * vy + v0))
    let rowW = SIMD8<Float>(repeating: Float(Double(y) * wy + w0))
    let stepW = SIMD8<Float>(repeating: Float(wx))
    let stepU = SIMD8<Float>(repeating: Float(ux))
    let stepV = SIMD8<Float>(repeating: Float(vx))
    let lanes = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)
    let scale = SIMD8<Float>(repeating: Float(table.count - 1))
    var index = 0
    while index < count {
      let place = SIMD8<Float>(repeating: Float(x &+ index)) + lanes
      var u = rowU + place * stepU
      var v = rowV + place * stepV
      if isProjected {
        let w = rowW + place * stepW
        let divisor = w.replacing(with: 1e-12, where: .!(w .> 1e-12))
        u /= divisor
        v /= divisor
      }
      var offsets: SIMD8<Float>
      var isOutside = SIMDMask<SIMD8<Int32>>(repeating: false)
      switch kind {
      case .radial: offsets = (u * u + v * v).squareRoot()
      case .conic: offsets = CurvedShader.turns(u, v)
      case .linear: offsets = u
      case .conical(let cone): (offsets, isOutside) = CurvedShader.offsets(u, v, in: cone)
      }
      let clamped = entry(offsets)
      let entries = unsafe unsafeBitCast(clamped * scale + bases, to: Blend.Pixels.self)
      body(index, entries & Blend.Pixels(repeating: 0x1FFF), isOutside)
      index &+= 8
    }
  }

  /// The largest offset whose circle goes through a point and has a radius of at least 0, if there
  /// is one.
  @inline(__always)
  private static func offsets(
    _ u: SIMD8<Float>, _ v: SIMD8<Float>, in cone: Cone
  ) -> (SIMD8<Float>, isOutside: SIMDMask<SIMD8<Int32>>) {
    // |p − start − t·way| = radius + t·growth, squared: a·t² − 2·b·t + c = 0.
    let (x, y) = (u - cone.start.x, v - cone.start.y)
    let a = cone.curvature
    let b = x * cone.way.x + y * cone.way.y + cone.radius * cone.growth
    let c = x * x + y * y - cone.radius * cone.radius
    func hasRadius(_ t: SIMD8<Float>) -> SIMDMask<SIMD8<Int32>> {
      t * cone.growth + cone.radius .>= 0
    }
    if abs(a) < Cone.leastCurvature {
      let t = c / (2 * b)
      return (t, .!hasRadius(t))
    }
    let discriminant = b * b - a * c
    let root = discriminant.replacing(with: 0, where: discriminant .< 0).squareRoot()
    let first = (b + root) / a
    let second = (b - root) / a
    let isFirstLarger = first .> second
    let larger = second.replacing(with: first, where: isFirstLarger)
    let smaller = first.replacing(with: second, where: isFirstLarger)
    let t = smaller.replacing(with: larger, where: hasRadius(larger))
    // Nested circles leave no point out, except by rounding.
    if cone.isNested { return (t, SIMDMask(repeating: false)) }
    return (t, (discriminant .< 0) .| .!hasRadius(t))
  }

  /// Offsets in 0…1 for any offsets, by the spread.
  @inline(__always)
  private func entry(_ offset: SIMD8<Float>) -> SIMD8<Float> {
    var offset = offset
    switch spread {
    case .pad: break
    case .repeat: offset -= offset.rounded(.down)
    case .reflect:
      offset -= 2 * (offset * 0.5).rounded(.down)
      offset.replace(with: 2 - offset, where: offset .> 1)
    }
    // NaN and infinity have to become entries, too.
    offset.replace(with: 1, where: .!(offset .< 1))
    return offset.replacing(with: 0, where: offset .< 0)
  }

  /// The angle of (u, v) in turns, 0..<1, clockwise on a screen.
  ///
  /// atan on 0…1 by an odd polynomial of degree 11 fitted for the smallest largest error, which is
  /// 1e-5 radians; octants are put together by symmetry.
  @inline(__always)
  static func turns(_ u: SIMD8<Float>, _ v: SIMD8<Float>) -> SIMD8<Float> {
    let absU = u.replacing(with: -u, where: u .< 0)
    let absV = v.replacing(with: -v, where: v .< 0)
    let isSteep = absV .> absU
    let low = absV.replacing(with: absU, where: isSteep)
    let high = absU.replacing(with: absV, where: isSteep)
    let ratio = (low / high).replacing(with: 0, where: high .== 0)
    let square = ratio * ratio
    var polynomial = SIMD8<Float>(repeating: -0.0117212)
    polynomial = polynomial * square + 0.05265332
    polynomial = polynomial * square - 0.11643287
    polynomial = polynomial * square + 0.19354346
    polynomial = polynomial * square - 0.33262347
    polynomial = polynomial * square + 0.99997726
    var turns = polynomial * ratio * Float(1 / (2 * Double.pi))
    turns.replace(with: 0.25 - turns, where: isSteep)
    turns.replace(with: 0.5 - turns, where: u .< 0)
    turns.replace(with: 1 - turns, where: v .< 0)
    return turns.replacing(with: 0, where: turns .>= 1)
  }
}

extension CurvedShader.Kind {
  /// A gradient's kind, and the map to the space in which it is about the origin, as
  /// `CurvedShader.init` has it; nil for one without extent.
  ///
  /// - Parameter inverse: maps to the gradient's own coordinates.
  static func unit(
    of geometry: Gradient.Geometry, _ inverse: AffineTransform
  ) -> (CurvedShader.Kind, AffineTransform)? {
    switch geometry {
    case .axial(let start, let end):
      let axis = end - start
      let square = axis.dot(axis)
      guard square > 0 else { return nil }
      let turn = AffineTransform(
        a: axis.dx / square, b: -axis.dy / square, c: axis.dy / square, d: axis.dx / square,
        tx: 0, ty: 0)
      return (.linear, inverse.followed(by: .translation(x: -start.x, y: -start.y), turn))
    case .radial(let center, let radius, let scaleY):
      guard radius > 0, scaleY != 0 else { return nil }
      return (
        .radial,
        inverse.followed(
          by: .translation(x: -center.x, y: -center.y),
          .scale(x: 1 / radius, y: 1 / (radius * scaleY)))
      )
    case .focal(let center, let radius, let focus, let focalRadius):
      let scale = max(radius, focalRadius)
      guard scale > 0 else { return nil }
      let map = inverse.followed(
        by: .translation(x: -center.x, y: -center.y), .scale(x: 1 / scale, y: 1 / scale))
      let start = (focus - center) * (1 / scale)
      if start == .zero, focalRadius == 0 { return (.radial, map) }
      let cone = CurvedShader.Cone(
        start: SIMD2(Float(start.dx), Float(start.dy)),
        way: SIMD2(Float(-start.dx), Float(-start.dy)), radius: Float(focalRadius / scale),
        growth: Float((radius - focalRadius) / scale))
      return (.conical(cone), map)
    case .conic(let center, let startAngle):
      return (
        .conic,
        inverse.followed(by: .translation(x: -center.x, y: -center.y), .rotation(-startAngle))
      )
    }
  }
}

extension AffineTransform {
  /// Rounds in the same way as one map after the other.
  fileprivate func followed(by first: AffineTransform, _ second: AffineTransform) -> AffineTransform
  {
    followed(by: first).followed(by: second)
  }
}
