import Geometry
import Raster
import TestSupport
import Testing

struct RepaintTests {
  private static let size = PixelSize(width: 83, height: 61)

  private func drawn(
    _ commands: [DrawCommand], format: PixelFormat, regions: [Region],
    renderer: Renderer = Renderer()
  ) -> [UInt8] {
    let buffer = PixelBuffer(size: RepaintTests.size, format: format)
    for region in regions { renderer.draw(commands, region: region, into: buffer.surface) }
    return buffer.bytes
  }

  private static let everything = Region(
    PixelRect(minX: 0, minY: 0, maxX: size.width, maxY: size.height))

  @Test(arguments: PixelFormat.allCases, [FastPaths.all, []])
  func `a partial repaint equals a full one`(format: PixelFormat, paths: FastPaths) {
    for seed: UInt64 in 0..<6 { expectRepaint(format: format, paths: paths, seed: seed) }
  }

  private func expectRepaint(format: PixelFormat, paths: FastPaths, seed: UInt64) {
    var picture = RandomPicture(seed: seed, size: RepaintTests.size)
    let old = picture.commands(12)
    var new = old
    for (index, command) in picture.commands(3).enumerated() { new[index * 4] = command }
    expectPartialRepaint(
      of: new, over: old, damage: picture.region(4), size: RepaintTests.size, format: format,
      paths: paths, "seed \(seed), \(format), paths \(paths.rawValue)")
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `any cut into rectangles gives the same picture`(seed: UInt64) {
    var picture = RandomPicture(seed: 100 + seed, size: RepaintTests.size)
    let commands = picture.commands(10)
    var random = SeededGenerator(seed: seed)
    let x = random.int(in: 1...RepaintTests.size.width - 1)
    let y = random.int(in: 1...RepaintTests.size.height - 1)
    let parts = RepaintTests.size.quarters(atX: x, y: y)
    let whole = drawn(commands, format: .argb8888, regions: [RepaintTests.everything])
    let cut = drawn(commands, format: .argb8888, regions: parts.map { Region($0) })
    #expect(whole == cut, "seed \(seed), cut at \(x), \(y)")
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `hidden commands that are drawn over equal a list without them`(seed: UInt64) {
    var picture = RandomPicture(seed: 400 + seed, size: RepaintTests.size)
    let commands = picture.commands(10)
    let over = drawn(commands, format: .argb8888, regions: [RepaintTests.everything])
    // A group, even one with only a clear command, has rows searched from the front.
    let clear = DrawCommand(
      shape: .fill(.rect(Rect(x: 0, y: 0, width: 1, height: 1)), .nonZero), paint: .color(.clear))
    let buffer = PixelBuffer(size: RepaintTests.size, format: .argb8888)
    Renderer().draw(
      commands + [clear], groups: [DrawGroup(commands: 10..<11, opacity: 0.5)],
      into: buffer.surface)
    #expect(over == buffer.bytes, "seed \(seed)")
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `nothing painted lies outside the bounds of its command`(seed: UInt64) {
    var picture = RandomPicture(seed: 200 + seed, size: RepaintTests.size)
    for command in picture.commands(12) {
      let bytes = drawn([command], format: .argb8888, regions: [RepaintTests.everything])
      let bounds = command.bounds
      for y in 0..<RepaintTests.size.height {
        for x in 0..<RepaintTests.size.width where !bounds.contains(x: x, y: y) {
          let alpha = bytes[(y * RepaintTests.size.width + x) * 4 + 3]
          if alpha != 0 { Issue.record("seed \(seed): \(x), \(y) outside \(bounds): \(command)") }
        }
      }
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `commands hidden by an opaque command do not change the picture`(seed: UInt64) {
    var picture = RandomPicture(seed: 300 + seed, size: RepaintTests.size)
    let hidden = picture.commands(6)
    let cover = DrawCommand(
      shape: .fill(
        .rect(
          Rect(
            x: 0, y: 0, width: Double(RepaintTests.size.width),
            height: Double(RepaintTests.size.height))), .nonZero),
      paint: .color(Color(red: 0.2, green: 0.4, blue: 0.6)))
    let above = picture.commands(4)
    let with = drawn(
      hidden + [cover] + above, format: .xrgb8888, regions: [RepaintTests.everything])
    let without = drawn([cover] + above, format: .xrgb8888, regions: [RepaintTests.everything])
    #expect(with == without, "seed \(seed)")
  }

  @Test func `a renderer forgets what it prepared when commands and sizes change`() {
    var picture = RandomPicture(seed: 7, size: RepaintTests.size)
    let renderer = Renderer()
    for count in [9, 3, 12, 0, 5] {
      let commands = picture.commands(count)
      let small = PixelBuffer(size: PixelSize(width: 20, height: 20), format: .argb8888)
      renderer.draw(commands, into: small.surface)
      let again = drawn(
        commands, format: .argb8888, regions: [RepaintTests.everything], renderer: renderer)
      let fresh = drawn(commands, format: .argb8888, regions: [RepaintTests.everything])
      #expect(again == fresh)
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `commands that come and go leave the others as they were`(seed: UInt64) {
    var picture = RandomPicture(seed: 400 + seed, size: RepaintTests.size)
    var random = SeededGenerator(seed: seed)
    let renderer = Renderer()
    var commands = picture.commands(9)
    for _ in 0..<12 {
      switch random.int(in: 0...3) {
      case 0: commands.insert(contentsOf: picture.commands(2), at: random.int(in: 0...2))
      case 1: commands.removeFirst(min(random.int(in: 0...2), commands.count))
      case 2: commands.shuffle(using: &random)
      default: commands.append(contentsOf: commands.prefix(1))
      }
      let kept = drawn(
        commands, format: .xrgb8888, regions: [RepaintTests.everything], renderer: renderer)
      let fresh = drawn(commands, format: .xrgb8888, regions: [RepaintTests.everything])
      #expect(kept == fresh, "seed \(seed)")
    }
  }

  /// The lines of a curve reach a little beyond it, into the next pixel if it ends at a border.
  @Test func `a curve that ends at a border of pixels is drawn within its bounds`() {
    for width in 2...40 {
      var path = Path()
      path.move(to: Point(x: 8, y: 8))
      path.addQuadratic(
        control: Point(x: 8 + Double(width) / 2, y: 24), to: Point(x: 8 + Double(width), y: 8))
      path.close()
      let command = DrawCommand(
        shape: .fill(path, .nonZero), paint: .color(Color(red: 1, green: 1, blue: 1)))
      let bounds = command.bounds
      let buffer = PixelBuffer(size: PixelSize(width: 64, height: 32), format: .argb8888)
      Renderer().draw([command], into: buffer.surface)
      for (index, pixel) in buffer.makeImage().premultipliedPixels.enumerated() where pixel != 0 {
        #expect(bounds.contains(x: index % 64, y: index / 64), "width \(width)")
      }
    }
  }

  /// The box of the stroke's outline is larger than its extent; only the mask's rows in the extent
  /// are made.
  @Test(arguments: [2, 8, 16])
  func `a stroke with round joins that is squeezed comes out the same in strips`(height: Int) {
    let size = PixelSize(width: 120, height: 100)
    let stroke = DrawCommand(
      shape: .stroke(
        .rect(Rect(x: 0, y: 0, width: 56, height: 31)), StrokeStyle(width: 12.4, join: .round)),
      paint: .color(Color(red: 1, green: 1, blue: 1)),
      transform: AffineTransform(a: 0.157, b: -0.619, c: -0.141, d: 1.091, tx: 40, ty: 50))
    let whole = PixelBuffer(size: size, format: .xrgb8888)
    Renderer().draw([stroke], into: whole.surface)
    let strips = PixelBuffer(size: size, format: .xrgb8888)
    for minY in stride(from: 0, to: size.height, by: height) {
      let maxY = min(minY + height, size.height)
      let strip = PixelRect(minX: 0, minY: minY, maxX: size.width, maxY: maxY)
      Renderer().draw([stroke], region: Region(strip), into: strips.surface)
    }
    #expect(strips.bytes == whole.bytes)
  }
}
