import Geometry
import TestSupport
import Testing

@testable import Raster

/// Images that are drawn repeatedly to rotated scanouts, and whose pixels are therefore kept
/// rotated.
struct RotatedPixelsTests {
  private static let size = PixelSize(width: 211, height: 167)
  private static let turns = Rotation.allCases.filter { $0 != .upright }
  private static let formats: [PixelFormat] = [.argb8888, .xbgr8888, .rgb888, .rgb565, .deepRed]
  private static let backdrops = ["none", "colour", "downward", "translucent", "across"]

  private static func image(
    isOpaque: Bool, seed: UInt64, size: PixelSize = PixelSize(width: 131, height: 127)
  ) -> Image {
    var random = SeededGenerator(seed: seed)
    var pixels: [UInt32] = []
    for _ in 0..<(size.width * size.height) {
      let alpha = isOpaque ? 255 : random.int(in: 0...255)
      func part() -> UInt32 { UInt32(random.int(in: 0...alpha)) }
      pixels.append(UInt32(alpha) << 24 | part() << 16 | part() << 8 | part())
    }
    return Image(size: size, premultipliedPixels: pixels)
  }

  private static func backdrop(_ name: String) -> [DrawCommand] {
    let first = Color(red: 0.1, green: 0.5, blue: 0.9)
    let last = Color(red: 0.9, green: 0.6, blue: 0.2, alpha: name == "translucent" ? 0.5 : 1)
    let end = name == "across" ? Point(x: 211, y: 0) : Point(x: 0, y: 167)
    let gradient = Gradient(
      geometry: .axial(start: .zero, end: end),
      stops: [GradientStop(offset: 0, color: first), GradientStop(offset: 1, color: last)])
    guard name != "none" else { return [] }
    return [
      DrawCommand(
        shape: .fill(.rect(Rect(x: 0, y: 0, width: 211, height: 167)), .nonZero),
        paint: name == "colour" ? .color(first) : .gradient(gradient))
    ]
  }

  private static func picture(
    _ image: Image, x: Double, y: Double, opacity: Double = 1
  ) -> DrawCommand {
    let place = Rect(
      x: x, y: y, width: Double(image.size.width), height: Double(image.size.height))
    return DrawCommand(
      shape: .fill(.rect(place), .nonZero),
      paint: .image(ImagePaint(image: image, transform: .translation(x: x, y: y))),
      opacity: opacity)
  }

