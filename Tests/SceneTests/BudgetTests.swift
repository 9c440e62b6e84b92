import Foundation
import Geometry
import Layers
import TestSupport
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

  /// The number of visible letters is greatest while they are neither small nor large.
  @Test(arguments: [
    "\"scale\": [-1000, 2.6]", "\"scale\": [1.5, 1.5]", "\"scale\": [1, 1000]",
    "\"scale\": [0.9, 0.9]",
  ]) func `letters of all sizes count where instances grow`(transform: String) {
    func scene(_ letters: Int, _ size: Int) -> String {
      """
      { "layers": [{ "kind": "replicator", "instances": 100, "instanceTransform": { \(transform) },
          "layers": [{ "kind": "text", "size": [1900, 1000], "wrapped": true, "fontSize": \(size),
            "string": "\(String(repeating: "abc ", count: letters / 4))" }] }] }
      """
    }
    let size = transform.contains("0.9") ? 1000 : 16
    #expect(error(scene(40, size)) == nil)
    #expect(error(scene(8000, size))?.message.hasPrefix("a frame would take") == true)
  }

  @Test func `letters that an animation shrinks count as many visible ones`() {
    func scene(_ animations: String) -> String {
      """
      { "kind": "text", "size": [1900, 1000], "wrapped": true, "fontSize": 1000,
        "animations": [\(animations)], "string": "\(String(repeating: "abcd", count: 2000))" }
      """
    }
    #expect(error(repeated(scene(""), 40)) == nil)
    let shrinking = "{ \"key\": \"scale\", \"to\": 0.06, \"duration\": 1 }"
    #expect(error(repeated(scene(shrinking), 40)) != nil)
  }

  /// Panes that the file has before all other layers may be drawn over them.
  @Test func `all layers count as behind a pane where the order may change`() {
    func scene(_ pane: String, _ animations: String = "", _ controls: String = "{}") -> String {
      let panes = (0..<400).map { index in
        "{ \"frame\": [\(index), 0, 20, 20], \"backgroundBlur\": 3 }"
      }
      let layers = Array(
        repeating: "{ \"frame\": [0, 0, 10, 10], \"backgroundColor\": \"#F008\" }", count: 8000)
      return """
        { "layers": [{ "name": "g", \(pane) "layers": [\(panes.joined(separator: ","))] },
            { "name": "last", \(animations) "layers": [\(layers.joined(separator: ","))] }],
          "controls": \(controls) }
        """
    }
    #expect(error(scene("")) == nil)
    #expect(error(scene("\"zPosition\": 5, \"hidden\": true,")) != nil)
    let animation = "{ \"key\": \"zPosition\", \"to\": -1, \"duration\": 1 }"
    #expect(error(scene("", "\"animations\": [\(animation)],")) != nil)
    let changes = "[{ \"layer\": \"g\", \"key\": \"zPosition\", \"to\": 1 }]"
    let controls = """
      { "s": { "kind": "state", "states": { "a": { "changes": \(changes) } } } }
      """
    #expect(error(scene("", "", controls)) != nil)
  }

  @Test func `a message may be as long as all that show it may hold`() throws {
    func limit(_ instances: Int, _ message: String = "Wait") throws -> Int {
      let text = """
        { "layers": [{ "kind": "replicator", "instances": \(instances), "layers": [
            { "kind": "text", "name": "t", "string": "", "fontSize": 12, "size": [99, 20] }] }],
          "controls": { "say": { "kind": "text", "text": "\(message)", "drives": "t" } } }
        """
      let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
      guard case .text(let control)? = scene.controls.first?.content else { return 0 }
      return control.byteLimit
    }
    #expect(try limit(1) == 4096)
    // A second is enough for 500,000 small letters.
    #expect(try limit(100) == 4096)
    #expect(try limit(300) == 1536)
    #expect(try limit(1000) == 512)
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

  private func shape(_ data: String, _ keys: String = "") -> String {
    """
    { "kind": "shape", "size": ["100%", "100%"], "path": { "svg": "\(data)" },
      "strokeColor": "#FFFFFF", "lineWidth": 4 \(keys) }
    """
  }

  /// Curves over the whole screen, which cross in every row.
  private func scribble(_ count: Int) -> String {
    var random = SeededGenerator(seed: 31)
    var data = "M0 0"
    for _ in 0..<count {
      data += "C"
      for _ in 0..<3 {
        data += "\(random.int(in: 0...1919)) \(random.int(in: 0...1079)) "
      }
    }
    return data
  }

  @Test func `lines that cross in every row cost more than lines apart`() {
    let crossing = shape(scribble(300))
    #expect(error(repeated(crossing, 2)) == nil)
    #expect(error(repeated(crossing, 12))?.message.hasPrefix("a frame would take about ") == true)
    let apart = (0..<300).map { "M\($0 * 6) 0V1080" }.joined()
    let edgeRows = 4.0 * 1080
    let plain: Double = FrameCost.rows(1080, edgeRows: edgeRows, isCurved: false)
    #expect(plain < 1.1 * FrameCost.edgeRow * edgeRows)
    #expect(error(repeated(shape(apart), 3)) == nil)
  }

  @Test func `dashes of curves and with caps cost more`() {
    func cost(_ data: String, _ cap: String) throws -> Double {
      try self.cost(shape(data, ", \"lineDashPattern\": [2, 2], \"lineCap\": \"\(cap)\""))
    }
    let line = "M0 0L1000 0"
    let curve = "M0 0C300 0 600 0 1000 0"
    #expect(throws: Never.self) {
      let (plain, capped, curved) = try (
        cost(line, "butt"), cost(line, "round"), cost(curve, "butt")
      )
      #expect(capped - plain > 249 * FrameCost.cappedDash)
      #expect(curved - plain > 249 * FrameCost.curvedDash)
    }
  }

  @Test func `letters cost their visible part`() {
    let letters = String(repeating: "abcdefgh ", count: 400)
    func text(_ size: Int, _ keys: String = "") -> String {
      "{ \"kind\": \"text\", \"string\": \"\(letters)\", \"fontSize\": \(size) \(keys) }"
    }
    // In one line, most of it is beyond the screen.
    #expect(error(repeated(text(60), 100)) == nil)
    #expect(error(repeated(text(12), 60)) == nil)
    let wrapped = ", \"wrapped\": true, \"size\": [\"100%\", \"100%\"]"
    #expect(error(repeated(text(60, wrapped), 2)) == nil)
    #expect(
      error(repeated(text(60, wrapped), 20))?.message.hasPrefix("a frame would take about ") == true
    )
  }

  /// In one line most letters are beyond the screen, but all marks may stand over one letter.
  @Test(arguments: [
    // Latin, Hebrew, Arabic, Devanagari, Thai, Hangul's vowels, Musical Symbols, and a joiner.
    "\u{301}", "\u{5B8}", "\u{64E}", "\u{941}", "\u{E38}", "\u{1161}", "\u{1D167}", "\u{200D}",
  ])
  func `marks without a width all count as visible`(mark: String) {
    func refusal(_ letter: String) -> SceneDiagnostic? {
      let text = String(repeating: letter, count: 16_000 / letter.utf8.count)
      return error(
        repeated("{ \"kind\": \"text\", \"string\": \"\(text)\", \"fontSize\": 60 }", 8))
    }
    #expect(refusal(mark)?.message.hasPrefix("a frame would take about ") == true)
    for letter in ["a", "\u{5D0}", "\u{628}", "\u{915}", "\u{940}", "\u{E01}", "\u{2014}"] {
      #expect(refusal(letter) == nil)
    }
  }

  @Test func `texts that clients give count as letters, and are limited`() throws {
    func limit(_ count: Int, fontSize: Int, _ control: String = "text") throws -> Int {
      let names = (0..<count).map { "t\($0)" }
      let texts = names.map {
        "{ \"kind\": \"text\", \"name\": \"\($0)\", \"string\": \"\", \"fontSize\": \(fontSize) }"
      }
      let controls = names.map { name in
        control == "text"
          ? "\"c\(name)\": { \"kind\": \"text\", \"drives\": \"\(name)\" }"
          : "\"c\(name)\": { \"kind\": \"field\", \"entry\": \"\(name)\", \"layer\": \"\(name)\" }"
      }
      let text =
        "{ \"layers\": [\(texts.joined(separator: ","))],"
        + "\"controls\": {\(controls.joined(separator: ","))} }"
      let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
      switch scene.controls.first?.content {
      case .text(let text): return text.byteLimit
      case .field(let field): return field.byteLimit
      default: return 0
      }
    }
    #expect(try limit(20, fontSize: 16) == 4096)
    #expect(try limit(3, fontSize: 60) == 4096)
    for kind in ["text", "field"] { #expect(try limit(40, fontSize: 60, kind) == 256) }
  }

  private func cost(_ layer: String) throws -> Double {
    let text = "{ \"layers\": [\(layer)] }"
    let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
    return SceneBudget(scene.description).microseconds
  }

  @Test func `edges that are less than a row high count`() throws {
    func edges(_ height: Double) throws -> Double {
      var data = "M0 0"
      for index in 1...2000 { data += "L\(index % 2 * 900) \(Double(index) * height)" }
      return try cost(shape(data))
    }
    // A hundred cross in each of 20 rows.
    #expect(try edges(0.01) - edges(0) > 1000 * FrameCost.crossedEdgeRow)
  }

  @Test func `rectangles have no curves`() throws {
    func dashed(_ kind: String, _ keys: String) throws -> Double {
      try cost(
        """
        { "kind": "shape", "strokeColor": "#FFFFFF", "lineDashPattern": [2, 2],
          "path": { "\(kind)": { "x": 0, "y": 0, "width": 1000, "height": 500 \(keys) } } }
        """)
    }
    let (plain, round) = try (dashed("rect", ""), dashed("roundedRect", ", \"radius\": 1"))
    #expect(round - plain > 700 * FrameCost.curvedDash)
  }

  @Test func `modules of QR codes count`() {
    let code =
      "{ \"kind\": \"qr\", \"string\": \"\(String(repeating: "a", count: 2000))\", \"level\": \"L\" }"
    #expect(error(repeated(code, 20)) == nil)
    let refused = error(repeated(code, 40))
    #expect(refused?.message.hasSuffix("modules of QR codes or more") == true)
    #expect(error(replicated(code, 40))?.message.hasSuffix("with all instances") == true)
  }

  @Test func `dashes that an output's size makes are drawn solid beyond the limit`() throws {
    // The dashes are very fine only on outputs that are 100 points wide.
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
      "animations": [{ "key": "scale", "to": 1000 }] }
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
          { "key": "scale", "from": 0.2, "to": 1, "repeat": "forever" }] }
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

  @Test func `small groups cost the area that they cover`() {
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

  @Test func `an emitter whose birth rate an animation raises counts its later particles`() {
    let cell = "{ \"birthRate\": 20, \"lifetime\": 1 }"
    let emitter = """
      { "kind": "emitter", "birthRate": 0, "cells": [\(cell)],
        "animations": [{ "key": "birthRate", "from": 0, "to": 1, "duration": 1 }] }
      """
    #expect(error(repeated(emitter, 30)) == nil)
    #expect(error(repeated(emitter.replacing("\"to\": 1,", with: "\"to\": 1000,"), 3)) != nil)
  }

  @Test func `particles cost the area that they cover`() {
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

  @Test func `codes count by their modules, and those that clients fill share what is left`() throws
  {
    let code = "{ \"kind\": \"qr\", \"string\": \"a\", \"size\": [20, 20] }"
    #expect(error(repeated(code, 1000)) == nil)
    #expect(error(repeated(code, 9_000))?.code == .limit)
    func limit(_ count: Int) throws -> Int {
      let codes = (0..<count).map {
        "{ \"kind\": \"qr\", \"name\": \"c\($0)\", \"string\": \"a\", \"size\": [20, 20] }"
      }
      let names = (0..<count).map { "\"c\($0)\"" }.joined(separator: ", ")
      let text =
        "{ \"layers\": [\(codes.joined(separator: ", "))],"
        + " \"controls\": { \"say\": { \"kind\": \"text\", \"drives\": [\(names)] } } }"
      let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
      guard case .text(let control)? = scene.controls.first?.content else { return 0 }
      return control.byteLimit
    }
    // As much as the largest code of the level holds.
    #expect(try limit(20) == 2330)
    #expect(try limit(21) == 2048)
    #expect(try limit(200) == 128)
    #expect(throws: SceneError.self) { try limit(1_200) }
  }

  @Test(arguments: [
    "\"translation\": [0, 0, 999.5]", "\"zPosition\": 999.5",
    "\"animations\": [{ \"key\": \"translation.z\", \"to\": 999.5, \"duration\": 1 }]",
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

  @Test func `layers in a transform layer count at the depth to which it moves them`() {
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
