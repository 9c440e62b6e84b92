import Geometry
import TestSupport
import Testing

@testable import Raster

struct CacheBudgetTests {
  private static let size = PixelSize(width: 700, height: 300)
  private static let limit = 2 << 20

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

  @Test func `coverage caches stay within their limit and pixels as they are`() {
    let commands = commands(90)
    // Each strip has so few shapes that it is not cut, and a new renderer, which has cached
    // nothing.
    let expected = PixelBuffer(size: Self.size, format: .argb8888)
    for row in stride(from: 0, to: Self.size.height, by: 20) {
      Renderer().draw(
        commands, region: Region(PixelRect(minX: 0, minY: row, maxX: 700, maxY: row + 20)),
        into: expected.surface)
    }
    var sweep = Sweep(cacheLimit: Self.limit)
    sweep.prepare(commands, groups: [], size: Self.size)
    let buffer = PixelBuffer(size: Self.size, format: .argb8888)
    for _ in 0..<2 {
      sweep.draw(PixelRect(Self.size), into: buffer.surface)
      #expect(sweep.cacheByteCount > Self.limit / 4)
      #expect(sweep.cacheByteCount <= Self.limit)
      #expect(buffer.bytes == expected.bytes)
    }
  }

  @Test func `the items drawn least recently leave the cache first`() {
    var budget = CacheBudget(limit: Self.limit)
    var rasterizer = CoverageRasterizer()
    var items = Slots<DrawItem>()
    for (place, command) in commands(60).enumerated() {
      items.append(DrawItem())
      let item = unsafe items.base + place
      unsafe item.pointee.prepare(command, size: Self.size)
      budget.beginFrame(items)
      budget.beginDrawing()
      unsafe item.pointee.make(for: 0..<300, with: &rasterizer, budget: budget)
      budget.count(place, of: items)
    }
    #expect(budget.byteCount > Self.limit)
    let isWithin = budget.settle(items)
    #expect(isWithin)
    let isKept = (0..<60).map { unsafe items.base[$0].byteCount > 1000 }
    #expect(isKept == isKept.sorted { !$0 && $1 })
    #expect(isKept.contains(true) && isKept.contains(false))
    #expect(budget.byteCount <= Self.limit)
    let total = (0..<60).reduce(0) { unsafe $0 + items.base[$1].byteCount }
    #expect(total == budget.byteCount)
  }

