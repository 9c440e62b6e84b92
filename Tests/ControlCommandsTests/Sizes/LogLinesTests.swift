import Geometry
import Scene
import Testing

@testable import ControlCommands

/// Findings on the lines of a log, whose layers no file describes.
@Suite struct LogLinesTests {
  @Test func `findings in lines of a log name the log`() throws {
    let text = """
      { "layers": [{ "kind": "log", "name": "lines", "frame": [0, 300, 320, 60] }],
        "controls": { "details": { "kind": "log", "drives": "lines" } } }
      """
    let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
    let found = SizeCheck(scene, size: PixelSize(width: 320, height: 240), states: []).findings
    #expect(found.map(\.layer) == ["lines"])
  }
}
