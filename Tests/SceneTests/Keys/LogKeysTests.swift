import Geometry
import Layers
import Raster
import Scene
import Testing
import Text

/// The keys of log layers and log controls.
@Suite struct LogKeysTests {
  private func findings(_ text: String) -> [String] {
    do throws(SceneError) {
      return try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil).warnings
        .map { $0.summary }
    } catch {
      return error.diagnostics.map { $0.summary + ($0.hint.map { " / " + $0 } ?? "") }
    }
  }

  @Test func `the height gives the number of rows`() throws {
    func rows(_ keys: String, height: Double) throws -> [TextLayer] {
      let text = "{ \"layers\": [{ \"kind\": \"log\", \(keys) }] }"
      let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
      let root = scene.instantiate(size: Size(width: 100, height: height), scale: 1).tree.root
      let log = try #require(root.sublayers.first as? LogLayer)
      #expect(log.masksToBounds)
      return log.sublayers[0].sublayers[0].sublayers.compactMap { $0 as? TextLayer }
    }
    let usual = try rows("\"color\": \"#FF0000\"", height: 100)
    #expect(usual.count == 4 + 1 && usual[0].fontSize == 16)
    #expect(usual[0].foregroundColor.red == 1 && usual[0].attributes.truncation == .end)
    #expect(
      try rows("\"wrapped\": true", height: 100).allSatisfy { $0.attributes.truncation == .none })
    #expect(try rows("\"fontSize\": 10, \"lineHeight\": 2", height: 100).count == 5 + 1)
    #expect(try rows("\"fontSize\": 0", height: 30_000).count == 64 + 1)
    #expect(try rows("\"size\": [10, 0]", height: 9).count == 1 + 1)
  }

  @Test func `a mistake in a log's keys is reported with its place and a hint`() {
    let layers = """
      "layers": [ { "kind": "log", "name": "lines" }, { "kind": "text", "name": "text", "string": "" } ]
      """
    #expect(
      findings(
        "{ \(layers), \"controls\": { \"a\": { \"kind\": \"log\", \"drives\": \"line\" } } }") == [
          "s:1:149: error: there is no layer \"line\" / did you mean \"lines\"?"
        ])
    #expect(
      findings(
        "{ \(layers), \"controls\": { \"a\": { \"kind\": \"log\", \"drives\": \"text\" } } }") == [
          "s:1:149: error: only a log layer shows the lines of a log"
        ])
    let both = "{ \"kind\": \"log\", \"drives\": \"lines\" }"
    #expect(
      findings("{ \(layers), \"controls\": { \"a\": \(both), \"b\": \(both) } }").first?
        .contains("another log control has this layer") == true)
    #expect(
      findings("{ \"layers\": [{ \"kind\": \"log\", \"string\": \"\" }] }").first?
        .contains("unknown key `string` in a log layer") == true)
  }

  @Test func `a log's rows count for the limits`() {
    let log = "{ \"kind\": \"log\", \"size\": [10, 10] }"
    func scene(_ count: Int) -> String {
      "{ \"layers\": [{ \"kind\": \"replicator\", \"instances\": \(count), \"layers\": [\(log)] }] }"
    }
    #expect(findings(scene(20)) == [])
    #expect(findings(scene(40)).first?.contains("bytes of text with all instances") == true)
  }
}
