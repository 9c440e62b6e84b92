@testable import ControlCommands

/// Messages of D-Bus, as bytes from a bus in parts of any size, and messages that are right except
/// for what the bytes change: the parts make no difference, and a written call reads the same.
enum DBusTarget {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    var source = ByteSource(bytes)
    let size = source.choice(200) + 1
    let isMade = source.isOnce(in: 2)
    let stream = isMade ? messages(&source) : Array(source.rest())
    let whole = try updates([stream[...]])
    let parts = stride(from: 0, to: stream.count, by: size).map {
      stream[$0..<min($0 + size, stream.count)]
    }
    try require(try updates(parts) == whole, "a stream in parts says something else")
    try writeAndRead(&source)
  }

  /// The reports that a feed reads from a stream behind the bus's greeting, up to a message that is
  /// none.
  private static func updates(_ parts: [ArraySlice<UInt8>]) throws(Finding) -> [FeedUpdate] {
    var feed = RAUCFeed(user: 0, path: "/", environment: { _ in nil })
    _ = feed.connected()
    var reply: [UInt8] = []
    var updates: [FeedUpdate] = []
    _ = feed.receive(
      Array("OK 1234\r\n".utf8)[...], isQuiet: false, reply: &reply, updates: &updates)
    for part in parts {
      guard feed.receive(part, isQuiet: false, reply: &reply, updates: &updates) else { break }
    }
    for update in updates {
      if case .fraction(let value)? = update.progress {
        try require(value >= 0 && value <= 1, "progress of \(value)")
      }
    }
    return updates
  }

  private static func writeAndRead(_ source: inout ByteSource) throws(Finding) {
    let texts = (0..<3).map { _ in String(decoding: source.take(source.choice(16)), as: UTF8.self) }
    let bytes = DBusMessage.call(
      texts[0], of: texts[1], at: "/", to: "x", serial: 7, [texts[2], texts[0]])
    try require(DBusMessage.length(of: bytes) == bytes.count, "a call has another length")
    guard let message = DBusMessage(bytes[...]) else {
      throw Finding("a written call cannot be read")
    }
    try require(
      message.kind == .call && message.member == texts[0] && message.interface == texts[1]
        && message.body == [.string(texts[2]), .string(texts[0])], "a call reads otherwise")
  }

  // MARK: Nearly valid messages

  /// Writes with the alignment of the format.
  private struct Writer {
    var bytes: [UInt8] = []

    mutating func align(_ count: Int) { while bytes.count % count != 0 { bytes.append(0) } }

    mutating func number(_ value: UInt64, _ count: Int) {
      align(count)
      for index in 0..<count {
        bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index)))
      }
    }

    mutating func text(_ text: [UInt8]) {
      number(UInt64(text.count), 4)
      bytes += text + [0]
    }

    mutating func signature(_ types: [UInt8]) {
      bytes.append(UInt8(truncatingIfNeeded: types.count))
      bytes += types + [0]
    }
  }

  private static func messages(_ source: inout ByteSource) -> [UInt8] {
    (0..<source.choice(4) + 1).flatMap { _ in message(&source) }
  }

  private static func message(_ source: inout ByteSource) -> [UInt8] {
    var body = Writer()
    let types = source.pick(["sa{sv}as", "sss", "i", "a{sv}", "sa{sv}", "v", "aav", "x(yb)d"])
    var rest = Array(types.utf8)[...]
    while !rest.isEmpty { add(&rest, to: &body, &source, depth: 0) }
    let isReply = source.isOnce(in: 3)
    var message = Writer()
    message.bytes = [0x6C, isReply ? 2 : 4, 0, 1]
    message.number(UInt64(body.bytes.count), 4)
    message.number(UInt64(source.byte()), 4)
    var fields = Writer()
    let interface = source.pick([
      "org.freedesktop.DBus.Properties", "de.pengutronix.rauc.Installer", "org.freedesktop.DBus",
      "a",
    ])
    let member = source.pick(["PropertiesChanged", "Completed", "NameOwnerChanged", "a"])
    let sender = source.pick([":1.3", "org.freedesktop.DBus", ""])
    for (code, text) in [(2, interface), (3, member), (7, sender)] {
      fields.align(8)
      fields.bytes.append(UInt8(code))
      fields.signature(Array("s".utf8))
      fields.text(Array(text.utf8))
    }
    if isReply {
      fields.align(8)
      fields.bytes.append(5)
      fields.signature(Array("u".utf8))
      fields.number(5, 4)
    }
    fields.align(8)
    fields.bytes.append(8)
    fields.signature(Array("g".utf8))
    fields.signature(Array(types.utf8))
    message.number(UInt64(fields.bytes.count), 4)
    message.bytes += fields.bytes
    message.align(8)
    message.bytes += body.bytes
    // One byte in some messages is another one.
    if source.isOnce(in: 4), !message.bytes.isEmpty {
      message.bytes[source.choice(message.bytes.count)] = source.byte()
    }
    return message.bytes
  }

  /// Writes a value of the first type and removes that.
  private static func add(
    _ types: inout ArraySlice<UInt8>, to writer: inout Writer, _ source: inout ByteSource,
    depth: Int
  ) {
    guard let type = types.popFirst() else { return }
    switch type {
    case UInt8(ascii: "y"): writer.bytes.append(source.byte())
    case UInt8(ascii: "b"), UInt8(ascii: "u"), UInt8(ascii: "i"): writer.number(source.bits(4), 4)
    case UInt8(ascii: "x"), UInt8(ascii: "d"): writer.number(source.bits(8), 8)
    case UInt8(ascii: "s"): writer.text(text(&source))
    case UInt8(ascii: "v"):
      let inner = Array(
        source.pick(["s", "(isi)", "i", "d", depth < 40 ? "v" : "y", "a{sv}", "ay"]).utf8)
      writer.signature(inner)
      var rest = inner[...]
      add(&rest, to: &writer, &source, depth: depth + 1)
    case UInt8(ascii: "a"): addArray(&types, to: &writer, &source, depth: depth)
    case UInt8(ascii: "("), UInt8(ascii: "{"):
      writer.align(8)
      while let next = types.first, next != UInt8(ascii: ")"), next != UInt8(ascii: "}") {
        add(&types, to: &writer, &source, depth: depth + 1)
      }
      _ = types.popFirst()
    default: break
    }
  }

  private static func addArray(
    _ types: inout ArraySlice<UInt8>, to writer: inout Writer, _ source: inout ByteSource,
    depth: Int
  ) {
    writer.number(0, 4)
    let place = writer.bytes.count - 4
    let isWide = types.first == UInt8(ascii: "{") || types.first == UInt8(ascii: "(")
    if isWide { writer.align(8) }
    let start = writer.bytes.count
    var rest = types
    for _ in 0..<max(depth < 8 ? source.choice(4) : 0, 1) {
      rest = types
      add(&rest, to: &writer, &source, depth: depth + 1)
    }
    types = rest
    let length = writer.bytes.count - start
    for index in 0..<4 {
      writer.bytes[place + index] = UInt8(truncatingIfNeeded: length >> (8 * index))
    }
  }

  private static func text(_ source: inout ByteSource) -> [UInt8] {
    switch source.choice(8) {
    case 0: Array(source.take(source.choice(20)))
    default:
      Array(
        source.pick([
          "de.pengutronix.rauc.Installer", "de.pengutronix.rauc", ":1.3", "Operation", "Progress",
          "LastError", "idle",
          "installing",
        ]).utf8)
    }
  }
}
