/// Messages to whoever waits for the machine, of which the newest is shown.
struct BootMessages {
  private var messages: [[UInt8]] = []
  static let limit = 16

  /// The message that is to be seen; nil for none.
  var newest: String? { messages.last.map { String(decoding: $0, as: UTF8.self) } }

  mutating func append(_ message: [UInt8]) {
    messages.append(message)
    if messages.count > Self.limit { messages.removeFirst() }
  }

  /// Takes back all that are equal to one.
  mutating func remove(_ message: [UInt8]) { messages.removeAll { $0 == message } }
}
