import Geometry
import Layers
import Scene
import Testing

/// Scenes that lack a picture or a font, read so that something is shown.
@Suite struct LenientTests {
  private func load(_ layer: String, directory: String? = DiagnosticsTests.directory) throws
    -> Scene
  {
    try SceneLoader.load(
      bytes: Array("{\"layers\":[\(layer)]}".utf8), name: "s.jsonc", directory: directory,
      options: ReadingOptions(isLenient: true))
  }

  @Test(arguments: [
    "\"kind\":\"image\",\"file\":\"none.png\"",
    "\"kind\":\"image\",\"file\":\"note.txt\"",
    "\"kind\":\"image\",\"file\":\"none.png\",\"size\":[\"auto\",\"20%\"]",
    "\"kind\":\"text\",\"string\":\"a\",\"font\":{\"file\":\"note.txt\"}",
    "\"kind\":\"emitter\",\"cells\":[{\"birthRate\":1,\"lifetime\":1,\"file\":\"none.png\"}]",
  ])
  func `a file that cannot be used is left out with a warning`(layer: String) throws {
    let scene = try load("{\(layer)},{\"name\":\"other\"}")
    #expect(scene.layerCount == 2)
    #expect(scene.omissions.count == 1)
    #expect(scene.warnings == scene.omissions)
    #expect(scene.omissions[0].severity == .warning)
    let size = Size(width: 200, height: 100)
    #expect(scene.instantiate(size: size, scale: 1).tree.root.sublayers.count == 2)
    #expect(codes("{\"layers\":[{\(layer)}]}") != [])
  }

  @Test func `a mistake is still an error`() {
    #expect(throws: SceneError.self) { try load("{\"oops\":1}") }
    #expect(throws: SceneError.self) { try load("{\"kind\":\"image\",\"file\":7}") }
  }

  @Test(arguments: ["/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "here.ttf"])
  func `a scene without a directory opens no font files`(file: String) {
    let text =
      "{\"layers\":[{\"kind\":\"text\",\"string\":\"a\",\"font\":{\"file\":\"\(file)\"}}]}"
    let error = #expect(throws: SceneError.self) {
      try SceneLoader.load(bytes: Array(text.utf8), name: "s.jsonc", directory: nil)
    }
    #expect(error?.diagnostics.map { $0.code } == [.font])
  }
}
