import JSON
import TestSupport
import Testing
import Wire

@testable import Server

@Suite struct EventTests {
  private func event(
    _ kind: DisplayInterface.EventKind, _ control: String? = nil, _ value: Double? = nil
  ) -> DisplayInterface.Event {
    var event = DisplayInterface.Event(sequence: 0, kind: kind, monotonicMicroseconds: 0)
    (event.control, event.progress) = (control, value)
    return event
  }

  @Test func `a later value of a control takes the place of an earlier one`() {
    var queue = EventQueue(kinds: nil, limit: 8)
    queue.offer(event(.progressChanged, "a", 0.1))
    queue.offer(event(.progressChanged, "b", 0.2))
    queue.offer(event(.progressChanged, "a", 0.3))
    let events = queue.take(8, at: 0).map { $0.event }
    #expect(events.map { $0.control } == ["b", "a"])
    #expect(events.map { $0.progress } == [0.2, 0.3])
    #expect(events.map { $0.sequence } == [2, 3])
    #expect(queue.isEmpty)
  }

  @Test func `the events that a full queue loses are counted and reported`() {
    var queue = EventQueue(kinds: nil, limit: 3)
    for _ in 0..<10 { queue.offer(event(.animationStopped)) }
    #expect(queue.lost == 7)
    #expect(queue.take(2, at: 5).map { $0.sequence } == [1, 2])
    let rest = queue.take(8, at: 6).map { $0.event }
    #expect(rest.map { $0.kind } == [.animationStopped, .eventsLost])
    #expect(rest[1].lost == 7)
    #expect(rest[1].sequence == 11)
    #expect(rest[1].monotonicMicroseconds == 6)
    #expect(queue.isEmpty)
  }

  @Test func `of many values the last of each control comes, in order`() {
    var random = SeededGenerator(seed: 5)
    var queue = EventQueue(kinds: nil, limit: 8)
    var waiting: [(name: String, value: Double)] = []
    var lost = 0
    for value in 0..<20_000 {
      let name = "c\(Int.random(in: 0..<12, using: &random))"
      queue.offer(event(.progressChanged, name, Double(value)))
      if let former = waiting.firstIndex(where: { $0.name == name }) {
        waiting.remove(at: former)
        waiting.append((name, Double(value)))
      } else if waiting.count < 8 {
        waiting.append((name, Double(value)))
      } else {
        lost += 1
      }
      #expect(queue.lost == lost)
      if Int.random(in: 0..<50, using: &random) > 0 { continue }
      let count = Int.random(in: 0..<4, using: &random)
      let isTold = lost > 0 && waiting.count < 8
      let events = queue.take(count, at: 0).map { $0.event }
        .filter { $0.kind == .progressChanged }
      if isTold { lost = 0 }
      #expect(events.map { $0.progress } == waiting.prefix(count).map { $0.value })
      waiting.removeFirst(min(count, waiting.count))
      // The notice of lost events takes a place in the queue.
      if isTold { _ = queue.take(16, at: 0); waiting = [] }
      #expect(queue.isEmpty == (waiting.isEmpty && lost == 0))
    }
  }

  @Test func `unwanted kinds do not come and do not count`() {
    var queue = EventQueue(kinds: [.sceneLoaded], limit: 3)
    for kind in DisplayInterface.EventKind.allCases { queue.offer(event(kind)) }
    let events = queue.take(8, at: 0)
    #expect(events.map { $0.kind } == [.ready, .sceneLoaded, .eventsLost, .quitting])
    #expect(events.map { $0.sequence } == [1, 2, 3, 4])
  }

  @Test func `a full queue still takes the last event`() {
    var queue = EventQueue(kinds: nil, limit: 1)
    queue.offer(event(.ready))
    queue.offer(event(.quitting))
    #expect(queue.take(8, at: 0).map { $0.kind } == [.ready, .quitting])
  }

  @Test func `an event that is encoded once is for each subscriber what a reply would be`() throws {
    var full = event(.progressChanged, "a\"\\\n\u{1}é", 0.25)
    full.screen = "HDMI-A-1"
    full.text = String(repeating: "\u{1F600}", count: 1000)
    full.lost = .min
    let last = DisplayInterface.SharedEvent(event(.quitting))
    let shared = DisplayInterface.SharedEvent(full)
    for sequence in [1, 7, Int64.max] {
      let events = [
        DisplayInterface.NumberedEvent(sequence: sequence, shared: shared),
        DisplayInterface.NumberedEvent(sequence: -sequence, shared: last),
      ]
      for continues in [true, false] {
        var writer = JSONWriter()
        writer.reply(with: events, continues: continues)
        let objects = events.map { JSONValue.object($0.event.object) }
        let reply = Reply(["events": .array(objects)], continues: continues)
        #expect(writer.bytes == reply.encoded())
      }
    }
  }

