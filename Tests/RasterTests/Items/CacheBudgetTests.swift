import Geometry
import TestSupport
import Testing

@testable import Raster

struct CacheBudgetTests {
  private static let size = PixelSize(width: 700, height: 300)

  /// Ragged shapes that each take up to 64 KiB, many over one another in every row.
  private func commands(_ count: Int) -> [DrawCommand] {
    var random = SeededGenerator(seed: 77)
    return (0..<count).map { _ in
      let corner = Point(x: random.double(in: 0...100), y: random.double(in: -50...250))
      var path = Path()
      path.move(to: corner)
      for step in 1...520 {
        path.addLine(
          to: Point(x: corner.x + 1.1 * Double(step), y: corner.y + random.double(in: 0...20)))
      }
      for step in (0...520).reversed() {
        path.addLine(
          to: Point(x: corner.x + 1.1 * Double(step), y: corner.y + random.double(in: 80...100)))
      }
      path.close()
      return DrawCommand(
        shape: .fill(path, .nonZero),
        paint: .color(Color(red: 1, green: 0.5, blue: 0.2, alpha: 0.05)))
    }
  }

  @Test func `masks stay within their limit and pixels as they are`() {
    let commands = commands(90)
    // Few enough at a time to need no cut, none of them drawn by one that has the others.
    let expected = PixelBuffer(size: Self.size, format: .argb8888)
    for row in stride(from: 0, to: Self.size.height, by: 20) {
      Renderer().draw(
        commands, region: Region(PixelRect(minX: 0, minY: row, maxX: 700, maxY: row + 20)),
        into: expected.surface)
    }
    var sweep = Sweep()
    sweep.prepare(commands, groups: [], size: Self.size)
    let buffer = PixelBuffer(size: Self.size, format: .argb8888)
    for _ in 0..<2 {
      sweep.draw(PixelRect(Self.size), into: buffer.surface)
      #expect(sweep.cacheByteCount > CacheBudget.limit / 4)
      #expect(sweep.cacheByteCount <= CacheBudget.limit)
      #expect(buffer.bytes == expected.bytes)
    }
  }

  @Test func `what was not drawn for longest goes first`() {
    var budget = CacheBudget()
    var rasterizer = CoverageRasterizer()
    var items = Slots<DrawItem>()
    for (place, command) in commands(60).enumerated() {
      items.append(DrawItem())
      let item = unsafe items.base + place
      unsafe item.pointee.prepare(command, size: Self.size)
      budget.beginDrawing()
      unsafe item.pointee.make(for: 0..<300, with: &rasterizer, budget: budget)
      unsafe budget.add(item.pointee.cacheByteCount)
    }
    #expect(budget.byteCount > CacheBudget.limit)
    let isWithin = budget.settle(items)
    #expect(isWithin)
    let isKept = (0..<60).map { unsafe items.base[$0].cacheByteCount > 1000 }
    #expect(isKept == isKept.sorted { !$0 && $1 })
    #expect(isKept.contains(true) && isKept.contains(false))
    #expect(budget.byteCount <= CacheBudget.limit)
    let total = (0..<60).reduce(0) { unsafe $0 + items.base[$1].cacheByteCount }
    #expect(total == budget.byteCount)
  }

  /// They fill their half of the room. Then there is more to draw, for which there is room without them.
  @Test func `phases of what is drawn go, so that it is drawn at once`() {
    let shapes = commands(24)
    var moving = Array(shapes[..<6])
    var sweep = Sweep()
    let buffer = PixelBuffer(size: Self.size, format: .argb8888)
    for _ in 0..<6 {
      for index in moving.indices { moving[index].transform.tx += 1.25 }
      sweep.prepare(moving, groups: [], size: Self.size)
      sweep.draw(PixelRect(Self.size), into: buffer.surface)
    }
    #expect(sweep.cacheByteCount >= CacheBudget.limit / 2)
    sweep.prepare(moving + shapes[6...], groups: [], size: Self.size)
    let before = sweep.drawingCount
    sweep.draw(PixelRect(Self.size), into: buffer.surface)
    #expect(sweep.drawingCount - before == 1)
    #expect(sweep.cacheByteCount <= CacheBudget.limit)
    let expected = PixelBuffer(size: Self.size, format: .argb8888)
    Renderer().draw(moving + shapes[6...], into: expected.surface)
    #expect(buffer.bytes == expected.bytes)
  }

  /// Circles of up to 41 pixels, over one another.
  private func circles(_ count: Int) -> [DrawCommand] {
    var random = SeededGenerator(seed: 78)
    return (0..<count).map { _ in
      let center = Point(x: random.double(in: 20...680), y: random.double(in: 20...280))
      return DrawCommand(
        shape: .fill(.circle(center: center, radius: random.double(in: 4...20)), .nonZero),
        paint: .color(Color(red: 1, green: 0.5, blue: 0.2, alpha: 0.3)))
    }
  }

