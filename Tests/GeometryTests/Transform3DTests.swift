import TestSupport
import Testing

@testable import Geometry

private func elements(_ m: Transform3D) -> [Double] {
  [
    m.m11, m.m12, m.m13, m.m14, m.m21, m.m22, m.m23, m.m24,
    m.m31, m.m32, m.m33, m.m34, m.m41, m.m42, m.m43, m.m44,
  ]
}

private func distance(_ a: Transform3D, _ b: Transform3D) -> Double {
  zip(elements(a), elements(b)).map { abs($0 - $1) }.max() ?? 0
}

extension SeededGenerator {
  fileprivate mutating func vector(_ range: ClosedRange<Double>) -> Vector3D {
    Vector3D(dx: double(in: range), dy: double(in: range), dz: double(in: range))
  }

  /// Any map, with a little perspective.
  fileprivate mutating func transform() -> Transform3D {
    let (x, y, z) = (vector(-3...3), vector(-3...3), vector(-3...3))
    let (move, away) = (vector(-99...99), vector(-0.01...0.01))
    return Transform3D(
      m11: x.dx, m12: x.dy, m13: x.dz, m14: away.dx,
      m21: y.dx, m22: y.dy, m23: y.dz, m24: away.dy,
      m31: z.dx, m32: z.dy, m33: z.dz, m34: away.dz,
      m41: move.dx, m42: move.dy, m43: move.dz, m44: double(in: 0.5...2))
  }

  fileprivate mutating func rotation() -> Transform3D {
    let axis = vector(-1...1)
    return .rotation(double(in: -3...3), x: axis.dx, y: axis.dy, z: axis.dz)
  }
}

struct Transform3DTests {
  @Test func `a transform and its inverse cancel`() throws {
    var count = 0
    for seed in UInt64(1)...300 {
      var random = SeededGenerator(seed: seed)
      let transform = random.transform()
      let inverse = try #require(transform.inverse)
      // Near a collapse the elements grow, and rounding errors grow with them.
      guard elements(inverse).allSatisfy({ abs($0) < 1e3 }) else { continue }
      count += 1
      #expect(distance(transform.followed(by: inverse), .identity) < 1e-8, "seed \(seed)")
      #expect(distance(inverse.followed(by: transform), .identity) < 1e-8, "seed \(seed)")
    }
    #expect(count > 250)
    #expect(Transform3D.scale(x: 1, y: 1, z: 0).inverse == nil)
    #expect(Transform3D.scale(x: .nan, y: 1, z: 1).inverse == nil)
    #expect(Transform3D.scale(x: 1e200, y: 1e200, z: 1e200).inverse == nil)
    #expect(Transform3D.scale(x: 2, y: 4).inverse == .scale(x: 0.5, y: 0.25))
  }

  @Test func `turns about the axes go from x to y, from y to z and from z to x`() {
    let quarter = Double.pi / 2
    let aboutZ = Transform3D.rotation(quarter, x: 0, y: 0, z: 5)
    let aboutX = Transform3D.rotation(quarter, x: 2, y: 0, z: 0)
    let aboutY = Transform3D.rotation(quarter, x: 0, y: 0.1, z: 0)
    #expect(abs(aboutZ.m12 - 1) < 1e-12 && abs(aboutZ.m21 + 1) < 1e-12)
    #expect(abs(aboutX.m23 - 1) < 1e-12 && abs(aboutX.m32 + 1) < 1e-12)
    #expect(abs(aboutY.m31 - 1) < 1e-12 && abs(aboutY.m13 + 1) < 1e-12)
    #expect(distance(aboutZ, .rotation(quarter)) < 1e-12)
    #expect(Transform3D.rotation(1, x: 0, y: 0, z: 0) == .identity)
  }

  @Test func `the plane's transforms keep their products and inverses`() throws {
    for seed in UInt64(1)...200 {
      var random = SeededGenerator(seed: seed)
      func plane() -> AffineTransform {
        AffineTransform(
          a: random.double(in: -3...3), b: random.double(in: -3...3),
          c: random.double(in: -3...3), d: random.double(in: -3...3),
          tx: random.double(in: -9...9), ty: random.double(in: -9...9))
      }
      let (a, b) = (plane(), plane())
      let product = Transform3D(a).followed(by: Transform3D(b))
      #expect(product.isAffine)
      #expect(distance(product, Transform3D(a.followed(by: b))) < 1e-12, "seed \(seed)")
      #expect(Transform3D(a).affineTransform == a)
    }
  }

