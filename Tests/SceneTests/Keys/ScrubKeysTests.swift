import Geometry
import Testing

@testable import Scene

/// The keys of scrub controls for fingers.
@Suite struct ScrubKeysTests {
  private static func load(_ keys: String) throws(SceneError) -> Scene {
    let text = """
      { "layers": [
          { "name": "panel", "size": [200, 80], "layers": [
            { "name": "knob", "size": ["25%", "50%"],
              "animations": [ { "key": "opacity", "from": 0, "to": 1 } ] } ] } ],
        "controls": { "power": { "kind": "scrub", "layers": "panel"\(keys) } } }
      """
    return try SceneLoader.load(bytes: Array(text.utf8), name: "test.jsonc", directory: nil)
  }

  @Test(arguments: [
    ("", Vector(dx: 200, dy: 0)), (", \"travel\": [\"-50%\", \"25%\"]", Vector(dx: -100, dy: 20)),
    (", \"hitArea\": \"panel/knob\"", Vector(dx: 50, dy: 0)),
    (", \"hitArea\": \"panel/knob\", \"travel\": [10, \"10vmin + 50%\"]", Vector(dx: 10, dy: 50)),
  ])
  func `the way of a finger is in lengths of the hit area`(keys: String, travel: Vector) throws {
    let scene = try Self.load(keys)
    let instance = scene.instantiate(size: Size(width: 400, height: 300), scale: 1)
    guard case .scrub(let description, let layers) = instance.controls[0].content else {
      Issue.record("no scrub control")
      return
    }
    #expect(layers.travel == travel)
    #expect(!description.restsAnywhere)
    #expect(scene.warnings.isEmpty)
  }

  @Test(arguments: [("atEnds", false), ("anywhere", true)])
  func `a scene says whether a control rests at its ends or anywhere`(
    word: String, isAnywhere: Bool
  ) throws {
    guard
      case .scrub(let description) = try Self.load(", \"rests\": \"\(word)\"").controls[0].content
    else {
      Issue.record("no scrub control")
      return
    }
    #expect(description.restsAnywhere == isAnywhere)
  }

  @Test(arguments: [
    (", \"travel\": [0, 0]", "`travel` has no length"),
    (", \"travel\": [\"0%\", \"0vw\"]", "`travel` has no length"), (", \"travel\": [0]", "travel"),
    (", \"travel\": \"50%\"", "travel"), (", \"travel\": [\"far\", 0]", "`travel` is not a length"),
    (", \"rests\": \"here\"", "`rests` is \"here\""), (", \"travels\": [1, 0]", "`travel`"),
    (", \"hitArea\": \"nobody\"", "nobody"),
  ])
  func `a mistake in a scrub control is reported`(keys: String, part: String) {
    let error = #expect(throws: SceneError.self) { try Self.load(keys) }
    #expect(error?.rendered.contains(part) == true, "\(error?.rendered ?? "")")
  }
}