  @Test func `what masks will take is foreseen`() {
    let budget = CacheBudget()
    var rasterizer = CoverageRasterizer()
    for command in circles(100) {
      var item = DrawItem()
      item.prepare(command, size: Self.size)
      let foreseen = item.foreseenByteCount
      item.make(for: 0..<300, with: &rasterizer, budget: budget)
      let kept = item.cacheByteCount
      #expect(kept <= foreseen + 64 && foreseen <= 2 * kept)
      #expect(item.foreseenByteCount == kept)
    }
  }

  /// With shapes before and behind that every part has some rows of.
  @Test(arguments: [Rotation.upright, .right])
  func `a crowd is drawn in parts, and equal`(rotation: Rotation) {
    let commands = self.commands(3) + circles(1500) + rings(2)
    func makeScanout() -> ScanoutMemory {
      ScanoutMemory(size: Self.size, format: .argb8888, rotation: rotation)
    }
    func words(of scanout: ScanoutMemory) -> [UInt32] {
      let size = rotation.rotated(Self.size)
      return (0..<size.height).flatMap { row in
        (0..<size.width).map { scanout.word(column: $0, row: row) }
      }
    }
    let apart = makeScanout()
    for row in stride(from: 0, to: Self.size.height, by: 20) {
      Renderer().draw(
        commands, region: Region(PixelRect(minX: 0, minY: row, maxX: 700, maxY: row + 20)),
        into: apart.surface)
    }
    let expected = words(of: apart)
    var sweep = Sweep()
    sweep.prepare(commands, groups: [], size: Self.size)
    let scanout = makeScanout()
    for _ in 0..<2 {
      let before = sweep.drawingCount
      sweep.draw(PixelRect(Self.size), into: scanout.surface)
      // Halves of halves, since one takes more than a part: none is begun and then cut.
      #expect(sweep.drawingCount - before == 4)
      #expect(words(of: scanout) == expected)
    }
  }

  @Test func `what is no crowd of masks is drawn at once`() {
    let rings = rings(150)
    var sweep = Sweep()
    let buffer = PixelBuffer(size: Self.size, format: .argb8888)
    for _ in 0..<4 {
      // From the second frame on they keep rows, which are no masks.
      sweep.prepare(rings, groups: [], size: Self.size)
      let before = sweep.drawingCount
      sweep.draw(PixelRect(Self.size), into: buffer.surface)
      #expect(sweep.drawingCount - before == 1)
    }
  }

  /// Rings that take some 20 KiB each for their rows.
  private func rings(_ count: Int) -> [DrawCommand] {
    (0..<count).map { index in
      let center = Point(x: 200 + Double(index) * 1.37, y: 150.3)
      return DrawCommand(
        shape: .stroke(
          .circle(center: center, radius: 120 + Double(index % 7)), StrokeStyle(width: 3.7)),
        paint: .color(Color(red: 1, green: 0.5, blue: 0.2, alpha: 0.05)))
    }
  }

  @Test func `rows stay within their limit and leave room for what is drawn`() {
    let rings = rings(150)
    let expected = PixelBuffer(size: Self.size, format: .argb8888)
    Renderer().draw(rings, into: expected.surface)
    var sweep = Sweep()
    let buffer = PixelBuffer(size: Self.size, format: .argb8888)
    func draw(_ commands: [DrawCommand], _ rect: PixelRect) {
      sweep.prepare(commands, groups: [], size: Self.size)
      sweep.draw(rect, into: buffer.surface)
    }
    for _ in 0..<4 {
      draw(rings, PixelRect(Self.size))
      #expect(sweep.cacheByteCount <= CacheBudget.limit)
      #expect(buffer.bytes == expected.bytes)
    }
    #expect(sweep.cacheByteCount > CacheBudget.limit / 2)
    // Shapes that are not drawn any more make room for those that are.
    let corner = PixelRect(minX: 0, minY: 0, maxX: 90, maxY: 300)
    for _ in 0..<3 { draw(rings, corner) }
    let few = sweep.cacheByteCount
    #expect(few < CacheBudget.limit / 2)
    for _ in 0..<3 { draw(rings, PixelRect(Self.size)) }
    #expect(sweep.cacheByteCount > few)
    // Masks take the place of rows.
    let ragged = commands(60)
    for _ in 0..<3 {
      draw(rings + ragged, PixelRect(Self.size))
      #expect(sweep.cacheByteCount <= CacheBudget.limit)
    }
    Renderer().draw(rings + ragged, into: expected.surface)
    #expect(buffer.bytes == expected.bytes)
  }
}