  @Test func `the affine part of a turn about an axis is narrower and has no perspective`() {
    var turned = Transform3D.rotation(.pi / 3, x: 0, y: 1, z: 0)
    #expect(!turned.isAffine)
    #expect(abs(turned.affineTransform.a - 0.5) < 1e-12)
    #expect(turned.affineTransform.d == 1)
    let flat = turned.affineTransform
    turned.m34 = -1.0 / 500
    #expect(turned.hasPerspective)
    #expect(turned.affineTransform == flat)
  }

  @Test func `a transform is the sum of its components`() {
    for seed in UInt64(1)...500 {
      var random = SeededGenerator(seed: seed)
      let transform = random.transform()
      let parts = TransformComponents3D(transform)
      #expect(distance(parts.transform, transform) < 1e-7, "seed \(seed)")
      #expect(abs(parts.rotation.dot(parts.rotation) - 1) < 1e-9, "seed \(seed)")
      for axis in [TransformComponents3D.Axis.x, .y, .z] where parts.reflectedAxis != nil {
        let other = TransformComponents3D(transform, reflecting: axis)
        #expect(other.reflectedAxis == axis, "seed \(seed)")
        #expect(distance(other.transform, transform) < 1e-7, "seed \(seed)")
      }
    }
  }

  @Test func `components are what the transform was made of`() {
    let made = TransformComponents3D(
      scale: Vector3D(dx: 2, dy: -3, dz: 0.5),
      shear: TransformComponents3D.Shear(xy: 0.25, xz: -0.5, yz: 0.75),
      rotation: Quaternion(angles: Vector3D(dx: 0.2, dy: -0.3, dz: 0.4)),
      translation: Vector3D(dx: 3, dy: 4, dz: 5),
      perspective: TransformComponents3D.Perspective(
        Vector3D(dx: 0.001, dy: 0, dz: -0.002), w: 1))
    let found = TransformComponents3D(made.transform)
    #expect((found.scale - made.scale).length < 1e-12)
    #expect((found.rotation.angles - made.rotation.angles).length < 1e-12)
    #expect((found.translation - made.translation).length < 1e-12)
    #expect((found.perspective.vector - made.perspective.vector).length < 1e-12)
    #expect(abs(found.perspective.w - 1) < 1e-12)
    #expect(abs(found.shear.xy - 0.25) < 1e-12)
    #expect(abs(found.shear.xz + 0.5) < 1e-12)
    #expect(abs(found.shear.yz - 0.75) < 1e-12)
  }

  @Test func `the plane's components are those of two dimensions`() {
    for seed in UInt64(1)...300 {
      var random = SeededGenerator(seed: seed)
      let made = TransformComponents(
        translation: Vector(dx: random.double(in: -9...9), dy: random.double(in: -9...9)),
        rotation: random.double(in: -1.5...1.5), scaleX: random.double(in: 0.1...3),
        scaleY: random.double(in: 0.1...3), shear: random.double(in: -2...2))
      let found = TransformComponents3D(Transform3D(made.transform))
      #expect(abs(found.rotation.angles.dz - made.rotation) < 1e-9, "seed \(seed)")
      #expect(abs(found.scale.dx - made.scaleX) < 1e-9, "seed \(seed)")
      #expect(abs(found.scale.dy - made.scaleY) < 1e-9, "seed \(seed)")
      #expect(abs(found.shear.xy - made.shear) < 1e-9, "seed \(seed)")
      #expect(found.scale.dz == 1 && found.shear.xz == 0 && found.shear.yz == 0)
    }
  }

  @Test func `space that collapses is taken apart too`() {
    for seed in UInt64(1)...200 {
      var random = SeededGenerator(seed: seed)
      let factors = (0..<3).map { _ in random.chance(0.5) ? 0 : random.double(in: -2...2) }
      let transform = Transform3D.scale(x: factors[0], y: factors[1], z: factors[2])
        .followed(by: random.rotation()).followed(by: .translation(x: 1, y: 2, z: 3))
      let parts = TransformComponents3D(transform)
      #expect(distance(parts.transform, transform) < 1e-9, "seed \(seed)")
      #expect(abs(parts.rotation.dot(parts.rotation) - 1) < 1e-9, "seed \(seed)")
    }
  }