  /// The phases fill their half of the budget. Then more is drawn, and only fits without them.
  @Test func `phases of drawn items leave the cache for the current drawing`() {
    let shapes = commands(24)
    var moving = Array(shapes[..<6])
    var sweep = Sweep(cacheLimit: Self.limit)
    let buffer = PixelBuffer(size: Self.size, format: .argb8888)
    for _ in 0..<6 {
      for index in moving.indices { moving[index].transform.tx += 1.25 }
      sweep.prepare(moving, groups: [], size: Self.size)
      sweep.draw(PixelRect(Self.size), into: buffer.surface)
    }
    #expect(sweep.cacheByteCount >= Self.limit / 2)
    sweep.prepare(moving + shapes[6...], groups: [], size: Self.size)
    let before = sweep.drawingCount
    sweep.draw(PixelRect(Self.size), into: buffer.surface)
    #expect(sweep.drawingCount - before == 1)
    #expect(sweep.cacheByteCount <= Self.limit)
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

  @Test func `the bytes of coverage caches are foreseen`() {
    let budget = CacheBudget()
    var rasterizer = CoverageRasterizer()
    for command in circles(100) {
      var item = DrawItem()
      item.prepare(command, size: Self.size)
      let foreseen = item.foreseenByteCount
      item.make(for: 0..<300, with: &rasterizer, budget: budget)
      let kept = item.byteCount
      #expect(kept <= foreseen + 64 && foreseen <= 2 * kept)
      #expect(item.foreseenByteCount == kept)
    }
  }

  /// Shapes before and behind the dense ones have rows in every part.
  @Test(arguments: [Rotation.upright, .right])
  func `dense shapes are drawn in parts with equal pixels`(rotation: Rotation) {
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
    var sweep = Sweep(cacheLimit: Self.limit)
    sweep.prepare(commands, groups: [], size: Self.size)
    let scanout = makeScanout()
    for _ in 0..<2 {
      let before = sweep.drawingCount
      sweep.draw(PixelRect(Self.size), into: scanout.surface)
      // The picture is drawn in quarters, since a half needs more than a part may: no part is begun
      // and then cut.
      #expect(sweep.drawingCount - before == 4)
      #expect(words(of: scanout) == expected)
    }
  }

  @Test func `shapes with span caches are drawn at once`() {
    let rings = rings(150)
    var sweep = Sweep(cacheLimit: Self.limit)
    let buffer = PixelBuffer(size: Self.size, format: .argb8888)
    for _ in 0..<4 {
      // From the second frame on the rings have span caches and no coverage caches.
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

  @Test func `rows stay within their limit and yield to drawn items`() {
    let rings = rings(150)
    let expected = PixelBuffer(size: Self.size, format: .argb8888)
    Renderer().draw(rings, into: expected.surface)
    var sweep = Sweep(cacheLimit: Self.limit)
    let buffer = PixelBuffer(size: Self.size, format: .argb8888)
    func draw(_ commands: [DrawCommand], _ rect: PixelRect) {
      sweep.prepare(commands, groups: [], size: Self.size)
      sweep.draw(rect, into: buffer.surface)
    }
    for _ in 0..<4 {
      draw(rings, PixelRect(Self.size))
      #expect(sweep.cacheByteCount <= Self.limit)
      #expect(buffer.bytes == expected.bytes)
    }
    let many = sweep.cacheByteCount
    #expect(many > Self.limit / 2)
    // Shapes that are no longer drawn make way for shapes that are.
    let corner = PixelRect(minX: 0, minY: 0, maxX: 90, maxY: 300)
    for _ in 0..<3 { draw(rings, corner) }
    let few = sweep.cacheByteCount
    #expect(few < many - Self.limit / 8)
    for _ in 0..<3 { draw(rings, PixelRect(Self.size)) }
    #expect(sweep.cacheByteCount > few)
    // Coverage caches take the place of span caches.
    let ragged = commands(60)
    for _ in 0..<3 {
      draw(rings + ragged, PixelRect(Self.size))
      #expect(sweep.cacheByteCount <= Self.limit)
    }
    Renderer().draw(rings + ragged, into: expected.surface)
    #expect(buffer.bytes == expected.bytes)
  }

  /// Shapes that come, move, change and go, drawn in parts, with a limit that few of them exceed,
  /// and one that all of them exceed.
  @Test(arguments: [1 << 12, 1 << 16, CacheBudget.limit], 0..<8 as Range<UInt64>)
  func `the count is the memory that items hold`(limit: Int, seed: UInt64) {
    let size = PixelSize(width: 283, height: 161)
    var random = SeededGenerator(seed: 5100 + seed)
    var picture = RandomPicture(seed: 5200 + seed, size: size)
    var commands = picture.commands(12) + [glow(at: Point(x: 60, y: 70)), fan(at: .zero)]
    var sweep = Sweep(cacheLimit: limit)
    for frame in 0..<12 {
      if frame % 3 == 2 {
        commands[random.int(in: 0...commands.count - 1)] = picture.commands(1)[0]
        commands[random.int(in: 0...commands.count - 1)].transform.tx += 3.7
      }
      if frame % 4 == 3 { commands.removeLast(random.int(in: 0...2)) }
      let expected = PixelBuffer(size: size, format: .argb8888)
      Renderer().draw(commands, into: expected.surface)
      let buffer = PixelBuffer(size: size, format: .argb8888)
      sweep.prepare(commands, groups: [], size: size)
      #expect(sweep.cacheByteCount == sweep.heldByteCount, "frame \(frame)")
      for part in 0..<4 {
        sweep.draw(
          PixelRect(minX: 0, minY: part * 41, maxX: 283, maxY: part * 41 + 41), into: buffer.surface
        )
        #expect(sweep.cacheByteCount == sweep.heldByteCount, "frame \(frame), part \(part)")
      }
      #expect(buffer.bytes == expected.bytes, "frame \(frame)")
    }
    sweep.prepare([], groups: [], size: size)
    #expect(sweep.cacheByteCount == sweep.heldByteCount)
  }

  /// A gradient whose table has all its entries.
  private func glow(at center: Point) -> DrawCommand {
    let stops = [
      GradientStop(offset: 0, color: Color(red: 0.1, green: 0.2, blue: 0.5)),
      GradientStop(offset: 1, color: Color(red: 0.2, green: 0.2, blue: 0.4)),
    ]
    return DrawCommand(
      shape: .fill(
        .rect(Rect(x: center.x - 50, y: center.y - 50, width: 99, height: 99)), .nonZero),
      paint: .gradient(
        Gradient(geometry: .radial(center: center, radius: 400, scaleY: 1), stops: stops)))
  }

  /// A shape of many long edges, without a cache of its own.
  private func fan(at corner: Point, of count: Int = 40) -> DrawCommand {
    var path = Path()
    for index in 0..<count {
      let x = corner.x + Double(index) * 2.4
      path.move(to: Point(x: x, y: corner.y))
      path.addLine(to: Point(x: x + 1.3, y: corner.y))
      path.addLine(to: Point(x: x + 1.7, y: corner.y + 98.5))
    }
    return DrawCommand(shape: .fill(path, .nonZero), paint: .color(.white))
  }

  @Test(arguments: [true, false])
  func `colours and edges leave the cache for others, and stay where all fit`(areGradients: Bool) {
    let places = (0..<21).map { Point(x: Double($0 % 7) * 100, y: Double($0 / 7) * 100) }
    let commands = places.map { place in
      areGradients ? glow(at: Point(x: place.x + 50, y: place.y + 50)) : fan(at: place)
    }
    let expected = PixelBuffer(size: Self.size, format: .argb8888)
    Renderer().draw(commands, into: expected.surface)
    var free = Sweep()
    free.prepare(commands, groups: [], size: Self.size)
    let buffer = PixelBuffer(size: Self.size, format: .argb8888)
    free.draw(PixelRect(Self.size), into: buffer.surface)
    let all = free.cacheByteCount
    #expect(all > 21 * (areGradients ? 16384 : 8192))
    let limit = all / 4
    var sweep = Sweep(cacheLimit: limit)
    sweep.prepare(commands, groups: [], size: Self.size)
    // Every place once, and then until the cache is so full that the next frame is cut.
    for (index, place) in (places + places).enumerated()
    where index < places.count || sweep.cacheByteCount <= limit / 4 * 3 {
      sweep.draw(
        PixelRect(
          minX: Int(place.x), minY: Int(place.y), maxX: Int(place.x) + 100,
          maxY: Int(place.y) + 100), into: buffer.surface)
      #expect(sweep.cacheByteCount <= limit)
    }
    #expect(sweep.cacheByteCount > limit / 2)
    #expect(buffer.bytes == expected.bytes)
    // All items are needed at the same time, and are not made again in each frame.
    var larger = Sweep(cacheLimit: all / 5 * 4)
    for frame in 0..<3 {
      larger.prepare(commands, groups: [], size: Self.size)
      let before = larger.drawingCount
      larger.draw(PixelRect(Self.size), into: buffer.surface)
      #expect(larger.drawingCount - before == 1, "frame \(frame)")
      #expect(larger.cacheByteCount > all / 2, "frame \(frame)")
      #expect(frame == 0 || larger.madeCount == 0, "frame \(frame)")
      #expect(larger.cacheByteCount == larger.heldByteCount)
      #expect(buffer.bytes == expected.bytes)
    }
    // Far beyond the limit, rows are drawn part by part, and each part makes only the items that it
    // needs.
    for frame in 0..<3 {
      sweep.prepare(commands, groups: [], size: Self.size)
      let before = sweep.drawingCount
      sweep.draw(PixelRect(Self.size), into: buffer.surface)
      #expect(sweep.drawingCount - before >= 4, "frame \(frame)")
      #expect(sweep.cacheByteCount < all / 4 * 3, "frame \(frame)")
      #expect(sweep.cacheByteCount == sweep.heldByteCount)
      #expect(buffer.bytes == expected.bytes)
    }
  }

  enum Kind: CaseIterable {
    case gradients, edges, coverage
  }

  /// Each part of the picture is drawn separately, like damage.
  @Test(arguments: Kind.allCases)
  func `a frame beyond the limit makes anew only the items that do not fit`(kind: Kind) {
    let places = (0..<21).map { Point(x: Double($0 % 7) * 100, y: Double($0 / 7) * 100) }
    let commands = places.map { place in
      switch kind {
      case .gradients: glow(at: Point(x: place.x + 50, y: place.y + 50))
      case .edges: fan(at: place)
      case .coverage: disc(at: Point(x: place.x + 50, y: place.y + 50))
      }
    }
    let buffer = PixelBuffer(size: Self.size, format: .argb8888)
    func draw(_ sweep: inout Sweep) {
      sweep.prepare(commands, groups: [], size: Self.size)
      for place in places {
        let (x, y) = (Int(place.x), Int(place.y))
        sweep.draw(
          PixelRect(minX: x, minY: y, maxX: x + 100, maxY: y + 100), into: buffer.surface)
      }
    }
    var free = Sweep()
    draw(&free)
    let expected = buffer.bytes
    let limit = free.cacheByteCount / 5 * 4
    var sweep = Sweep(cacheLimit: limit)
    for frame in 0..<5 {
      draw(&sweep)
      #expect(sweep.cacheByteCount <= limit)
      #expect(frame == 0 || sweep.madeCount < 15, "frame \(frame)")
      #expect(buffer.bytes == expected)
    }
  }

  /// One shape needs more memory in each frame, which the budget has to find.
  @Test func `coverage caches that a rectangle needs stay while others are made`() {
    let places = (0..<14).map { Point(x: Double($0 % 7) * 100, y: Double($0 / 7) * 100) }
    let others =
      places.map { fan(at: $0) }
      + places.prefix(4).map { disc(at: Point(x: $0.x + 50, y: 250)) }
    let buffer = PixelBuffer(size: Self.size, format: .argb8888)
    var free = Sweep()
    free.prepare(others, groups: [], size: Self.size)
    free.draw(PixelRect(Self.size), into: buffer.surface)
    var sweep = Sweep(cacheLimit: free.cacheByteCount)
    for frame in 0..<3 {
      let growing = fan(at: Point(x: 0, y: 200), of: 40 << frame)
      sweep.prepare([growing] + others, groups: [], size: Self.size)
      sweep.draw(PixelRect(Self.size), into: buffer.surface)
      #expect(frame == 0 || sweep.madeCount == 1, "frame \(frame)")
    }
  }

  /// One shape exceeds the limit by itself wherever something is drawn, as a page full of text may.
  @Test(arguments: [100, 400]) func `memory is searched among items that hold some`(count: Int) {
    var random = SeededGenerator(seed: 79)
    let places = (0..<count).map { _ in
      Point(x: random.double(in: 30...600), y: random.double(in: 10...80))
    }
    let dots = places.map { place in
      DrawCommand(
        shape: .fill(.circle(center: place, radius: 2.3), .nonZero), paint: .color(.white))
    }
    let buffer = PixelBuffer(size: Self.size, format: .argb8888)
    var sweep = Sweep(cacheLimit: 1 << 14)
    sweep.prepare([fan(at: .zero, of: 280)] + dots, groups: [], size: Self.size)
    for place in places {
      let (x, y) = (Int(place.x), Int(place.y))
      sweep.draw(
        PixelRect(minX: x - 1, minY: y - 1, maxX: x + 1, maxY: y + 1), into: buffer.surface)
    }
    // Each rectangle has a few items, for which the budget searches memory several times.
    #expect(sweep.cacheLookCount < 200 * count)
    #expect(sweep.cacheByteCount == sweep.heldByteCount)
  }

  /// The ragged letters of a line, each of which is rasterized by itself.
  @Test func `an outline of large parts is not kept for another shape`() {
    var path = Path()
    for letter in 0..<30 {
      let left = Double(letter) * 22
      for side in 0..<2 {
        for step in 0..<1000 {
          let y = Double(side == 0 ? step : 999 - step) / 4
          let point = Point(x: left + Double(side * 12 + step % 2 * 5), y: y)
          if side == 0, step == 0 { path.move(to: point) } else { path.addLine(to: point) }
        }
      }
      path.close()
    }
    var rasterizer = CoverageRasterizer()
    var item = DrawItem()
    item.prepare(DrawCommand(shape: .fill(path, .nonZero), paint: .color(.white)), size: Self.size)
    item.make(for: 0..<300, with: &rasterizer, budget: CacheBudget())
    #expect(item.byteCount > 2 << 20)
    item.release()
    #expect(item.byteCount < 1 << 20)
  }

  /// A shape with a coverage cache of its own.
  private func disc(at center: Point) -> DrawCommand {
    DrawCommand(
      shape: .fill(.circle(center: center, radius: 23.3), .nonZero), paint: .color(.white))
  }

  @Test func `coverage at other parts of a pixel counts with the memory that lists it`() {
    let budget = CacheBudget()
    var rasterizer = CoverageRasterizer()
    var item = DrawItem()
    var command = disc(at: Point(x: 50, y: 50))
    item.prepare(command, size: Self.size)
    item.make(for: 0..<300, with: &rasterizer, budget: budget)
    let first = item.coverageByteCount
    #expect(item.byteCount == first)
    command.transform.tx = 0.25
    item.prepare(command, size: Self.size)
    item.make(for: 0..<300, with: &rasterizer, budget: budget)
    #expect(
      item.byteCount
        >= first + item.coverageByteCount + MemoryLayout<CoverageCache>.stride)
  }
}
