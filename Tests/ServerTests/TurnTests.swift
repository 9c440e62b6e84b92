import JSON
import System
import Testing
import Wire

@testable import Server

/// Turns of clients whose calls take long, on a scene that needs no frame.
@Suite struct TurnTests {
  /// A daemon with a still scene, for a clock on which each reading takes some time.
  private static func slowHarness() throws -> Harness {
    let harness = try Harness(isStepped: false, text: Harness.scene)
    try harness.settle()
    #expect(harness.shows.deadline(now: harness.clock.now) == nil)
    return harness
  }

  private static func write(_ count: Int, _ peer: Peer) throws {
    for _ in 0..<count { try peer.write(DisplayInterface.Method.getStatus.call()) }
  }

  @Test func `a turn ends after some milliseconds, though no frame is due`() throws {
    let harness = try Self.slowHarness()
    let peer = try harness.connect()
    try Self.write(100, peer)
    harness.clock.drift = 1000
    let start = harness.clock.now
    try harness.daemon.turn(milliseconds: 0)
    #expect(harness.clock.now - start < 60_000)
    harness.clock.drift = 0
    let count = try peer.replies().count
    #expect((1...5).contains(count), "\(count)")
    try harness.settle()
    #expect(try peer.replies().count == 100 - count)
  }

  @Test func `a turn handles one slow call, and other clients come first in the next`() throws {
    let harness = try Self.slowHarness()
    let crowd = try (0..<20).map { _ in try harness.connect() }
    for peer in crowd { try Self.write(20, peer) }
    harness.clock.drift = 10_000
    for _ in 0..<20 { try harness.daemon.turn(milliseconds: 0) }
    for peer in crowd { #expect(try peer.replies().count == 1) }
    let late = try harness.connect()
    try Self.write(1, late)
    for _ in 0..<2 { try harness.daemon.turn(milliseconds: 0) }
    #expect(try late.replies().count == 1)
    #expect(try crowd.map { try $0.replies().count }.reduce(0, +) <= 2)
    harness.clock.drift = 0
    try harness.settle()
    for peer in crowd { #expect(try peer.replies().count >= 18) }
  }

  @Test func `many clients of one user delay a client of another by one call`() throws {
    let harness = try Self.slowHarness()
    let stranger = PeerCredentials(
      processIdentifier: 1, userIdentifier: 54_321, groupIdentifier: 54_321)
    let crowd = try (0..<20).map { _ in try harness.connect(as: stranger) }
    // All wait for the same turn, the other user's client behind them.
    for peer in crowd { try Self.write(20, peer) }
    let late = try harness.connect()
    try Self.write(3, late)
    harness.clock.drift = 10_000
    var count = 0
    for _ in 0..<6 {
      try harness.daemon.turn(milliseconds: 0)
      count += try crowd.map { try $0.replies().count }.reduce(0, +)
    }
    #expect(try late.replies().count == 3)
    #expect((1...3).contains(count), "\(count)")
    harness.clock.drift = 0
    try harness.settle()
  }

  @Test func `malformed messages and short connections count for their user's time`() throws {
    let harness = try Self.slowHarness()
    let stranger = PeerCredentials(
      processIdentifier: 1, userIdentifier: 54_321, groupIdentifier: 54_321)
    let crowd = try (0..<50).map { _ in try harness.connect(as: stranger) }
    // Each message closes its connection.
    for peer in crowd { try peer.write(Array("{]\0".utf8)) }
    let other = try harness.connect()
    try Self.write(3, other)
    harness.clock.drift = 10_000
    for _ in 0..<30 { try harness.daemon.turn(milliseconds: 0) }
    #expect(try other.replies().count == 3)
    harness.clock.drift = 0
    try harness.settle()
  }

  @Test func `a client that was silent gets no more time than others`() throws {
    let harness = try Self.slowHarness()
    let (busy, silent) = (try harness.connect(), try harness.connect())
    try Self.write(100, busy)
    harness.clock.drift = 1000
    for _ in 0..<10 { try harness.daemon.turn(milliseconds: 0) }
    _ = try busy.replies()
    try Self.write(60, silent)
    for _ in 0..<12 { try harness.daemon.turn(milliseconds: 0) }
    let counts = (try busy.replies().count, try silent.replies().count)
    #expect(abs(counts.0 - counts.1) <= 5, "\(counts)")
  }
}
