import Geometry
import TestSupport
import Testing

@testable import Raster

/// Fills that move by quarters of a pixel, whose coverage is used again.
struct SubpixelPhaseTests {
  private static let size = PixelSize(width: 240, height: 90)

  /// A line of letters with holes, wide enough for clusters, or a round shape.
  private func shape(_ random: inout SeededGenerator) -> Path {
    if random.chance(0.2) {
      return .circle(center: Point(x: 20, y: 20), radius: random.double(in: 4...16))
    }
    return letters(random.int(in: 1...7), &random)
  }

  private func letters(_ count: Int, _ random: inout SeededGenerator) -> Path {
    var path = Path()
    for index in 0..<count {
      let x = 12 + Double(index) * 17
      for side in [random.double(in: 10...15), random.double(in: 4...9)] {
        path.move(to: Point(x: x - side / 2, y: 20 - side / 2))
        path.addQuadratic(
          control: Point(x: x + side, y: 20 - side), to: Point(x: x + side / 2, y: 20 + side / 2))
        path.addLine(to: Point(x: x - side / 2, y: 20 + side / 2))
        path.close()
      }
    }
    return path
  }

  private func drawn(
    _ command: DrawCommand, changed: [Int]? = nil, rows: Range<Int> = 0..<90,
    by renderer: Renderer = Renderer()
  ) -> [UInt8] {
    let buffer = PixelBuffer(size: Self.size, format: .argb8888)
    let region = Region(
      PixelRect(minX: 0, minY: rows.lowerBound, maxX: Self.size.width, maxY: rows.upperBound))
    renderer.draw([command], changed: changed, region: region, into: buffer.surface)
    return buffer.bytes
  }

