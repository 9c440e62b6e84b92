import Foundation
import JSON
import Stage
import System
import TestSupport
import Testing
import Wire

@testable import Server

/// The rules that hold between a connection's messages.
@Suite struct ConnectionTests {
  private func progress(_ value: Double, mode: Call.Mode = .one) -> Call {
    DisplayInterface.Method.setProgress.call(
      ["value": .number(value), "allowDecrease": true], mode: mode)
  }

  @Test func `rule 4: pipelined calls are answered in order`() throws {
    let harness = try Harness(text: Harness.scene)
    let peer = try harness.connect()
    try peer.send(progress(0.25), Call("no.such.Method"), progress(0.5), Call("x"))
    let replies = try peer.replies()
    #expect(replies.map { $0.parameters["value"] } == [0.25, nil, 0.5, nil])
    #expect(replies[1].error == "org.varlink.service.InterfaceNotFound")
    #expect(replies[1].parameters["interface"] == "no.such")
    #expect(replies[3].parameters["interface"] == "x")
  }

  @Test func `rule 4: a oneway call is handled and gets no reply, not even an error`() throws {
    let harness = try Harness(text: Harness.scene)
    let peer = try harness.connect()
    try peer.send(
      progress(0.75, mode: .oneway), Call("no.such.Method", mode: .oneway),
      DisplayInterface.Method.subscribe.call(mode: .oneway),
      DisplayInterface.Method.listControls.call())
    let replies = try peer.replies()
    #expect(replies.count == 1)
    let controls = try Fields(replies[0].parameters).structures("controls") {
      fields throws(CallError) in try DisplayInterface.ControlInfo(fields)
    }
    #expect(controls.map { $0.value } == [0.75, nil])
  }

  @Test func `rule 4: calls wait while a stream runs`() throws {
    let harness = try Harness(text: Harness.scene)
    let peer = try harness.connect()
    try peer.send(
      DisplayInterface.Method.subscribe.call(mode: .more), Call("org.varlink.service.GetInfo"),
      progress(0.5, mode: .oneway))
    let replies = try peer.replies()
    #expect(replies.count == 1)
    #expect(replies[0].continues)
    #expect(replies[0].parameters["events"] != nil)
    // The call after the stream was not handled either.
    #expect(harness.shows.stage.controls[0].value == 0)
  }

  @Test func `rule 4: continues comes only where the call had more`() throws {
    let harness = try Harness(text: Harness.scene)
    let peer = try harness.connect()
    try peer.send(
      DisplayInterface.Method.getStatus.call(), DisplayInterface.Method.getStatus.call(mode: .more),
      DisplayInterface.Method.subscribe.call())
    let replies = try peer.replies()
    #expect(replies.map { $0.continues } == [false, false, false])
    #expect(replies[2].error == "org.varlink.service.ExpectedMore")
  }

  @Test func `rule 4: a client's close cancels its stream`() throws {
    let harness = try Harness(text: Harness.scene)
    let peer = try harness.connect()
    try peer.send(DisplayInterface.Method.subscribe.call(mode: .more))
    #expect(harness.daemon.clients.count == 1)
    try peer.close()
    #expect(harness.daemon.clients.count == 0)
  }

  @Test func `calls sent before a close still count`() throws {
    let harness = try Harness(text: Harness.scene)
    let (mine, theirs) = try UnixStream.pair()
    let stream = UnixStream(owning: FileDescriptor(owning: mine))
    for step in 1...150 {
      _ = try stream.send(progress(Double(step) / 300, mode: .oneway).encoded().span)
    }
    Self.close(stream)
    harness.daemon.clients.add(UnixStream(owning: FileDescriptor(owning: theirs)))
    try harness.settle()
    #expect(harness.shows.stage.controls[0].value == 0.5)
    #expect(harness.daemon.clients.count == 0)
  }

  private static func close(_ stream: consuming UnixStream) {}

