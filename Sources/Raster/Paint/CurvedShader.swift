internal import CKernels
import Geometry

/// A radial, focal or conic gradient, or an axial one that goes on otherwise than with its end colours: eight offsets at a time in single precision, then a table of colours.
///
/// The place of a pixel in the gradient's unit space is computed from its coordinates, not stepped,
/// so it does not depend on where a run starts.
struct CurvedShader {
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

    /// True if the circles lie in one another, so that each point is on one of them.
    var isNested: Bool { (way * way).sum() < growth * growth }
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
  /// In perspective, what both are divided by: w = x·wx + y·wy + w0.
  private let wx: Double
  private let wy: Double
  private let w0: Double
  private let isProjected: Bool

  /// `toUnit` maps framebuffer pixels to a space in which the gradient is about the origin: radial,
  /// it ends on the unit circle; conic, it starts on the positive x axis; linear, it
  /// runs along that from 0 to 1.
  init(kind: Kind, spread: Gradient.Spread = .pad, toUnit: Projection) {
    self.kind = kind
    self.spread = spread
    let plane = toUnit.numerators
    let origin = plane.apply(to: Point(x: 0.5, y: 0.5))
    (ux, uy, u0) = (plane.a, plane.c, origin.x)
    (vx, vy, v0) = (plane.b, plane.d, origin.y)
    (wx, wy, w0) = (toUnit.g, toUnit.h, toUnit.depth(at: Point(x: 0.5, y: 0.5)))
    isProjected = !toUnit.isAffine
  }

  /// Writes the pixels of a row from `x` on, through tables from offset 0 to 1.
  func fetch(
    x: Int, y: Int, count: Int, table: UnsafePointer<UInt32>, shape: GradientTable,
    into target: UnsafeMutablePointer<UInt32>
  ) {
    // Adding 2²³ leaves the rounded number in the mantissa's low bits. The places of eight pixels' tables are
    // added, too: the matrix goes on alike.
    let bases = shape.bases(x: x, y: y)
    let (startU, startV) = (Float(Double(y) * uy + u0), Float(Double(y) * vy + v0))
    if KernelLevel.hasAVX2, !isProjected, spread == .pad, kind == .radial || kind == .conic {
      var curve = firstlight_curve(
        u: startU, v: startV, u_step: Float(ux), v_step: Float(vx), scale: Float(shape.count - 1),
        is_conic: kind == .conic ? 1 : 0)
      return unsafe withUnsafePointer(to: bases) { bases in
        unsafe bases.withMemoryRebound(to: Float.self, capacity: 8) { bases in
          unsafe firstlight_curved_avx2(target, count, x, &curve, bases, table)
        }
      }
    }
    let rowU = SIMD8<Float>(repeating: startU)
    let rowV = SIMD8<Float>(repeating: startV)
    let rowW = SIMD8<Float>(repeating: Float(Double(y) * wy + w0))
    let stepW = SIMD8<Float>(repeating: Float(wx))
    let stepU = SIMD8<Float>(repeating: Float(ux))
    let stepV = SIMD8<Float>(repeating: Float(vx))
    let lanes = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)
    let scale = SIMD8<Float>(repeating: Float(shape.count - 1))
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
      let last = min(count &- index, 8)
      for lane in 0..<last {
        unsafe target[index &+ lane] = isOutside[lane] ? 0 : table[Int(entries[lane] & 0x1FFF)]
      }
      index &+= 8
    }
  }

  /// The largest offset whose circle goes through a point, where there is one of no negative radius.
  @inline(__always)
  private static func offsets(
    _ u: SIMD8<Float>, _ v: SIMD8<Float>, in cone: Cone
  ) -> (SIMD8<Float>, isOutside: SIMDMask<SIMD8<Int32>>) {
    // |p − start − t·way| = radius + t·growth, squared: a·t² − 2·b·t + c = 0.
    let (x, y) = (u - cone.start.x, v - cone.start.y)
    let a = (cone.way * cone.way).sum() - cone.growth * cone.growth
    let b = x * cone.way.x + y * cone.way.y + cone.radius * cone.growth
    let c = x * x + y * y - cone.radius * cone.radius
    func hasRadius(_ t: SIMD8<Float>) -> SIMDMask<SIMD8<Int32>> {
      t * cone.growth + cone.radius .>= 0
    }
    if abs(a) < 1e-6 {
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
    // Nested circles leave no point out, but for what is lost by rounding.
    if cone.isNested { return (t, SIMDMask(repeating: false)) }
    return (t, (discriminant .< 0) .| .!hasRadius(t))
  }

  /// Offsets in 0…1 for any.
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
    // Not a number and infinity become entries too.
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
