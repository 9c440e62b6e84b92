import Geometry
import Scene
import Testing

@testable import ControlCommands

/// Texts and buttons that move or fade, or that something moves behind, on a panel of 320 × 240
/// pixels.
@Suite struct MotionCheckTests {
  private func findings(
    _ layers: String, _ keys: String = "", settings: [String] = []
  ) throws -> [SizeFinding] {
    let text = "{ \"background\": \"#FFFFFF\", \(keys)\"layers\": [\(layers)] }"
    let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
    return SizeCheck(
      scene, size: PixelSize(width: 320, height: 240), states: SizeCheck.states(of: scene),
      settings: try settings.map { try ControlAssignment($0) }
    ).findings
  }

  private func kinds(_ layers: String, _ keys: String = "") throws -> [SizeFinding.Name] {
    try findings(layers, keys).map(\.kind.name)
  }

  private func text(_ color: String, _ keys: String = "") -> String {
    """
    { "name": "title", "kind": "text", "string": "Ready", "color": "\(color)", "fontSize": 20, "alignment": "center",
      "frame": [60, 100, 200, 40]\(keys) }
    """
  }

  private func moving(_ layers: String, _ animation: String) -> String {
    "{ \"name\": \"page\", \"animations\": [\(animation)], \"layers\": [\(layers)] }"
  }

  private static let bobbing =
    #"{ "key": "translation.y", "to": 10, "duration": 1, "repeat": "forever", "autoreverses": true }"#
  private static let swinging =
    #"{ "key": "rotation", "from": -4, "to": 4, "duration": 1.1, "repeat": "forever", "autoreverses": true }"#
  private static let growing =
    #"{ "key": "scale", "to": 1.1, "duration": 1, "repeat": "forever", "autoreverses": true }"#
  private static let pulsing =
    #"{ "key": "opacity", "from": 0.3, "to": 1, "duration": 1.3, "repeat": "forever", "autoreverses": true }"#

  @Test(arguments: [bobbing, swinging, growing, pulsing])
  func `the contrast of a moving text is checked along its way`(animation: String) throws {
    #expect(try kinds(moving(text("#EEEEEE"), animation)) == [.lowContrast])
    #expect(try kinds(moving(text("#202020"), animation)).isEmpty)
    let ground = ##"{ "frame": [0, 80, 320, 80], "backgroundColor": "#202020" },"##
    #expect(try kinds(moving(ground + text("#303030"), animation)) == [.lowContrast])
    #expect(try kinds(moving(ground + text("#FFFFFF"), animation)).isEmpty)
  }

  @Test func `a text in front of a moving layer is checked along the motion`() throws {
    func found(_ color: String, _ animation: String) throws -> [SizeFinding.Name] {
      try kinds(
        """
        { "kind": "gradient", "colors": ["#000000", "#303030"], "size": [500, 400], "position": [160, 120],
          "animations": [\(animation)] }, \(text(color))
        """)
    }
    #expect(try found("#383838", Self.growing) == [.lowContrast])
    #expect(try found("#FFFFFF", Self.growing).isEmpty)
    // It ends where the text can be read.
    let coming = #"{ "key": "position.x", "from": -300, "duration": 1 }"#
    #expect(try found("#FFFFFF", coming).isEmpty)
    #expect(try found("#383838", coming) == [.lowContrast])
  }

  @Test func `a text that is readable at some moments only is no finding`() throws {
    let passing = """
      { "frame": [0, 0, 320, 240], "backgroundColor": "#202020",
        "animations": [{ "key": "opacity", "values": [0, 0, 1, 1], "duration": 8, "repeat": "forever" }] },
      """
    #expect(try kinds(passing + text("#202020")).isEmpty)
  }

  @Test func `a value that a client sets is shown at the moments`() throws {
    let cover = """
      { "name": "cover", "frame": [0, 0, 320, 240], "backgroundColor": "#202020", "opacity": 0,
        "animations": [\(Self.growing)] },
      """
    let control = """
      "controls": { "job": { "kind": "progress", "duration": 1,
        "drives": { "layer": "cover", "key": "opacity", "from": 0, "to": 1 } } },
      """
    func found(_ settings: String...) throws -> [SizeFinding.Name] {
      try findings(cover + text("#202020"), control, settings: settings).map(\.kind.name)
    }
    #expect(try found().isEmpty)
    #expect(try found("job=100%") == [.lowContrast])
  }

  @Test func `each slide of a sequence is checked`() throws {
    func slide(_ offset: Int, _ name: String, _ color: String) -> String {
      """
      { "opacity": 0, "timeOffset": \(offset), "animations": [{ "key": "opacity", "values": [0, 1, 1, 0, 0],
          "keyTimes": [0, 0.06, 0.33, 0.39, 1], "duration": 18, "repeat": "forever" }],
        "layers": [{ "backgroundColor": "#FFFFFF" }, \(text(color).replacing("title", with: name)) ] }
      """
    }
    let found = try findings(
      [slide(0, "a", "#EEEEEE"), slide(12, "b", "#202020"), slide(6, "c", "#DDDDDD")]
        .joined(separator: ","))
    #expect(found.map(\.layer) == ["[0]/a", "[2]/c"])
    #expect(found.allSatisfy { $0.kind.name == .lowContrast })
  }

