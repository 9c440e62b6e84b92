import Foundation
import JSON
import Stage
import System
import TestSupport
import Testing
import Wire

@testable import Server

/// The limits for many connections together, and the connections that the daemon still accepts.
@Suite struct CrowdTests {
  private func user(_ number: UInt32) -> PeerCredentials {
    PeerCredentials(processIdentifier: 1, userIdentifier: number, groupIdentifier: number)
  }

  private static func users(own: UInt32, mapsEverybody: Bool = true) -> Users {
    Users(
      own: own, namespace: UserNamespace(overflowUser: 65_534, mapsEverybody: mapsEverybody))
  }

  @Test func `the limits have their documented values`() {
    let limits = Limits()
    #expect(limits.connections == 512 && limits.connectionsPerUser == 128)
    #expect(limits.reservedConnections == 16)
  }

  @Test func `root and the daemon's user can connect when other users fill all places`() throws {
    var limits = Limits()
    limits.connections = 64
    limits.connectionsPerUser = 16
    limits.reservedConnections = 4
    let harness = try Harness(limits: limits, text: Harness.scene, users: Self.users(own: 777))
    var crowd: [Peer] = []
    for number in UInt32(1000)..<1008 {
      for _ in 0..<18 {
        let peer = try harness.connect(as: user(number))
        if try peer.replies().isEmpty { crowd.append(peer) }
      }
    }
    #expect(crowd.count == 64 - 2 * 4)
    #expect(try harness.connect(as: user(2000)).replies().first?.error != nil)
    var kept: [Peer] = []
    for number in [UInt32(0), 777] {
      for place in 0..<4 {
        let peer = try harness.connect(as: user(number))
        #expect(try peer.call(.getStatus).error == nil, "\(number), \(place)")
        kept.append(peer)
      }
      let refusal = try harness.connect(as: user(number)).replies().first
      #expect(refusal?.parameters["limit"] == "connections")
    }
    #expect(harness.daemon.clients.count == 64)
  }

  /// A folder in which the daemon creates directories; nil where this user may write to none.
  private static let runtime = ["/run", ProcessEnvironment.value(of: "XDG_RUNTIME_DIR") ?? ""]
    .first { FileManager.default.isWritableFile(atPath: $0) }

  @Test(arguments: runtime == nil ? [false] : [false, true])
  func `a socket that is removed is made anew, with its directory`(isWhole: Bool) throws {
    let base = isWhole ? Self.runtime ?? "" : NSTemporaryDirectory()
    let name = "firstlight-crowd-\(ProcessEnvironment.processIdentifier)-\(isWhole)"
    let directory = URL(filePath: base).appending(path: name).path
    let path = directory + "/socket"
    let harness = try Harness(text: Harness.scene)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try harness.daemon.listen(on: Listener(try UnixListener.listen(on: path)))
    let former = Peer(try UnixStream.connect(to: path, isBlocking: false), harness)
    for _ in 0..<2 {
      try FileManager.default.removeItem(atPath: isWhole ? directory : path)
      try harness.settle()
      let peer = Peer(try UnixStream.connect(to: path, isBlocking: false), harness)
      #expect(try peer.call(.getStatus).error == nil)
    }
    // One that had connected before is served, too.
    #expect(try former.call(.getStatus).error == nil)
    #expect(harness.lines.all.count { $0.contains("was removed, and is there again") } == 2)
    // Another program's socket in its place stays there.
    try FileManager.default.removeItem(atPath: path)
    let other = try UnixListener.listen(on: path)
    try harness.settle()
    #expect(harness.lines.all.contains { $0.contains("no further client can connect") })
    harness.daemon.stop()
    let isKept = other.isInPlace
    #expect(isKept)
  }