  private func expectRotated(
    _ commands: [DrawCommand], _ region: Region, by renderer: Renderer, format: PixelFormat,
    _ rotation: Rotation, _ comment: Comment
  ) {
    let size = RotatedPixelsTests.size
    let upright = ScanoutMemory(size: size, format: format)
    Renderer().draw(commands, into: upright.surface)
    let rotated = ScanoutMemory(
      size: size, format: format, rotation: rotation, slack: 12 * format.byteCount)
    renderer.draw(commands, region: region, into: rotated.surface)
    var wrong = 0
    for y in 0..<size.height {
      for x in 0..<size.width where region.contains(x: x, y: y) {
        let place = rotation.scanoutRect(
          PixelRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1), ofPicture: size)
        if rotated.word(column: place.minX, row: place.minY) != upright.word(column: x, row: y) {
          wrong += 1
        }
      }
    }
    #expect(wrong == 0, comment)
    let allowed = region.rects.map { rotation.scanoutRect($0, ofPicture: size) }
    #expect(rotated.strayWrites(outside: allowed) == 0, comment)
  }

  @Test(arguments: formats, turns)
  func `an image that is drawn again and again on a rotated scanout is the same`(
    format: PixelFormat, rotation: Rotation
  ) {
    let bar = DrawCommand(
      shape: .fill(.rect(Rect(x: 202, y: 60, width: 7, height: 40)), .nonZero),
      paint: .color(Color(red: 1, green: 1, blue: 1, alpha: 0.6)))
    // Within the picture, over its right and lower edges, and beside something else.
    let places = [(60.0, 33.0, []), (121, 71, []), (-9, 20, [bar])]
    let kinds = [(true, 1.0), (true, 0.4), (false, 1), (false, 0.7)]
    for (number, backdrop) in RotatedPixelsTests.backdrops.enumerated() {
      for turn in 0..<2 {
        let (isOpaque, opacity) = kinds[(number + turn) % 4]
        let (x, y, others) = places[(number + turn) % 3]
        let image = RotatedPixelsTests.image(isOpaque: isOpaque, seed: UInt64(number))
        let commands =
          RotatedPixelsTests.backdrop(backdrop)
          + [RotatedPixelsTests.picture(image, x: x, y: y, opacity: opacity)] + others
        let renderer = Renderer()
        let frame = ScanoutMemory(size: RotatedPixelsTests.size, format: format, rotation: rotation)
        for _ in 0..<9 { renderer.draw(commands, into: frame.surface) }
        // Over other backdrops the image is composed, and so it is beside other shapes without a
        // backdrop.
        let isOnBackdrop = backdrop == "colour" || backdrop == "downward"
        let isKept = isOnBackdrop || backdrop == "none" && others.isEmpty
        #expect((renderer.rotated[image]?.level != nil) == isKept)
        let comment: Comment = "\(backdrop), \(isOpaque), \(opacity), \(x)"
        let whole = PixelRect(RotatedPixelsTests.size)
        for part in [whole, PixelRect(minX: 71, minY: 40, maxX: 203, maxY: 131)] {
          expectRotated(commands, Region(part), by: renderer, format: format, rotation, comment)
        }
      }
    }
  }

  /// The rotated pixels serve again at another place and with another opacity.
  @Test func `an image that moves stays as it is`() {
    let image = RotatedPixelsTests.image(isOpaque: false, seed: 9)
    for rotation in RotatedPixelsTests.turns {
      let renderer = Renderer()
      for step in 0..<9 {
        let commands = [
          RotatedPixelsTests.picture(
            image, x: Double(step * 7), y: Double(30 - step * 4), opacity: 1 - Double(step) / 20)
        ]
        expectRotated(
          commands, Region(PixelRect(RotatedPixelsTests.size)), by: renderer, format: .argb8888,
          rotation, "step \(step)")
      }
      #expect(renderer.rotated[image]?.level != nil)
    }
  }

  /// It takes several drawings to turn.
  @Test(arguments: turns) func `a large image is rotated part by part`(rotation: Rotation) {
    let size = PixelSize(width: 743, height: 731)
    let image = Image(
      size: size,
      premultipliedPixels: (0..<(size.width * size.height)).map { UInt32($0) | 255 << 24 })
    let commands = [RotatedPixelsTests.picture(image, x: 0, y: 0)]
    let frame = ScanoutMemory(size: size, format: .xrgb8888, rotation: rotation)
    let renderer = Renderer()
    for _ in 0..<5 { renderer.draw(commands, into: frame.surface) }
    #expect(renderer.rotated[image]?.isBegun == true)
    #expect(renderer.rotated[image]?.level == nil)
    renderer.draw(commands, into: frame.surface)
    let level = renderer.rotated[image]?.level
    #expect(level?.size == rotation.rotated(size))
    renderer.draw(commands, into: frame.surface)
    var wrong = 0
    for y in stride(from: 0, to: size.height, by: 7) {
      for x in 0..<size.width {
        let place = rotation.scanoutRect(
          PixelRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1), ofPicture: size)
        let pixel = frame.word(column: place.minX, row: place.minY)
        if pixel & 0xFF_FFFF != UInt32(y * size.width + x) { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  /// Under something else, through a clip and in a group, an image has to be composed, and rotated
  /// pixels would be of no use.
  @Test func `an image that is composed is not kept rotated`() {
    let image = RotatedPixelsTests.image(isOpaque: true, seed: 5)
    let picture = RotatedPixelsTests.picture(image, x: 20, y: 20)
    let disc = DrawCommand(
      shape: .fill(.circle(center: Point(x: 85, y: 83), radius: 90), .nonZero),
      paint: .color(Color(red: 1, green: 1, blue: 1, alpha: 0.5)))
    var clipped = picture
    clipped.clips = [.fill(.circle(center: Point(x: 85, y: 83), radius: 60), .nonZero)]
    let group = DrawGroup(commands: 0..<1, opacity: 0.5)
    for (commands, groups) in [([picture, disc], []), ([clipped], []), ([picture], [group])] {
      let frame = ScanoutMemory(size: RotatedPixelsTests.size, format: .xrgb8888, rotation: .left)
      let renderer = Renderer()
      for _ in 0..<8 { renderer.draw(commands, groups: groups, into: frame.surface) }
      #expect(renderer.rotated[image]?.isBegun != true)
    }
  }

  @Test func `rotated pixels are released for an upright scanout, and kept for few images`() {
    let renderer = Renderer()
    let size = RotatedPixelsTests.size
    let rotated = ScanoutMemory(size: size, format: .xrgb8888, rotation: .right)
    let images = (0..<6).map { RotatedPixelsTests.image(isOpaque: true, seed: $0) }
    for _ in 0..<8 {
      for image in images {
        renderer.draw([RotatedPixelsTests.picture(image, x: 0, y: 0)], into: rotated.surface)
      }
    }
    // Four of the images fit into the memory of two frames.
    #expect(images.count { renderer.rotated[$0]?.isBegun == true } == 4)
    // A renderer frees the memory when it draws to an upright surface.
    let upright = ScanoutMemory(size: size, format: .xrgb8888)
    renderer.draw([], into: upright.surface)
    #expect(renderer.rotated.isEmpty)
  }

  @Test func `an image beyond the limit does not prevent another one from being kept`() {
    let renderer = Renderer()
    let frame = ScanoutMemory(size: RotatedPixelsTests.size, format: .xrgb8888, rotation: .right)
    let small = RotatedPixelsTests.image(isOpaque: true, seed: 1)
    // More than two frames.
    let large = RotatedPixelsTests.image(
      isOpaque: true, seed: 2, size: PixelSize(width: 300, height: 260))
    // The small image comes first; the large one is drawn often before the small one is drawn
    // again.
    for (image, times) in [(small, 1), (large, 12), (small, 12)] {
      for _ in 0..<times {
        renderer.draw([RotatedPixelsTests.picture(image, x: 0, y: 0)], into: frame.surface)
      }
    }
    #expect(renderer.rotated[small]?.level != nil)
    #expect(renderer.rotated[large]?.isBegun == false)
  }

  @Test func `rotated pixels are released once the image is no longer drawn`() {
    let image = RotatedPixelsTests.image(isOpaque: true, seed: 3)
    let frame = ScanoutMemory(size: RotatedPixelsTests.size, format: .xrgb8888, rotation: .left)
    let renderer = Renderer()
    let shown = [RotatedPixelsTests.picture(image, x: 0, y: 0)]
    for _ in 0..<3 { renderer.draw(shown, into: frame.surface) }
    // As many drawings as there are framebuffers do not count as often.
    #expect(renderer.rotated[image]?.level == nil)
    for _ in 0..<70 { renderer.draw(shown, into: frame.surface) }
    #expect(renderer.rotated[image]?.level != nil)
    for _ in 0..<121 { renderer.draw([], into: frame.surface) }
    #expect(renderer.rotated[image] == nil)
  }

  @Test func `an image without another owner is released by the next drawing`() {
    let frame = ScanoutMemory(size: RotatedPixelsTests.size, format: .xrgb8888, rotation: .left)
    let renderer = Renderer()
    weak var image: Image?
    do {
      let own = RotatedPixelsTests.image(isOpaque: true, seed: 3)
      image = own
      for _ in 0..<5 {
        renderer.draw([RotatedPixelsTests.picture(own, x: 0, y: 0)], into: frame.surface)
      }
      #expect(renderer.rotated[own]?.level != nil)
      renderer.draw([], into: frame.surface)
      #expect(renderer.rotated[own]?.level != nil)
    }
    renderer.draw([], into: frame.surface)
    #expect(image == nil)
  }
}
