import JSON
import Stage
import System
import Testing
import Wire

@testable import Server

/// Calls of Reveal, answered at once or when the content is revealed.
@Suite struct RevealMethodTests {
  private static let scene = """
    { "layers": [
        { "name": "photo", "hidden": true, "backgroundColor": "#FF8000" },
        { "kind": "loader", "name": "ring" } ],
      "controls": {
        "load": { "kind": "reveal", "content": "photo", "loader": "ring" },
        "message": { "kind": "text" } } }
    """

  private func harness() throws -> Harness { try Harness(text: Self.scene) }

  private func step(_ harness: Harness, _ microseconds: Int64) throws {
    _ = try harness.connect().call(.step, ["durationUSec": .integer(microseconds)])
    try harness.settle()
  }

  private func load(_ harness: Harness, _ text: String, carry: Bool) throws {
    let file = try MemoryFile.sealed(name: "scene", bytes: Array(text.utf8).span)
    let peer = try harness.connect()
    try peer.send(
      DisplayInterface.Method.loadScene.call(
        ["fileDescriptor": 0, "carry": .bool(carry)]
      ).encoded(), descriptors: [file.rawValue])
    #expect(try peer.replies().first?.error == nil)
  }

  private let started: JSONObject = ["started": true, "finished": false]

  @Test func `a reveal without wait is answered at once`() throws {
    let harness = try harness()
    let peer = try harness.connect()
    #expect(try peer.call(.reveal).parameters == started)
    #expect(
      try peer.call(.reveal, ["control": "load"]).parameters
        == ["started": false, "finished": false])
    try step(harness, 1_100_000)
    #expect(try peer.call(.reveal).parameters == ["started": false, "finished": true])
    #expect(
      try peer.call(.reveal, ["wait": true]).parameters == ["started": false, "finished": true])
  }

  @Test func `a reveal with wait is answered at its end, also for later callers`() throws {
    let harness = try harness()
    let (first, second) = (try harness.connect(), try harness.connect())
    try first.send(
      DisplayInterface.Method.reveal.call(["wait": true, "durationUSec": 500_000]),
      DisplayInterface.Method.getStatus.call())
    try step(harness, 300_000)
    try second.send(DisplayInterface.Method.reveal.call(["wait": true]))
    try step(harness, 190_000)
    #expect(try first.replies().isEmpty)
    #expect(try second.replies().isEmpty)
    try step(harness, 20_000)
    let replies = try first.replies()
    #expect(replies.first?.parameters == ["started": true, "finished": true])
    // A later call on the connection had to wait, too.
    #expect(replies.count == 2 && replies.last?.parameters["frames"] != nil)
    #expect(try second.replies().map { $0.parameters } == [["started": false, "finished": true]])
  }

  @Test func `a client that leaves stops waiting, and not the reveal`() throws {
    let harness = try harness()
    let peer = try harness.connect()
    try peer.send(DisplayInterface.Method.reveal.call(["wait": true]))
    try step(harness, 100_000)
    let before = harness.daemon.clients.count
    try peer.close()
    #expect(harness.daemon.clients.count == before - 1)
    try step(harness, 1_000_000)
    #expect(harness.shows.stage.controls[0].isRevealed == true)
  }

  @Test func `another scene or Conceal answers a waiting reveal as unfinished`() throws {
    for conceals in [false, true] {
      let harness = try harness()
      let peer = try harness.connect()
      try peer.send(DisplayInterface.Method.reveal.call(["wait": true]))
      try step(harness, 500_000)
      if conceals {
        #expect(try harness.connect().call(.conceal, ["control": "load"]).error == nil)
      } else {
        try load(harness, Self.scene, carry: false)
      }
      try harness.settle()
      #expect(try peer.replies().map { $0.parameters } == [started])
      #expect(harness.shows.stage.controls[0].isRevealed == false)
      #expect(try peer.call(.reveal).parameters == started)
    }
  }

  @Test func `an edited scene goes on with the reveal, and without the control ends it`() throws {
    let harness = try harness()
    let peer = try harness.connect()
    try peer.send(DisplayInterface.Method.reveal.call(["wait": true]))
    try step(harness, 500_000)
    try load(harness, Self.scene.replacing("#FF8000", with: "#0080FF"), carry: true)
    try step(harness, 450_000)
    #expect(try peer.replies().isEmpty)
    try step(harness, 100_000)
    #expect(try peer.replies().map { $0.parameters } == [["started": true, "finished": true]])

    _ = try peer.call(.conceal)
    try peer.send(DisplayInterface.Method.reveal.call(["wait": true]))
    try step(harness, 500_000)
    try load(harness, "{ \"layers\": [] }", carry: true)
    try harness.settle()
    #expect(try peer.replies().map { $0.parameters } == [started])
  }

  @Test func `quitting answers the waiting callers`() throws {
    let harness = try harness()
    let peer = try harness.connect()
    try peer.send(DisplayInterface.Method.reveal.call(["wait": true]))
    _ = try harness.connect().call(.quit)
    harness.daemon.stop()
    #expect(try peer.replies().map { $0.parameters } == [started])
    #expect(peer.isClosed)
  }

  @Test func `a oneway call reveals and holds up nothing`() throws {
    let harness = try harness()
    let peer = try harness.connect()
    try peer.send(
      DisplayInterface.Method.reveal.call(["wait": true, "durationUSec": 0], mode: .oneway),
      DisplayInterface.Method.step.call(["durationUSec": 20_000]))
    #expect(try peer.replies().map { $0.parameters["timeUSec"] } == [20_000])
    #expect(harness.shows.stage.controls[0].isRevealed == true)
  }

  @Test func `an unknown control and one of another kind are refused`() throws {
    let peer = try harness().connect()
    for method in [DisplayInterface.Method.reveal, .conceal] {
      let missing = try peer.call(method, ["control": "lod"])
      #expect(missing.error == DisplayInterface.Failure.noSuchControl.qualifiedName)
      #expect(missing.parameters["control"] == "lod")
      let text = try peer.call(method, ["control": "message"])
      #expect(text.error == DisplayInterface.Failure.wrongControlKind.qualifiedName)
      let none = try Harness(text: Harness.scene).connect().call(method)
      #expect(none.error == DisplayInterface.Failure.noSuchControl.qualifiedName)
    }
    #expect(try peer.call(.reveal, ["wait": "yes"]).parameters["parameter"] == "wait")
    #expect(
      try peer.call(.reveal, ["durationUSec": -1]).error
        == DisplayInterface.Failure.invalidValue.qualifiedName)
  }
}
