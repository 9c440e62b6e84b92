import JSON
import Stage
import Testing
import Wire

@testable import Scene
@testable import Server

/// Each kind of control is supported at every step from the scene to the client.
@Suite struct ControlKindTests {
  private static let layers = """
    [ { "kind": "progress", "style": "circle", "name": "ring", "frame": [0, 0, 20, 20] },
      { "kind": "text", "name": "words", "string": "a", "frame": [20, 0, 20, 20] },
      { "kind": "image", "name": "photo", "frame": [40, 0, 20, 20] },
      { "kind": "log", "name": "lines", "frame": [60, 0, 20, 20] },
      { "kind": "loader", "name": "wheel", "frame": [80, 0, 20, 20] },
      { "name": "box", "frame": [0, 20, 20, 20] },
      { "name": "mover", "frame": [20, 20, 20, 20],
        "animations": [{ "key": "opacity", "from": 0, "to": 1, "duration": 1 }] } ]
    """

  /// The keys that a kind cannot be without.
  private static func keys(of kind: ControlKind) -> String {
    switch kind {
    case .progress: #""drives": "ring""#
    case .text: #""drives": "words""#
    case .image: #""drives": "photo""#
    case .log: #""drives": "lines""#
    case .reveal: #""content": "box", "loader": "wheel""#
    case .scrub: #""layers": "mover""#
    case .state: #""states": { "on": {}, "off": {} }"#
    case .button: #""label": "a", "layer": "box""#
    case .choice:
      #""value": "a", "options": { "a": { "label": "a", "layer": "box" }, "b": { "label": "b", "layer": "words" } }"#
    case .field: #""label": "a", "layer": "box", "entry": "words""#
    }
  }

  @Test func `the words of scenes are the kinds of stages and of the protocol, and the prompt`() {
    let kinds = ControlKind.allCases.map { $0.rawValue }
    #expect(SceneReader.controlKinds == kinds + ["prompt"])
    #expect(DisplayInterface.ControlKind.allCases.map { $0.name } == kinds)
  }

  @Test(arguments: ControlKind.allCases)
  func `messages call a kind by its word`(kind: ControlKind) {
    let article = "aeiou".contains(kind.rawValue.prefix(1)) ? "an" : "a"
    #expect(
      [kind.rawValue, kind.rawValue + " control"].map { article + " " + $0 }.contains(kind.owner))
  }

  @Test(arguments: ControlKind.allCases)
  func `a control is read, played and listed by its kind`(kind: ControlKind) throws {
    // The image layer has no file, and only an image control gives it a picture.
    let picture = kind == .image ? "" : #", "p": { "kind": "image", "drives": "photo" }"#
    let harness = try Harness(
      text: """
        { "layers": \(Self.layers),
          "controls": { "c": { "kind": "\(kind.rawValue)", \(Self.keys(of: kind)) }\(picture) } }
        """)
    #expect(harness.shows.stage.controls.first { $0.name == "c" }?.kind == kind)
    let listed = try Fields(harness.connect().call(.listControls).parameters).structures("controls")
    { fields throws(CallError) in try DisplayInterface.ControlInfo(fields) }
    #expect(listed.first { $0.name == "c" }?.kind.name == kind.rawValue)
  }
}
