import Foundation
import Geometry
import Layers
import Raster
import Scene
import Testing

/// Names are compared by their code units, even if Unicode holds them for equivalent.
@Suite struct NamesTests {
  private static let composed = "\u{E9}"
  private static let decomposed = "e\u{301}"

  private func load(_ text: String, in directory: String? = nil) throws -> Scene {
    try SceneLoader.load(bytes: Array(text.utf8), name: "s.jsonc", directory: directory)
  }

  @Test func `colours, styles, layers, controls and phases of equivalent names are two`() throws {
    let (a, b) = (Self.composed, Self.decomposed)
    let scene = try load(
      """
      { "colors": { "\(a)": "#FF0000", "\(b)": "#00FF00" },
        "styles": { "\(a)": { "opacity": 0.25 }, "\(b)": { "opacity": 0.5 } },
        "layers": [
          { "name": "\(a)", "use": "\(a)", "backgroundColor": "\(a)" },
          { "name": "\(b)", "use": "\(b)", "backgroundColor": "\(b)" }],
        "controls": {
          "\(a)": { "kind": "progress", "phases": { "\(a)": 1, "\(b)": 2 },
            "drives": { "layer": "\(a)", "key": "zPosition" } },
          "\(b)": { "kind": "progress", "value": 0.5,
            "drives": { "layer": "\(b)", "key": "zPosition" } } } }
      """)
    #expect(scene.warnings.isEmpty)
    let root = scene.instantiate(size: Size(width: 10, height: 10), scale: 1).tree.root
    #expect(root.sublayers.map { $0.opacity } == [0.25, 0.5])
    #expect(root.sublayers.map { $0.backgroundColor?.red } == [1, 0])
    #expect(root.sublayers.map { $0.zPosition } == [0, 0.5])
    #expect(scene.controls.map { Array($0.name.utf8) } == [Array(a.utf8), Array(b.utf8)])
  }

  @Test func `pictures of equivalent names are two files`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "names-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let picture = URL(filePath: DiagnosticsTests.directory).appending(path: "two.png")
    for name in [Self.composed, Self.decomposed] {
      #expect(
        FileManager.default.createFile(
          atPath: folder.path + "/" + name + ".png", contents: try Data(contentsOf: picture)))
    }
    let layers = [Self.composed, Self.decomposed].map {
      "{ \"kind\": \"image\", \"file\": \"\($0).png\" }"
    }
    let scene = try load("{ \"layers\": [\(layers.joined(separator: ","))] }", in: folder.path)
    #expect(scene.imageCount == 2)
  }
}
