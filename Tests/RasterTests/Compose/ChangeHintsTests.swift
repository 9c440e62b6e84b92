import Geometry
import Raster
import TestSupport
import Testing

struct ChangeHintsTests {
  private static let size = PixelSize(width: 283, height: 161)
  private static let everything = Region(PixelRect(size))

  private func drawn(
    _ commands: [DrawCommand], _ groups: [DrawGroup], changed: [Int]? = nil, renderer: Renderer
  ) -> Image {
    let buffer = PixelBuffer(size: ChangeHintsTests.size, format: .argb8888)
    renderer.draw(
      commands, groups: groups, changed: changed, region: ChangeHintsTests.everything,
      into: buffer.surface)
    return buffer.makeImage()
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `a drawing with change hints equals one that compares all`(seed: UInt64) {
    var random = SeededGenerator(seed: 8000 + seed)
    var picture = RandomPicture(seed: 8100 + seed, size: ChangeHintsTests.size)
    let count = random.int(in: 1...90)
    var commands = picture.commands(count)
    var groups = seed % 3 == 0 ? [] : picture.groups(in: 0..<count, masked: 0.4)
    let renderer = Renderer()
    _ = drawn(commands, groups, renderer: renderer)
    for step in 0..<6 {
      var changed: [Int] = []
      for _ in 0..<random.int(in: 0...3) {
        let place = random.int(in: 0...(count - 1))
        if random.chance(0.8) { commands[place] = picture.commands(1)[0] }
        changed.append(place)
      }
      for place in groups.indices where random.chance(0.3) {
        groups[place].opacity = random.chance(0.2) ? 1 : random.double(in: 0...1)
      }
      let told = drawn(commands, groups, changed: changed, renderer: renderer)
      let (_, wrong, _) = differences(told, drawn(commands, groups, renderer: Renderer()))
      #expect(wrong == 0, "seed \(seed), step \(step), changed \(changed)")
    }
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `a command that gets another's paint is drawn as one that is new`(seed: UInt64) {
    var random = SeededGenerator(seed: 8400 + seed)
    var picture = RandomPicture(seed: 8500 + seed, size: ChangeHintsTests.size)
    var commands = picture.commands(20)
    let renderer = Renderer()
    _ = drawn(commands, [], renderer: renderer)
    for step in 0..<8 {
      let place = random.int(in: 0...19)
      let other = picture.commands(1)[0]
      switch random.int(in: 0...4) {
      case 0: commands[place].paint = other.paint
      case 1: commands[place].opacity = random.chance(0.3) ? 0 : random.double(in: 0...1)
      case 2: commands[place].transform = other.transform
      case 3: commands[place].clips = other.clips
      default: commands[place].shape = other.shape
      }
      let told = drawn(commands, [], changed: [place], renderer: renderer)
      let (_, wrong, _) = differences(told, drawn(commands, [], renderer: Renderer()))
      #expect(wrong == 0, "seed \(seed), step \(step), command \(place)")
    }
  }

  @Test func `change hints for another list or another size are ignored`() {
    var picture = RandomPicture(seed: 8200, size: ChangeHintsTests.size)
    let commands = picture.commands(30)
    let renderer = Renderer()
    for list in [commands, Array(commands[3...]), commands] {
      let told = drawn(list, [], changed: [], renderer: renderer)
      #expect(differences(told, drawn(list, [], renderer: Renderer())).count == 0)
    }
    let small = PixelBuffer(size: PixelSize(width: 40, height: 30), format: .argb8888)
    let fresh = PixelBuffer(size: PixelSize(width: 40, height: 30), format: .argb8888)
    let area = Region(PixelRect(small.size))
    renderer.draw(commands, changed: [], region: area, into: small.surface)
    Renderer().draw(commands, region: area, into: fresh.surface)
    #expect(small.bytes == fresh.bytes)
  }

  @Test func `added and removed groups need no change hint`() {
    var picture = RandomPicture(seed: 8300, size: ChangeHintsTests.size)
    let commands = picture.commands(12)
    let renderer = Renderer()
    _ = drawn(commands, [], renderer: renderer)
    let lists = [
      [DrawGroup(commands: 2..<6, opacity: 0.5)],
      [DrawGroup(commands: 2..<6, opacity: 1)],
      [DrawGroup(commands: 2..<6, opacity: 0.5, mask: 6..<9)],
      [DrawGroup(commands: 2..<6, opacity: 1, mask: 6..<9)],
      [],
    ]
    for groups in lists {
      let told = drawn(commands, groups, changed: [], renderer: renderer)
      #expect(differences(told, drawn(commands, groups, renderer: Renderer())).count == 0)
    }
  }
}
