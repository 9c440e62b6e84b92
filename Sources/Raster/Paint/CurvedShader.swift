internal import CKernels
import Geometry

/// A radial or conic gradient: eight offsets at a time in single precision, then a table.
///
/// The place of a pixel in the gradient's unit space is computed from its coordinates, not stepped,
/// so it does not depend on where a run starts.
struct CurvedShader {
  enum Kind { case radial, conic }

  private let kind: Kind
  /// Pixel (x, y) lies at u = x·ux + y·uy + u0, v alike, in the gradient's unit space.
  private let ux: Double
  private let uy: Double
  private let u0: Double
  private let vx: Double
  private let vy: Double
  private let v0: Double

  /// `toUnit` maps framebuffer pixels to a space in which the gradient is about the origin: radial,
  /// it ends on the unit circle; conic, it starts on the positive x axis.
  init(kind: Kind, toUnit: AffineTransform) {
    self.kind = kind
    let origin = toUnit.apply(to: Point(x: 0.5, y: 0.5))
    (ux, uy, u0) = (toUnit.a, toUnit.c, origin.x)
    (vx, vy, v0) = (toUnit.b, toUnit.d, origin.y)
  }

  /// Writes the pixels of a row from `x` on, through a table from offset 0 to 1.
  func fetch(
    x: Int, y: Int, count: Int, table: UnsafePointer<UInt32>, tableCount: Int,
    into target: UnsafeMutablePointer<UInt32>
  ) {
    let (startU, startV) = (Float(Double(y) * uy + u0), Float(Double(y) * vy + v0))
    if KernelLevel.hasAVX2 {
      var curve = firstlight_curve(
        u: startU, v: startV, u_step: Float(ux), v_step: Float(vx), scale: Float(tableCount - 1),
        is_conic: kind == .conic ? 1 : 0)
      return unsafe firstlight_curved_avx2(target, count, x, &curve, table)
    }
    let rowU = SIMD8<Float>(repeating: startU)
    let rowV = SIMD8<Float>(repeating: startV)
    let stepU = SIMD8<Float>(repeating: Float(ux))
    let stepV = SIMD8<Float>(repeating: Float(vx))
    let lanes = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)
    let scale = SIMD8<Float>(repeating: Float(tableCount - 1))
    // Adding 2²³ leaves the rounded number in the mantissa's low bits.
    let magic = SIMD8<Float>(repeating: 8_388_608)
    var index = 0
    while index < count {
      let place = SIMD8<Float>(repeating: Float(x &+ index)) + lanes
      let u = rowU + place * stepU
      let v = rowV + place * stepV
      let offset = kind == .radial ? (u * u + v * v).squareRoot() : CurvedShader.turns(u, v)
      // Not a number and infinity become entries too.
      let clamped = offset.replacing(with: 1, where: .!(offset .< 1))
      let entries = unsafe unsafeBitCast(clamped * scale + magic, to: Blend.Pixels.self)
      let last = min(count &- index, 8)
      for lane in 0..<last {
        unsafe target[index &+ lane] = table[Int(entries[lane] & 0x1FFF)]
      }
      index &+= 8
    }
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