  /// A socket that a thread closes later would be reported until then.
  @Test(arguments: ["{]\0", ""])
  func `the loop watches no connection that has ended`(last: String) throws {
    let harness = try Harness(text: Harness.scene)
    let (mine, theirs) = try UnixStream.pair()
    let late = FileDescriptor(owning: dup(theirs))
    harness.daemon.clients.add(UnixStream(owning: FileDescriptor(owning: theirs)))
    let peer = Peer(UnixStream(owning: FileDescriptor(owning: mine)), harness)
    if last.isEmpty { try peer.close() } else { try peer.send(last) }
    #expect(harness.daemon.clients.count == 0)
    let events = try harness.loop.wait(milliseconds: 0)
    #expect(!events.contains { $0.token == EventSource.connection(1).token })
    _ = late.rawValue
  }

  @Test func `a split message waits and blocks nobody`() throws {
    let harness = try Harness(text: Harness.scene)
    let slow = try harness.connect()
    let other = try harness.connect()
    try slow.send("{")
    #expect(try other.call(.getStatus).error == nil)
    try slow.send("\"method\":\"org.varlink.service.GetInfo\"}")
    #expect(try slow.replies().isEmpty)
    try slow.send("\0")
    #expect(try slow.replies().count == 1)
  }

  @Test(
    "a malformed message closes its connection only, with a log line",
    arguments: [
      "{]\0", "\0", "[]\0", "{\"method\":1}\0", "{\"method\":\"a.B\",\"x\":1}\0", "\u{1}\0",
    ])
  func malformed(_ text: String) throws {
    let harness = try Harness(text: Harness.scene)
    let bad = try harness.connect()
    let other = try harness.connect()
    let good = DisplayInterface.Method.getStatus.call().encoded()
    try bad.send(good + Array(text.utf8) + good)
    #expect(try bad.replies().count == 1, "what came before is answered, what comes after not")
    #expect(bad.isClosed)
    #expect(harness.lines.all.last?.contains("protocol error: ") == true)
    #expect(try other.call(.getStatus).error == nil)
  }

  @Test(
    "a malformed message closes its connection while a stream runs, too", arguments: [true, false])
  func malformedBehindStream(isSentAtOnce: Bool) throws {
    let harness = try Harness(text: Harness.scene)
    let bad = try harness.connect()
    let other = try harness.connect()
    let call = DisplayInterface.Method.subscribe.call(mode: .more)
    var replies: [Reply] = []
    if isSentAtOnce {
      try bad.send(call.encoded() + Array("{]\0".utf8))
    } else {
      try bad.send(call)
      replies = try bad.replies()
      try bad.send("{]")
      #expect(try bad.replies().isEmpty)
      #expect(!bad.isClosed)
      try bad.send("\0")
    }
    replies += try bad.replies()
    #expect(replies.count == 1, "what came before is answered")
    #expect(bad.isClosed)
    #expect(harness.daemon.clients.count == 1)
    #expect(harness.lines.all.last?.contains("protocol error: ") == true)
    #expect(try other.call(.getStatus).error == nil)
  }

  @Test func `a call behind a stream is parsed once, and no further data is read`() throws {
    var limits = Limits()
    limits.messageBytes = 1000
    let harness = try Harness(limits: limits, text: Harness.scene)
    let peer = try harness.connect()
    try peer.send(DisplayInterface.Method.subscribe.call(mode: .more))
    #expect(try peer.replies().count == 1)
    try peer.send(progress(0.5))
    // A malformed message behind the call waits for its turn, too.
    try peer.send("{]\0")
    try peer.send(String(repeating: " ", count: 2000))
    #expect(try peer.replies().isEmpty)
    #expect(!peer.isClosed)
    #expect(harness.shows.stage.controls[0].value == 0)
    try peer.close()
    #expect(harness.daemon.clients.count == 0)
  }

