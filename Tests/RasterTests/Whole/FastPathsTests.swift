import Geometry
import Raster
import TestSupport
import Testing

/// A picture is the same with all fast paths, without one, with one alone, and with none.
struct FastPathsTests {
  private static let size = PixelSize(width: 183, height: 71)

  /// Each fast path by itself.
  private static let singles = (0..<FastPaths.all.rawValue.nonzeroBitCount).map {
    FastPaths(rawValue: 1 << $0)
  }

  private static let choices =
    [[]] + singles + singles.map { FastPaths.all.subtracting($0) }

  @Test(arguments: PixelFormat.allCases, Rotation.allCases)
  func `a list drawn repeatedly is the same with any fast path`(
    format: PixelFormat, rotation: Rotation
  ) {
    for seed: UInt64 in 0..<4 {
      var random = SeededGenerator(seed: 7000 + seed)
      var picture = RandomPicture(seed: 7100 + seed, size: Self.size)
      // With few commands, some rows have only one of them.
      let count = seed % 2 == 0 ? random.int(in: 2...5) : random.int(in: 6...24)
      let first = picture.commands(count)
      let place = random.int(in: 0...(count - 1))
      var second = first
      // Drawing can stop at a shape's edges only if the shape stays.
      var limits: [Int] = []
      if seed % 2 == 0, case .color = first[place].paint {
        second[place].paint = .color(Color(red: 0.2, green: 0.9, blue: 0.4))
        limits = [place]
      } else {
        second[place] = picture.commands(1)[0]
      }
      let groups = seed == 3 ? picture.groups(in: 0..<count) : []
      var damage = Region(first[place].bounds)
      damage.formUnion(second[place].bounds)
      func drawn(_ paths: FastPaths) -> ScanoutMemory {
        let memory = ScanoutMemory(size: Self.size, format: format, rotation: rotation)
        let renderer = Renderer(paths)
        // Cached parts are made in the first or second drawing, and used from then on.
        for _ in 0..<3 { renderer.draw(first, groups: groups, into: memory.surface) }
        renderer.draw(
          second, groups: groups, changed: [place], region: damage, limitedTo: limits,
          into: memory.surface)
        return memory
      }
      let expected = drawn(.all)
      for paths in format == .argb8888 ? Self.choices : [[]] {
        let differing = drawn(paths).differenceCount(from: expected)
        #expect(differing == 0, "seed \(seed), \(format), \(rotation), paths \(paths.rawValue)")
      }
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `a partial repaint equals a full one without fast paths`(seed: UInt64) {
    var picture = RandomPicture(seed: 7200 + seed, size: Self.size)
    let commands = picture.commands(10)
    let whole = PixelBuffer(size: Self.size, format: .argb8888)
    Renderer([]).draw(commands, into: whole.surface)
    let parts = PixelBuffer(size: Self.size, format: .argb8888)
    let renderer = Renderer([])
    for y in stride(from: 0, to: Self.size.height, by: 13) {
      for x in stride(from: 0, to: Self.size.width, by: 37) {
        let part = PixelRect(minX: x, minY: y, maxX: x + 37, maxY: y + 13)
        renderer.draw(
          commands, region: Region(part.intersection(PixelRect(Self.size))), into: parts.surface)
      }
    }
    #expect(whole.bytes == parts.bytes, "seed \(seed)")
  }
}
