import Geometry
@testable import Raster
import TestSupport
import Testing

/// Lines of letters: wide coverage caches are made cluster by cluster of subpaths.
struct GlyphClusterTests {
  private static let size = PixelSize(width: 360, height: 150)

  /// A letter with a hole, and at times with a dot beside or above it.
  private func letter(_ random: inout SeededGenerator, at x: Double) -> Path {
    func ring(_ center: Point, _ radius: Double, isReversed: Bool) -> Path {
      .wavyRing(
        &random, center: center, radius: radius, count: 6...9, extent: 0.7...1.3,
        isReversed: isReversed)
    }
    let center = Point(x: x, y: random.double(in: 35...45))
    let radius = random.double(in: 5...9)
    var path = ring(center, radius, isReversed: false)
    path.append(ring(center, radius / 2, isReversed: true))
    if random.chance(0.3) {
      let dot = Point(x: x + random.double(in: -4...12), y: center.y - random.double(in: 8...12))
      path.append(ring(dot, 1.5, isReversed: false))
    }
    return path
  }

  private func line(_ letters: [Path]) -> DrawCommand {
    var path = Path()
    for letter in letters { path.append(letter) }
    return DrawCommand(shape: .fill(path, .nonZero), paint: .color(.white))
  }

  private func drawn(
    _ command: DrawCommand, changed: [Int]?, by renderer: Renderer, size: PixelSize = Self.size
  ) -> [UInt8] {
    let buffer = PixelBuffer(size: size, format: .argb8888)
    renderer.draw(
      [command], changed: changed, region: Region(PixelRect(size)), into: buffer.surface)
    return buffer.bytes
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `a line of which some letters change is drawn as one that is new`(seed: UInt64) {
    var random = SeededGenerator(seed: 9000 + seed)
    let pitch = random.double(in: 14...22)
    // From the right to the left, all is one cluster.
    let isReversed = seed % 6 == 5
    func place(_ index: Int) -> Double {
      20 + pitch * Double(isReversed ? 14 - index : index)
    }
    var letters = (0..<15).map { letter(&random, at: place($0)) }
    let renderer = Renderer()
    var command = line(letters)
    _ = drawn(command, changed: nil, by: renderer)
    for step in 0..<8 {
      switch random.int(in: 0...5) {
      case 0: letters.removeLast(min(2, letters.count - 6))
      case 1: letters.append(letter(&random, at: place(letters.count)))
      case 2: command.transform = .translation(x: random.double(in: 0...2), y: 0)
      default:
        let index = random.int(in: 0...(letters.count - 1))
        letters[index] = letter(&random, at: place(index))
      }
      command.shape = line(letters).shape
      #expect(
        drawn(command, changed: [0], by: renderer) == drawn(command, changed: nil, by: Renderer()),
        "seed \(seed), step \(step)")
    }
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `a line has the pixels of its letters`(seed: UInt64) {
    var random = SeededGenerator(seed: 9100 + seed)
    let letters = (0..<12).map { letter(&random, at: 20 + 29 * Double($0)) }
    let whole = drawn(line(letters), changed: nil, by: Renderer())
    let buffer = PixelBuffer(size: Self.size, format: .argb8888)
    Renderer().draw(letters.map { line([$0]) }, into: buffer.surface)
    #expect(whole.max() == 255)
    // Where edges of a letter meet, the dot beside it may be computed in another way, with a
    // difference of one level.
    let differences = zip(whole, buffer.bytes).map { abs(Int($0) - Int($1)) }.filter { $0 > 0 }
    #expect(differences.count <= 16 && differences.allSatisfy { $0 == 1 }, "seed \(seed)")
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `glyphs at places are drawn as their outline, also where they move`(seed: UInt64) {
    var random = SeededGenerator(seed: 9300 + seed)
    let kinds = (0..<4).map { _ in letter(&random, at: 0) }
    let renderer = Renderer()
    var command = DrawCommand(shape: .glyphs(PlacedPaths()), paint: .color(.white))
    for step in 0..<8 {
      if step % 3 == 0 {
        var glyphs = PlacedPaths()
        for index in 0..<12 {
          glyphs.append(
            kinds[random.int(in: 0...3)], scale: random.double(in: 0.5...1.2),
            origin: Point(x: 20 + 24 * Double(index), y: random.double(in: 0...60)))
        }
        command.shape = .glyphs(glyphs)
      }
      // At quarters of a pixel their coverage serves again.
      command.transform.tx +=
        random.chance(0.7) ? Double(random.int(in: 0...9)) / 4 : random.double(in: 0...1)
      var plain = command
      plain.shape = .fill(command.shape.path, .nonZero)
      #expect(command.bounds == plain.bounds, "seed \(seed), step \(step)")
      #expect(
        drawn(command, changed: step == 0 ? nil : [0], by: renderer)
          == drawn(plain, changed: nil, by: Renderer()), "seed \(seed), step \(step)")
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `a long line is a cache, and has the pixels of its letters`(seed: UInt64) {
    var random = SeededGenerator(seed: 9400 + seed)
    let size = PixelSize(width: 1500, height: 60)
    let letters = (0..<50).map { letter(&random, at: 20 + 29 * Double($0)) }
    let outline = DeviceOutline(line(letters).shape, transform: .identity)
    var rasterizer = CoverageRasterizer()
    var cache = CoverageCache()
    let box = PathBox(outline.path, under: .identity)
    let isMade = rasterizer.rasterize(outline, within: box, size: size, rows: nil, to: &cache)
    let width = cache.bounds.width
    #expect(isMade && width > 1400)

    let whole = drawn(line(letters), changed: nil, by: Renderer(), size: size)
    let buffer = PixelBuffer(size: size, format: .argb8888)
    Renderer().draw(letters.map { line([$0]) }, into: buffer.surface)
    let differences = zip(whole, buffer.bytes).map { abs(Int($0) - Int($1)) }.filter { $0 > 0 }
    #expect(differences.count <= 64 && differences.allSatisfy { $0 == 1 }, "seed \(seed)")
  }

  @Test func `a long line with a wide letter is no cache`() {
    var random = SeededGenerator(seed: 9500)
    let size = PixelSize(width: 1600, height: 60)
    var path = Path()
    for index in 0..<70 { path.append(letter(&random, at: 1130 + 6 * Double(index))) }
    var flat = Path.rect(Rect(x: 10.5, y: 30.25, width: 1100, height: 8))
    flat.append(path)
    let outline = DeviceOutline(.fill(flat, .nonZero), transform: .identity)
    var rasterizer = CoverageRasterizer()
    var cache = CoverageCache()
    let box = PathBox(flat, under: .identity)
    let isMade = rasterizer.rasterize(outline, within: box, size: size, rows: nil, to: &cache)
    let isSet = cache.isSet
    #expect(!isMade && !isSet)
  }

  @Test func `a letter with a number that is not finite hides its line`() {
    var random = SeededGenerator(seed: 9200)
    var letters = (0..<12).map { letter(&random, at: 20 + 29 * Double($0)) }
    var path = Path()
    path.move(to: Point(x: 100, y: 30))
    path.addLine(to: Point(x: 105, y: .nan))
    path.addLine(to: Point(x: 105, y: 40))
    path.close()
    letters[4] = path
    #expect(drawn(line(letters), changed: nil, by: Renderer()).allSatisfy { $0 == 0 })
  }
}
