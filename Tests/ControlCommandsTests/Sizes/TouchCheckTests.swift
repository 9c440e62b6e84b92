import Geometry
import Scene
import Testing

@testable import ControlCommands

/// Controls and codes that cannot be used, on a panel of 800 × 480 pixels.
@Suite struct TouchCheckTests {
  private func scene(_ layers: String, _ controls: String = "") throws -> Scene {
    let text = """
      { "background": "#FFFFFF", "layers": [
      \(layers) ], "controls": { \(controls) } }
      """
    return try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
  }

  private func findings(_ layers: String, _ controls: String = "") throws -> [SizeFinding] {
    let scene = try scene(layers, controls)
    return SizeCheck(
      scene, size: PixelSize(width: 800, height: 480), states: SizeCheck.states(of: scene)
    ).findings
  }

  private func kinds(_ layers: String, _ controls: String = "") throws -> [SizeFinding.Kind] {
    try findings(layers, controls).map(\.kind)
  }

  private func key(_ name: String, _ frame: String, _ keys: String = "") -> String {
    """
    { "name": "\(name)", "frame": [\(frame)], "backgroundColor": "#205080", "borderColor": "#FFFFFF"\(keys.isEmpty ? "" : ", " + keys) }
    """
  }

  /// - Parameter face: the layer whose border shows the focus; nil for the button's own.
  private func button(_ name: String, face: String? = nil) -> String {
    """
    "\(name)": { "kind": "button", "layer": "\(name)", "pressed": { "key": "opacity", "to": 0.5 },
      "focused": { "layer": "\(face ?? name)", "key": "borderWidth", "to": 3 } }
    """
  }

  private func code(_ frame: String, _ keys: String = "") -> String {
    """
    { "name": "code", "kind": "qr", "string": "https://example.org", "color": "#000000", "frame": [\(frame)]\(keys) }
    """
  }

  // MARK: Edges

