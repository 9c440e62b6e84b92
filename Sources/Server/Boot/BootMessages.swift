/// Messages to the person at the machine; the newest is shown.
struct BootMessages {
  private var messages: [(identifier: Int64, text: [UInt8])] = []
  private var lastIdentifier: Int64 = 0
  static let limit = 16

  var isEmpty: Bool { messages.isEmpty }

  /// The message that is to be seen; nil for none.
  var newest: String? { messages.last.map { String(decoding: $0.text, as: UTF8.self) } }

  /// Adds a message, in place of the oldest one where there are too many.
  /// - Returns: the number by which it can be taken back.
  @discardableResult mutating func append(_ message: [UInt8]) -> Int64 {
    lastIdentifier &+= 1
    messages.append((lastIdentifier, message))
    if messages.count > Self.limit { messages.removeFirst() }
    return lastIdentifier
  }

  /// Takes back all that are equal to one.
  mutating func remove(_ message: [UInt8]) { messages.removeAll { $0.text == message } }

  mutating func remove(_ identifier: Int64) { messages.removeAll { $0.identifier == identifier } }
}
