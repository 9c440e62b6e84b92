import Geometry
import Raster
import Scene
import Stage
import TestSupport
import Testing

/// The styles of progress layers: on the left a known progress, on the right an unknown one.
@Suite struct ProgressStyleGoldenTests {
  /// - Parameter keys: in single quotes.
  private func screen(_ style: String, _ keys: String) throws -> PixelBuffer {
    let keys = String(keys.map { $0 == "'" ? "\"" : $0 })
    let text = """
      { "background": "#F4F6F8",
        "layers": [
          { "kind": "progress", "style": "\(style)", \(keys) "frame": [12, 12, 56, 56],
            "progress": 0.4 },
          { "kind": "progress", "style": "\(style)", \(keys) "frame": [92, 12, 56, 56],
            "indeterminate": true } ] }
      """
    let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "test.jsonc", directory: nil)
    let stage = Stage(scene: scene, size: PixelSize(width: 160, height: 80), scale: 1)
    let screen = PixelBuffer(size: stage.size, format: .xrgb8888)
    // Frame by frame, so that the picture is one of many partial repaints.
    for frame in 0...36 { stage.draw(stage.advance(to: Double(frame) / 60), into: screen.surface) }
    #expect(screen.bytes == stage.plainPicture().bytes, "\(style) without fast paths")
    return screen
  }

  @Test(arguments: [
    ("circle", ""), ("line", ""), ("basic", "'content': 'stop',"),
    ("inset", "'content': 'stop', 'tint': '#FF9F0A',"),
    ("filled", "'content': { 'kind': 'stop', 'color': '#FFFFFF' },"),
    ("pie", "'tint': '#30B0C7',"), ("fireworks", ""),
  ])
  func `a style`(style: String, keys: String) throws {
    expectGolden(try screen(style, keys).makeImage(), named: "style-\(style)")
  }

  @Test(arguments: [("basic", 24), ("inset", 12)])
  func `a style in segments`(style: String, count: Int) throws {
    expectGolden(
      try screen(style, "'segments': \(count),").makeImage(), named: "style-\(style)-segments")
  }

  @Test func `a percentage within a style, alone and on top of others`() throws {
    func ring(_ x: Int, _ style: String, _ content: String) -> String {
      """
      { "kind": "progress", "style": "\(style)", "content": \(content), "progress": 0.42,
        "progressColor": "#0A84FF", "frame": [\(x), 12, 56, 56] },
      """
    }
    let font = "\"font\": \"DejaVu Sans\""
    let text = """
      { "background": "#F4F6F8", "layers": [
        \(ring(12, "basic", "{ \"kind\": \"percentage\", \(font) }"))
        \(ring(
          92, "filled",
          "[\"stop\", { \"kind\": \"percentage\", \"locale\": \"fa\", \"color\": \"#000000\", \(font) }]")) ] }
      """
    let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "test.jsonc", directory: nil)
    #expect(scene.warnings.isEmpty)
    let stage = Stage(scene: scene, size: PixelSize(width: 160, height: 80), scale: 1)
    let screen = PixelBuffer(size: stage.size, format: .xrgb8888)
    stage.draw(stage.advance(to: 0), into: screen.surface)
    expectGolden(stage, screen, named: "content-percentage")
  }

  @Test func `contents of every kind, together and alone`() throws {
    let font = "\"font\": \"DejaVu Sans\", \"weight\": \"bold\""
    let percentage = "{ \"kind\": \"percentage\", \"color\": \"#1C1C1E\", \(font) }"
    let contents = [
      "[]", "\"stop\"", "\"sparks\"", percentage, "[\(percentage), \"stop\"]",
      "[\"sparks\", \"stop\", \(percentage)]",
    ]
    let rings = contents.enumerated().map { index, content in
      """
      { "kind": "progress", "style": "basic", "content": \(content), "progress": 0.42,
        "frame": [\(4 + index % 3 * 52), \(4 + index / 3 * 52), 48, 48], "masksToBounds": true }
      """
    }
    let text = "{ \"background\": \"#F4F6F8\", \"layers\": [\(rings.joined(separator: ","))] }"
    let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "test.jsonc", directory: nil)
    let stage = Stage(scene: scene, size: PixelSize(width: 160, height: 108), scale: 1)
    let screen = PixelBuffer(size: stage.size, format: .xrgb8888)
    for frame in 0...20 { stage.draw(stage.advance(to: Double(frame) / 60), into: screen.surface) }
    expectGolden(stage, screen, named: "content-kinds")
  }
}