  @Test func `a message above the limit closes its connection`() throws {
    var limits = Limits()
    limits.messageBytes = 1000
    let harness = try Harness(limits: limits, text: Harness.scene)
    let peer = try harness.connect()
    try peer.send(String(repeating: " ", count: 1001))
    _ = try peer.replies()
    #expect(peer.isClosed)
  }

  @Test func `log lines about clients are limited`() throws {
    let harness = try Harness(text: Harness.scene)
    for _ in 0..<50 { try harness.connect().send("x\0") }
    #expect(harness.lines.all.count == 10)
    harness.clock.now += 2_000_000
    try harness.connect().send("x\0")
    #expect(harness.lines.all.count == 12)
    #expect(harness.lines.all[10].contains("40 lines"))
  }

  @Test func `rule 10: a client that does not read is not read from, and loses nothing`() throws {
    var limits = Limits()
    limits.outputBytes = 4096
    let harness = try Harness(limits: limits, text: Harness.scene)
    let peer = try harness.connect()
    let other = try harness.connect()
    let call = Call(
      "org.varlink.service.GetInterfaceDescription",
      parameters: ["interface": .string(DisplayInterface.name)]
    ).encoded()
    // More than the socket and the daemon hold: the spaces belong to the calls.
    let count = 300
    let spaces = [UInt8](repeating: UInt8(ascii: " "), count: 4096)
    var wanted: [UInt8] = []
    for _ in 0..<count { wanted += spaces + call }
    let sent = try peer.send(wanted)
    #expect(sent < wanted.count, "the daemon stops reading")
    #expect(try other.call(.getStatus).error == nil)
    var replies = 0
    var offset = sent
    for _ in 0..<count where replies < count {
      replies += try peer.replies().count
      try harness.settle()
      if offset < wanted.count { offset += try peer.send(Array(wanted[offset...])) }
    }
    #expect(replies == count)
  }

  @Test func `too many connections of a user are refused and the others live on`() throws {
    var limits = Limits()
    limits.connectionsPerUser = 3
    let harness = try Harness(limits: limits, text: Harness.scene)
    let peers = try (0..<3).map { _ in try harness.connect() }
    let fourth = try harness.connect()
    let refusal = try fourth.replies()
    #expect(refusal.map { $0.error } == ["io.firstlight.display.LimitExceeded"])
    #expect(refusal[0].parameters["maximum"] == 3)
    #expect(fourth.isClosed)
    for peer in peers { #expect(try peer.call(.getStatus).error == nil) }
    try peers[0].close()
    #expect(try harness.connect().call(.getStatus).error == nil)
  }

  @Test func `too many connections in all are refused`() throws {
    var limits = Limits()
    limits.connections = 1
    let harness = try Harness(limits: limits, text: Harness.scene)
    let first = try harness.connect()
    #expect(try harness.connect().replies().first?.parameters["limit"] == "connections")
    #expect(try first.call(.getStatus).error == nil)
  }

  @Test(arguments: 1...20) func `arbitrary bytes never trap, and other clients are still served`(
    seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let harness = try Harness(text: Harness.scene)
    let other = try harness.connect()
    let calls = DisplayInterface.Method.allCases.filter { $0 != .quit }.map {
      $0.call(["value": 0.5, "durationUSec": 1, "name": "boot"]).encoded()
    }
    for _ in 0..<20 {
      let peer = try harness.connect()
      // One after the other, or all in one turn, which takes a third of the time.
      let isOneByOne = seed.isMultiple(of: 4)
      for _ in 0..<5 {
        var bytes = calls[Int.random(in: 0..<calls.count, using: &generator)]
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
          bytes[Int.random(in: 0..<bytes.count, using: &generator)] =
            UInt8.random(in: 0...255, using: &generator)
        }
        if isOneByOne { try peer.send(bytes) } else { try peer.write(bytes) }
      }
      if !isOneByOne { try harness.settle() }
      try peer.close()
    }
    #expect(try other.call(.getStatus).error == nil, "seed \(seed)")
  }
}
