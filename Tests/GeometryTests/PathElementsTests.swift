import TestSupport
import Testing

@testable import Geometry

/// The view of a path's verbs and points as elements.
struct PathElementsTests {
  @Test func `elements appended one by one make the same path`() {
    for seed in UInt64(1)...100 {
      var random = SeededGenerator(seed: seed)
      let path = random.path(elements: 20)
      var copy = Path()
      for element in path.elements { copy.append(element) }
      #expect(copy == path, "seed \(seed)")
      #expect(path.elements.count == path.verbs.count, "seed \(seed)")
    }
  }

  @Test func `elements are the same in both directions and by their places`() {
    for seed in UInt64(1)...100 {
      var random = SeededGenerator(seed: seed)
      let elements = random.path(elements: 20).elements
      let list = Array(elements)
      #expect(Array(elements.reversed()) == list.reversed(), "seed \(seed)")
      #expect(elements.indices.map { elements[$0] } == list, "seed \(seed)")
      let (few, many) = (Int(random.double(0...10)), Int(random.double(11...20)))
      let part = elements.prefix(many).dropFirst(few)
      #expect(Array(part) == Array(list.prefix(many).dropFirst(few)), "seed \(seed)")
    }
  }

  @Test func `parts are equal if their elements are, wherever they lie`() throws {
    var path = Path.circle(center: .zero, radius: 3)
    path.addRect(Rect(x: 0, y: 0, width: 1, height: 2))
    path.append(.circle(center: .zero, radius: 3))
    path.append(.circle(center: .zero, radius: 4))
    let elements = path.elements
    #expect(elements.prefix(3) == elements.dropFirst(8).prefix(3))
    #expect(elements.prefix(3) != elements.suffix(3))
    #expect(Path(elements.suffix(3)) == .circle(center: .zero, radius: 4))
  }

  @Test func `a line after a close starts where the last subpath did`() {
    var path = Path.rect(Rect(x: 1, y: 2, width: 1, height: 1))
    path.append(Path.circle(center: .zero, radius: 3).transformed(by: .translation(x: 5, y: 0)))
    path.addLine(to: .zero)
    #expect(Array(path.elements.suffix(2)) == [.move(Point(x: 8, y: 0)), .line(.zero)])
  }

  @Test func `a path that is kept has no room to spare`() {
    var path = Path()
    for index in 0..<1000 { path.addLine(to: Point(x: Double(index), y: 0)) }
    let former = path
    path.removeSpareCapacity()
    #expect(path == former)
    // An allocation is rounded up to some bytes.
    #expect(path.points.capacity <= 1002 && path.verbs.capacity <= 1032)
    let text = former.transformed(by: .scale(x: 2, y: 2))
    #expect(text.points.capacity <= 1002 && text.verbs.capacity <= 1032)
  }
}
