import Geometry
import System
import TestSupport
import Testing

@testable import Raster

/// Drawings in slices.
struct SlicedDrawingTests {
  private static let size = PixelSize(width: 517, height: 389)
  private static let formats: [PixelFormat] = [.xrgb8888, .rgb565, .rgb888, .argb8888]

  /// The pixels of the slices that draw some.
  private static func slices(
    of drawing: inout SlicedDrawing, area: () -> Int
  ) -> [Int] {
    var drawn: [Int] = []
    while !drawing.isDone {
      let count = drawing.drawSlice(ofArea: area())
      if count > 0 { drawn.append(count) }
    }
    return drawn
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `a drawing in slices of any size draws what one in one go does`(seed: UInt64) {
    var random = SeededGenerator(seed: 900 + seed)
    var picture = RandomPicture(seed: 950 + seed, size: Self.size)
    let rotation = Rotation.allCases[Int(seed % 4)]
    let format = Self.formats[Int(seed / 2 % 4)]
    let commands = picture.commands(20)
    let groups = seed < 4 ? [] : picture.groups(in: 0..<20, masked: 0.4)
    let whole = ScanoutMemory(size: Self.size, format: format, rotation: rotation)
    Renderer().draw(commands, groups: groups, into: whole.surface)

    let sliced = ScanoutMemory(size: Self.size, format: format, rotation: rotation)
    var drawing = Renderer().beginDrawing(
      commands, groups: groups, region: Region(PixelRect(Self.size)), into: sliced.surface)
    let areas = Self.slices(of: &drawing) { random.int(in: 1...40_000) }
    #expect(sliced.differenceCount(from: whole) == 0)
    #expect(areas.count >= 4)
    #expect(areas.reduce(0, +) == Self.size.width * Self.size.height)
  }

  @Test(arguments: Rotation.allCases)
  func `slices are as small as is asked for, except for bands of rotated surfaces`(
    rotation: Rotation
  ) {
    let size = PixelSize(width: 2000, height: 300)
    var picture = RandomPicture(seed: 4, size: size)
    let memory = ScanoutMemory(size: size, format: .xrgb8888, rotation: rotation)
    for (asked, least) in [(1, rotation.swapsSides ? 32_000 : 8000), (50_000, 50_000)] {
      var drawing = Renderer().beginDrawing(
        picture.commands(5), region: Region(PixelRect(size)), into: memory.surface)
      let areas = Self.slices(of: &drawing) { asked }
      #expect(areas.allSatisfy { $0 <= least + (rotation.swapsSides ? 30_000 : 0) })
      #expect(areas.count >= 600_000 / (least + 30_000))
    }
  }

  @Test func `pixels of several rectangles count together`() {
    var picture = RandomPicture(seed: 5, size: Self.size)
    let commands = picture.commands(5)
    let buffer = PixelBuffer(size: Self.size, format: .xrgb8888)
    let renderer = Renderer()
    var region = Region()
    for row in 0..<9 {
      region.formUnion(
        Region(PixelRect(minX: 10, minY: row * 40, maxX: 210, maxY: row * 40 + 20)))
    }
    var drawing = renderer.beginDrawing(commands, region: region, into: buffer.surface)
    // A rectangle has 4,000 in 20 rows; the third is cut in the middle.
    #expect(Self.slices(of: &drawing) { 10_000 } == [10_000, 10_000, 10_000, 6000])
    var other = renderer.beginDrawing(
      commands, region: Region(PixelRect(minX: 0, minY: 0, maxX: 100, maxY: 100)),
      into: buffer.surface)
    #expect(Self.slices(of: &other) { 10_000 } == [10_000])
  }

  @Test func `pixels outside of the surface are not drawn`() {
    let buffer = PixelBuffer(size: Self.size, format: .xrgb8888)
    var region = Region(PixelRect(minX: 500, minY: 300, maxX: 600, maxY: 400))
    region.formUnion(PixelRect(minX: 600, minY: 10, maxX: 700, maxY: 20))
    region.formUnion(PixelRect(minX: -50, minY: -60, maxX: -10, maxY: -20))
    var drawing = Renderer().beginDrawing([], region: region, into: buffer.surface)
    #expect(Self.slices(of: &drawing) { 1 }.reduce(0, +) == 17 * 89)
    var nothing = Renderer().beginDrawing([], region: Region(), into: buffer.surface)
    #expect(Self.slices(of: &nothing) { 1 }.isEmpty)
  }

  @Test func `several workers share parts, smaller ones where rows take long`() {
    let size = PixelSize(width: 1130, height: 941)
    var picture = RandomPicture(seed: 6, size: size)
    let buffer = PixelBuffer(size: size, format: .xrgb8888)
    var parts: [Int] = []
    var slices = 0
    for area in [1 << 20, 1] {
      let workers = Workers(
        count: 2,
        order: {
          parts.append($0)
          return Array(0..<$0)
        }, worker: { $0 % 2 })
      var drawing = Renderer().beginDrawing(
        picture.commands(5), region: Region(PixelRect(size)), into: buffer.surface, by: workers)
      slices += Self.slices(of: &drawing) { area }.count
    }
    #expect(parts == [15, 236])
    #expect(slices == 1 + 236)
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `threads draw the same in slices, while their caller does something else`(seed: UInt64) {
    let size = PixelSize(width: 1130, height: 941)
    let pool = ThreadPool(memberCount: 2)
    let workers = Workers(
      count: 2, begin: { pool.begin($0, $1) }, takePart: { pool.takePart() }, end: { pool.end() })
    var random = SeededGenerator(seed: 700 + seed)
    var picture = RandomPicture(seed: 750 + seed, size: size)
    let rotation = Rotation.allCases[Int(seed % 4)]
    let format = Self.formats[Int(seed % 4)]
    let renderer = Renderer()
    for _ in 0..<2 {
      let commands = picture.commands(30)
      let groups = seed % 2 == 0 ? [] : picture.groups(in: 0..<30, masked: 0.4)
      let whole = ScanoutMemory(size: size, format: format, rotation: rotation)
      Renderer().draw(commands, groups: groups, into: whole.surface)
      let sliced = ScanoutMemory(size: size, format: format, rotation: rotation)
      var drawing = renderer.beginDrawing(
        commands, groups: groups, region: Region(PixelRect(size)), into: sliced.surface,
        by: workers)
      while !drawing.isDone { _ = drawing.drawSlice(ofArea: random.int(in: 1...100_000)) }
      #expect(sliced.differenceCount(from: whole) == 0)
    }
  }

  @Test(arguments: [false, true])
  func `a drawing that is dropped leaves the rest out, and the next one is whole`(isShared: Bool) {
    let size = PixelSize(width: 1024, height: 1100)
    var picture = RandomPicture(seed: 7, size: size)
    let commands = picture.commands(400)
    let whole = PixelBuffer(size: size, format: .xrgb8888)
    Renderer().draw(commands, into: whole.surface)
    var left: [Int] = []
    let workers = Workers(count: 2, worker: { _ in 0 }, onEnd: { left.append($0) })
    let renderer = Renderer()
    // In the middle of the shapes, and in the middle of the pixels.
    for count in [1, 3, 40] {
      let buffer = PixelBuffer(size: size, format: .xrgb8888)
      drop(after: count, buffer)
      #expect(buffer.bytes != whole.bytes)
      renderer.draw(
        commands, changed: [], region: Region(PixelRect(size)), into: buffer.surface)
      #expect(buffer.bytes == whole.bytes)
    }
    if isShared { #expect(left.contains { $0 > 0 }) }

    func drop(after count: Int, _ buffer: borrowing PixelBuffer) {
      var drawing = renderer.beginDrawing(
        commands, region: Region(PixelRect(size)), into: buffer.surface,
        by: isShared ? workers : nil)
      for _ in 0..<count { _ = drawing.drawSlice(ofArea: 10_000) }
      let isDone = drawing.isDone
      #expect(!isDone)
    }
  }

  @Test func `many new shapes are made ready in slices before any pixel is drawn`() {
    var picture = RandomPicture(seed: 8, size: Self.size)
    let buffer = PixelBuffer(size: Self.size, format: .xrgb8888)
    var drawing = Renderer().beginDrawing(
      picture.commands(320), region: Region(PixelRect(Self.size)), into: buffer.surface)
    var before = 0
    while drawing.drawSlice(ofArea: 1 << 20) == 0 { before += 1 }
    #expect(before == 9)
  }
}
