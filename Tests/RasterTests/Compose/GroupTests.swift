import Geometry
import Raster
import TestSupport
import Testing

struct GroupTests {
  private func pixels(
    _ commands: [DrawCommand], _ groups: [DrawGroup], renderer: Renderer = Renderer()
  ) -> [UInt32] {
    GroupReference.drawn(commands, groups, renderer: renderer).premultipliedPixels
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `a group equals an image of it drawn with its opacity`(seed: UInt64) {
    var picture = RandomPicture(seed: 500 + seed, size: GroupReference.size)
    let commands = picture.commands(14)
    let groups = picture.groups(in: 0..<14).filter { $0.opacity < 0.998 }
    for format in [PixelFormat.argb8888, .xrgb8888] {
      let reference = GroupReference.drawn(
        GroupReference.flattened(commands, groups, in: 0..<14), [], format: format)
      let (_, count, largest) = differences(
        GroupReference.drawn(commands, groups, format: format), reference)
      #expect(count == 0, "seed \(seed), \(format): by up to \(largest), \(groups)")
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>, [FastPaths.all, []])
  func `a partial repaint of groups equals a full one`(seed: UInt64, paths: FastPaths) {
    var picture = RandomPicture(seed: 600 + seed, size: GroupReference.size)
    let old = picture.commands(12)
    var new = old
    for (index, command) in picture.commands(3).enumerated() { new[index * 4] = command }
    let groups = picture.groups(in: 0..<12)
    expectPartialRepaint(
      of: new, over: old, groups: groups, damage: picture.region(4), size: GroupReference.size,
      paths: paths, "seed \(seed), \(groups)")
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `a renderer forgets the groups of the list before`(seed: UInt64) {
    var picture = RandomPicture(seed: 700 + seed, size: GroupReference.size)
    let renderer = Renderer()
    var commands = picture.commands(10)
    for step in 0..<8 {
      if step % 3 == 2 { commands.swapAt(step, 1) }
      let groups = step % 4 == 3 ? [] : picture.groups(in: 0..<10)
      let kept = pixels(commands, groups, renderer: renderer)
      #expect(kept == pixels(commands, groups), "seed \(seed), step \(step)")
    }
  }

  /// Rows in a band without a group are drawn in other ways than rows with one.
  @Test(arguments: [PixelFormat.argb8888, .xrgb8888, .rgb565], Rotation.allCases)
  func `a group far away changes no other row`(format: PixelFormat, rotation: Rotation) {
    let size = PixelSize(width: 83, height: 200)
    let rest = rotation.scanoutRect(
      PixelRect(minX: 0, minY: 0, maxX: 83, maxY: 190), ofPicture: size)
    for seed in UInt64(0)..<8 {
      var picture = RandomPicture(seed: 900 + seed, size: GroupReference.size)
      let commands = picture.commands(10)
      let grouped = [3.0, 20].map { x in
        DrawCommand(
          shape: .fill(.rect(Rect(x: x, y: 191, width: 40, height: 8)), .nonZero),
          paint: .color(.white))
      }
      let alone = ScanoutMemory(size: size, format: format, rotation: rotation)
      Renderer().draw(commands, into: alone.surface)
      let both = ScanoutMemory(size: size, format: format, rotation: rotation)
      Renderer().draw(
        commands + grouped, groups: [DrawGroup(commands: 10..<12, opacity: 0.5)],
        into: both.surface)
      var wrong = 0
      for row in rest.minY..<rest.maxY {
        for column in rest.minX..<rest.maxX
        where alone.word(column: column, row: row) != both.word(column: column, row: row) {
          wrong += 1
        }
      }
      #expect(wrong == 0, "seed \(seed)")
      #expect(alone.differenceCount(from: both) > 0, "seed \(seed)")
    }
  }

  @Test func `a group of full opacity is no group`() {
    var picture = RandomPicture(seed: 800, size: GroupReference.size)
    let commands = picture.commands(9)
    let groups = [
      DrawGroup(commands: 0..<9, opacity: 1), DrawGroup(commands: 2..<2, opacity: 0.5),
      DrawGroup(commands: 3..<6, opacity: 0.999),
    ]
    #expect(pixels(commands, groups) == pixels(commands, []))
  }

  @Test func `a group of no opacity paints nothing`() {
    var picture = RandomPicture(seed: 801, size: GroupReference.size)
    let commands = picture.commands(9)
    let groups = [DrawGroup(commands: 2..<7, opacity: 0)]
    let others = Array(commands[0..<2] + commands[7...])
    #expect(pixels(commands, groups) == pixels(others, []))
  }

  /// One pixel of stripes that run down the whole picture.
  private func pixel(_ stripes: [(Range<Int>, Color)], _ groups: [DrawGroup], x: Int) -> UInt32 {
    let commands = stripes.map { stripe, color in
      let area = Rect(
        x: Double(stripe.lowerBound), y: 0, width: Double(stripe.count), height: 61)
      return DrawCommand(shape: .fill(.rect(area), .nonZero), paint: .color(color))
    }
    // The second row may be copied from the first.
    return pixels(commands, groups)[GroupReference.size.width + x]
  }

  @Test func `opaque spans in a group hide what lies in it and nothing below`() {
    let stripes = [
      (0..<80, Color.white), (10..<60, Color(red: 1, green: 0, blue: 0)),
      (30..<80, Color(red: 0, green: 0, blue: 1)),
    ]
    let groups = [DrawGroup(commands: 1..<3, opacity: 0.2)]
    #expect(pixel(stripes, groups, x: 5) == 0xFFFF_FFFF)
    #expect(pixel(stripes, groups, x: 20) == 0xFFFF_CCCC)
    #expect(pixel(stripes, groups, x: 40) == 0xFFCC_CCFF)
    #expect(pixel(stripes, groups, x: 70) == 0xFFCC_CCFF)
  }

  @Test func `opaque spans over a group hide it, and groups in a row stay apart`() {
    let stripes = [
      (0..<80, Color.white), (0..<80, .black), (0..<40, .white), (40..<80, .black),
      (20..<60, Color(red: 0, green: 1, blue: 0)),
    ]
    let groups = [
      DrawGroup(commands: 0..<2, opacity: 0.6), DrawGroup(commands: 2..<4, opacity: 0.2),
    ]
    #expect(pixel(stripes, groups, x: 10) == 0xAD33_3333)
    #expect(pixel(stripes, groups, x: 30) == 0xFF00_FF00)
    #expect(pixel(stripes, groups, x: 70) == 0xAD00_0000)
  }

  @Test func `a line of a group is as long as the widest row`() {
    let size = PixelSize(width: 3000, height: 2)
    let area = Path.rect(Rect(x: 0, y: 0, width: 3000, height: 2))
    let commands = [Color.black, .white].map {
      DrawCommand(shape: .fill(area, .nonZero), paint: .color($0))
    }
    let buffer = PixelBuffer(size: size, format: .argb8888)
    Renderer().draw(
      commands, groups: [DrawGroup(commands: 0..<2, opacity: 0.2)], into: buffer.surface)
    #expect(buffer.makeImage().premultipliedPixels.allSatisfy { $0 == 0x3333_3333 })
  }
}
