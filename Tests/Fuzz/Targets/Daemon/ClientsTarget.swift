import Geometry
import JSON
import Scene
import System
import Wire

@testable import Server

/// Clients of several users on connections of their own: messages in parts, files that come with
/// them, replies that are not read, and hang-ups.
///
/// Each call is answered once and in its turn, and nothing stays of a client that has left.
enum ClientsTarget {
  private static let limits = Limits(
    connections: 12, connectionsPerUser: 6, reservedConnections: 2, messageBytes: 4096,
    allInputBytes: 16 << 10, allOutputBytes: 64 << 10, outputBytes: 4 << 10, queuedEvents: 8,
    lostEvents: 32, callsPerSlice: 3, callsPerTurn: 16, sceneBytes: 4096, pictureBytes: 4096,
    picturePixels: 4096, pictures: 3, picturesPerUser: 2, loads: 3)

  static func run(_ bytes: [UInt8]) throws(Finding) {
    var source = ByteSource(bytes)
    do {
      let harness = try Harness(
        isStepped: false, limits: limits, text: MessageTarget.scene,
        size: PixelSize(width: 32, height: 24))
      let clients = Clients(harness)
      for _ in 0..<64 where !source.isEmpty { try clients.live(&source) }
      try clients.leave()
    } catch let finding as Finding {
      throw finding
    } catch {
      throw Finding("a client's request fails: \(error)")
    }
  }
}

/// The clients and the observations of them.
private final class Clients {
  private struct Client {
    let peer: Peer
    /// Calls that want a reply, and replies.
    var calls = 0
    var replies = 0
    /// True while each message is a whole call whose reply does not wait for something.
    var isPlain = true
  }

  private let harness: Harness
  private var clients: [Client] = []

  init(_ harness: Harness) { self.harness = harness }

  private static let users: [UInt32?] = [nil, 0, 54_321, 54_322]

  /// Methods whose reply comes at once, though perhaps after a thread has read something.
  private static let waitingMethods = ["Subscribe", "Ask", "WatchKeys", "GetTimes", "Reveal"]

  func live(_ source: inout ByteSource) throws {
    guard !clients.isEmpty, source.choice(8) > 0 else { return try connect(&source) }
    let index = source.choice(clients.count)
    switch source.choice(10) {
    case 0...3: try call(&source, index)
    case 4:
      clients[index].isPlain = false
      // The daemon may have closed it.
      try? clients[index].peer.write(Array(source.take(source.choice(32))))
    case 5: try read(index, limit: source.pick([1, 100, 100_000]))
    case 6:
      clients[index].isPlain = false
      clients[index].peer.hangUp()
      clients.remove(at: index)
    case 7:
      harness.clock.now += source.pick([1000, 16_667, 1_000_000, 31_000_000])
      harness.clock.drift = source.pick([0, 0, 100, 5000])
    default: for _ in 0...source.choice(4) { try harness.daemon.turn(milliseconds: 0) }
    }
  }

  private func connect(_ source: inout ByteSource) throws {
    let peer = source.pick(Self.users).map {
      PeerCredentials(processIdentifier: 1, userIdentifier: $0, groupIdentifier: $0)
    }
    let count = harness.daemon.clients.count
    let client = Client(peer: try harness.connect(as: peer))
    if harness.daemon.clients.count > count { clients.append(client) }
    try require(harness.daemon.clients.count <= 12, "there are too many connections")
  }

  private func call(_ source: inout ByteSource, _ index: Int) throws {
    let call = MessageTarget.generator.call(&source)
    let method = call.method.split(separator: ".").last.map { String($0) } ?? ""
    if method == "Quit" { return }
    var bytes = call.encoded()
    // A file in memory with a scene, or with any bytes.
    var files: [Int32] = []
    let content = source.isOnce(in: 2) ? Array(MessageTarget.scene.utf8) : Array(source.take(16))
    let memory = try MemoryFile.sealed(name: "fuzz", bytes: content.span)
    if source.isOnce(in: 3) { files = [Int32](repeating: memory.rawValue, count: source.choice(4)) }
    if source.isOnce(in: 16), bytes.count > 2 {
      bytes.removeLast(source.choice(bytes.count))
      clients[index].isPlain = false
    }
    if Self.waitingMethods.contains(method) || call.mode == .more || call.mode == .upgrade {
      clients[index].isPlain = false
    }
    if call.mode != .oneway { clients[index].calls += 1 }
    let sent = try clients[index].peer.send(bytes, descriptors: files)
    if sent < bytes.count { clients[index].isPlain = false }
  }

  private func read(_ index: Int, limit: Int = .max) throws {
    let client = clients[index]
    let replies = try client.peer.replies(limit: limit)
    clients[index].replies += replies.count
    if client.isPlain {
      try require(
        clients[index].replies <= client.calls,
        "\(clients[index].replies) replies to \(client.calls) calls")
    }
  }

  /// All clients read what is left for them, and then hang up.
  func leave() throws {
    harness.clock.drift = 0
    for _ in 0..<4 {
      try harness.settle()
      for index in clients.indices { try read(index) }
    }
    for client in clients where client.isPlain && !client.peer.isClosed {
      try require(
        client.replies == client.calls, "\(client.replies) replies to \(client.calls) calls")
    }
    for client in clients { client.peer.hangUp() }
    try harness.settle()
    try require(
      harness.daemon.clients.count == 0, "\(harness.daemon.clients.count) connections stay")
  }
}
