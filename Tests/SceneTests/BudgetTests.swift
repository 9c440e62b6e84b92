import Foundation
import Geometry
import Layers
import Testing

@testable import Scene

/// The cost of a frame is counted before a scene is accepted.
@Suite struct BudgetTests {
  private func error(_ text: String) -> SceneDiagnostic? {
    do throws(SceneError) {
      _ = try SceneLoader.load(
        bytes: Array(text.utf8), name: "s.jsonc", directory: DiagnosticsTests.directory)
      return nil
    } catch {
      return error.diagnostics.first { $0.severity == .error }
    }
  }

  private func repeated(_ layer: String, _ count: Int) -> String {
    "{ \"layers\": [" + Array(repeating: layer, count: count).joined(separator: ",") + "] }"
  }

  private func replicated(_ layer: String, _ counts: Int...) -> String {
    var text = layer
    for count in counts {
      text = "{ \"kind\": \"replicator\", \"instances\": \(count), \"layers\": [\(text)] }"
    }
    return "{ \"layers\": [\(text)] }"
  }

  @Test func `texts count with all instances`() {
    let text = "{ \"kind\": \"text\", \"string\": \"\(String(repeating: "a", count: 16_000))\" }"
    #expect(error(replicated(text, 50)) == nil)
    let refused = error(replicated(text, 99, 99))
    #expect(refused?.code == .limit)
    #expect(refused?.message == "156816000 bytes of text with all instances")
  }

