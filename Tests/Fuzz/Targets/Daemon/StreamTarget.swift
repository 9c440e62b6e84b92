import Geometry
import System

@testable import Input
@testable import Server

/// Streams of boot programs, of the kernel and of keyboards, cut anywhere: the cuts make no
/// difference.
enum StreamTarget {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    var source = ByteSource(bytes)
    let (kind, size) = (source.choice(5), source.choice(64) + 1)
    let stream = Array(source.rest())
    let parts = stride(from: 0, to: stream.count, by: size).map {
      Array(stream[$0..<min($0 + size, stream.count)])
    }
    switch kind {
    case 0: try compare(plymouth([stream]), plymouth(parts))
    case 1: try compare(psplash([stream]), psplash(parts))
    case 2: try compare(keys([stream]), keys(stream.map { [$0] }), isSame: !stream.contains(0x1B))
    case 3: device(stream)
    default: try read(stream)
    }
  }

  private static func compare<Item: Equatable>(
    _ whole: [Item], _ parts: [Item], isSame: Bool = true
  ) throws(Finding) {
    try require(!isSame || whole == parts, "in parts it is \(parts), and \(whole) as a whole")
  }

  private static func plymouth(_ parts: [[UInt8]]) -> [PlymouthRequest] {
    var reader = PlymouthReader()
    var requests: [PlymouthRequest] = []
    for part in parts {
      reader.append(part.span)
      do throws(PlymouthReader.Fault) {
        while let request = try reader.next() { requests.append(request) }
      } catch {
        return requests
      }
    }
    return requests
  }

  private static func psplash(_ parts: [[UInt8]]) -> [PsplashReader.Message] {
    var reader = PsplashReader()
    var messages: [PsplashReader.Message] = []
    for part in parts { reader.receive(part.span) { messages.append($0) } }
    if let message = reader.end() { messages.append(message) }
    return messages
  }

  private static func keys(_ parts: [[UInt8]]) -> [Key] {
    var decoder = KeyDecoder()
    var keys: [Key] = []
    guard let bytes = try? SecretBytes() else { return [] }
    for part in parts {
      for byte in part where bytes.append(byte) {}
      decoder.decode(bytes) { keys.append($0) }
      bytes.removeAll()
    }
    return keys
  }

  /// Records of a touch screen, a tablet or a mouse, and of its keys.
  private static func device(_ bytes: [UInt8]) {
    let axis = InputAxis(minimum: -.max, maximum: .max)
    let kinds = [
      InputKind.stream, .fingers(x: axis, y: InputAxis(minimum: 0, maximum: 1), slots: 2),
      .place(x: axis, y: axis), .mouse,
    ]
    var source = ByteSource(bytes)
    var tracker = ContactTracker(source.pick(kinds), extent: Size(width: 1e9, height: 0))
    var keys = KeyTracker()
    var (next, events) = (UInt64(0), [PointerEvent]())
    while !source.isEmpty {
      let event = InputEvent(
        time: Int64(bitPattern: source.bits(8)), type: source.pick([0, 1, 2, 3, 0xFFFF]),
        code: source.pick([0, 1, 47, 53, 54, 57, 0x110, 0x14A, UInt16(source.bits(2))]),
        value: Int32(truncatingIfNeeded: source.isOnce(in: 2) ? source.bits(1) : source.bits(4)))
      tracker.handle(event, next: &next, into: &events)
      _ = keys.handle(event)
    }
    tracker.cancelAll(at: .max, into: &events)
  }

  /// Messages that come whole.
  private static func read(_ bytes: [UInt8]) throws(Finding) {
    if let event = Uevent(bytes) {
      try require(!event.action.isEmpty, "an event has no action")
      _ = (event.subsystem, event.deviceName, event.value(of: ""))
    }
    let set = InputSet(words: bytes)
    _ = (set.isEmpty, set.contains(767), set.contains(.max))
    _ = Accounts.number(of: "a", in: bytes)
  }
}
