import Geometry
import Scene
import Stage
import Testing

@testable import ControlCommands

/// The layers that `sample --key` means.
@Suite struct SampledKeyTests {
  private func key(_ text: String) throws -> SampledKey {
    let scene = """
      { "layers": [
        { "name": "content", "layers": [
          { "name": "panel", "layers": [ { "name": "status" }, { "name": "bar", "kind": "progress", "style": "line" } ] } ] },
        { "name": "foot", "layers": [
          { "name": "panel", "layers": [ { "name": "line" } ] },
          { "name": "box", "layers": [ { "name": "line" }, { "name": "bar" } ] } ] } ] }
      """
    let stage = Stage(
      scene: try SceneLoader.load(bytes: Array(scene.utf8), name: "s", directory: nil),
      size: PixelSize(width: 100, height: 100), scale: 1)
    _ = stage.advance(to: 0)
    return try SampledKey(text, on: stage, layers: stage.layers())
  }

  @Test(arguments: [
    ("content/panel/status.opacity", "content/panel/status"),
    ("panel/status.opacity", "content/panel/status"), ("status.opacity", "content/panel/status"),
    ("content/status.opacity", "content/panel/status"),
    ("foot/panel/line.opacity", "foot/panel/line"),
    ("box/line.opacity", "foot/box/line"), ("foot/box.opacity", "foot/box"),
    // One of the two has a progress.
    ("bar.progress", "content/panel/bar"),
  ])
  func `names may be left out`(text: String, layer: String) throws {
    #expect(try key(text).layer == layer)
    #expect(try key(text).names == [text])
  }

  @Test(arguments: [
    (
      "line.opacity", "2 layers are called 'line'",
      "one of foot/panel/line.opacity, foot/box/line.opacity"
    ),
    (
      "foot/line.opacity", "2 layers are called 'foot/line'",
      "one of foot/panel/line.opacity, foot/box/line.opacity"
    ),
    (
      "bar.opacity", "2 layers are called 'bar'",
      "one of content/panel/bar.opacity, foot/box/bar.opacity"
    ),
    ("statsu.opacity", "there is no layer 'statsu' in the scene", "did you mean 'status.opacity'?"),
    (
      "content/panle/status.opacity", "there is no layer 'content/panle/status' in the scene",
      "did you mean 'content/panel/status.opacity'?"
    ),
    (
      "header/statsu.position.x", "there is no layer 'header/statsu' in the scene",
      "did you mean 'content/panel/status.position.x'?"
    ),
    (
      "status/content.opacity", "there is no layer 'status/content' in the scene",
      "did you mean 'content.opacity'?"
    ),
  ])
  func `a path that is unknown or matches several layers is refused`(
    text: String, message: String, hint: String
  ) {
    let error = #expect(throws: ClientError.self) { try key(text) }
    #expect(error?.message == message)
    #expect(error?.hint == hint)
  }
}
