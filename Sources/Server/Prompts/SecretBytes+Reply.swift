import System

/// Messages with an answer in them, which are made where the answer lies.
extension SecretBytes {
  /// The reply to a call of Ask, with its NUL.
  convenience init(replyWith answer: SecretBytes) throws(SystemError) {
    // A byte takes six at most.
    try self.init(capacity: 64 + 6 * answer.count)
    append(ascii: "{\"parameters\":{\"answer\":\"")
    answer.withBytes { bytes in
      for index in bytes.indices { append(escaped: bytes[index]) }
    }
    append(ascii: "\",\"cancelled\":false}}")
    append(0)
  }

  /// The reply to a call of GetText, with its NUL.
  convenience init(replyWith characters: [Character]) throws(SystemError) {
    let count = characters.reduce(0) { $0 + $1.utf8.count }
    try self.init(capacity: 64 + 6 * count)
    append(ascii: "{\"parameters\":{\"text\":\"")
    for character in characters { for byte in character.utf8 { append(escaped: byte) } }
    append(ascii: "\"}}")
    append(0)
  }

  private func append(ascii text: StaticString) {
    for index in 0..<text.utf8CodeUnitCount { append(unsafe text.utf8Start[index]) }
  }

  /// Adds a byte of a string, escaped for JSON.
  private func append(escaped byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      append(UInt8(ascii: "\\"))
      append(byte)
    case ..<0x20:
      append(ascii: "\\u00")
      for digit in [byte >> 4, byte & 15] {
        append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    default: append(byte)
    }
  }
}
