import Geometry
import Scene
import Testing

@testable import ControlCommands

/// The looks of the focus, by which people with keys see where they are.
@Suite struct FocusCheckTests {
  private func scene(_ layers: String, _ controls: String) throws -> Scene {
    let text = """
      { "background": "#FFFFFF", "layers": [
      \(layers) ], "controls": { \(controls) } }
      """
    return try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
  }

  private func findings(
    _ layers: String, _ controls: String, _ size: PixelSize = PixelSize(width: 320, height: 240)
  ) throws -> [SizeFinding] {
    let scene = try scene(layers, controls)
    return SizeCheck(scene, size: size, states: SizeCheck.states(of: scene)).findings
  }

  private func key(_ color: String = "#FFFFFF", _ keys: String = "") -> String {
    """
    { "name": "go", "frame": [20, 20, 200, 60], "backgroundColor": "#000000", "borderColor": "\(color)"\(keys) }
    """
  }

  private func button(_ focused: String, _ keys: String = "") -> String {
    """
    "go": { "kind": "button", "label": "Go", "layer": "go", "pressed": { "key": "opacity", "to": 0.5 },
      "focused": \(focused)\(keys) }
    """
  }

  private func border(_ width: Double) -> String {
    "{ \"key\": \"borderWidth\", \"to\": \(width) }"
  }

  @Test func `a focus ring that is too thin is a finding`() throws {
    func kinds(_ width: Double, _ size: PixelSize) throws -> [SizeFinding.Kind] {
      try findings(key(), button(border(width)), size).map(\.kind)
    }
    let small = PixelSize(width: 320, height: 240)
    #expect(try kinds(1, small) == [.thinFocus(1, least: 2)])
    #expect(try kinds(2, small).isEmpty)
    let large = PixelSize(width: 3840, height: 2160)
    #expect(try kinds(2, large) == [.thinFocus(2, least: 4)])
    #expect(try kinds(4, large).isEmpty)
    let found = try findings(key(), button(border(1)))
    #expect(found.map(\.layer) == ["go"] && found.map(\.state) == ["go=focused"])
    #expect(found.map(\.isLook) == [true])
  }

  @Test func `a focus that nothing shows is a finding`() throws {
    let nothing = "{ \"key\": \"zPosition\", \"to\": 1 }"
    #expect(try findings(key(), button(nothing)).map(\.kind) == [.thinFocus(0, least: 2)])
    // A key without a look is reported by another check, which needs no layout.
    let plain = "\"go\": { \"kind\": \"button\", \"label\": \"Go\", \"layer\": \"go\" }"
    #expect(try findings(key(), plain).isEmpty)
  }

  @Test func `a focus ring with low contrast is a finding`() throws {
    // #555555 has a luminance of 0.0908: (0.0908 + 0.05) / 0.05 = 2.8.
    #expect(try findings(key("#555555"), button(border(4))).map(\.kind) == [.paleFocus(2.8)])
    #expect(try findings(key("#767676"), button(border(4))).isEmpty)
  }

  @Test func `another colour of the whole key shows the focus, too`() throws {
    let fill = "{ \"key\": \"backgroundColor\", \"to\": \"#FFC66D\" }"
    #expect(try findings(key(), button(fill)).isEmpty)
    let pale = "{ \"key\": \"backgroundColor\", \"to\": \"#202020\" }"
    // #202020 has a luminance of 0.0144: a contrast of 1.3.
    #expect(try findings(key(), button(pale)).map(\.kind) == [.paleFocus(1.2)])
  }