  @Test func `a code without space is a finding`() throws {
    #expect(
      try findings(code("20, 20, 9, 200")).map(\.message)
        == ["code: the code has no room in its layer: give it a larger `size`"])
    #expect(
      try findings(code("20, 20, 40, 200")).map(\.message)
        == ["code: a module of the code is 1 pixel wide; at least 2 are needed"])
  }

  @Test func `a code that the edge of the screen cuts is a finding`() throws {
    let found = try findings(code("700, 20, 200, 200"))
    #expect(found.map(\.layer) == ["code"])
    guard case .overflow(let pixels, of: nil)? = found.first?.kind else {
      Issue.record("\(found)")
      return
    }
    // Without the quiet zone of 4 of its 33 modules.
    #expect(abs(pixels - (100 - 200 * 4 / 33)) < 1)
    #expect(try findings(code("600, 20, 200, 200")).isEmpty)
    #expect(try findings(code("700, 20, 200, 200", ", \"translation\": [0, 1]")).isEmpty)
    // Nothing is said about decorations.
    #expect(try findings(key("corner", "700, 20, 200, 200")).isEmpty)
  }

  @Test(arguments: [
    ("\"style\": \"line\", \"frame\": [700, 20, 200, 20]", true),
    ("\"style\": \"line\", \"frame\": [600, 20, 200, 20]", false),
    ("\"style\": \"line\", \"frame\": [-5, 20, 810, 20]", false),
    ("\"style\": \"circle\", \"frame\": [700, 20, 200, 200]", true),
    ("\"style\": \"circle\", \"frame\": [500, 20, 350, 100]", false),
    ("\"style\": \"circle\", \"frame\": [-100, -260, 1000, 1000]", false),
  ])
  func `a progress line or ring that the edge cuts is a finding`(keys: String, isFound: Bool) throws
  {
    let found = try kinds("{ \"name\": \"bar\", \"kind\": \"progress\", \(keys) }")
    #expect(found.count == (isFound ? 1 : 0), "\(found)")
    for kind in found { #expect(kind.name == .overflow) }
  }

  @Test func `a button that the edge cuts is a finding`() throws {
    let key = key("a", "700, 20, 200, 200")
    #expect(
      try findings(key, button("a")) == [SizeFinding(layer: "a", kind: .overflow(100, of: nil))])
    // A bar that reaches over the sides, and one whose round corners lie below the edge.
    #expect(try findings(self.key("a", "-10, 400, 820, 80"), button("a")).isEmpty)
    #expect(
      try findings(self.key("a", "20, 420, 200, 80", "\"cornerRadius\": 20"), button("a")).isEmpty)
    // A hit area that is not seen may be larger than the key.
    let invisible = """
      { "name": "a", "frame": [700, 20, 200, 200], "layers": [\(self.key("face", "0, 0, 80, 80"))] }
      """
    #expect(try findings(invisible, button("a", face: "face")).isEmpty)
    // A state moves it there.
    let state = """
      "page": { "kind": "state", "states": { "first": {},
        "second": { "changes": { "layer": "a", "key": "position.x", "to": 400 } } } }
      """
    #expect(try findings(key, button("a") + ", " + state).isEmpty)
  }

  // MARK: Layers in front

  @Test func `a code under another layer is a finding`() throws {
    func found(_ frame: String, _ keys: String = "") throws -> [SizeFinding] {
      try findings(code("100, 20, 200, 200") + "," + key("front", frame, keys))
    }
    let cut = [SizeFinding(layer: "code", kind: .coveredCode(by: "front"))]
    #expect(try found("200, 20, 200, 200") == cut)
    #expect(try found("0, 0, 800, 480").map(\.kind) == [.covered(by: "front")])
    // A layer in the middle of the button, and one in the fourth corner, which has no square.
    #expect(try found("175, 95, 50, 50").isEmpty)
    #expect(try found("240, 160, 60, 60").isEmpty)
    #expect(try found("200, 20, 200, 200", "\"opacity\": 0.5").isEmpty)
    #expect(try found("200, 20, 200, 200", "\"zPosition\": -1").isEmpty)
  }

  @Test func `a text under another layer is a finding`() throws {
    let text = """
      { "name": "text", "kind": "text", "string": "Ready", "color": "#000000", "frame": [300, 200, 200, 60] }
      """
    func found(_ front: String, _ controls: String = "") throws -> [SizeFinding] {
      try findings(text + "," + front, controls)
    }
    let front = key("front", "200, 100, 400, 300")
    #expect(try found(front) == [SizeFinding(layer: "text", kind: .covered(by: "front"))])
    #expect(
      try found(key("front", "400, 100, 200, 300")) == [
        SizeFinding(layer: "text", kind: .coveredText(by: "front"))
      ])
    // It goes by itself, by a state, by a chosen option, or with the progress.
    let fading = """
      "animations": [{ "key": "opacity", "to": 0, "duration": 1, "fillMode": "both" }]
      """
    #expect(try found(key("front", "200, 100, 400, 300", fading)).isEmpty)
    let hiding = "{ \"layer\": \"front\", \"key\": \"hidden\", \"to\": true }"
    #expect(
      try found(
        front,
        "\"page\": { \"kind\": \"state\", \"states\": { \"a\": {}, \"b\": { \"changes\": \(hiding) } } }"
      ).isEmpty)
    let option = """
      "tab": { "kind": "choice", "options": { "on": { "label": "On", "layer": "tab", "chosen": \(hiding),
        "pressed": { "key": "opacity", "to": 0.5 }, "focused": { "key": "borderWidth", "to": 3 } } } }
      """
    #expect(try found(front + "," + key("tab", "0, 0, 90, 90"), option).isEmpty)
    let drives = "{ \"layer\": \"front\", \"key\": \"opacity\", \"from\": 1, \"to\": 0 }"
    #expect(
      try found(front, "\"job\": { \"kind\": \"progress\", \"drives\": \(drives) }").isEmpty)
  }

  @Test func `a button under another layer is a finding`() throws {
    let front = key("front", "0, 0, 800, 480")
    let a = key("a", "100, 20, 200, 200", "\"layers\": [\(key("face", "0, 0, 200, 200"))]")
    #expect(
      try findings(a + "," + front, button("a")) == [
        SizeFinding(layer: "a", kind: .covered(by: "front"))
      ])
    // The layers of the button itself do not hide it.
    #expect(try findings(front + "," + a, button("a")).isEmpty)
    // A hit area may lie behind the visible layer.
    let area = "{ \"name\": \"a\", \"frame\": [100, 20, 200, 200] }"
    let face = key("face", "100, 20, 200, 200")
    #expect(try findings(area + "," + face, button("a", face: "face")).isEmpty)
  }

  // MARK: Touches

  @Test func `two buttons in the same place are a finding`() throws {
    func found(_ second: String, _ keys: String = "") throws -> [SizeFinding] {
      try findings(
        key("a", "100, 20, 200, 200") + "," + key("b", second, keys),
        button("a") + "," + button("b"))
    }
    let overlap = [SizeFinding(layer: "a", kind: .touchOverlap("b"))]
    #expect(try found("200, 20, 200, 200") == overlap)
    #expect(try found("300, 20, 200, 200").isEmpty)
    #expect(try found("290, 20, 200, 200").isEmpty, "hardly seen")
    #expect(try found("100, 20, 200, 200").contains(overlap[0]))
    #expect(try found("200, 20, 200, 200", "\"hidden\": true").isEmpty)
    // A button on a larger one, in it or in front of it.
    #expect(try found("150, 60, 50, 50").isEmpty)
    let card = key("a", "100, 20, 200, 200", "\"layers\": [\(key("b", "150, 0, 100, 100"))]")
    #expect(try findings(card, button("a") + "," + button("b")).isEmpty)
  }

  @Test func `a touch area that is too small for a finger is a finding`() throws {
    #expect(try kinds(key("a", "100, 20, 8, 8"), button("a")) == [.smallTarget(8)])
    #expect(try kinds(key("a", "100, 20, 200, 20"), button("a")) == [.smallTarget(20)])
    #expect(try kinds(key("a", "100, 20, 24, 24"), button("a")).isEmpty)
    #expect(try kinds(key("a", "100, 20, 8, 8")).isEmpty, "no control")
    // The layers below it take touches, too, as far as they are seen.
    let face = key("face", "-20, -20, 48, 48")
    #expect(
      try kinds(key("a", "100, 20, 8, 8", "\"layers\": [\(face)]"), button("a")).isEmpty)
    let clipping = "\"masksToBounds\": true, \"layers\": [\(face)]"
    #expect(
      try kinds(key("a", "100, 20, 8, 8", clipping), button("a")) == [.smallTarget(8)])
  }

  // MARK: Looks and places

  @Test func `each option of a choice is checked`() throws {
    func option(_ name: String) -> String {
      """
      "\(name)": { "label": "\(name)", "layer": "\(name)", "pressed": { "key": "opacity", "to": 0.5 },
        "focused": { "key": "borderWidth", "to": 3 }, "chosen": { "key": "backgroundColor", "to": "#111111" } }
      """
    }
    func layer(_ name: String, _ x: Int, _ color: String) -> String {
      """
      { "name": "\(name)", "frame": [\(x), 20, 200, 100], "backgroundColor": "#FFFFFF", "layers": [
        { "name": "text", "kind": "text", "string": "\(name)", "color": "\(color)" } ] }
      """
    }
    let choice = """
      "language": { "kind": "choice", "value": "en", "options": { \(option("en")), \(option("de")) } }
      """
    let found = try findings(
      layer("en", 20, "#777777") + "," + layer("de", 300, "#000000"), choice)
    let state = try #require(found.first { $0.state != nil })
    #expect(state.layer == "de/text" && state.state == "language=de")
    #expect(state.kind.name == .lowContrast)
  }

  @Test func `the contrast of a text is that to its own background`() throws {
    func found(_ ground: String) throws -> Int {
      try findings(
        """
        { "kind": "text", "string": "Ready", "color": "#FFFFFF", "backgroundColor": "\(ground)", "frame": [20, 20, 300, 60] }
        """
      ).count
    }
    #expect(try found("#000000") == 0)
    #expect(try found("#EEEEEE") == 1)
  }

  @Test func `a field under the keyboard is reported with its place in the file`() throws {
    let layers = """
      { "name": "note", "size": [1, 1] },
        { "name": "box", "frame": [0, 0, 800, 480], "backgroundColor": "#EEEEEE", "layers": [
          { "name": "text", "kind": "text", "string": "", "frame": [0, 0, 700, 30] } ] }
      """
    let field = """
      "note": { "kind": "field", "layer": "box", "entry": "text", "focused": { "key": "borderWidth", "to": 2 } }
      """
    let report = SizeReport(
      try scene(layers, field), path: "s", panels: [PixelSize(width: 800, height: 480)])
    let found = try #require(report.all.first { $0.finding.kind.name == .behindKeyboard })
    // The finding names the box and its place, not the layer with the field's name.
    #expect(found.finding.layer == "note" && found.place?.line == 3 && found.place?.column == 3)
  }

  @Test func `the screen that Enter in a field opens is checked`() throws {
    func found(_ keys: String...) throws -> [SizeFinding.Name] {
      let scene = try SceneLoader.load(
        bytes: Array(
          """
          { "background": "#000000", "layers": [
              { "name": "box", "frame": [0, 0, 320, 48], "backgroundColor": "#204060", "layers": [
                { "name": "entry", "kind": "text", "string": "", "color": "#FFFFFF", "fontSize": 24, "frame": [10, 8, 300, 34] } ] },
              { "name": "title", "kind": "text", "string": "", "truncation": "end", "color": "#FFFFFF", "fontSize": 24, "position": ["50%", "60%"], "size": [100, 34] } ],
            "controls": {
              "words": { "kind": "text", "drives": "title" },
              "host": { "kind": "field", "layer": "box", "entry": "entry", "sets": { "words": "Far too long for a line of a hundred" },
                "pressed": { "key": "cornerRadius", "to": 9 }, "focused": { "key": "borderWidth", "to": 2 } } } }
          """.utf8), name: "s", directory: nil)
      let settings = try keys.map { try ControlAssignment.pressing($0) }
      let panels = [PixelSize(width: 320, height: 240)]
      try SizeCheck.tryOut(settings, on: scene, panels: panels)
      return SizeCheck(scene, size: panels[0], states: [], settings: settings).findings.map(
        \.kind.name)
    }
    #expect(try found().isEmpty)
    #expect(try !found("host:Enter").isEmpty)
    #expect(throws: ClientError.self) { try found("Enter") }
  }
}
