import JSON
import Stage
import System
import Testing
import Wire

@testable import Server

/// Calls that put a control into its states, and the end of a connection that holds it.
@Suite struct StateMethodTests {
  private static let scene = """
    { "layers": [ { "name": "ring", "frame": [0, 0, 20, 20], "backgroundColor": "#FFFFFF" } ],
      "controls": {
        "outcome": { "kind": "state", "onDisconnect": "failed", "states": {
          "working": { "label": "Working on it" },
          "done": { "changes": [ { "layer": "ring", "key": "opacity", "to": 0 } ] },
          "failed": { "changes": [ { "layer": "ring", "key": "opacity", "to": 0.5 } ] } } },
        "message": { "kind": "text" } } }
    """

  private func harness() throws -> Harness { try Harness(text: Self.scene) }

  private func state(_ harness: Harness) -> String? { harness.shows.stage.controls[0].state }

  @Test func `a state is set, listed and saved`() throws {
    let harness = try harness()
    let peer = try harness.connect()
    #expect(try peer.call(.setState, ["control": "outcome", "state": "done"]).error == nil)
    #expect(try peer.call(.setState, ["state": "done"]).parameters == [:])
    let list = try peer.call(.listControls).parameters["controls"]?.arrayValue
    let control = try #require(list?.first?.objectValue)
    #expect(control["kind"] == "state")
    #expect(control["state"] == "done")
    #expect(control["states"] == ["working", "done", "failed"])
    #expect(control["held"] == false)
    let values = SavedValues(harness.shows)
    #expect(SavedValues(decoding: values.encoded()) == values)
    #expect(values.main.controls[0].state == "done")
  }

  @Test func `an option is chosen and listed, also under its former keys`() throws {
    let harness = try Harness(
      text: """
        { "layers": [ { "name": "en", "frame": [0, 0, 20, 20] }, { "name": "de", "frame": [20, 0, 20, 20] } ],
          "controls": { "language": { "kind": "choice", "options": { "en": { "layer": "en" }, "de": { "layer": "de" } } } } }
        """)
    let peer = try harness.connect()
    func language() throws -> JSONObject {
      let list = try peer.call(.listControls).parameters["controls"]?.arrayValue
      return try #require(list?.first?.objectValue)
    }
    #expect(try language()["options"] == ["en", "de"])
    #expect(try language()["option"] == nil)
    #expect(try peer.call(.choose, ["option": "de"]).parameters == [:])
    #expect(try language()["option"] == "de")
    #expect(try language()["states"] == ["en", "de"])
    #expect(try language()["state"] == "de")
    #expect(try peer.call(.setState, ["control": "language", "state": "en"]).error == nil)
    #expect(try language()["option"] == "en")
    #expect(try peer.call(.choose, ["control": "language"]).error == nil)
    #expect(try language()["option"] == nil)
    let reply = try peer.call(.choose, ["control": "language", "option": "dee"])
    #expect(reply.error == DisplayInterface.Failure.invalidValue.qualifiedName)
    #expect(reply.parameters["field"] == "option")
    #expect(reply.parameters["reason"] == "one of en, de is expected; did you mean de?")
  }

  @Test func `a lost holder leaves the state that the scene has for it`() throws {
    let harness = try harness()
    let (holder, other) = (try harness.connect(), try harness.connect())
    #expect(try holder.call(.setState, ["state": "working", "hold": true]).error == nil)
    let reply = try other.call(.setState, ["state": "done"])
    #expect(reply.error == DisplayInterface.Failure.controlHeld.qualifiedName)
    try other.close()
    #expect(state(harness) == "working")
    try holder.close()
    #expect(state(harness) == "failed")
    #expect(try harness.connect().call(.setState, ["state": "done"]).error == nil)
  }

  @Test func `a holder that sets the last state itself leaves it`() throws {
    let harness = try harness()
    let holder = try harness.connect()
    _ = try holder.call(.setState, ["state": "working", "hold": true])
    _ = try holder.call(.setState, ["state": "done"])
    try holder.close()
    #expect(state(harness) == "done")
  }

  @Test func `unknown states and wrong controls are refused`() throws {
    let harness = try harness()
    let peer = try harness.connect()
    let calls: [(JSONObject, String)] = [
      (["state": "dnoe"], DisplayInterface.Failure.invalidValue.qualifiedName),
      (["control": "nope", "state": "done"], DisplayInterface.Failure.noSuchControl.qualifiedName),
      (
        ["control": "message", "state": "done"],
        DisplayInterface.Failure.wrongControlKind.qualifiedName
      ),
      ([:], "org.varlink.service.InvalidParameter"),
      (["state": 1], "org.varlink.service.InvalidParameter"),
    ]
    for (parameters, error) in calls {
      #expect(try peer.call(.setState, parameters).error == error)
    }
    #expect(state(harness) == "working")
  }
}
