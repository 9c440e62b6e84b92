import JSON
import Stage
import Testing
import Wire

@testable import Server

/// The end of a daemon whose scene first comes to rest.
@Suite struct LandingTests {
  private static func scene(_ duration: Double) -> String {
    """
    { "layers": [{ "frame": [8, 8, 32, 32], "backgroundColor": "#FFFFFF",
      "animations": [{ "key": "opacity", "to": 0.2, "duration": \(duration), "repeat": "forever" }] }] }
    """
  }

  /// Shows each frame up to a time.
  private func run(_ harness: Harness, to time: Int64) throws {
    while harness.clock.now < time, !harness.daemon.isDone {
      harness.clock.now = min(harness.daemon.armedDeadline ?? time, time)
      try harness.daemon.turn(milliseconds: 0)
      try harness.daemon.turn(milliseconds: 0)
    }
  }

  @Test func `the daemon ends with the cycle of a repeated animation`() throws {
    let harness = try Harness(isStepped: false, text: Self.scene(2))
    try run(harness, to: 1_500_000)
    let peer = try harness.connect()
    try peer.write(DisplayInterface.Method.quit.call(["retain": true, "land": true]))
    for _ in 0..<4 { try harness.daemon.turn(milliseconds: 0) }
    #expect(try peer.replies().map { $0.error } == [nil])
    try run(harness, to: 2_950_000)
    #expect(!harness.daemon.isDone)
    try run(harness, to: 4_000_000)
    #expect(harness.daemon.isDone)
    // The animation began with the first frame, at 1 s.
    #expect((3_000_000...3_040_000).contains(harness.clock.now))
    #expect(harness.shows.stage.runningAnimationCount == 0)
    _ = try peer.replies()
    #expect(!peer.isClosed)
    harness.daemon.stop()
    _ = try peer.replies()
    #expect(peer.isClosed, "the screen is free")
  }

  @Test func `landing never takes longer than two and a half seconds`() throws {
    let harness = try Harness(isStepped: false, text: Self.scene(2))
    try run(harness, to: 1_500_000)
    let peer = try harness.connect()
    try peer.write(DisplayInterface.Method.quit.call(["land": true]))
    for _ in 0..<4 { try harness.daemon.turn(milliseconds: 0) }
    // Another scene is shown in between; its animations have not been brought to rest.
    harness.shows.stage.replaceScene(
      try SceneOrigin.bytes(
        Array(Self.scene(1).utf8), name: "other"
      ).load())
    try run(harness, to: 3_980_000)
    #expect(!harness.daemon.isDone)
    try run(harness, to: 6_000_000)
    #expect(harness.daemon.isDone && harness.clock.now <= 4_010_000)
  }

  @Test func `other calls wait for the end, and do not keep the loop busy`() throws {
    let harness = try Harness(isStepped: false, text: Self.scene(2))
    try run(harness, to: 1_500_000)
    let (peer, other) = (try harness.connect(), try harness.connect())
    try peer.write(DisplayInterface.Method.quit.call(["land": true]))
    for _ in 0..<4 { try harness.daemon.turn(milliseconds: 0) }
    try other.write(DisplayInterface.Method.getStatus.call())
    for _ in 0..<4 { try harness.daemon.turn(milliseconds: 0) }
    #expect(!harness.daemon.clients.hasBacklog)
    #expect(try other.replies().isEmpty)
  }

  @Test func `a stepped clock advances to the end of the cycle`() throws {
    let harness = try Harness(text: Self.scene(2))
    let peer = try harness.connect()
    _ = try peer.call(.step, ["durationUSec": 1_700_000])
    #expect(try peer.call(.quit, ["land": true]).error == nil)
    #expect(harness.daemon.isDone)
    #expect((2_000_000...2_040_000).contains(harness.shows.time))
  }
}
