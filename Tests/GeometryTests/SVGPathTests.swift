import TestSupport
import Testing

@testable import Geometry

@Test func `all line commands move the same way`() throws {
  let expected = try Path(svg: "M 10 10 L 20 10 L 20 30 L 5 30 Z")
  for data in [
    "M10,10 20,10 20,30 5,30z", "m10 10h10v20h-15z", "M10 10H20V30H5Z", "m10 10 10 0 0 20-15 0z",
    " M1e1+1.0e1 L20,10L20 30l-15-0.0 Z ",
  ] {
    #expect(try Path(svg: data) == expected, "\(data)")
  }
}

@Test func `curves continue each other's tangents`() throws {
  let path = try Path(svg: "M0 0C0 10 10 10 10 0S20-10 20 0Q25 10 30 0t10 0 10 0")
  #expect(
    path.elements.dropFirst(2).first
      == .cubic(
        control1: Point(x: 10, y: -10), control2: Point(x: 20, y: -10), end: Point(x: 20, y: 0)))
  #expect(
    Array(path.elements.suffix(2)) == [
      .quadratic(control: Point(x: 35, y: -10), end: Point(x: 40, y: 0)),
      .quadratic(control: Point(x: 45, y: 10), end: Point(x: 50, y: 0)),
    ])
  // After another command there is nothing to reflect.
  let alone = try Path(svg: "M1 1S20-10 20 0")
  #expect(
    alone.elements.last
      == .cubic(
        control1: Point(x: 1, y: 1), control2: Point(x: 20, y: -10), end: Point(x: 20, y: 0)))
}

@Test func `arcs take the way that their flags say`() throws {
  // From 3 to 6 o'clock of a circle: the small and the large arc, each in its direction.
  for (flags, center, sweep) in [
    ("0 1", Point(x: 0, y: 0), Double.pi / 2), ("1 0", Point(x: 0, y: 0), -1.5 * Double.pi),
    ("0 0", Point(x: 10, y: 10), -Double.pi / 2), ("1 1", Point(x: 10, y: 10), 1.5 * Double.pi),
  ] {
    let path = try Path(svg: "M10 0A10 10 0 \(flags) 0 10")
    guard case .arc(let arc)? = path.elements.last else {
      Issue.record("no arc")
      continue
    }
    #expect((arc.center - center).length < 1e-9, "\(flags)")
    #expect(abs(arc.sweep - sweep) < 1e-9, "\(flags)")
    #expect((arc.start - Point(x: 10, y: 0)).length < 1e-9, "\(flags)")
    #expect((arc.end - Point(x: 0, y: 10)).length < 1e-9, "\(flags)")
  }
}

@Test func `an arc whose radii are too small is made large enough`() throws {
  let path = try Path(svg: "M0 0a1 2 30 0110 0")
  guard case .arc(let arc)? = path.elements.last else {
    Issue.record("no arc")
    return
  }
  #expect(abs(abs(arc.sweep) - .pi) < 1e-6)
  #expect((arc.end - Point(x: 10, y: 0)).length < 1e-9)
  #expect(abs(arc.yAxis.length / arc.xAxis.length - 2) < 1e-9)
  // An arc with a radius of 0 is a line. One that ends at its start is a line of no length, whose
  // caps are visible.
  #expect(try Path(svg: "M0 0A0 5 0 0 0 9 9").elements.last == .line(Point(x: 9, y: 9)))
  #expect(try Path(svg: "M1 1A5 5 0 0 0 1 1").elements.last == .line(Point(x: 1, y: 1)))
}

@Test func `random arcs end at their end points`() throws {
  for seed in UInt64(1)...200 {
    var random = SeededGenerator(seed: seed)
    let start = random.point()
    let end = random.point()
    let data =
      "M\(start.x) \(start.y)A\(random.double(1...60)) \(random.double(1...60)) "
      + "\(random.double(-200...200)) \(seed % 2) \(seed / 2 % 2) \(end.x) \(end.y)"
    guard case .arc(let arc)? = try Path(svg: data).elements.last else {
      Issue.record("no arc")
      continue
    }
    #expect((arc.start - start).length < 1e-6, "seed \(seed)")
    #expect((arc.end - end).length < 1e-6, "seed \(seed)")
    #expect((arc.sweep > 0) == (seed / 2 % 2 == 1), "seed \(seed)")
    // If the radii were too small, the arc is a half turn, apart from rounding.
    #expect((abs(arc.sweep) > .pi - 1e-6) == (seed % 2 == 1) || abs(abs(arc.sweep) - .pi) < 1e-6)
  }
}

private let mistakes: [(String, SVGPathError.Reason, Int)] = [
  ("L 1 2", .expectedMove, 0), ("M 1", .expectedNumber, 3), ("M 1 2 X", .expectedCommand, 6),
  ("M 1 2 L 3 ,", .expectedNumber, 11), ("M0 0A1 1 0 2 0 1 1", .expectedFlag, 11),
  ("M 1 1e999", .numberTooLarge, 4), ("M 1 2,,", .expectedCommand, 6),
  ("M1 2 L--3 4", .expectedNumber, 6), ("M1 2 Linf 4", .expectedNumber, 6),
  ("é", .expectedMove, 0), ("M.", .expectedNumber, 1), ("M 1 2 L,3 4", .expectedNumber, 7),
  ("M 1 2 H,3", .expectedNumber, 7), ("M1 2 A,1 1 0 0 0 1 1", .expectedNumber, 6),
  ("M 1 2 L3,,4", .expectedNumber, 9), ("M 1 2 Z,L3 4", .expectedCommand, 7),
  ("M 1 2 L3 4e", .expectedNumber, 9), ("M 1 2 H1e L3 4", .expectedNumber, 7),
  ("M 1 2 H1e-", .expectedNumber, 7), ("M0 0l1e100 0 1e100 0", .numberTooLarge, 20),
  ("M1e100 0h1e100", .numberTooLarge, 14), ("M0 1e100v1e100", .numberTooLarge, 14),
]

@Test(arguments: mistakes)
func `a mistake is reported with its place`(
  data: String, reason: SVGPathError.Reason, offset: Int
) {
  #expect(throws: SVGPathError(reason: reason, byteOffset: offset)) { try Path(svg: data) }
}

@Test(arguments: ["M1 2,L3 4", "M1,2,L3,4,", "M1 2 , L3 4 ,", "M1 2L3 4,"])
func `a comma may stand behind any argument`(data: String) throws {
  #expect(try Path(svg: data) == Path(svg: "M1 2L3 4"))
}

@Test func `a path with a mistake can be read up to it`() throws {
  let (path, error) = Path.readable(svg: "M1 2h3l4 5 6#")
  #expect(try path == Path(svg: "M1 2h3l4 5"))
  #expect(error == SVGPathError(reason: .expectedNumber, byteOffset: 12))
  #expect(Path.readable(svg: "M1 2h3").error == nil)
}

@Test func `any bytes parse or fail and never trap`() {
  let letters = Array("MmLlHhVvCcSsQqTtAaZz0123456789.,-+eE  \n").map(Character.init)
  for seed in UInt64(1)...3000 {
    var random = SeededGenerator(seed: seed)
    var data = "M0 0"
    for _ in 0..<30 { data.append(letters.randomElement(using: &random) ?? " ") }
    guard let path = try? Path(svg: data) else { continue }
    _ = path.bounds.pixelCover
  }
  #expect((try? Path(svg: ""))?.isEmpty == true)
}
