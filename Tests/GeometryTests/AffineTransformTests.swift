import TestSupport
import Testing

@testable import Geometry

private func distance(_ a: AffineTransform, _ b: AffineTransform) -> Double {
  [a.a - b.a, a.b - b.b, a.c - b.c, a.d - b.d, a.tx - b.tx, a.ty - b.ty].map(abs).max() ?? 0
}

private func randomTransform(_ random: inout SeededGenerator) -> AffineTransform {
  AffineTransform(
    a: random.double(-3...3), b: random.double(-3...3), c: random.double(-3...3),
    d: random.double(-3...3), tx: random.double(-99...99), ty: random.double(-99...99))
}

@Test func `a transform and its inverse cancel`() throws {
  for seed in UInt64(1)...200 {
    var random = SeededGenerator(seed: seed)
    let transform = randomTransform(&random)
    guard abs(transform.determinant) > 0.01 else { continue }
    let inverse = try #require(transform.inverse)
    #expect(distance(transform.followed(by: inverse), .identity) < 1e-9, "seed \(seed)")
  }
  #expect(AffineTransform.scale(x: 0, y: 1).inverse == nil)
  #expect(AffineTransform.scale(x: .nan, y: 1).inverse == nil)
  #expect(AffineTransform.scale(x: 1e200, y: 1e200).inverse == nil)
}

@Test func `a transform is the sum of its components`() {
  for seed in UInt64(1)...500 {
    var random = SeededGenerator(seed: seed)
    let transform = randomTransform(&random)
    #expect(
      distance(TransformComponents(transform).transform, transform) < 1e-9, "seed \(seed)")
  }
}

@Test func `components are what the transform was made of`() {
  let made = TransformComponents(
    translation: Vector(dx: 3, dy: 4), rotation: 0.7, scaleX: 2, scaleY: 3, shear: 0.25)
  let found = TransformComponents(made.transform)
  #expect(abs(found.rotation - 0.7) < 1e-12)
  #expect(abs(found.scaleX - 2) < 1e-12)
  #expect(abs(found.scaleY - 3) < 1e-12)
  #expect(abs(found.shear - 0.25) < 1e-12)
  #expect(TransformComponents(.scale(x: -2, y: 3)).scaleX == -2)
  #expect(TransformComponents(.scale(x: 2, y: -3)).scaleY == -3)
  #expect(TransformComponents(.scale(x: 0, y: 0)).transform == .scale(x: 0, y: 0))
}

@Test func `rotations interpolate along the shorter way`() {
  let from = AffineTransform.rotation(170 * .pi / 180)
  let to = AffineTransform.rotation(-170 * .pi / 180)
  #expect(distance(from.interpolated(to: to, fraction: 0.5), .rotation(.pi)) < 1e-12)
  let quarter = AffineTransform.identity.interpolated(to: .rotation(.pi / 2), fraction: 1 / 3)
  #expect(distance(quarter, .rotation(.pi / 6)) < 1e-12)
}

@Test func `interpolation begins and ends at its transforms`() {
  for seed in UInt64(1)...200 {
    var random = SeededGenerator(seed: seed)
    let from = randomTransform(&random)
    let to = randomTransform(&random)
    #expect(from.interpolated(to: to, fraction: 0) == from)
    #expect(from.interpolated(to: to, fraction: 1) == to)
    // No jump next to the ends.
    #expect(distance(from.interpolated(to: to, fraction: 1e-9), from) < 1e-5, "seed \(seed)")
    #expect(distance(from.interpolated(to: to, fraction: 1 - 1e-9), to) < 1e-5, "seed \(seed)")
  }
}

@Test func `a similarity is distinguished from other transforms`() {
  let turned = AffineTransform.rotation(1).followed(by: .scale(x: 3, y: -3))
  #expect(turned.isSimilarity)
  #expect(abs(turned.scaleFactor - 3) < 1e-12)
  #expect(!AffineTransform.scale(x: 1, y: 1.001).isSimilarity)
  #expect(abs(AffineTransform.scale(x: 2, y: 5).largestScale - 5) < 1e-12)
}
