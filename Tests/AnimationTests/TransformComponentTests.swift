import Animation
import Geometry
import TestSupport
import Testing

/// Components of transforms in the plane and in space.
struct TransformComponentTests {
  private func scalar(
    _ transform: Transform3D, _ component: AnimationKeyPath.Component
  ) -> Double {
    guard case .scalar(let number)? = AnimatableValue.transform(transform).component(component)
    else { return .nan }
    return number
  }

  private func replacing(
    _ component: AnimationKeyPath.Component, of transform: Transform3D, with number: Double
  ) throws -> Transform3D {
    let value = AnimatableValue.transform(transform).replacing(component, with: .scalar(number))
    guard case .transform(let result)? = value else {
      throw Failure.notATransform
    }
    return result
  }

  private enum Failure: Error { case notATransform }

  private static let scalars: [AnimationKeyPath.Component] = [
    .scaleX, .scaleY, .scaleZ, .rotation, .rotationX, .rotationY, .translationX, .translationY,
    .translationZ,
  ]

  private func random(_ generator: inout SeededGenerator) -> Transform3D {
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
    var parts = TransformComponents3D(
      scale: Vector3D(dx: number(0.2...3), dy: number(0.2...3), dz: number(0.2...3)),
      rotation: Quaternion(
        angles: Vector3D(dx: number(-3...3), dy: number(-1.4...1.4), dz: number(-3...3))),
      translation: Vector3D(dx: number(-9...9), dy: number(-9...9), dz: number(-9...9)))
    if Bool.random(using: &generator) { parts.perspective.vector.dz = number(-0.01...0.01) }
    return parts.transform
  }

  @Test func `a component replaces its part in space and keeps the rest`() throws {
    for seed in UInt64(1)...100 {
      var generator = SeededGenerator(seed: seed)
      let start = random(&generator)
      for component in Self.scalars {
        let number = Double.random(in: 0.3...1.3, using: &generator)
        let changed = try replacing(component, of: start, with: number)
        for other in Self.scalars {
          let expected = other == component ? number : scalar(start, other)
          #expect(
            abs(scalar(changed, other) - expected) < 1e-7,
            "seed \(seed): \(component) changed \(other)")
        }
        let (old, new) = (TransformComponents3D(start), TransformComponents3D(changed))
        #expect((old.perspective.vector - new.perspective.vector).length < 1e-9)
      }
    }
  }

  @Test func `a transform in the plane stays affine until a component leaves the plane`() throws {
    let plane = Transform3D.scale(x: 2, y: 3).followed(by: .rotation(0.5))
    for component in [AnimationKeyPath.Component.scaleX, .scaleY, .rotation, .translationX] {
      #expect(try replacing(component, of: plane, with: 0.75).isAffine, "\(component)")
    }
    for component in [
      AnimationKeyPath.Component.scale, .scaleZ, .rotationX, .rotationY, .translationZ,
    ] {
      #expect(try !replacing(component, of: plane, with: 0.75).isAffine, "\(component)")
    }
    #expect(scalar(plane, .scaleZ) == 1 && scalar(plane, .rotationX) == 0)
  }

  @Test func `the scale alone is the mean of the factors and sets them all`() throws {
    #expect(scalar(.scale(x: 2, y: 4), .scale) == 3)
    #expect(abs(scalar(.scale(x: 2, y: 4, z: 6), .scale) - 4) < 1e-12)
    let space = try replacing(.scale, of: .scale(x: 2, y: 4, z: 6), with: 5)
    #expect(abs(scalar(space, .scaleX) - 5) < 1e-12 && abs(scalar(space, .scaleZ) - 5) < 1e-12)
    #expect(try replacing(.scale, of: .scale(x: 2, y: 4), with: 5) == .scale(x: 5, y: 5, z: 5))
    #expect(try replacing(.scale, of: .identity, with: 2) == .scale(x: 2, y: 2, z: 2))
    #expect(scalar(.scale(x: 2, y: 2, z: 2), .scale) == 2)
  }

  @Test func `a scaled depth leaves angles and interpolation those of the plane`() throws {
    let deep = try replacing(.scale, of: .rotation(0.5), with: 2)
    #expect(abs(scalar(deep, .rotation) - 0.5) < 1e-12 && scalar(deep, .scaleZ) == 2)
    let turned = try replacing(.rotation, of: deep, with: 3)
    #expect(abs(scalar(turned, .rotation) - 3) < 1e-12 && scalar(turned, .scaleZ) == 2)
    let half = Transform3D.identity.interpolated(to: .scale(x: 3, y: 2, z: 2), fraction: 0.5)
    #expect(half == .scale(x: 2, y: 1.5, z: 1.5))
    // A collapsed axis keeps its rotation.
    let flat = try replacing(.scale, of: .rotation(0.5), with: 0)
    #expect(flat.m11 == 0 && flat.m33 == 0)
  }

  @Test func `a mirrored layer stays mirrored as it turns`() throws {
    let mirrored = Transform3D.scale(x: -2, y: 1)
    let turned = try replacing(.rotationX, of: mirrored, with: 0.5)
    let expected = mirrored.followed(by: .rotation(0.5, x: 1, y: 0, z: 0))
    #expect(abs(turned.m11 - expected.m11) < 1e-12)
    #expect(abs(turned.m22 - expected.m22) < 1e-12)
    #expect(abs(turned.m23 - expected.m23) < 1e-12)
  }

  @Test func `any angle may be set, and a whole turn comes back`() throws {
    for component in [AnimationKeyPath.Component.rotation, .rotationX, .rotationY] {
      for step in 0...16 {
        let angle = Double(step) * .pi / 8
        let turned = try replacing(component, of: .identity, with: angle)
        let axis = (
          component == .rotationX ? 1.0 : 0, component == .rotationY ? 1.0 : 0,
          component == .rotation ? 1.0 : 0
        )
        let expected = Transform3D.rotation(angle, x: axis.0, y: axis.1, z: axis.2)
        for (a, b) in [
          (turned.m11, expected.m11), (turned.m12, expected.m12), (turned.m13, expected.m13),
          (turned.m22, expected.m22), (turned.m23, expected.m23), (turned.m33, expected.m33),
        ] {
          #expect(abs(a - b) < 1e-9, "\(component) \(angle)")
        }
      }
    }
  }

  @Test func `a turn about one axis is read all the way round, and goes on from there`() throws {
    for component in [AnimationKeyPath.Component.rotation, .rotationX, .rotationY] {
      for degrees in stride(from: -175.0, through: 180, by: 5) {
        let angle = degrees * .pi / 180
        let turned = try replacing(component, of: .identity, with: angle)
        let read = scalar(turned, component)
        #expect(
          abs((read - angle).remainder(dividingBy: 2 * .pi)) < 1e-9, "\(component) \(degrees)")
        // The difference with which an additive animation begins leads back to the beginning.
        let back = try replacing(component, of: turned, with: read - angle)
        #expect(abs(back.m11 - 1) < 1e-9 && abs(back.m22 - 1) < 1e-9 && abs(back.m33 - 1) < 1e-9)
      }
    }
  }

  @Test func `translation is a size and leaves the depth`() {
    let start = AnimatableValue.transform(.translation(x: 1, y: 2, z: 3))
    #expect(start.component(.translation) == .size(Size(width: 1, height: 2)))
    #expect(
      start.replacing(.translation, with: .size(Size(width: 7, height: 8)))
        == .transform(.translation(x: 7, y: 8, z: 3)))
    #expect(start.replacing(.translation, with: .scalar(1)) == nil)
  }
}