  @Test func `a daemon that awaits a successor leaves its socket's path to it`() throws {
    let directory = try TemporaryDirectory()
    let path = directory("socket")
    let harness = try Harness(text: Harness.scene)
    try harness.daemon.listen(on: Listener(try UnixListener.listen(on: path)))
    let former = Peer(try UnixStream.connect(to: path, isBlocking: false), harness)
    let successor = try UnixListener.listen(on: directory("successor"), mode: 0o600)
    try harness.daemon.awaitSuccessor(on: Listener(successor))
    try FileManager.default.removeItem(atPath: path)
    try harness.settle()
    #expect(try directory.names() == ["successor"])
    // The socket of the root's service, which a connection would start.
    let unit = try UnixListener.listen(on: path)
    try harness.settle()
    let isStarted = try unit.accept() != nil
    #expect(!isStarted)
    #expect(!harness.lines.all.contains { $0.contains("removed") })
    #expect(try former.call(.getStatus).error == nil)
  }

  /// No client leaves during the shortage.
  @Test(arguments: [EMFILE, ENFILE, ENOMEM, ENOBUFS])
  func `a client waits for the end of a shortage and no longer`(code: Int32) throws {
    let harness = try Harness(text: Harness.scene)
    let path = "/tmp/firstlight-crowd-\(ProcessEnvironment.processIdentifier)-\(code).sock"
    try harness.daemon.listen(on: Listener(try UnixListener.listen(on: path)))
    defer { harness.daemon.stop() }
    let other = try harness.connect()
    #expect(try other.call(.getStatus).error == nil)
    let newcomer = Peer(try UnixStream.connect(to: path, isBlocking: false), harness)
    try newcomer.write(DisplayInterface.Method.getStatus.call([:] as JSONObject))
    try SystemFault(.accept, code: code, count: 1_000_000).inject { try harness.settle() }
    // The daemon does not try again all the time meanwhile.
    #expect(harness.lines.all.count { $0.contains("cannot accept a connection") } == 1)
    try harness.settle()
    #expect(try newcomer.replies().isEmpty)
    harness.clock.now += 1_000_000
    try harness.settle()
    #expect(try newcomer.replies().first?.error == nil)
    #expect(harness.daemon.clients.count == 2)
  }

  /// Watching the socket again needs memory, too.
  @Test(arguments: [ENOMEM, ENOSPC])
  func `a shortage that lasts beyond its pause ends nothing`(code: Int32) throws {
    let harness = try Harness(text: Harness.scene)
    let path = "/tmp/firstlight-crowd-\(ProcessEnvironment.processIdentifier)-w\(code).sock"
    try harness.daemon.listen(on: Listener(try UnixListener.listen(on: path)))
    defer { harness.daemon.stop() }
    let newcomer = Peer(try UnixStream.connect(to: path, isBlocking: false), harness)
    try newcomer.write(DisplayInterface.Method.getStatus.call([:] as JSONObject))
    try SystemFault(.accept, code: EMFILE).inject { try harness.settle() }
    for _ in 0..<3 {
      harness.clock.now += 1_000_000
      try SystemFault(.changeEpoll, code: code).inject { try harness.settle() }
      #expect(try newcomer.replies().isEmpty)
    }
    #expect(harness.lines.all.contains { $0.contains("no new connections for now") })
    harness.clock.now += 1_000_000
    try harness.settle()
    #expect(try newcomer.replies().count == 1)
  }

