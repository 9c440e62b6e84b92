import Geometry
import TestSupport
import Testing

@testable import Raster

/// Groups that are added, and those that stand alone at full opacity.
struct GroupCompositionTests {
  private static let size = PixelSize(width: 83, height: 47)

  private func pixels(_ commands: [DrawCommand], _ groups: [DrawGroup] = []) -> [UInt32] {
    let buffer = PixelBuffer(size: Self.size, format: .argb8888)
    Renderer().draw(commands, groups: groups, into: buffer.surface)
    return buffer.makeImage().premultipliedPixels
  }

  /// Byte by byte.
  private func combined(
    _ a: UInt32, _ b: UInt32, _ combine: (UInt32, UInt32) -> UInt32
  ) -> UInt32 {
    var result: UInt32 = 0
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      result |= combine((a >> shift) & 255, (b >> shift) & 255) << shift
    }
    return result
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `two pictures dissolve as the weighted sum of their pixels`(seed: UInt64) {
    var picture = RandomPicture(seed: 900 + seed, size: Self.size)
    let (back, old, new) = (picture.commands(4), picture.commands(5), picture.commands(6))
    var random = SeededGenerator(seed: seed)
    let part = random.int(in: 0...255)
    let groups = [
      DrawGroup(commands: 4..<15, opacity: 1, composition: .isolated),
      DrawGroup(commands: 4..<9, opacity: Double(255 - part) / 255),
      DrawGroup(commands: 9..<15, opacity: Double(part) / 255, composition: .added),
    ]
    let drawn = pixels(back + old + new, groups)
    let (behind, before, after) = (pixels(back), pixels(old), pixels(new))
    var wrong = 0
    for index in drawn.indices {
      let sum = combined(
        Blend.scaled(before[index], by: UInt8(255 - part)),
        Blend.scaled(after[index], by: UInt8(part))
      ) { min($0 + $1, 255) }
      let rest = Blend.scaled(behind[index], by: UInt8(255 - (sum >> 24)))
      if drawn[index] != combined(sum, rest, { $0 + $1 }) { wrong += 1 }
    }
    #expect(wrong == 0, "seed \(seed), part \(part)")
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `a group with added composition adds to all pixels below`(seed: UInt64) {
    var picture = RandomPicture(seed: 950 + seed, size: Self.size)
    let (back, new) = (picture.commands(6), picture.commands(3))
    let drawn = pixels(
      back + new, [DrawGroup(commands: 6..<9, opacity: 1, composition: .added)])
    let (behind, added) = (pixels(back), pixels(new))
    var wrong = 0
    for index in drawn.indices
    where drawn[index] != combined(behind[index], added[index], { min($0 + $1, 255) }) {
      wrong += 1
    }
    #expect(wrong == 0, "seed \(seed)")
  }

  @Test(arguments: PixelFormat.allCases, Rotation.allCases)
  func `a command that is added shows what an added group of it does`(
    format: PixelFormat, rotation: Rotation
  ) {
    for seed: UInt64 in 1200..<1206 {
      var picture = RandomPicture(seed: seed, size: Self.size)
      let commands = picture.commands(12)
      var random = SeededGenerator(seed: seed)
      var own = commands
      for place in own.indices { own[place].isAdded = random.chance(0.6) }
      let groups = own.indices.filter { own[$0].isAdded }.map {
        DrawGroup(commands: $0..<($0 + 1), opacity: 1, composition: .added)
      }
      let masked = DrawGroup(commands: 3..<7, opacity: 1, mask: 7..<10)
      func drawn(
        _ commands: [DrawCommand], _ groups: [DrawGroup], _ paths: FastPaths = .all
      ) -> ScanoutMemory {
        let memory = ScanoutMemory(size: Self.size, format: format, rotation: rotation)
        let renderer = Renderer(paths)
        for _ in 0..<3 { renderer.draw(commands, groups: groups, into: memory.surface) }
        return memory
      }
      let (before, inside, after) = (
        groups.filter { $0.commands.lowerBound < 3 },
        groups.filter { 3..<10 ~= $0.commands.lowerBound },
        groups.filter { $0.commands.lowerBound >= 10 }
      )
      for (own, expected) in [
        (drawn(own, []), drawn(commands, groups)),
        (drawn(own, [], []), drawn(commands, groups)),
        (drawn(own, [masked]), drawn(commands, before + [masked] + inside + after)),
      ] {
        #expect(own.differenceCount(from: expected) == 0, "seed \(seed), \(format), \(rotation)")
      }
    }
  }

  @Test func `a composition that changes is taken up by a renderer`() {
    var picture = RandomPicture(seed: 990, size: Self.size)
    let commands = picture.commands(8)
    let renderer = Renderer()
    for composition in [DrawGroup.Composition.over, .added, .isolated, .over] {
      let groups = [DrawGroup(commands: 3..<8, opacity: 0.5, composition: composition)]
      let buffer = PixelBuffer(size: Self.size, format: .argb8888)
      renderer.draw(
        commands, groups: groups, changed: nil, region: Region(PixelRect(Self.size)),
        into: buffer.surface)
      #expect(buffer.makeImage().premultipliedPixels == pixels(commands, groups))
    }
  }
}
