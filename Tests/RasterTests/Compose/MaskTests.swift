import Geometry
import Raster
import TestSupport
import Testing

struct MaskTests {
  @Test(arguments: 0..<120 as Range<UInt64>)
  func `a masked group equals its picture times its mask's`(seed: UInt64) {
    var picture = RandomPicture(seed: 5000 + seed, size: GroupReference.size)
    let commands = picture.commands(20)
    let groups = picture.groups(in: 0..<20, masked: 0.7)
      .filter { $0.mask != nil || $0.opacity < 0.998 }
    for format in [PixelFormat.argb8888, .xrgb8888] {
      let reference = GroupReference.drawn(
        GroupReference.flattened(commands, groups, in: 0..<20), format: format)
      let (_, count, largest) = differences(
        GroupReference.drawn(commands, groups, format: format), reference)
      #expect(count == 0, "seed \(seed), \(format): by up to \(largest), \(groups)")
    }
  }

  @Test(arguments: 0..<80 as Range<UInt64>)
  func `a rectangle in a shape equals its picture times the shape's`(seed: UInt64) {
    var random = SeededGenerator(seed: 5400 + seed)
    var picture = RandomPicture(seed: 5500 + seed, size: GroupReference.size)
    var commands = picture.commands(14)
    // The commands come in threes: a rectangle, its mask, and something else.
    for place in stride(from: 0, to: 12, by: 3) {
      let rect = picture.pixelRect()
      commands[place].shape = .fill(
        .rect(
          Rect(
            x: Double(rect.minX), y: Double(rect.minY), width: 2 * Double(rect.width),
            height: 2 * Double(rect.height))), .nonZero)
      commands[place].transform = .identity
      if random.chance(0.8) { commands[place].clips = [] }
      if random.chance(0.8) { commands[place].opacity = 1 }
      if random.chance(0.8) {
        commands[place + 1].paint = .color(.white)
        commands[place + 1].opacity = 1
      }
    }
    var groups = stride(from: 0, to: 12, by: 3).map { place in
      DrawGroup(
        commands: place..<(place + 1), opacity: random.chance(0.8) ? 1 : 0.6,
        mask: (place + 1)..<(place + 2), composition: random.chance(0.3) ? .isolated : .over)
    }
    if random.chance(0.5) { groups.insert(DrawGroup(commands: 0..<6, opacity: 0.5), at: 0) }
    if random.chance(0.5) {
      let place = groups.count - 2
      groups.insert(DrawGroup(commands: 6..<12, opacity: 1, mask: 12..<13), at: place)
    }
    for format in [PixelFormat.argb8888, .xrgb8888] {
      let reference = GroupReference.drawn(
        GroupReference.flattened(commands, groups, in: 0..<14), format: format)
      let (_, count, largest) = differences(
        GroupReference.drawn(commands, groups, format: format), reference)
      #expect(count == 0, "seed \(seed), \(format): by up to \(largest), \(groups)")
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>, [FastPaths.all, []])
  func `a partial repaint of masked groups equals a full one`(seed: UInt64, paths: FastPaths) {
    var picture = RandomPicture(seed: 6000 + seed, size: GroupReference.size)
    let old = picture.commands(18)
    var new = old
    for (index, command) in picture.commands(5).enumerated() { new[index * 3] = command }
    let groups = picture.groups(in: 0..<18, masked: 0.7)
    expectPartialRepaint(
      of: new, over: old, groups: groups, damage: picture.region(4), size: GroupReference.size,
      paths: paths, "seed \(seed), \(groups)")
  }

  /// Fills with whole pixels, each `columns` by `rows`.
  private func rects(_ rects: [(Range<Int>, Range<Int>, Color)]) -> [DrawCommand] {
    rects.map { columns, rows, color in
      let rect = Rect(
        x: Double(columns.lowerBound), y: Double(rows.lowerBound), width: Double(columns.count),
        height: Double(rows.count))
      return DrawCommand(shape: .fill(.rect(rect), .nonZero), paint: .color(color))
    }
  }

  private func pixel(_ image: Image, _ x: Int, _ y: Int) -> UInt32 {
    image.premultipliedPixels[y * GroupReference.size.width + x]
  }

  @Test func `opaque spans under a mask hide nothing outside their group`() {
    let red = Color(red: 1, green: 0, blue: 0)
    let commands = rects([
      (0..<83, 0..<61, .white), (0..<83, 0..<61, .black), (0..<83, 0..<61, red),
      (0..<40, 10..<50, Color(red: 0, green: 0, blue: 0, alpha: 0.2)), (60..<83, 0..<61, .black),
    ])
    let image = GroupReference.drawn(
      commands, [DrawGroup(commands: 1..<3, opacity: 1, mask: 3..<5)])
    #expect(pixel(image, 20, 5) == 0xFFFF_FFFF)
    #expect(pixel(image, 20, 20) == 0xFFFF_CCCC)
    #expect(pixel(image, 50, 20) == 0xFFFF_FFFF)
    #expect(pixel(image, 70, 20) == 0xFFFF_0000)
    #expect(pixel(image, 70, 55) == 0xFFFF_0000)
  }

  @Test func `rows that differ in a mask alone are not shared`() {
    // Equal colours and places, grouped with a mask in one band of rows and without in another.
    let commands = rects([
      (0..<83, 0..<61, .white), (0..<40, 0..<30, .black), (0..<40, 0..<30, .black),
      (0..<40, 30..<61, .black), (0..<40, 30..<61, .black),
    ])
    let groups = [
      DrawGroup(commands: 1..<2, opacity: 0, mask: 2..<3), DrawGroup(commands: 3..<5, opacity: 0),
    ]
    let image = GroupReference.drawn(commands, groups)
    #expect(image.premultipliedPixels.allSatisfy { $0 == 0xFFFF_FFFF })
    let shown = GroupReference.drawn(
      commands,
      [DrawGroup(commands: 1..<2, opacity: 1, mask: 2..<3), DrawGroup(commands: 3..<5, opacity: 0)])
    #expect(pixel(shown, 5, 29) == 0xFF00_0000)
    #expect(pixel(shown, 5, 30) == 0xFFFF_FFFF)
  }

  @Test func `a mask that covers nothing hides all`() {
    var picture = RandomPicture(seed: 7000, size: GroupReference.size)
    var commands = picture.commands(9)
    for index in 5..<7 { commands[index].opacity = 0 }
    let others = GroupReference.drawn(Array(commands[0..<2] + commands[7...])).premultipliedPixels
    #expect(
      GroupReference.drawn(commands, [DrawGroup(commands: 2..<5, opacity: 1, mask: 5..<7)])
        .premultipliedPixels
        == others)
    #expect(
      GroupReference.drawn(commands, [DrawGroup(commands: 2..<7, opacity: 1, mask: 7..<7)])
        .premultipliedPixels
        == others)
  }

  @Test func `a mask without anything to mask is not painted`() {
    var picture = RandomPicture(seed: 7001, size: GroupReference.size)
    let commands = picture.commands(9)
    let groups = [DrawGroup(commands: 3..<3, opacity: 1, mask: 3..<6)]
    let others = GroupReference.drawn(Array(commands[0..<3] + commands[6...]))
    #expect(
      GroupReference.drawn(commands, groups).premultipliedPixels == others.premultipliedPixels)
  }

  @Test func `groups stand in the commands and in the mask of a group`() {
    let half = Color(red: 0, green: 0, blue: 0, alpha: 0.6)
    let commands = rects([
      (0..<83, 0..<61, .white), (0..<83, 0..<61, .black), (0..<60, 0..<61, .black),
      (0..<83, 0..<61, .black), (20..<83, 0..<61, .black), (0..<83, 0..<61, half),
    ])
    let groups = [
      DrawGroup(commands: 1..<3, opacity: 1, mask: 3..<6),
      DrawGroup(commands: 1..<2, opacity: 1, mask: 2..<3),
      DrawGroup(commands: 3..<6, opacity: 1 / 3.0),
      DrawGroup(commands: 3..<4, opacity: 1, mask: 4..<5),
    ]
    // The inner mask leaves 0..<60 of the group, and the outer one a third of .6, or of all.
    let image = GroupReference.drawn(commands, groups)
    #expect(pixel(image, 10, 30) == 0xFFCC_CCCC)
    #expect(pixel(image, 40, 30) == 0xFFAA_AAAA)
    #expect(pixel(image, 70, 30) == 0xFFFF_FFFF)
  }

  @Test func `a renderer distinguishes masks from other commands of a list`() {
    var picture = RandomPicture(seed: 7002, size: GroupReference.size)
    let commands = picture.commands(12)
    let renderer = Renderer()
    for step in 0..<12 {
      let groups = step % 4 == 3 ? [] : picture.groups(in: 0..<12, masked: 0.5)
      #expect(
        GroupReference.drawn(commands, groups, renderer: renderer).premultipliedPixels
          == GroupReference.drawn(commands, groups).premultipliedPixels, "step \(step)")
    }
  }
}