  @Test func `a text that is cut while it moves is a finding, and a passing text is not`() throws {
    let long = text("#202020", ", \"letterSpacing\": 80")
    #expect(try kinds(moving(long, Self.bobbing)) == [.cutText])
    let passing =
      #"{ "key": "translation.x", "from": 400, "to": -400, "duration": 12, "repeat": "forever" }"#
    #expect(try kinds(moving(long, passing)).isEmpty)
    #expect(try kinds(moving(text("#202020"), passing)).isEmpty)
  }

  @Test func `a moving button that is too small is a finding`() throws {
    func found(_ side: Int) throws -> [SizeFinding.Name] {
      try kinds(
        moving(
          "{ \"name\": \"go\", \"frame\": [100, 100, \(side), \(side)], \"backgroundColor\": \"#202020\", \"borderColor\": \"#FFFFFF\" }",
          Self.bobbing),
        """
        "controls": { "go": { "kind": "button", "label": "Go", "layer": "go", "pressed": { "key": "borderWidth", "to": 3 },
          "focused": { "key": "borderWidth", "to": 2 } } },
        """)
    }
    #expect(try found(10) == [.smallTarget])
    #expect(try found(40).isEmpty)
  }

  @Test func `a rotated text is checked`() throws {
    #expect(try kinds(text("#EEEEEE", ", \"rotation\": 90")) == [.lowContrast])
    #expect(try kinds(text("#202020", ", \"rotation\": 90")).isEmpty)
    let ground = ##"{ "frame": [0, 80, 320, 80], "backgroundColor": "#202020", "rotation": 10 },"##
    #expect(try kinds(ground + text("#303030", ", \"rotation\": 10")) == [.lowContrast])
    #expect(try kinds(ground + text("#FFFFFF", ", \"rotation\": 10")).isEmpty)
  }

  @Test func `the lines of an empty log are checked with sample lines`() throws {
    func found(_ keys: String, settings: [String] = []) throws -> Set<SizeFinding.Name> {
      let layer = "{ \"name\": \"log\", \"kind\": \"log\", \"size\": [300, 100], \(keys) }"
      let control = #""controls": { "log": { "kind": "log", "drives": "log" } },"#
      return Set(try findings(layer, control, settings: settings).map(\.kind.name))
    }
    #expect(try found("\"color\": \"#EEEEEE\", \"fontSize\": 5") == [.smallText, .lowContrast])
    #expect(try found("\"color\": \"#202020\", \"fontSize\": 14").isEmpty)
    #expect(
      try found("\"color\": \"#EEEEEE\", \"fontSize\": 5", settings: ["log=Written"])
        == [.smallText, .lowContrast])
  }

  @Test func `alternating texts may overlap, and texts shown together may not`() throws {
    func slide(_ name: String, _ keys: String) -> String {
      """
      { "name": "\(name)", "kind": "text", "string": "Slide \(name)", "color": "#202020", "fontSize": 20,
        "frame": [60, 100, 200, 40], \(keys) }
      """
    }
    func animated(_ key: String, _ values: String) -> String {
      """
      "animations": [{ "key": "\(key)", "values": [\(values)], "duration": 8, "repeat": "forever" }]
      """
    }
    func found(_ slides: String...) throws -> [SizeFinding.Kind] {
      try findings(zip(["a", "b", "c"], slides).map { slide($0, $1) }.joined(separator: ", ")).map(
        \.kind)
    }
    let first = animated("opacity", "1, 1, 0, 0, 1")
    #expect(try found(first, animated("opacity", "0, 0, 1, 1, 0")).isEmpty)
    #expect(
      try found(animated("hidden", "false, true"), animated("hidden", "true, false")).isEmpty)
    #expect(try found("\"opacity\": 1", first) == [.overlap("a")])
    // The text appears and stays, over one that does not disappear.
    let coming = """
      "opacity": 0, "animations": [{ "key": "opacity", "to": 1, "duration": 1, "fillMode": "forwards",
        "removedOnCompletion": false }]
      """
    #expect(try found("\"opacity\": 1", coming) == [.overlap("a")])
    // The third text appears after the first one is gone, and over the second one.
    #expect(
      try found(first, animated("opacity", "0, 0, 1, 1, 0"), animated("opacity", "0, 0, 1, 1, 0"))
        == [.overlap("b")])
  }

  @Test func `alternating buttons may overlap, and buttons shown together may not`() throws {
    func found(_ values: String...) throws -> [SizeFinding.Name] {
      let names = ["a", "b"]
      let layers = zip(names, values).map { name, values in
        """
        { "name": "\(name)", "frame": [20, 20, 100, 40], "backgroundColor": "#202020", "borderColor": "#FFFFFF",
          "animations": [{ "key": "opacity", "values": [\(values)], "duration": 8, "repeat": "forever" }] }
        """
      }
      let buttons = names.map { name in
        """
        "\(name)": { "kind": "button", "label": "\(name)", "layer": "\(name)", "pressed": { "key": "cornerRadius", "to": 4 } }
        """
      }
      return try kinds(
        layers.joined(separator: ", "), "\"controls\": { \(buttons.joined(separator: ", ")) },")
    }
    #expect(try found("1, 1, 0, 0, 1", "0, 0, 1, 1, 0").isEmpty)
    #expect(try found("1, 1, 0, 0, 1", "1, 1, 0, 0, 1") == [.touchOverlap])
  }
}