  @Test func `one user has at most 128 connections`() throws {
    let harness = try Harness(text: Harness.scene, users: Self.users(own: 777))
    let peers = try (0..<129).map { _ in try harness.connect(as: user(1000)) }
    #expect(
      try peers[128].replies().first?.parameters == ["limit": "connectionsPerUser", "maximum": 128])
    #expect(try peers[127].call(.getStatus).error == nil)
  }

  @Test func `an unmapped user is another user`() {
    typealias Kind = Users.Kind
    let usual = Self.users(own: 65_534)
    #expect([0, 65_534, 1000].map { usual.kind(of: $0) } == [Kind.root, .own, .other])
    // Either only root and the daemon's own user are mapped, as with PrivateUsers=, or no user is.
    let mapped = Self.users(own: 61_234, mapsEverybody: false)
    #expect([0, 61_234, 65_534].map { mapped.kind(of: $0) } == [Kind.root, .own, .other])
    let unmapped = Self.users(own: 65_534, mapsEverybody: false)
    #expect([0, 65_534, 1000].map { unmapped.kind(of: $0) } == [Kind.root, .other, .other])
  }

  @Test func `a daemon that is itself not mapped gives nobody its own rights`() throws {
    let harness = try Harness(
      text: Harness.scene, users: Self.users(own: 65_534, mapsEverybody: false))
    let peer = try harness.connect(as: user(65_534))
    #expect(try peer.call(.getStatus).error == nil)
    #expect(try peer.call(.quit).error == "org.varlink.service.PermissionDenied")
  }

  // MARK: Unfinished messages

  @Test func `a message that does not end within 30 s closes its connection`() throws {
    let harness = try Harness(text: Harness.scene)
    let (slow, other) = (try harness.connect(), try harness.connect())
    try slow.send("{\"method\":")
    harness.clock.now += 29_000_000
    // More bytes of the same message do not restart its time limit.
    try slow.send(" ")
    _ = try slow.replies()
    #expect(!slow.isClosed)
    harness.clock.now += 2_000_000
    try harness.settle()
    _ = try slow.replies()
    #expect(slow.isClosed)
    #expect(harness.lines.all.last?.contains("no end of a message within 30 s") == true)
    #expect(try other.call(.getStatus).error == nil)
    harness.clock.now += 100_000_000
    #expect(try other.call(.getStatus).error == nil, "silence between messages is no fault")
  }

  @Test func `each message has its own 30 s`() throws {
    let harness = try Harness(text: Harness.scene)
    let peer = try harness.connect()
    let call = DisplayInterface.Method.getStatus.call().encoded()
    try peer.send(Array(call.prefix(9)))
    for _ in 0..<10 {
      harness.clock.now += 20_000_000
      try harness.settle()
      try peer.send(Array(call.dropFirst(9)) + Array(call.prefix(9)))
    }
    #expect(try peer.replies().count == 10)
    #expect(!peer.isClosed)
  }

  @Test func `an unfinished call behind a stream has no timeout`() throws {
    let harness = try Harness(text: Harness.scene)
    let peer = try harness.connect()
    try peer.send(DisplayInterface.Method.subscribe.call(mode: .more).encoded() + [123])
    harness.clock.now += 60_000_000
    try harness.settle()
    _ = try peer.replies()
    #expect(!peer.isClosed)
  }

  @Test func `unfinished messages of all have one bound, and the longest goes first`() throws {
    var limits = Limits()
    limits.allInputBytes = 100_000
    let harness = try Harness(limits: limits, text: Harness.scene)
    let small = try harness.connect()
    try small.send("{\"method\":")
    var large: [Peer] = []
    for _ in 0..<10 {
      let peer = try harness.connect()
      try peer.send(String(repeating: " ", count: 30_000))
      large.append(peer)
    }
    for peer in large { _ = try peer.replies() }
    #expect(large.filter { !$0.isClosed }.count == 3)
    #expect(harness.lines.all.contains { $0.contains("held 30000 bytes") })
    try small.send("\"org.varlink.service.GetInfo\"}\0")
    #expect(try small.replies().count == 1)
  }

  // MARK: Unread replies

  @Test func `unread replies of all have one bound, too`() throws {
    var limits = Limits()
    limits.allOutputBytes = 200_000
    limits.outputBytes = 100_000
    let harness = try Harness(limits: limits, text: Harness.scene)
    let call = Call(
      "org.varlink.service.GetInterfaceDescription",
      parameters: ["interface": .string(DisplayInterface.name)]
    ).encoded()
    var calls: [UInt8] = []
    for _ in 0..<64 { calls += call }
    let crowd = try (0..<5).map { _ in try harness.connect(as: user(1000)) }
    for peer in crowd { try peer.send(calls) }
    #expect(harness.daemon.clients.count < 4)
    #expect(harness.lines.all.contains { $0.contains("of replies unread") })
    #expect(try harness.connect(as: user(1001)).call(.getStatus).error == nil)
  }

  // MARK: Lists

  /// 50 layers with 30 in each.
  private static var manyLayers: String {
    var rows: [String] = []
    for row in 0..<50 {
      var cells: [String] = []
      for cell in 0..<30 {
        cells.append("{\"name\": \"cell\(cell)\", \"label\": \"cell \(row) \(cell)\"}")
      }
      let list = cells.joined(separator: ",")
      rows.append("{\"name\": \"row\(row)\", \"layers\": [" + list + "]}")
    }
    return "{\"layers\": [" + rows.joined(separator: ",") + "]}"
  }

  private func listPages(
    _ peer: Peer, _ method: DisplayInterface.Method, _ key: String, _ parameters: JSONObject = [:]
  ) throws -> [[JSONValue]] {
    var pages: [[JSONValue]] = []
    var offset: Int64? = 0
    while let start = offset {
      var parameters = parameters
      if start > 0 { parameters["offset"] = .integer(start) }
      let reply = try peer.call(method, parameters)
      pages.append(reply.parameters[key]?.arrayValue ?? [])
      offset = reply.parameters["next"]?.integerValue
      if let next = offset { #expect(next == start + Int64(pages.last?.count ?? 0)) }
    }
    return pages
  }

  @Test(arguments: [nil, 31, 100, 5000] as [Int64?])
  func `a long list of layers comes in pages`(limit: Int64?) throws {
    let harness = try Harness(text: Self.manyLayers)
    let peer = try harness.connect()
    let parameters: JSONObject = limit.map { ["limit": .integer($0)] } ?? [:]
    let pages = try listPages(peer, .listLayers, "layers", parameters)
    #expect(pages.count > 1)
    for page in pages {
      #expect(page.count <= min(limit ?? 1000, 1000))
      #expect(JSONValue.array(page).encoded().count < 160 << 10)
    }
    let paths = pages.flatMap { $0 }.compactMap { $0.objectValue?["path"]?.stringValue }
    #expect(paths == harness.shows.stage.layersForTest.map { $0.path })
    #expect(paths.count == 1551)
  }

  @Test func `a page of a part of the tree`() throws {
    let harness = try Harness(text: Self.manyLayers)
    let peer = try harness.connect()
    let reply = try peer.call(.listLayers, ["depth": 1, "offset": 10, "limit": 2])
    let paths = reply.parameters["layers"]?.arrayValue?.map { $0.objectValue?["path"]?.stringValue }
    #expect(paths == ["row9", "row10"])
    #expect(reply.parameters["next"] == 12)
    let end = try peer.call(.listLayers, ["root": "row3", "offset": 31])
    #expect(end.parameters == ["layers": []])
    for (key, value) in [("offset", -1), ("limit", 0), ("limit", Int64.min)] {
      #expect(
        try peer.call(.listLayers, [key: .integer(value)]).error?.hasSuffix("InvalidValue") == true)
    }
    #expect(try peer.call(.listLayers, ["offset": .integer(.max)]).parameters == ["layers": []])
  }

  @Test func `lists of controls and accessibility nodes come in pages`() throws {
    let harness = try Harness(text: Self.manyLayers)
    let peer = try harness.connect()
    let nodes = try listPages(peer, .getAccessibility, "nodes")
    #expect(nodes.count == 2 && nodes.joined().count == 1500)
    let few = try Harness(text: Harness.scene).connect()
    let controls = try listPages(few, .listControls, "controls", ["limit": 1])
    #expect(controls.map { $0.count } == [1, 1])
  }
}

extension Stage {
  fileprivate var layersForTest: [LayerInfo] { (try? layers()) ?? [] }
}