  @Test func `angles are read back, and turn about x, y and z in this order`() {
    for seed in UInt64(1)...300 {
      var random = SeededGenerator(seed: seed)
      // Either the y angle and one of the others are within a quarter turn, or x and z are.
      func angle(isWide: Bool) -> Double { random.double(in: isWide ? -3...3 : -1.5...1.5) }
      let angles = Vector3D(
        dx: angle(isWide: seed % 3 == 0), dy: angle(isWide: seed % 3 == 1),
        dz: angle(isWide: seed % 3 == 2))
      let rotation = Quaternion(angles: angles)
      #expect((rotation.angles - angles).length < 1e-9, "seed \(seed)")
      let turned = Transform3D.rotation(angles.dx, x: 1, y: 0, z: 0)
        .followed(by: .rotation(angles.dy, x: 0, y: 1, z: 0))
        .followed(by: .rotation(angles.dz, x: 0, y: 0, z: 1))
      let same = TransformComponents3D(rotation: rotation).transform
      #expect(distance(turned, same) < 1e-12, "seed \(seed)")
    }
    // Without a turn about y, x and z may both be beyond a quarter turn.
    let tilted = Vector3D(dx: 2.1, dy: 0, dz: 1.7)
    #expect((Quaternion(angles: tilted).angles - tilted).length < 1e-9)
    let edge = Quaternion(angles: Vector3D(dx: 0.3, dy: .pi / 2, dz: 0.5))
    let read = Quaternion(angles: edge.angles)
    #expect(edge.angle(to: read) < 1e-6)
  }

  @Test func `rotations interpolate at one speed along the shortest turn`() {
    for seed in UInt64(1)...200 {
      var random = SeededGenerator(seed: seed)
      let from = Quaternion(angles: random.vector(-1.5...1.5))
      let to = Quaternion(angles: random.vector(-1.5...1.5))
      let whole = from.angle(to: to)
      #expect(whole <= .pi + 1e-12)
      for step in 0...4 {
        let part = from.interpolated(to: to, fraction: Double(step) / 4)
        #expect(abs(from.angle(to: part) - whole * Double(step) / 4) < 1e-9, "seed \(seed)")
        #expect(abs(part.dot(part) - 1) < 1e-12)
      }
    }
  }

  @Test func `an interpolated turn about an axis is a part of the turn`() {
    for seed in UInt64(1)...100 {
      var random = SeededGenerator(seed: seed)
      let axis = random.vector(-1...1)
      func turned(_ angle: Double) -> Transform3D {
        Transform3D.scale(x: 2, y: 3, z: 4)
          .followed(by: .rotation(angle, x: axis.dx, y: axis.dy, z: axis.dz))
          .followed(by: .translation(x: angle, y: 0, z: -angle))
      }
      let angle = random.double(in: 0.1...3)
      let fraction = random.double(in: -0.2...1.2)
      let between = turned(0).interpolated(to: turned(angle), fraction: fraction)
      #expect(distance(between, turned(angle * fraction)) < 1e-8, "seed \(seed)")
    }
  }

  @Test func `interpolation begins and ends at its transforms`() {
    for seed in UInt64(1)...200 {
      var random = SeededGenerator(seed: seed)
      let (from, to) = (random.transform(), random.transform())
      #expect(from.interpolated(to: to, fraction: 0) == from)
      #expect(from.interpolated(to: to, fraction: 1) == to)
      // No jump next to the ends.
      #expect(distance(from.interpolated(to: to, fraction: 1e-9), from) < 1e-4, "seed \(seed)")
      #expect(distance(from.interpolated(to: to, fraction: 1 - 1e-9), to) < 1e-4, "seed \(seed)")
    }
  }

  @Test func `the plane interpolates in the plane`() {
    let from = AffineTransform.rotation(170 * .pi / 180).followed(by: .scale(x: 1, y: -2))
    let to = AffineTransform.rotation(-170 * .pi / 180)
    let between = Transform3D(from).interpolated(to: Transform3D(to), fraction: 0.3)
    #expect(between == Transform3D(from.interpolated(to: to, fraction: 0.3)))
  }
}
