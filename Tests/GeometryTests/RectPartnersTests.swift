import TestSupport
import Testing

@testable import Geometry

@Test func `the nearest of all pairs are merged, again and again`() {
  for seed in UInt64(1)...30 {
    var random = SeededGenerator(seed: seed)
    var region = Region()
    for _ in 0..<Int.random(in: 2...60, using: &random) {
      let x = Int.random(in: 0..<400, using: &random)
      let y = Int.random(in: 0..<300, using: &random)
      region.formUnion(
        PixelRect(
          minX: x, minY: y, maxX: x + Int.random(in: 1...30, using: &random),
          maxY: y + Int.random(in: 1...30, using: &random)))
    }
    var partners = RectPartners(region.rects)
    while partners.count > 1 {
      let before = partners.rects
      let nearest = nearestUnions(before)
      partners.mergeNearest()
      let after = partners.rects
      #expect(after.count == partners.count && after.count < before.count, "seed \(seed)")
      // Only one rectangle is new, and it contains one of the cheapest unions.
      let new = after.filter { !before.contains($0) }
      #expect(new.count == 1, "seed \(seed)")
      #expect(new.contains { rect in nearest.contains { rect.contains($0) } }, "seed \(seed)")
      for rect in before { #expect(after.contains { $0.contains(rect) }, "seed \(seed)") }
      for (index, rect) in after.enumerated() {
        #expect(!after[..<index].contains { $0.intersects(rect) }, "seed \(seed)")
      }
    }
  }
}

@Test func `the order of rectangles does not change what they are merged to`() {
  var random = SeededGenerator(seed: 7)
  let rects = (0..<60).map { index in
    let x = index * 37 % 60 * 30 + Int.random(in: 0..<10, using: &random)
    return PixelRect(minX: x, minY: index * 20, maxX: x + 12, maxY: index * 20 + 9)
  }
  func merged(_ rects: [PixelRect]) -> [PixelRect] {
    var partners = RectPartners(rects)
    while partners.count > 20 { partners.mergeNearest() }
    return partners.rects
  }
  #expect(merged(rects) == merged(rects.shuffled(using: &random)))
}

/// The unions of pairs that add the fewest pixels.
private func nearestUnions(_ rects: [PixelRect]) -> [PixelRect] {
  var least = Int.max
  var unions: [PixelRect] = []
  for (index, rect) in rects.enumerated() {
    for other in rects[..<index] {
      let union = rect.union(other)
      let loss = union.area - rect.area - other.area
      if loss < least { unions = [] }
      least = min(least, loss)
      if loss == least { unions.append(union) }
    }
  }
  return unions
}