  @Test func `subscribers count for themselves`() throws {
    let harness = try Harness(text: Harness.scene)
    var subscribers: [Peer] = []
    for number in 0..<3 {
      let peer = try harness.connect()
      try peer.send(DisplayInterface.Method.subscribe.call(mode: .more))
      subscribers.append(peer)
      var event = event(.outputError)
      event.message = "\(number)"
      harness.daemon.clients.publish([event])
    }
    for (number, peer) in subscribers.enumerated() {
      let events = try events(of: peer)
      #expect(events.map { $0.sequence } == Array(1...Int64(4 - number)))
      #expect(events.dropFirst().map { $0.message } == (number..<3).map { "\($0)" })
    }
  }

  @Test func `a subscriber gets the event ready first, then the others`() throws {
    let harness = try Harness(text: Harness.scene)
    let subscriber = try harness.connect()
    try subscriber.send(DisplayInterface.Method.subscribe.call(mode: .more))
    #expect(try events(of: subscriber).map { $0.kind } == [.ready])
    let peer = try harness.connect()
    _ = try peer.call(.setProgress, ["value": 0.5, "durationUSec": 0])
    _ = try peer.call(.setText, ["text": "News"])
    _ = try peer.call(.step, ["durationUSec": 20_000])
    let events = try events(of: subscriber)
    let progress = try #require(events.first { $0.kind == .progressChanged })
    #expect(progress.control == "install")
    #expect(progress.progress == 0.5)
    #expect(events.contains { $0.kind == .textChanged && $0.text == "News" })
    let numbers = events.map { $0.sequence }
    #expect(numbers == numbers.sorted())
  }

  @Test func `a message is reported at once, without a frame`() throws {
    let harness = try Harness(text: Harness.scene)
    let subscriber = try harness.connect()
    try subscriber.send(DisplayInterface.Method.subscribe.call(mode: .more))
    _ = try events(of: subscriber)
    let peer = try harness.connect()
    _ = try peer.call(.setText, ["text": "News"])
    #expect(try events(of: subscriber).map { $0.kind } == [.textChanged, .accessibilityChanged])
  }

  @Test func `a kind that is named again and again counts once`() throws {
    let harness = try Harness(text: Harness.scene)
    let subscriber = try harness.connect()
    let kinds = [JSONValue](repeating: "text_changed", count: 4000) + ["progress_changed"]
    try subscriber.send(
      DisplayInterface.Method.subscribe.call(["kinds": .array(kinds)], mode: .more))
    #expect(try events(of: subscriber).map { $0.kind } == [.ready])
    let peer = try harness.connect()
    _ = try peer.call(.setText, ["text": "News"])
    #expect(try events(of: subscriber).map { $0.kind } == [.textChanged])
  }

  @Test func `unknown kinds are refused`() throws {
    let harness = try Harness(text: Harness.scene)
    let peer = try harness.connect()
    try peer.send(DisplayInterface.Method.subscribe.call(["kinds": ["sunset"]], mode: .more))
    #expect(try peer.replies().first?.parameters["parameter"] == "kinds")
  }

  @Test func `a stuck subscriber learns of its lost events or is closed, and only it`() throws {
    var limits = Limits()
    limits.queuedEvents = 4
    limits.lostEvents = 100
    let harness = try Harness(limits: limits, text: Harness.scene)
    let stuck = try harness.connect()
    try stuck.send(DisplayInterface.Method.subscribe.call(mode: .more))
    let peer = try harness.connect()
    // Events of 4 KB that no other replaces fill the socket and then the queue.
    var rounds = 0
    while harness.daemon.clients.count == 2, rounds < 20_000 {
      var event = event(.outputError)
      event.message = String(repeating: "x", count: 4000)
      harness.daemon.clients.publish([event])
      rounds += 1
    }
    #expect(rounds < 20_000)
    #expect(harness.lines.all.last?.contains("lost") == true)
    #expect(try peer.call(.getStatus).error == nil)
  }

  @Test func `a subscriber that catches up learns how many events it lost`() throws {
    var limits = Limits()
    limits.queuedEvents = 4
    let harness = try Harness(limits: limits, text: Harness.scene)
    let slow = try harness.connect()
    try slow.send(DisplayInterface.Method.subscribe.call(mode: .more))
    let count = 500
    for _ in 0..<count {
      var event = event(.outputError)
      event.message = String(repeating: "x", count: 4000)
      harness.daemon.clients.publish([event])
    }
    var events: [DisplayInterface.Event] = []
    for _ in 0..<200 {
      events += try self.events(of: slow)
      try harness.settle()
    }
    let lost = events.filter { $0.kind == .eventsLost }.reduce(0) { $0 + Int($1.lost ?? 0) }
    #expect(lost > 0)
    #expect(events.count { $0.kind == .outputError } + lost == count)
  }

  private func events(of peer: Peer) throws -> [DisplayInterface.Event] {
    try peer.replies().flatMap { reply in
      try Fields(reply.parameters).structures("events") { fields throws(CallError) in
        try DisplayInterface.Event(fields)
      }
    }
  }
}
