import Geometry
import Raster
import System
import TestSupport
import Testing

/// Drawings of large regions that several workers share.
struct SharedDrawingTests {
  private static let size = PixelSize(width: 1130, height: 941)

  /// Workers that take the parts in a random order, one after the other.
  private static func shuffled(count: Int, seed: UInt64, note: @escaping (Int) -> Void) -> Workers {
    var random = SeededGenerator(seed: seed)
    return Workers(
      count: count,
      order: { partCount in
        var parts = Array(0..<partCount)
        for place in parts.indices { parts.swapAt(place, random.int(in: 0...place)) }
        return parts
      },
      worker: { _ in
        let worker = random.int(in: 0...(count - 1))
        note(worker)
        return worker
      })
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `workers together draw what one draws`(seed: UInt64) {
    var random = SeededGenerator(seed: 300 + seed)
    var picture = RandomPicture(seed: 400 + seed, size: Self.size)
    let rotation = Rotation.allCases[Int(seed % 4)]
    let format = [PixelFormat.xrgb8888, .rgb565, .rgb888, .argb8888][Int(seed % 4)]
    let count = 24
    var commands = picture.commands(count)
    let groups = seed < 2 ? [] : picture.groups(in: 0..<count, masked: 0.4)
    let renderer = Renderer()
    var workers: Set<Int> = []
    let together = Self.shuffled(count: 3, seed: seed) { workers.insert($0) }
    for step in 0..<2 {
      let place = random.int(in: 0...(count - 1))
      if step > 0 { commands[place] = picture.commands(1)[0] }
      let shared = ScanoutMemory(size: Self.size, format: format, rotation: rotation)
      renderer.draw(
        commands, groups: groups, changed: step > 0 ? [place] : nil,
        region: Region(PixelRect(Self.size)), into: shared.surface, by: together)
      let alone = ScanoutMemory(size: Self.size, format: format, rotation: rotation)
      Renderer().draw(commands, groups: groups, into: alone.surface)
      #expect(shared.differenceCount(from: alone) == 0, "step \(step)")
    }
    #expect(workers == [0, 1, 2])
  }

  @Test(arguments: 0..<2 as Range<UInt64>)
  func `threads together draw what one draws`(seed: UInt64) {
    let pool = ThreadPool(memberCount: 4)
    let together = Workers(
      count: 4, begin: { pool.begin($0, $1) }, takePart: { pool.takePart() }, end: { pool.end() })
    var picture = RandomPicture(seed: 600 + seed, size: Self.size)
    let renderer = Renderer()
    for _ in 0..<3 {
      let commands = picture.commands(30)
      let groups = picture.groups(in: 0..<30, masked: 0.4)
      let shared = PixelBuffer(size: Self.size, format: .argb8888)
      renderer.draw(
        commands, groups: groups, region: Region(PixelRect(Self.size)), into: shared.surface,
        by: together)
      let alone = PixelBuffer(size: Self.size, format: .argb8888)
      Renderer().draw(commands, groups: groups, into: alone.surface)
      let (_, wrong, _) = differences(shared.makeImage(), alone.makeImage())
      #expect(wrong == 0)
    }
  }

  @Test func `small regions are drawn by one worker`() {
    var picture = RandomPicture(seed: 5, size: Self.size)
    var parts = 0
    let together = Self.shuffled(count: 2, seed: 1) { _ in parts += 1 }
    let buffer = PixelBuffer(size: Self.size, format: .xrgb8888)
    let renderer = Renderer()
    renderer.draw(
      picture.commands(5), region: Region(PixelRect(minX: 10, minY: 10, maxX: 1010, maxY: 910)),
      into: buffer.surface, by: together)
    #expect(parts == 0)
    renderer.draw(
      picture.commands(5), region: Region(PixelRect(Self.size)), into: buffer.surface, by: together)
    #expect(parts > 8)
  }

  @Test func `a picture that is no longer drawn is released by all workers`() {
    let together = Self.shuffled(count: 3, seed: 1) { _ in }
    let buffer = PixelBuffer(size: Self.size, format: .xrgb8888)
    let renderer = Renderer()
    var image: Image? = Image(
      size: PixelSize(width: 2, height: 1), premultipliedPixels: [0xFF00_FF00, 0xFF00_00FF])
    weak let observed = image
    let whole = Rect(x: 0, y: 0, width: 1130, height: 941)
    if let image {
      renderer.draw(
        [
          DrawCommand(
            shape: .fill(.rect(whole), .nonZero),
            paint: .image(ImagePaint(image: image, transform: .identity)))
        ],
        region: Region(PixelRect(Self.size)), into: buffer.surface, by: together)
    }
    image = nil
    #expect(observed != nil)
    renderer.draw(
      [], region: Region(PixelRect(minX: 0, minY: 0, maxX: 9, maxY: 9)), into: buffer.surface,
      by: together)
    #expect(observed == nil)
  }
}
