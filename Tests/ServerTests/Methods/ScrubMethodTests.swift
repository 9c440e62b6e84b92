import JSON
import Stage
import System
import Testing
import Wire

@testable import Server

/// Calls that take hold of a control: one connection at a time, for as long as it is open.
@Suite struct ScrubMethodTests {
  private static let scene = """
    { "layers": [
        { "name": "thumb", "frame": [0, 0, 20, 20], "backgroundColor": "#FFFFFF",
          "animations": [ { "key": "position.x", "from": 10, "to": 50, "duration": 1 } ] } ],
      "controls": {
        "power": { "kind": "scrub", "layers": "thumb" },
        "message": { "kind": "text" } } }
    """

  private func harness() throws -> Harness { try Harness(text: Self.scene) }

  private func step(_ harness: Harness, _ microseconds: Int64) throws {
    _ = try harness.connect().call(.step, ["durationUSec": .integer(microseconds)])
  }

  private func power(_ harness: Harness) -> (value: Double?, isHeld: Bool?) {
    let control = harness.shows.stage.controls[0]
    return (control.value, control.isHeld)
  }

  @Test func `calls drag a control`() throws {
    let harness = try harness()
    let peer = try harness.connect()
    #expect(try peer.call(.beginScrub).parameters == ["value": 0.0])
    #expect(try peer.call(.updateScrub, ["value": 0.3]).error == nil)
    try step(harness, 20_000)
    #expect(power(harness) == (0.3, true))
    try peer.send(
      DisplayInterface.Method.updateScrub.call(["value": 0.5], mode: .oneway),
      DisplayInterface.Method.updateScrub.call(["value": 1.4], mode: .oneway),
      DisplayInterface.Method.updateScrub.call(["control": "power", "value": 0.7], mode: .oneway))
    try step(harness, 20_000)
    #expect(power(harness) == (0.7, true))
    #expect(try peer.call(.endScrub).parameters == ["value": 1.0])
    try step(harness, 320_000)
    #expect(power(harness) == (1, false))
    #expect(try peer.call(.toggleScrub, ["control": "power"]).parameters == ["value": 0.0])
    try step(harness, 320_000)
    #expect(power(harness) == (0, false))
  }

  @Test func `a throw ends where its velocity leads`() throws {
    let harness = try harness()
    let peer = try harness.connect()
    _ = try peer.call(.beginScrub)
    _ = try peer.call(.updateScrub, ["value": 0.2])
    #expect(try peer.call(.endScrub, ["velocity": 3.0]).parameters == ["value": 1.0])
    try step(harness, 2_000_000)
    #expect(power(harness) == (1, false))
  }

  @Test func `other clients are refused while a control is held`() throws {
    let harness = try harness()
    let (holder, other) = (try harness.connect(), try harness.connect())
    _ = try holder.call(.beginScrub)
    let calls: [(DisplayInterface.Method, JSONObject)] = [
      (.beginScrub, [:]), (.updateScrub, ["value": 1]), (.endScrub, [:]), (.toggleScrub, [:]),
      (.setProgress, ["control": "power", "value": 1]),
    ]
    for (method, parameters) in calls {
      let reply = try other.call(method, parameters)
      #expect(reply.error == DisplayInterface.Failure.controlHeld.qualifiedName)
      #expect(reply.parameters == ["control": "power"])
    }
    #expect(power(harness) == (0, true))
    // Its holder may take hold of it again.
    #expect(try holder.call(.beginScrub).error == nil)
  }

  @Test func `a control is released when its holder's connection closes, and only then`() throws {
    let harness = try harness()
    let (holder, other) = (try harness.connect(), try harness.connect())
    _ = try holder.call(.beginScrub)
    _ = try holder.call(.updateScrub, ["value": 0.8])
    try other.close()
    try step(harness, 1_000_000)
    #expect(power(harness) == (0.8, true))
    try holder.close()
    #expect(power(harness) == (0.8, false))
    try step(harness, 320_000)
    #expect(power(harness) == (1, false))
    #expect(try harness.connect().call(.beginScrub).parameters == ["value": 1.0])
  }

  @Test func `a holder's malformed message releases the control, too`() throws {
    let harness = try harness()
    let holder = try harness.connect()
    _ = try holder.call(.beginScrub)
    try holder.send("oops\0")
    #expect(power(harness).isHeld == false)
  }

