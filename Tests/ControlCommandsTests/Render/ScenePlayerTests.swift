import Geometry
import Scene
import Stage
import Testing

@testable import ControlCommands

/// Requests of `--set` to a scene that is played without a daemon.
struct ScenePlayerTests {
  private static let scene = """
    { "layers": [
        { "name": "bar", "kind": "progress", "style": "line" },
        { "name": "panel", "hidden": true, "layers": [
          { "name": "question", "kind": "text", "string": "" },
          { "name": "answer", "kind": "text", "string": "" } ] } ],
      "controls": {
        "job": { "kind": "progress", "drives": "bar", "phases": { "get": 1, "flash": 1 } },
        "pin": { "kind": "prompt", "panel": "panel", "message": "question", "entry": "answer" } } }
    """

  private func player(_ requests: String...) throws -> ScenePlayer {
    try ScenePlayer(
      scene: SceneLoader.load(bytes: Array(Self.scene.utf8), name: "scene", directory: nil),
      size: PixelSize(width: 64, height: 64), scale: 1,
      assignments: requests.map { try ControlAssignment($0) })
  }

  @Test func `a value in a phase`() throws {
    let player = try player("job=flash=50%")
    try player.play(to: 0)
    let job = try #require(player.stage.controls.first)
    #expect(job.phase == "flash")
    #expect(job.value == 0.75)
  }

  @Test func `a phase that there is not is refused`() throws {
    let player = try player("job=erase=50%")
    #expect(throws: ClientError.self) { try player.play(to: 0) }
  }

  @Test func `a prompt is no control that can be set`() throws {
    let error = #expect(throws: ClientError.self) { try player("pin=1") }
    #expect(error?.hint == "one of job; a prompt is shown by 'firstlight ask' alone")
  }

  @Test(arguments: [
    ("de-AT", "de"), ("de_DE.UTF-8", "de"), ("en", "en-GB"), ("EN-gb", "en-GB"), ("fr", nil),
  ])
  func `the nearest locale`(tag: String, nearest: String?) {
    #expect(LocaleCommand.nearest(to: tag, among: ["de", "en-GB"]) == nearest)
  }
}
