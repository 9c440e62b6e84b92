import Geometry
import TestSupport
import Testing

@testable import Raster

/// Long drawings pause.
struct PausedDrawingTests {
  private static let size = PixelSize(width: 517, height: 389)

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `a drawing that pauses draws what one in one go does`(seed: UInt64) {
    var random = SeededGenerator(seed: 900 + seed)
    var picture = RandomPicture(seed: 950 + seed, size: Self.size)
    let rotation = Rotation.allCases[Int(seed % 4)]
    let format = [PixelFormat.xrgb8888, .rgb565, .rgb888, .argb8888][Int(seed / 2 % 4)]
    let commands = picture.commands(20)
    let groups = seed < 4 ? [] : picture.groups(in: 0..<20, masked: 0.4)
    let whole = ScanoutMemory(size: Self.size, format: format, rotation: rotation)
    Renderer().draw(commands, groups: groups, into: whole.surface)

    let paused = ScanoutMemory(size: Self.size, format: format, rotation: rotation)
    var told: [Int] = []
    let pauses = Pauses(
      area: { random.int(in: 1...40_000) }, take: { area, _ in told.append(area) })
    Renderer().draw(
      commands, groups: groups, region: Region(PixelRect(Self.size)), into: paused.surface,
      pausing: pauses)
    #expect(paused.differenceCount(from: whole) == 0)
    #expect(told.count >= 4 && told.allSatisfy { $0 > 0 })
    #expect(told.reduce(0, +) == Self.size.width * Self.size.height)
  }

  @Test(arguments: Rotation.allCases)
  func `parts are as small as is asked for, but for bands of rotated surfaces`(rotation: Rotation) {
    let size = PixelSize(width: 2000, height: 300)
    var picture = RandomPicture(seed: 4, size: size)
    let memory = ScanoutMemory(size: size, format: .xrgb8888, rotation: rotation)
    for (asked, least) in [(1, rotation.swapsSides ? 32_000 : 8000), (50_000, 50_000)] {
      var told: [(area: Int, isLast: Bool)] = []
      let pauses = Pauses(area: { asked }, take: { told.append(($0, $1)) })
      Renderer().draw(
        picture.commands(5), region: Region(PixelRect(size)), into: memory.surface, pausing: pauses)
      #expect(told.allSatisfy { $0.area <= least + (rotation.swapsSides ? 30_000 : 0) })
      #expect(told.count >= 600_000 / (least + 30_000))
      #expect(told.map(\.isLast) == told.indices.map { $0 == told.count - 1 })
    }
  }

  @Test func `pixels of several rectangles count together`() {
    var picture = RandomPicture(seed: 5, size: Self.size)
    let commands = picture.commands(5)
    let buffer = PixelBuffer(size: Self.size, format: .xrgb8888)
    var told: [Int] = []
    let pauses = Pauses(area: { 10_000 }, take: { area, _ in told.append(area) })
    var region = Region()
    for row in 0..<9 {
      region.formUnion(
        Region(PixelRect(minX: 10, minY: row * 40, maxX: 210, maxY: row * 40 + 20)))
    }
    Renderer().draw(commands, region: region, into: buffer.surface, pausing: pauses)
    // A rectangle has 4,000 in 20 rows; the third is cut in the middle.
    #expect(told == [10_000, 10_000, 10_000, 6000])
    Renderer().draw(
      commands, region: Region(PixelRect(minX: 0, minY: 0, maxX: 100, maxY: 100)),
      into: buffer.surface, pausing: pauses)
    #expect(told.last == 10_000 && told.count == 5)
  }

  @Test func `of several workers the first one pauses, by smaller parts where rows take long`() {
    let size = PixelSize(width: 1130, height: 941)
    var picture = RandomPicture(seed: 6, size: size)
    let buffer = PixelBuffer(size: size, format: .xrgb8888)
    var parts: [Int] = []
    let workers = Workers(count: 2) { partCount, body in
      parts.append(partCount)
      for part in 0..<partCount { body(part, part % 2) }
    }
    var told = 0
    for area in [1 << 20, 1] {
      Renderer().draw(
        picture.commands(5), region: Region(PixelRect(size)), into: buffer.surface, by: workers,
        pausing: Pauses(area: { area }, take: { _, _ in told += 1 }))
    }
    #expect(parts == [15, 236])
    #expect(told == 8 + 118)
  }

  @Test(arguments: [false, true])
  func `a drawing that is cut ends with the part at work`(isShared: Bool) {
    let size = PixelSize(width: 1024, height: 1100)
    var picture = RandomPicture(seed: 7, size: size)
    let buffer = PixelBuffer(size: size, format: .xrgb8888)
    var (drawn, isCut, isCanceled) = (0, false, false)
    let pauses = Pauses(
      area: { 50_000 }, isCut: { isCut },
      take: { area, _ in
        drawn += area
        isCut = drawn >= 150_000
      })
    let workers = Workers(count: 2, cancel: { isCanceled = true }) { count, body in
      for part in 0..<count where !isCanceled { body(part, 0) }
    }
    Renderer().draw(
      picture.commands(5), region: Region(PixelRect(size)), into: buffer.surface,
      by: isShared ? workers : nil, pausing: pauses)
    #expect((150_000...210_000).contains(drawn))
    #expect(isCanceled == isShared)
  }

  @Test func `many new shapes have pauses before any pixel is drawn`() {
    var picture = RandomPicture(seed: 8, size: Self.size)
    let buffer = PixelBuffer(size: Self.size, format: .xrgb8888)
    var (rests, before) = (0, -1)
    let pauses = Pauses(
      area: { 1 << 20 }, rest: { rests += 1 }, take: { _, _ in if before < 0 { before = rests } })
    Renderer().draw(
      picture.commands(320), region: Region(PixelRect(Self.size)), into: buffer.surface,
      pausing: pauses)
    #expect(before >= 9)
  }
}