  @Test func `a client without the control's hold can neither move nor release it`() throws {
    let harness = try harness()
    let peer = try harness.connect()
    for (method, parameters) in [
      (DisplayInterface.Method.updateScrub, ["value": 1] as JSONObject), (.endScrub, [:]),
    ] {
      let reply = try peer.call(method, parameters)
      #expect(reply.error == DisplayInterface.Failure.controlNotHeld.qualifiedName)
    }
    // After a scene is loaded again its controls are not held.
    _ = try peer.call(.beginScrub)
    harness.shows.stage.replaceScene(harness.shows.stage.scene)
    #expect(
      try peer.call(.endScrub).error == DisplayInterface.Failure.controlNotHeld.qualifiedName)
  }

  @Test func `calls with wrong controls or values are refused`() throws {
    let harness = try harness()
    let peer = try harness.connect()
    _ = try peer.call(.beginScrub)
    let invalid = "org.varlink.service.InvalidParameter"
    let calls: [(DisplayInterface.Method, JSONObject, String)] = [
      (.beginScrub, ["control": "pwer"], DisplayInterface.Failure.noSuchControl.qualifiedName),
      (
        .toggleScrub, ["control": "message"],
        DisplayInterface.Failure.wrongControlKind.qualifiedName
      ),
      (.updateScrub, [:], invalid), (.updateScrub, ["value": "x"], invalid),
      (.endScrub, ["velocity": "fast"], invalid),
      (.endScrub, ["velocity": 1001], DisplayInterface.Failure.invalidValue.qualifiedName),
      (.endScrub, ["velocity": -1e300], DisplayInterface.Failure.invalidValue.qualifiedName),
    ]
    for (method, parameters, error) in calls {
      #expect(try peer.call(method, parameters).error == error)
    }
    #expect(power(harness) == (0, true))
    let none = try Harness(text: Harness.scene).connect().call(.beginScrub)
    #expect(none.error == DisplayInterface.Failure.noSuchControl.qualifiedName)
  }

  @Test func `each settling is reported once, and each change of its value once`() throws {
    let harness = try harness()
    let subscriber = try harness.connect()
    try subscriber.send(
      DisplayInterface.Method.subscribe.call(
        ["kinds": ["scrub_settled", "value_changed"]], mode: .more))
    let peer = try harness.connect()
    // The control is put back, released at the other end, and tapped.
    for value in [0.2, 0.9] {
      _ = try peer.call(.beginScrub)
      _ = try peer.call(.updateScrub, ["value": .number(value)])
      _ = try peer.call(.endScrub)
      try step(harness, 400_000)
    }
    _ = try peer.call(.toggleScrub)
    try step(harness, 400_000)
    let events = try subscriber.replies().flatMap { reply in
      try Fields(reply.parameters).structures("events") { fields throws(CallError) in
        try DisplayInterface.Event(fields)
      }
    }
    #expect(
      events.map { $0.kind } == [
        .ready, .scrubSettled, .scrubSettled, .valueChanged, .scrubSettled, .valueChanged,
      ])
    #expect(events.map { $0.value } == [nil, 0, 1, 1, 0, 0])
    #expect(events.dropFirst().allSatisfy { $0.control == "power" })
  }

  /// A peer of a user with limited rights.
  private func stranger(_ harness: Harness) throws -> Peer {
    try harness.connect(
      as: PeerCredentials(
        processIdentifier: 1, userIdentifier: 4242, groupIdentifier: 4242))
  }

  @Test func `root and the daemon's user take a control from other users`() throws {
    let harness = try harness()
    let (stranger, root) = (try stranger(harness), try harness.connect())
    _ = try stranger.call(.beginScrub)
    _ = try stranger.call(.updateScrub, ["value": 0.4])
    #expect(try root.call(.beginScrub).parameters == ["value": 0.4])
    #expect(try stranger.call(.updateScrub, ["value": 0.9]).error?.hasSuffix("ControlHeld") == true)
    #expect(try stranger.call(.beginScrub).error?.hasSuffix("ControlHeld") == true)
    #expect(try stranger.call(.endScrub).error?.hasSuffix("ControlHeld") == true)
    #expect(try root.call(.updateScrub, ["value": 0.6]).error == nil)
    #expect(try root.call(.endScrub).parameters == ["value": 1.0])
    #expect(power(harness).isHeld == false)
  }

  @Test func `root releases a control that another user holds`() throws {
    let harness = try harness()
    let (stranger, root) = (try stranger(harness), try harness.connect())
    _ = try stranger.call(.beginScrub)
    #expect(try root.call(.endScrub).parameters == ["value": 0.0])
    #expect(power(harness).isHeld == false)
    #expect(try stranger.call(.updateScrub, ["value": 1]).error?.hasSuffix("NotHeld") == true)
  }

  @Test func `a control that root holds is taken only by permitted clients, and on request`() throws
  {
    let harness = try harness()
    let (first, second) = (try harness.connect(), try harness.connect())
    let stranger = try stranger(harness)
    _ = try first.call(.beginScrub)
    #expect(
      try stranger.call(.beginScrub, ["take": true]).error
        == "org.varlink.service.PermissionDenied")
    #expect(
      try stranger.call(.endScrub, ["take": true]).error == "org.varlink.service.PermissionDenied")
    #expect(try second.call(.beginScrub).error?.hasSuffix("ControlHeld") == true)
    #expect(try second.call(.beginScrub, ["take": true]).error == nil)
    #expect(try first.call(.endScrub).error?.hasSuffix("ControlHeld") == true)
    #expect(try first.call(.endScrub, ["take": true]).error == nil)
    #expect(power(harness).isHeld == false)
  }

  @Test func `a hold of which nothing is heard ends after 30 s of the scene's time`() throws {
    let harness = try harness()
    let peer = try harness.connect()
    _ = try peer.call(.beginScrub)
    _ = try peer.call(.updateScrub, ["value": 0.8])
    try step(harness, 29_000_000)
    #expect(power(harness) == (0.8, true))
    // An unchanged value shows that it is still held.
    _ = try peer.call(.updateScrub, ["value": 0.8])
    try step(harness, 29_000_000)
    #expect(power(harness) == (0.8, true))
    try step(harness, 2_000_000)
    #expect(power(harness) == (1, false))
    #expect(try peer.call(.updateScrub, ["value": 0.1]).error?.hasSuffix("NotHeld") == true)
  }
}