  /// Shapes move over the borders, too; at times only some rows are drawn, so that no others are
  /// made.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func `a moved shape has the pixels of a new shape at its place`(seed: UInt64) {
    var random = SeededGenerator(seed: 700 + seed)
    var command = DrawCommand(
      shape: .fill(shape(&random), .nonZero), paint: .color(.white),
      transform: .scale(x: 1, y: 1))
    let renderer = Renderer()
    let step = [0.25, 0.5, 1, 0.3][random.int(in: 0...3)]
    for frame in 0..<36 {
      command.transform.tx = Double(frame) * step * 8 - 30
      if seed % 3 == 0 { command.transform.ty = Double(frame) * step * 3 - 25 }
      // Another text on the way, or another size.
      if random.chance(0.1) { command.shape = .fill(shape(&random), .nonZero) }
      if random.chance(0.1) { command.transform.d = random.chance(0.5) ? 1 : 1.25 }
      let rows = random.chance(0.2) ? 18..<22 : 0..<90
      let moved = drawn(command, changed: frame == 0 ? nil : [0], rows: rows, by: renderer)
      #expect(moved == drawn(command, rows: rows), "seed \(seed), frame \(frame)")
    }
  }

  /// Lines of letters whose phases need more memory than the budget has, and which also change in
  /// other ways.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func `many moving and changing shapes have the pixels of new ones`(seed: UInt64) {
    var random = SeededGenerator(seed: 900 + seed)
    var commands = (0..<40).map { index in
      DrawCommand(
        shape: .fill(letters(30, &random), .nonZero),
        paint: .color(Color(red: 1, green: 0.5, blue: 0.2, alpha: 0.3)),
        transform: .translation(x: Double(random.int(in: -40...160)), y: Double(index * 7)))
    }
    var size = PixelSize(width: 700, height: 300)
    var count = 40
    let limit = 2 << 20
    var kept = Sweep(cacheLimit: limit)
    var plain = Sweep(cacheLimit: limit)
    plain.paths.remove(.coveragePhases)
    for frame in 0..<24 {
      for index in commands.indices { commands[index].transform.tx += 1.25 }
      if frame >= 8 {
        change(&commands[random.int(in: 0...39)], &random)
        if random.chance(0.3) { count = random.int(in: 20...40) }
        if random.chance(0.3) { size = PixelSize(width: random.int(in: 300...700), height: 290) }
      }
      let shown = Array(commands.prefix(count))
      let expected = PixelBuffer(size: size, format: .argb8888)
      Renderer().draw(shown, into: expected.surface)
      let buffer = PixelBuffer(size: size, format: .argb8888)
      kept.prepare(shown, groups: [], size: size)
      kept.draw(PixelRect(size), into: buffer.surface)
      #expect(buffer.bytes == expected.bytes, "seed \(seed), frame \(frame)")
      plain.prepare(shown, groups: [], size: size)
      plain.draw(PixelRect(size), into: buffer.surface)
      #expect(buffer.bytes == expected.bytes, "seed \(seed), frame \(frame), without phases")
      if frame == 7 {
        // The phases have reached their limit.
        #expect(kept.cacheByteCount >= limit / 2)
        #expect(plain.cacheByteCount < limit / 2)
      }
    }
  }

  private func change(_ command: inout DrawCommand, _ random: inout SeededGenerator) {
    guard case .fill(let path, let rule) = command.shape else { return }
    switch random.int(in: 0...3) {
    case 0: command.shape = .fill(path, rule == .nonZero ? .evenOdd : .nonZero)
    case 1:
      let center = Point(x: random.double(in: 50...400), y: random.double(in: 0...290))
      command.clips = [.fill(.circle(center: center, radius: 150), .nonZero)]
    case 2: command.paint = .color(Color(red: 0.2, green: 0.9, blue: 0.4, alpha: 0.5))
    // Stays where it was.
    default: command.transform.tx -= 1.25
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a shape at a quarter of a pixel differs by at most 1 from one beside it`(seed: UInt64) {
    var random = SeededGenerator(seed: 40 + seed)
    let fill = Shape.fill(shape(&random), .nonZero)
    for quarters in 0..<4 {
      let x = 31 + Double(quarters) / 4
      let there = drawn(
        DrawCommand(
          shape: fill, paint: .color(.white), transform: .translation(x: x, y: 7.5)))
      // A place that is no phase, too close to the first one to look different.
      let beside = drawn(
        DrawCommand(
          shape: fill, paint: .color(.white), transform: .translation(x: x + 1e-7, y: 7.5)))
      let largest = zip(there, beside).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
      #expect(largest <= 1, "seed \(seed), \(quarters)")
    }
  }

  @Test func `coverage is made once for each quarter`() {
    var command = DrawCommand(
      shape: .fill(.circle(center: Point(x: 20, y: 20), radius: 9), .nonZero),
      paint: .color(.white))
    var sweep = Sweep()
    let buffer = PixelBuffer(size: Self.size, format: .argb8888)
    func byteCount(_ command: DrawCommand) -> Int {
      sweep.prepare([command], groups: [], size: Self.size)
      sweep.draw(PixelRect(Self.size), into: buffer.surface)
      return sweep.cacheByteCount
    }
    // After four frames the shape has been at all its phases: quarters of a pixel across, halves
    // down.
    let counts = (0..<40).map { frame in
      command.transform = .translation(x: Double(frame) * 1.25, y: Double(frame) * 0.5)
      return byteCount(command)
    }
    #expect(counts[3] > 3 * counts[0])
    #expect(counts[4...].allSatisfy { $0 == counts[3] }, "\(counts)")
    command.shape = .fill(.circle(center: Point(x: 20, y: 20), radius: 8), .nonZero)
    #expect(byteCount(command) < counts[3])
    var plain = Sweep()
    plain.paths.remove(.coveragePhases)
    swap(&sweep, &plain)
    command.transform = .translation(x: 0.25, y: 0)
    // Only the coverage of the last place is held, perhaps in the memory of a somewhat larger one.
    for _ in 0..<5 {
      let held = byteCount(command)
      var fresh = Sweep()
      fresh.paths.remove(.coveragePhases)
      fresh.prepare([command], groups: [], size: Self.size)
      fresh.draw(PixelRect(Self.size), into: buffer.surface)
      #expect(held >= fresh.cacheByteCount && held < fresh.cacheByteCount * 3 / 2)
      command.transform.tx += 1.25
    }
  }

  @Test func `phases are quarters of a pixel`() {
    let path = Path.circle(center: Point(x: 20, y: 20), radius: 9)
    func phase(_ x: Double, _ y: Double) -> SubpixelPhase? {
      let transform = AffineTransform.translation(x: x, y: y)
      return SubpixelPhase(transform, box: PathBox(path, under: transform))
    }
    #expect(phase(7.25, 3.5)?.transform == .translation(x: 0.25, y: 0.5))
    #expect(phase(7.25, 3.5)?.x == 7)
    #expect(phase(-300.75, 0)?.transform == .translation(x: 0.25, y: 0))
    #expect(phase(-300.75, 0)?.x == -301)
    #expect(phase(7.3, 3.5) == nil)
    #expect(phase(.nan, 0) == nil)
    #expect(phase(.infinity, 0) == nil)
    #expect(phase(1e300, 0) == nil)
  }
}