  @Test func `a focus ring that an edge or a layer around it cuts is a finding`() throws {
    func ring(_ frame: String) -> String {
      """
      { "name": "go", "frame": [\(frame)], "backgroundColor": "#204060", "layers": [
        { "name": "ring", "frame": [-6, -6, "100% + 12", "100% + 12"], "borderColor": "#000000", "borderWidth": 3, "opacity": 0 } ] }
      """
    }
    let shown = button("{ \"layer\": \"ring\", \"key\": \"opacity\", \"to\": 1 }")
    #expect(try findings(ring("100, 60, 80, 60"), shown).isEmpty)
    #expect(try findings(ring("240, 60, 80, 60"), shown).map(\.kind) == [.cutFocus(6, by: nil)])
    func inList(_ frame: String) throws -> [SizeFinding] {
      try findings(
        """
        { "name": "list", "frame": [100, 60, 120, 120], "masksToBounds": true, "layers": [\(ring(frame))] }
        """, shown)
    }
    #expect(try inList("10, 10, 60, 60").isEmpty)
    let cut = try inList("0, 0, 60, 60")
    #expect(cut.map(\.kind) == [.cutFocus(6, by: "list")])
    #expect(cut.map(\.layer) == ["list/go"])
    // The look is cut off completely.
    #expect(try inList("0, 0, 120, 120").map(\.kind) == [.thinFocus(0, least: 2)])
  }

  @Test func `a button that has the focus at the start is checked`() throws {
    let automatic = ", \"autofocus\": true"
    let thin = try findings(key(), button(border(1), automatic))
    #expect(thin.map(\.kind) == [.thinFocus(1, least: 2)])
    #expect(try findings(key(), button(border(3), automatic)).isEmpty)
  }

  @Test func `each option, and a button that a state shows, are checked`() throws {
    let layers = """
      { "name": "en", "frame": [20, 20, 80, 40], "backgroundColor": "#000000", "borderColor": "#FFFFFF" },
      { "name": "de", "frame": [120, 20, 80, 40], "backgroundColor": "#000000", "borderColor": "#333333" },
      { "name": "go", "hidden": true, "frame": [20, 120, 200, 60], "backgroundColor": "#000000" }
      """
    func option(_ name: String) -> String {
      """
      "\(name)": { "label": "\(name)", "layer": "\(name)", "focused": \(border(3)),
        "chosen": { "key": "cornerRadius", "to": 4 }, "pressed": { "key": "opacity", "to": 0.5 } }
      """
    }
    let found = try findings(
      layers,
      """
      "language": { "kind": "choice", "value": "en", "options": { \(option("en")), \(option("de")) } },
      \(button(border(3))),
      "page": { "kind": "state", "states": { "first": {}, "second": { "changes": [
        { "layer": "go", "key": "hidden", "to": false } ] } } }
      """)
    #expect(found.map(\.layer) == ["de", "go"])
    #expect(found.map(\.state) == ["language=de=focused", "page=second, go=focused"])
  }

  @Test func `a finding has its place and says what to try`() throws {
    let report = SizeReport(
      try scene(key(), button(border(1))), path: "s",
      panels: [PixelSize(width: 320, height: 240), PixelSize(width: 3840, height: 2160)])
    #expect(
      report.lines == [
        "s:2:1: go with go=focused at 320x240 and 3840x2160: at worst, the line that shows the "
          + "focus is 1 pixels wide; at least 2 are needed; try `borderWidth` with `max(3, 0.6vmin)`, "
          + "in a colour unlike those around it"
      ])
  }

  @Test func `pixels are counted in lines of a given thickness`() {
    let all = ChangedPixels(width: 4, contrasts: [UInt8](repeating: 30, count: 12))
    #expect((1...4).map { all.count(side: $0, contrast: 3) } == [12, 12, 12, 0])
    #expect(all.count(side: 1, contrast: 3.1) == 0)
    // A line of two rows, with one pixel below it.
    let line = ChangedPixels(
      width: 4, contrasts: [30, 30, 30, 30, 30, 30, 30, 30, 10, 30, 10, 10, 10, 10, 10, 10])
    #expect((1...3).map { line.count(side: $0, contrast: 3) } == [9, 8, 0])
    #expect(ChangedPixels(width: 0, contrasts: []).count(side: 1, contrast: 1) == 0)
  }
}
