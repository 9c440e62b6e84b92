import Geometry
import Scene
import Testing

@testable import ControlCommands

/// The lines of `check --sizes` for people.
@Suite struct SizeReportTextTests {
  private func report(_ text: String, panels: [PixelSize] = []) throws -> SizeReport {
    let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
    return SizeReport(scene, path: "s", panels: panels)
  }

  @Test func `a finding of many panels is one line`() throws {
    let report = try report(
      """
      { "layers": [
        { "name": "foot", "layers": [ { "name": "note", "kind": "text", "string": "Ready", "fontSize": 6 } ] },
        { "name": "title", "kind": "text", "string": "Installing updates", "fontSize": 60 } ] }
      """)
    #expect(report.all.count == 16)
    let lines = report.lines
    #expect(lines.count == 2)
    #expect(
      lines.first
        == "s:2:33: note at all 12 sizes: the text is 6.0 pixels high; at least 9 are needed")
    let title = try #require(lines.last)
    #expect(title.hasPrefix("s:3:3: title at 240x240, 320x240 and 2 more: at worst, "))
    #expect(title.hasSuffix(" pixels of the text are cut off"))
    let worst = report.all.filter { $0.finding.layer == "title" }.compactMap(\.finding.kind.pixels)
      .max()
    #expect(title.contains("at worst, \(((worst ?? 0) * 10).rounded() / 10) pixels"))
  }

  @Test(arguments: [
    ##"{ "frame": [0, 0, 400, 240], "backgroundColor": "#FFFFFF" }"##,
    ##"{ "backgroundColor": "#202020" }, { "frame": [0, 0, 400, 240], "backgroundColor": "#FFFFFF" }"##,
  ])
  func `content in points that is lost on large panels has advice`(layers: String) throws {
    let report = try report("{ \"layers\": [\(layers)] }")
    #expect(report.failure == nil)
    #expect(
      report.advice
        == "the content takes 19 % of the width and 7 % of the height at 2160x3840, 1920x1080 and "
        + "3840x2160, since it is laid out in points; `\"fit\": \"contain\"`, with the `size` that the "
        + "scene was drawn for, scales it")
  }

  @Test(arguments: [
    // Large enough, small on each panel, and beside something that fills the screen.
    ##""layers": [{ "frame": [0, 0, 1000, 700], "backgroundColor": "#FFFFFF" }]"##,
    ##""layers": [{ "frame": [0, 0, "10%", "10%"], "backgroundColor": "#FFFFFF" }]"##,
    ##""size": [800, 480], "fit": "contain", "layers": [{ "frame": [0, 0, 80, 48], "backgroundColor": "#FFFFFF" }]"##,
    ##""layers": [{ "frame": [0, 0, 90, 90], "backgroundColor": "#FFFFFF" }, { "kind": "shape", "path": { "circle": {} }, "fillColor": "#FFFFFF" }]"##,
    ##""layers": []"##,
  ])
  func `content is not lost on a large panel`(scene: String) throws {
    let report = try report("{ \(scene) }", panels: [PixelSize(width: 3840, height: 2160)])
    #expect(report.advice == nil)
  }

  @Test func `content that grows with the panel from a least size on is not lost on a small one`()
    throws
  {
    let report = try report(
      """
      { "layers": [
        { "frame": [0, "50%", "max(30, 9vmin)", "max(14, 5vmin)"], "backgroundColor": "#FFFFFF" } ] }
      """, panels: [PixelSize(width: 320, height: 240)])
    #expect(report.advice == nil)
  }

  @Test func `up to three panels are named`() throws {
    let text = """
      { "layers": [{ "name": "title", "kind": "text", "string": "Installing updates", "fontSize": 6 }] }
      """
    func panels(_ count: Int) throws -> String {
      let sizes = (0..<count).map { PixelSize(width: 300 + $0, height: 200) }
      let line = try #require(try report(text, panels: sizes).lines.first)
      return String(line.dropFirst("s:1:15: title at ".count).prefix { $0 != ":" })
    }
    #expect(try panels(1) == "300x200")
    #expect(try panels(2) == "300x200 and 301x200")
    #expect(try panels(3) == "300x200, 301x200 and 302x200")
    #expect(try panels(4) == "all 4 sizes")
  }

  @Test func `findings of different locales and states have lines of their own`() throws {
    let report = try report(
      """
      { "strings": { "en": { "a": "On" }, "de": { "a": "Installing updates" } },
        "layers": [{ "name": "title", "kind": "text", "string": "@a", "fontSize": 60 },
          { "name": "bar", "frame": [0, 0, 20, 20], "backgroundColor": "#FFFFFF" }],
        "controls": { "outcome": { "kind": "state", "label": "O", "states": {
          "no": {}, "yes": { "changes": { "layer": "bar", "key": "position.x", "to": -100 } } } } } }
      """, panels: [PixelSize(width: 300, height: 200), PixelSize(width: 320, height: 200)])
    let lines = report.lines
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("s:2:14: title at 300x200 and 320x200 in de: at worst, "))
    #expect(
      lines[1]
        == "s:3:5: bar with outcome=yes at 300x200 and 320x200: all of the layer is outside the screen"
    )
  }

  @Test func `a finding of a component is one line for all of its uses`() throws {
    let report = try report(
      """
      { "background": "#000000",
        "styles": {
          "card": { "variables": { "word": "" }, "size": [90, 40], "backgroundColor": "#000000", "borderColor": "#FFFFFF", "layers": [
            { "name": "word", "kind": "text", "string": "$word", "color": "#404040", "fontSize": 20 } ] },
          "key": { "kind": "button", "pressed": { "key": "backgroundColor", "to": "#DDDDDD" }, "focused": { "key": "borderWidth", "to": 2 } } },
        "layers": [ { "kind": "column", "layers": [
          { "name": "a", "use": "card", "variables": { "word": "One" } },
          { "name": "b", "use": "card", "variables": { "word": "Two" } },
          { "name": "c", "use": "card", "variables": { "word": "Six" } } ] } ],
        "controls": { "a": { "use": "key", "layer": "a" }, "b": { "use": "key", "layer": "b" } } }
      """, panels: [PixelSize(width: 300, height: 200)])
    #expect(report.all.count == 3)
    #expect(report.lines.count == 1)
    let line = try #require(report.lines.first)
    #expect(
      line.hasPrefix(
        "s:4:7: a/word and 2 more at 300x200: the text has a contrast of "), "\(line)")
  }

  @Test func `a look of a component is one line for all of its uses`() throws {
    let report = try report(
      """
      { "background": "#000000",
        "styles": {
          "card": { "size": [90, 40], "backgroundColor": "#000000", "borderColor": "#FFFFFF", "layers": [
            { "name": "word", "kind": "text", "string": "Go", "color": "#FFFFFF", "fontSize": 20 } ] },
          "key": { "kind": "button", "pressed": { "key": "backgroundColor", "to": "#DDDDDD" }, "focused": { "key": "borderWidth", "to": 2 } } },
        "layers": [ { "kind": "column", "layers": [ { "name": "a", "use": "card" }, { "name": "b", "use": "card" } ] } ],
        "controls": { "a": { "use": "key", "layer": "a" }, "b": { "use": "key", "layer": "b" } } }
      """, panels: [PixelSize(width: 300, height: 200)])
    #expect(report.all.map(\.finding.state) == ["a=pressed", "b=pressed"])
    let line = try #require(report.lines.first)
    #expect(report.lines.count == 1)
    #expect(
      line.hasPrefix("s:4:7: a/word and 1 more with a=pressed at 300x200: the text "), "\(line)")
  }

  @Test func `the shortest names that mean one layer`() {
    let names = LayerNames(["page/title", "card/title", "card/[1]", "card", "foot/line/text"])
    #expect(names.short(for: "page/title") == "page/title")
    #expect(names.short(for: "card") == "card")
    #expect(names.short(for: "card/[1]") == "card/[1]")
    #expect(names.short(for: "foot/line/text") == "text")
    #expect(names.short(for: "unknown") == "unknown")
  }
}
