import Animation
import TestSupport
import Testing

struct MediaTimingFunctionTests {
  @Test func `the named curves follow the derived table`() throws {
    let cases = try VectorFile.cases("15_derived_named_curves")
    let ids = (1...84).map { "15_derived_named_curves-" + String("00\($0)".suffix(3)) }
    #expect(cases.map { $0.text("id") } == ids)
    for item in cases {
      let points = try #require(item["p"] as? [Double])
      let curve = try #require(
        MediaTimingFunction(x1: points[0], y1: points[1], x2: points[2], y2: points[3]))
      #expect(MediaTimingFunction(name: item.text("name")) == curve, "\(item.text("id"))")
      let x = try #require(item.number("x"))
      let y = try #require(item.number("y"))
      let tolerance = try #require(item.number("tol"))
      #expect(abs(curve.value(at: x) - y) <= tolerance, "\(item.text("id"))")
    }
  }

  @Test func `the ends are exact and the input is clamped`() {
    for name in ["linear", "easeIn", "easeOut", "easeInEaseOut", "default"] {
      let curve = MediaTimingFunction(name: name)
      #expect(curve?.name == name)
      #expect(curve?.value(at: 0) == 0)
      #expect(curve?.value(at: 1) == 1)
      #expect(curve?.value(at: -3) == 0)
      #expect(curve?.value(at: 7) == 1)
    }
    #expect(MediaTimingFunction(name: "bounce") == nil)
  }

  @Test func `a control point that turns time round is refused`() {
    #expect(MediaTimingFunction(x1: -0.1, y1: 0, x2: 1, y2: 1) == nil)
    #expect(MediaTimingFunction(x1: 0, y1: 0, x2: 1.1, y2: 1) == nil)
    #expect(MediaTimingFunction(x1: .nan, y1: 0, x2: 1, y2: 1) == nil)
    #expect(MediaTimingFunction(x1: 0, y1: .infinity, x2: 1, y2: 1) == nil)
  }

  @Test func `a curve with ordinates inside the unit square never falls`() throws {
    let seed: UInt64 = 0x5eed_0001
    var generator = SeededGenerator(seed: seed)
    for round in 0..<300 {
      let curve = try #require(
        MediaTimingFunction(
          x1: .random(in: 0...1, using: &generator), y1: .random(in: 0...1, using: &generator),
          x2: .random(in: 0...1, using: &generator), y2: .random(in: 0...1, using: &generator)))
      var last = 0.0
      for step in 0...100 {
        let value = curve.value(at: Double(step) / 100)
        #expect(value >= last - 1e-9, "seed \(seed), round \(round), step \(step)")
        last = value
      }
    }
  }

  @Test func `the solution lies on the curve even where it is steep`() throws {
    let seed: UInt64 = 0x5eed_0002
    var generator = SeededGenerator(seed: seed)
    for corner in [(0.0, 1.0), (1.0, 0.0), (1.0, 1.0), (0.0, 0.0)] {
      let curve = try #require(
        MediaTimingFunction(x1: corner.0, y1: corner.0, x2: corner.1, y2: corner.1))
      for _ in 0..<200 {
        // With equal coordinates x(s) and y(s) are the same, so that the curve is the diagonal.
        let time = Double.random(in: 0...1, using: &generator)
        #expect(abs(curve.value(at: time) - time) < 1e-9, "seed \(seed), corner \(corner)")
      }
    }
  }
}

struct StepTimingTests {
  static let cases: [(MediaTimingFunction.StepJump, [Double])] = [
    (.end, [0, 0, 0.25, 0.5, 0.75, 0.75, 1]),
    (.start, [0.25, 0.25, 0.5, 0.75, 1, 1, 1]),
    (.none, [0, 0, 1.0 / 3, 2.0 / 3, 1, 1, 1]),
    (.both, [0.2, 0.2, 0.4, 0.6, 0.8, 0.8, 1]),
  ]

  @Test(arguments: cases)
  func `four steps jump where CSS has them jump`(
    jump: MediaTimingFunction.StepJump, values: [Double]
  ) throws {
    let steps = try #require(MediaTimingFunction(steps: 4, jump: jump))
    let times = [0, 0.2, 0.25, 0.5, 0.75, 0.999, 1]
    for (time, value) in zip(times, values) { #expect(steps.value(at: time) == value, "\(time)") }
    #expect(steps.value(at: -1) == values.first && steps.value(at: 2) == 1)
    #expect(steps.value(at: .nan) == values.first && steps.name == nil)
  }

  @Test func `a part that ends by a rounding error before its end has ended`() throws {
    let steps = try #require(MediaTimingFunction(steps: 10))
    #expect(steps.value(at: 0.1 + 0.2 - 1e-16) == 0.3)
    #expect(steps.value(at: 0.7 - 1e-12) == 0.7)
  }

  @Test func `too few steps are refused`() {
    #expect(MediaTimingFunction(steps: 0) == nil)
    #expect(MediaTimingFunction(steps: 1, jump: .none) == nil)
    #expect(MediaTimingFunction(steps: 1)?.value(at: 0.5) == 0)
    #expect(MediaTimingFunction(steps: .max) == nil)
  }
}