  @Test func `a message may be as long as all that show it may hold`() throws {
    func limit(_ instances: Int, _ message: String = "Wait") throws -> Int {
      let text = """
        { "layers": [{ "kind": "replicator", "instances": \(instances), "layers": [
            { "kind": "text", "name": "t", "string": "" }] }],
          "controls": { "say": { "kind": "text", "text": "\(message)", "drives": "t" } } }
        """
      let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
      guard case .text(let control)? = scene.controls.first?.content else { return 0 }
      return control.byteLimit
    }
    #expect(try limit(1) == 4096)
    #expect(try limit(256) == 4096)
    #expect(try limit(1000) == 1048)
    #expect(throws: SceneError.self) {
      try limit(1000, String(repeating: "a", count: 1100))
    }
  }

  @Test func `dashes count for the whole scene`() {
    let line = """
      { "kind": "shape", "path": { "svg": "M0 0L30000 30000L0 30000L30000 0" },
        "strokeColor": "#FFFFFF", "lineWidth": 1, "lineDashPattern": [0.65, 0.65],
        "lineCap": "round", "opacity": 0.9 }
      """
    #expect(error(replicated(line, 1)) == nil)
    let refused = error(replicated(line, 100))
    #expect(refused?.code == .limit)
    #expect(refused?.message.hasSuffix("dashes with all instances") == true)
    #expect(error(repeated(line, 3))?.message.hasSuffix("dashes or more") == true)
  }

  @Test func `dashes that an output's size makes are drawn solid beyond the limit`() throws {
    // Very fine where the output is 100 points wide, and only there.
    let line = """
      { "kind": "shape", "path": { "line": { "from": [0, 0], "to": [32000, 0] } },
        "strokeColor": "#FFFFFF", "lineDashPattern": ["max(0.2, 100vw - 100)", 0.2] }
      """
    let text = replicated(line, 100)
    let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
    func patterns(_ width: Double) -> Int {
      var layout = SceneLayout(
        output: Size(width: width, height: 100), layerCount: scene.layerCount,
        strings: scene.description.strings.localization(""))
      _ = layout.instance(
        of: scene.description, on: Size(width: width, height: 100), scale: 1, locale: "")
      return layout.laidOut.compactMap { $0?.layer }.filter {
        !(($0 as? ShapeLayer)?.lineDashPattern ?? []).isEmpty
      }.count
    }
    #expect(patterns(1920) == 1)
    #expect(patterns(100) == 0)
  }

  @Test(arguments: [
    """
    { "kind": "gradient", "colors": ["#FF000080", "#0000FF80"] }
    """,
    "{ \"kind\": \"image\", \"file\": \"two.png\", \"size\": [\"100%\", \"100%\"] }",
    "{ \"backgroundColor\": \"#FF0000\", \"shadowOpacity\": 1, \"shadowRadius\": 100 }",
    """
    { "opacity": 0.5, "backgroundColor": "#FF0000", "layers": [{ "backgroundColor": "#00FF00" }] }
    """,
    """
    { "size": [10, 10], "kind": "gradient", "colors": ["#FF000080", "#0000FF80"],
      "animations": [{ "key": "transform.scale", "to": 1000 }] }
    """,
  ])
  func `screens full of layers are too much, and a few are not`(layer: String) {
    #expect(error(repeated(layer, 20)) == nil)
    let refused = error(repeated(layer, 4_900))
    #expect(refused?.code == .limit)
    #expect(refused?.message.hasPrefix("a frame would take about ") == true)
  }

  @Test func `small things may be many`() {
    let dot = """
      { "size": [12, 12], "position": ["30%", 5], "cornerRadius": 6, "opacity": 0.9,
        "backgroundColor": "#FFFFFF", "animations": [
          { "key": "transform.scale", "from": 0.2, "to": 1, "repeat": "forever" }] }
      """
    #expect(error(repeated(dot, 9_000)) == nil)
    #expect(error(replicated(dot, 1000)) == nil)
    let card = """
      { "size": [300, 200], "backgroundColor": "#FFFFFF", "shadowOpacity": 0.5, "layers": [
        { "kind": "text", "string": "A title of some length" },
        { "kind": "gradient", "colors": ["#000000", "#FFFFFF"], "size": ["100%", "50%"] }] }
      """
    #expect(error(repeated(card, 60)) == nil)
  }

  @Test func `small groups cost what they cover`() {
    let label = "{ \"kind\": \"text\", \"string\": \"A row\", \"fontSize\": 14 }"
    #expect(
      error(repeated("{ \"size\": [300, 20], \"opacity\": 0.8, \"layers\": [\(label)] }", 250))
        == nil)
    let mask = "{ \"kind\": \"shape\", \"path\": { \"ellipse\": {} }, \"fillColor\": \"#FFFFFF\" }"
    #expect(
      error(
        repeated(
          "{ \"size\": [60, 60], \"mask\": \(mask), \"layers\": [{ \"backgroundColor\": \"#FF0000\" }] }",
          300))
        == nil)
  }

  @Test func `an emitter that is switched on counts what it then sends out`() {
    let cell = "{ \"birthRate\": 20, \"lifetime\": 1 }"
    let emitter = """
      { "kind": "emitter", "birthRate": 0, "cells": [\(cell)],
        "animations": [{ "key": "birthRate", "from": 0, "to": 1, "duration": 1 }] }
      """
    #expect(error(repeated(emitter, 30)) == nil)
    #expect(error(repeated(emitter.replacing("\"to\": 1,", with: "\"to\": 1000,"), 3)) != nil)
  }

  @Test func `particles cost what they cover`() {
    func emitter(_ diameter: Int) -> String {
      """
      { "layers": [{ "kind": "emitter", "cells": [
        { "birthRate": 1000, "lifetime": 4, "diameter": \(diameter), "shape": "glow" }] }] }
      """
    }
    #expect(error(emitter(40)) == nil)
    #expect(error(emitter(3000))?.code == .limit)
  }

  @Test func `styles within styles, and layers in them, have an end`() {
    func chain(_ count: Int, depth: Int) -> String {
      let styles = (0..<count).map { number in
        let last =
          number + 1 < count ? "{ \"kind\": \"progress\", \"style\": \"s\(number + 1)\" }" : "{}"
        return "\"s\(number)\": { \"layers\": ["
          + String(repeating: "{ \"layers\": [", count: depth) + last
          + String(repeating: "] }", count: depth) + "] }"
      }
      return "{ \"progressStyles\": { \(styles.joined(separator: ", ")) },"
        + " \"layers\": [{ \"kind\": \"progress\", \"style\": \"s0\" }] }"
    }
    #expect(error(chain(10, depth: 4)) == nil)
    #expect(error(chain(10, depth: 8))?.code == .limit)
    #expect(error(chain(100, depth: 0))?.code == .limit)
  }

  @Test func `texts in all places are limited`() {
    let long = String(repeating: "a", count: 2_000)
    #expect(
      error("{ \"layers\": [{ \"kind\": \"text\", \"string\": \"\", \"locale\": \"\(long)\" }] }")?
        .code == .limit)
    #expect(
      error(
        """
        { "layers": [], "controls": { "c": { "kind": "progress", "phases": [
          { "name": "a", "label": "\(long)" }] } } }
        """)?.code == .limit)
  }

  @Test func `codes count by their modules, and those that clients fill as the largest`() {
    let code = "{ \"kind\": \"qr\", \"string\": \"a\", \"size\": [20, 20] }"
    #expect(error(repeated(code, 1000)) == nil)
    #expect(error(repeated(code, 9_000))?.code == .limit)
    func driven(_ count: Int) -> String {
      let codes = (0..<count).map {
        "{ \"kind\": \"qr\", \"name\": \"c\($0)\", \"string\": \"a\", \"size\": [20, 20] }"
      }
      let names = (0..<count).map { "\"c\($0)\"" }.joined(separator: ", ")
      return "{ \"layers\": [\(codes.joined(separator: ", "))],"
        + " \"controls\": { \"say\": { \"kind\": \"text\", \"drives\": [\(names)] } } }"
    }
    #expect(error(driven(20)) == nil)
    #expect(error(driven(200))?.code == .limit)
  }

  @Test(arguments: [
    "\"translation\": [0, 0, 999.5]", "\"zPosition\": 999.5",
    "\"animations\": [{ \"key\": \"transform.translation.z\", \"to\": 999.5, \"duration\": 1 }]",
    "\"rotation\": [0, 60, 0], \"anchor\": [100, 0]",
  ])
  func `a perspective counts with what it magnifies`(_ place: String) {
    func scene(_ perspective: String, _ place: String) -> String {
      let layer = "{ \"size\": [20, 20], \"backgroundColor\": \"#FF000080\", \(place) }"
      return "{ \"layers\": [{ \(perspective) \"layers\": ["
        + Array(repeating: layer, count: 2000).joined(separator: ", ") + "] }] }"
    }
    #expect(error(scene("", place)) == nil)
    #expect(error(scene("\"perspective\": 1000,", place))?.code == .limit)
    #expect(error(scene("\"perspective\": 1000,", "\"translation\": [0, 0, -500]")) == nil)
    #expect(error(scene("\"perspective\": 1000,", "\"rotation\": [0, 60, 0]")) == nil)
  }

  @Test func `what stands in a transform layer comes as near as that brings it`() {
    func scene(_ kind: String) -> String {
      let layer =
        "{ \"size\": [20, 20], \"backgroundColor\": \"#FF000080\", \"translation\": [0, 0, 499.9] }"
      return "{ \"layers\": [{ \"perspective\": 1000, \"layers\": [{ \"kind\": \"\(kind)\","
        + " \"size\": [20, 20], \"translation\": [0, 0, 499.9], \"layers\": ["
        + Array(repeating: layer, count: 2000).joined(separator: ", ") + "] }] }] }"
    }
    #expect(error(scene("layer")) == nil)
    #expect(error(scene("transform"))?.code == .limit)
  }

  @Test func `the scenes of the project stay far below`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Scene/Scenes")
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
      .filter { $0.hasSuffix(".jsonc") }
    for file in try #require(files) {
      let path = folder.appending(path: file).path
      let source = SourceText(name: path, bytes: [UInt8](try Data(contentsOf: URL(filePath: path))))
      let reader = SceneReader(
        source: source, directory: (path as NSString).deletingLastPathComponent)
      let description = reader.scene(try #require(reader.parse(source)))
      let budget = SceneBudget(description)
      print(file, Int(budget.microseconds), "µs")
      #expect(budget.excess == nil)
      #expect(budget.microseconds < SceneLimits.frameMicroseconds / 10, "\(file)")
    }
  }
}
