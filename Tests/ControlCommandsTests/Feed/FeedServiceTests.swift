import TestSupport
import Testing

@testable import ControlCommands

/// The bytes of updaters' sockets.
@Suite struct FeedServiceTests {
  private static let greeting: [UInt8] = [0, 0, 2, 0] + Array("ACK\0".utf8)

  private static func message(
    _ layout: SWUpdateReader.Layout, status: Int, download: Int = 0, steps: [Int] = [0, 0, 0],
    image: String = "", info: String = ""
  ) -> [UInt8] {
    func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> ($0 * 8) & 255) } }
    func text(_ text: String, _ count: Int) -> [UInt8] {
      Array(text.utf8) + [UInt8](repeating: 0, count: count - text.utf8.count)
    }
    var bytes = word(0x20000) + word(status) + word(download)
    if layout == .padded { bytes += word(0) }
    bytes += word(0) + word(0) + steps.flatMap { word($0) }
    bytes += text(image, 256) + text("raw", 64) + word(1) + word(info.utf8.count)
    bytes += text(info, 2048)
    return bytes + [UInt8](repeating: 0, count: layout.length - bytes.count)
  }

  private static func read(_ bytes: [UInt8], by piece: Int) -> [SWUpdateMessage] {
    var reader = SWUpdateReader()
    var messages: [SWUpdateMessage] = []
    var start = 0
    while start < bytes.count {
      reader.append(bytes[start..<min(start + piece, bytes.count)])
      start += piece
      while let message = reader.next(isQuiet: false) { messages.append(message) }
    }
    while let message = reader.next(isQuiet: true) { messages.append(message) }
    return messages
  }

  @Test(arguments: SWUpdateReader.Layout.allCases, [1, 7, 2408, 2416, 100_000])
  func `messages of both layouts are found, however they are cut`(
    layout: SWUpdateReader.Layout, piece: Int
  ) {
    let bytes =
      Self.greeting + Self.message(layout, status: 1)
      + Self.message(layout, status: 5, download: 37)
      + Self.message(layout, status: 2, steps: [3, 2, 50], image: "rootfs.img")
      + Self.message(layout, status: 4, info: "no space")
    let messages = Self.read(bytes, by: piece)
    #expect(messages.map { $0.status } == [.start, .download, .run, .failure])
    #expect(messages.map { $0.downloadPercent } == [0, 37, 0, 0])
    #expect(messages.map { [$0.stepCount, $0.step, $0.stepPercent] }[2] == [3, 2, 50])
    #expect(messages.map { $0.image }[2] == "rootfs.img" && messages.last?.info == "no space")
  }

  @Test(arguments: SWUpdateReader.Layout.allCases)
  func `a single message is known by its length`(layout: SWUpdateReader.Layout) {
    let bytes = Self.greeting + Self.message(layout, status: 3)
    #expect(Self.read(bytes, by: 5000).map { $0.status } == [.success])
    #expect(Self.read(Array(bytes.dropLast()), by: 5000).isEmpty)
  }

  @Test func `another program's bytes, and bytes at random, do no harm`() {
    for text in ["HTTP/1.1 400 Bad Request\r\n", "\0\0\u{2}\0NAK\0"] {
      var reader = SWUpdateReader()
      reader.append(Array(text.utf8)[...])
      #expect(reader.next(isQuiet: true) == nil && reader.isBroken)
    }
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      var bytes =
        Self.greeting + Self.message(.packed, status: 2, steps: [3, 2, 50])
        + Self.message(.packed, status: 3)
      for _ in 0..<6 {
        bytes[random.int(in: 0...bytes.count - 1)] = UInt8(random.int(in: 0...255))
      }
      _ = Self.read(bytes, by: 4096)
    }
  }

  // MARK: D-Bus

  @Test func `a call that is written is read again`() throws {
    let bytes = DBusMessage.call(
      "GetAll", of: "org.freedesktop.DBus.Properties", at: "/", to: "de.example", serial: 7,
      ["de.example.Installer", "ä"])
    #expect(DBusMessage.length(of: bytes) == bytes.count)
    #expect(DBusMessage.length(of: Array(bytes[..<15])) == nil)
    let message = try #require(DBusMessage(bytes[...]))
    #expect(message.kind == .call && message.path == "/" && message.member == "GetAll")
    #expect(message.interface == "org.freedesktop.DBus.Properties")
    #expect(message.body == [.string("de.example.Installer"), .string("ä")])
  }

  @Test func `values of each type are read, in both orders of bytes`() {
    let little: [UInt8] = [
      7, 0, 0, 0, 1, 0, 0, 0, 0xFE, 0xFF, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0xF0,
      0x3F,
      2, 0, 0, 0, 0x68, 0x69, 0, 1, 0x75, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0,
    ]
    var reader = DBusReader(little[...], isBigEndian: false, at: 0)
    #expect(
      reader.values("ybnidsvas") == [
        .integer(7), .boolean(true), .integer(-2), .integer(-1), .double(1), .string("hi"),
        .variant(.integer(9)), .array([]),
      ])
    var big = DBusReader(
      [0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6][...], isBigEndian: true, at: 0)
    #expect(big.values("ux") == [.integer(5), .integer(6)])
  }

  @Test func `broken messages are refused, and none traps`() {
    let good = DBusMessage.call(
      "AddMatch", of: "org.freedesktop.DBus", at: "/", to: "org.freedesktop.DBus", serial: 1,
      ["type='signal'"])
    for count in 16..<good.count { #expect(DBusMessage(good[..<count]) == nil) }
    for signature in ["(", "a", "a(", "a{", "z", "()", String(repeating: "a", count: 99) + "y"] {
      var reader = DBusReader([UInt8](repeating: 0, count: 800)[...], isBigEndian: false, at: 0)
      #expect(reader.values(signature) == nil, "\(signature)")
    }
    // A signature has 255 bytes at most, also where a header gives it as a text.
    for (count, isRead) in [(255, true), (256, false)] {
      var reader = DBusReader([UInt8](repeating: 0, count: 800)[...], isBigEndian: false, at: 0)
      let values = reader.values(String(repeating: "y", count: count))
      #expect((values != nil) == isRead, "\(count)")
    }
    var random = SeededGenerator(seed: 6)
    for _ in 0..<5000 {
      var bytes = good
      for _ in 0...random.int(in: 0...3) {
        bytes[random.int(in: 0...bytes.count - 1)] = UInt8(random.int(in: 0...255))
      }
      _ = DBusMessage.length(of: bytes)
      _ = DBusMessage(bytes[...])
    }
    // A mebibyte is read, and nothing longer.
    func length(ofBody count: UInt32) -> Int? {
      let size = (0..<4).map { UInt8(truncatingIfNeeded: count >> UInt32(8 * $0)) }
      return DBusMessage.length(of: [0x6C, 1, 0, 1] + size + [UInt8](repeating: 0, count: 8))
    }
    #expect(length(ofBody: (1 << 20) - 16) == 1 << 20)
    #expect(length(ofBody: (1 << 20) - 15) == 0)
    #expect(length(ofBody: .max) == 0)
  }

  @Test func `messages of RAUC before a broken one count, read together with it or apart`() {
    func field(_ code: UInt8, _ text: String) -> [UInt8] {
      let bytes = [code, 1, 0x73, 0, UInt8(text.utf8.count), 0, 0, 0] + Array(text.utf8)
      return bytes + [UInt8](repeating: 0, count: 8 - bytes.count % 8)
    }
    func message(_ kind: UInt8, _ fields: [UInt8], _ body: [UInt8]) -> [UInt8] {
      let head: [UInt8] = [0x6C, kind, 0, 1, UInt8(body.count), 0, 0, 0, 9, 0, 0, 0]
      let bytes = head + [UInt8(fields.count), 0, 0, 0] + fields
      return bytes + [UInt8](repeating: 0, count: (8 - bytes.count % 8) % 8) + body
    }
    // The state identifies the sender as RAUC; signals from the sender carry an error in their
    // body.
    let state = message(2, field(7, ":1.3") + [5, 1, 0x75, 0, 5, 0, 0, 0], [])
    func completed(_ result: UInt8, from sender: String = ":1.3") -> [UInt8] {
      let names = field(2, "de.pengutronix.rauc.Installer") + field(3, "Completed")
      return message(
        4, names + field(7, sender) + [8, 1, 0x67, 0, 1, 0x69, 0], [result, 0, 0, 0])
    }
    let broken: [UInt8] = [0x6C, 4, 0, 2] + [UInt8](repeating: 0, count: 12)
    let others = completed(0) + state + completed(0, from: ":1.4")
    let stream = others + completed(1) + completed(0) + broken + completed(1)
    for piece in [1, 16, 100, stream.count] {
      var feed = RAUCFeed(user: 0, path: "/", environment: { _ in nil })
      _ = feed.connected()
      var reply: [UInt8] = []
      var updates: [FeedUpdate] = []
      let greeting = Array("OK 1234\r\n".utf8)
      #expect(feed.receive(greeting[...], isQuiet: false, reply: &reply, updates: &updates))
      #expect(!reply.isEmpty && updates.isEmpty)
      var isSound = true
      for start in stride(from: 0, to: stream.count, by: piece) where isSound {
        isSound = feed.receive(
          stream[start..<min(start + piece, stream.count)], isQuiet: false, reply: &reply,
          updates: &updates)
      }
      #expect(!isSound && updates.map { $0.outcome } == [.failed, .done], "pieces of \(piece)")
    }
  }

  @Test func `failures of attempts are reported once a minute`() {
    var complaint = ServiceComplaint()
    #expect(
      [5, 5.1, 64.9, 65, 65.1, 200].map { complaint.isDue(at: $0) }
        == [true, false, false, true, false, true])
  }
}
