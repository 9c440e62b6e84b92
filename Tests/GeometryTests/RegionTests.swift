import TestSupport
import Testing

@testable import Geometry

/// A region as one truth value for each pixel of a small board.
private struct Bitmap: Equatable {
  static let side = 40
  var pixels = [Bool](repeating: false, count: side * side)

  init(_ keeps: (Int, Int) -> Bool) {
    for y in 0..<Self.side {
      for x in 0..<Self.side { pixels[y * Self.side + x] = keeps(x, y) }
    }
  }

  init(_ region: Region) { self.init { region.contains(x: $0, y: $1) } }

  var count: Int { pixels.count { $0 } }

  func holds(_ other: Bitmap) -> Bool { zip(pixels, other.pixels).allSatisfy { $0 || !$1 } }

  func combined(_ other: Bitmap, _ keeps: (Bool, Bool) -> Bool) -> Bitmap {
    Bitmap { x, y in keeps(pixels[y * Self.side + x], other.pixels[y * Self.side + x]) }
  }
}

private func randomRect(_ random: inout SeededGenerator, longest: Int) -> PixelRect {
  let x = Int.random(in: 0..<Bitmap.side, using: &random)
  let y = Int.random(in: 0..<Bitmap.side, using: &random)
  return PixelRect(
    minX: x, minY: y, maxX: min(Bitmap.side, x + Int.random(in: 0...longest, using: &random)),
    maxY: min(Bitmap.side, y + Int.random(in: 0...longest, using: &random)))
}

private func expectDisjoint(_ region: Region, _ note: String) {
  #expect(region.rects.count <= Region.rectLimit, "\(note)")
  for (index, rect) in region.rects.enumerated() {
    #expect(!region.rects[..<index].contains { $0.intersects(rect) }, "\(note): \(rect)")
  }
  #expect(region.area == Bitmap(region).count, "\(note)")
  #expect(region.rects.allSatisfy { !$0.isEmpty }, "\(note)")
}

@Test func `few rectangles combine as their pixels do`() {
  for seed in UInt64(1)...100 {
    var random = SeededGenerator(seed: seed)
    var a = Region()
    var b = Region()
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      a.formUnion(randomRect(&random, longest: 25))
      b.formUnion(randomRect(&random, longest: 25))
    }
    let bitmapA = Bitmap(a)
    let bitmapB = Bitmap(b)
    #expect(Bitmap(a.union(b)) == bitmapA.combined(bitmapB) { $0 || $1 }, "seed \(seed)")
    #expect(Bitmap(a.intersection(b)) == bitmapA.combined(bitmapB) { $0 && $1 }, "seed \(seed)")
    #expect(Bitmap(a.subtracting(b)) == bitmapA.combined(bitmapB) { $0 && !$1 }, "seed \(seed)")
    #expect(a.union(b) == b.union(a), "seed \(seed)")
    #expect((a == b) == (bitmapA == bitmapB), "seed \(seed)")
    for region in [a, b, a.union(b), a.intersection(b), a.subtracting(b)] {
      expectDisjoint(region, "seed \(seed)")
    }
  }
}

@Test func `many rectangles are covered by few and none is lost`() {
  for seed in UInt64(1)...40 {
    var random = SeededGenerator(seed: seed)
    var region = Region()
    var bitmap = Bitmap { _, _ in false }
    for _ in 0..<150 {
      let rect = randomRect(&random, longest: 3)
      region.formUnion(rect)
      bitmap = Bitmap { x, y in
        bitmap.pixels[y * Bitmap.side + x] || rect.contains(x: x, y: y)
      }
      #expect(Bitmap(region).holds(bitmap), "seed \(seed)")
      expectDisjoint(region, "seed \(seed)")
    }
  }
}

@Test func `scattered rectangles stay as they are`() {
  var region = Region()
  for index in 0..<Region.rectLimit {
    // No two in a row or a column, each lower by a part of its height.
    let x = index * 37 % Region.rectLimit * 10
    region.formUnion(PixelRect(minX: x, minY: index * 3, maxX: x + 8, maxY: index * 3 + 8))
  }
  #expect(region.rects.count == Region.rectLimit)
  #expect(region.area == Region.rectLimit * 64)
  region.formUnion(PixelRect(minX: 640, minY: 0, maxX: 648, maxY: 8))
  #expect(region.rects.count <= Region.rectLimit)
}

@Test func `a rectangle across many others is bounded`() {
  var region = Region()
  for index in 0..<60 {
    region.formUnion(PixelRect(minX: index * 4, minY: 0, maxX: index * 4 + 2, maxY: 100))
  }
  for index in 0..<60 {
    region.formUnion(PixelRect(minX: 0, minY: index * 4, maxX: 240, maxY: index * 4 + 2))
  }
  #expect(region.rects.count <= Region.rectLimit)
  for index in 0..<60 {
    #expect(region.contains(x: index * 4, y: 99) && region.contains(x: 239, y: index * 4 + 1))
  }
}

@Test func `rectangles that make a larger one become it`() {
  var region = Region(PixelRect(minX: 0, minY: 0, maxX: 4, maxY: 4))
  region.formUnion(PixelRect(minX: 4, minY: 0, maxX: 8, maxY: 4))
  region.formUnion(PixelRect(minX: 0, minY: 4, maxX: 8, maxY: 9))
  #expect(region.rects == [PixelRect(minX: 0, minY: 0, maxX: 8, maxY: 9)])
  #expect(region.bounds == PixelRect(minX: 0, minY: 0, maxX: 8, maxY: 9))
}

@Test func `a region of the largest numbers has an area`() {
  let region = Region(PixelRect(minX: .min, minY: .min, maxX: .max, maxY: .max))
  #expect(region.area == 1 << 54)
  #expect(region.subtracting(region).isEmpty)
}

@Test func `shapes stay while all that is added has some of the same list`() {
  let first = PixelRect(minX: 0, minY: 0, maxX: 4, maxY: 4)
  let second = PixelRect(minX: 2, minY: 2, maxX: 8, maxY: 8)
  func limited(_ rect: PixelRect, to shape: Int, list: Int = 1) -> Region {
    Region(rect, shapes: Region.Shapes(list: list, shape: shape))
  }
  var region = Region()
  region.formUnion(limited(first, to: 7))
  region.formUnion(Region())
  region.formUnion(PixelRect.empty)
  #expect(region.shapes?.numbers == [7])
  region.formUnion(limited(second, to: 3))
  #expect(region.shapes?.numbers == [3, 7] && region.shapes?.list == 1)
  #expect(region.intersection(first).shapes?.numbers == [3, 7])
  #expect(region.subtracting(Region(first)).shapes?.numbers == [3, 7])
  #expect(region.union(limited(second, to: 3, list: 2)).shapes == nil)
  var other = region
  other.formUnion(second)
  #expect(other.shapes == nil)
  #expect(Region(first).union(limited(first, to: 7)).shapes == nil)
  for shape in 0..<(Region.Shapes.limit + 2) { region.formUnion(limited(first, to: shape)) }
  #expect(region.shapes == nil)
}
