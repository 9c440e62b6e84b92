/// Messages to people who wait for the machine; the newest one is shown.
struct BootMessages {
  private var messages: [[UInt8]] = []
  static let limit = 16

  /// The message to show; nil for none.
  var newest: String? { messages.last.map { String(decoding: $0, as: UTF8.self) } }

  mutating func append(_ message: [UInt8]) {
    messages.append(message)
    if messages.count > Self.limit { messages.removeFirst() }
  }

  /// Removes all messages equal to one.
  mutating func remove(_ message: [UInt8]) { messages.removeAll { $0 == message } }
}
