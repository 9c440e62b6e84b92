import Geometry
import Raster
import Scene
import Stage
import TestSupport
import Testing

/// The firmware's logo in a scene.
@Suite struct FirmwareLogoLayerTests {
  private static let size = PixelSize(width: 61, height: 27)

  private static let colors: [UInt32] = {
    var random = SeededGenerator(seed: 4)
    return (0..<size.width * size.height).map { _ in
      0xFF00_0000 | UInt32(random.next() & 0xFF_FFFF)
    }
  }()

  private func picture(
    _ layer: String, in folder: String, scale: Double = 1,
    screen: PixelSize = PixelSize(width: 200, height: 150)
  ) throws -> [UInt32] {
    let text = "{ \"background\": \"#000000\", \"layers\": [\(layer)] }"
    let scene = try SceneLoader.load(
      bytes: Array(text.utf8), name: "test.jsonc", directory: "/nonexistent",
      options: ReadingOptions(firmware: folder))
    let stage = Stage(scene: scene, size: screen, scale: scale)
    let buffer = PixelBuffer(size: screen, format: .xrgb8888)
    stage.draw(stage.advance(to: 0), into: buffer.surface)
    let bytes = buffer.bytes
    return (0..<screen.width * screen.height).map { index in
      bytes[index * 4..<index * 4 + 3].reversed().reduce(0xFF) { $0 << 8 | UInt32($1) }
    }
  }

  @Test(arguments: [1, 1.25, 1.5, 2, 3])
  func `no pixel of the logo differs from the firmware's at any scale`(scale: Double) throws {
    let folder = try BootTable.folder()
    defer { folder.remove() }
    try folder.write(Bitmap(Self.size, Self.colors).bytes, x: 69, y: 41)
    let shown = try picture(
      "{ \"kind\": \"image\", \"source\": \"firmwareLogo\" }", in: folder.path, scale: scale)
    var expected = [UInt32](repeating: 0xFF00_0000, count: 200 * 150)
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        expected[(y + 41) * 200 + x + 69] = Self.colors[y * Self.size.width + x]
      }
    }
    #expect(zip(shown, expected).count { $0 != $1 } == 0)
  }

  @Test func `a scene may move the logo`() throws {
    let folder = try BootTable.folder()
    defer { folder.remove() }
    try folder.write(Bitmap(Self.size, Self.colors).bytes, x: 69, y: 41)
    let shown = try picture(
      "{ \"kind\": \"image\", \"source\": \"firmwareLogo\", \"frame\": [0, 0, 61, 27] }",
      in: folder.path)
    #expect(Array(shown[..<61]) == Array(Self.colors[..<61]))
    #expect(shown[41 * 200 + 69] == 0xFF00_0000)
  }

  @Test func `without a firmware logo the layer shows its file, or nothing`() throws {
    let shown = try picture(
      "{ \"kind\": \"image\", \"source\": \"firmwareLogo\" }", in: "/nonexistent")
    #expect(shown.allSatisfy { $0 == 0xFF00_0000 })
    #expect(throws: SceneError.self, "the file is read") {
      try picture(
        "{ \"kind\": \"image\", \"source\": \"firmwareLogo\", \"file\": \"none.png\" }",
        in: "/nonexistent")
    }
    // And wherever a scene is checked or packed.
    let folder = try BootTable.folder()
    defer { folder.remove() }
    try folder.write(Bitmap(Self.size, Self.colors).bytes, x: 69, y: 41)
    #expect(throws: SceneError.self) {
      try picture(
        "{ \"kind\": \"image\", \"source\": \"firmwareLogo\", \"file\": \"none.png\" }",
        in: folder.path)
    }
    #expect(throws: SceneError.self) {
      try picture("{ \"kind\": \"image\", \"source\": \"firmware\" }", in: "/nonexistent")
    }
  }
}
