/// Reads messages from the bytes of psplash's FIFO: words that end with a NUL or at a line's end.
struct PsplashReader {
  enum Message: Equatable {
    /// A percentage, −100…100; a negative one counts by its magnitude.
    case progress(Int)
    case message([UInt8])
    case quit
  }

  private var bytes: [UInt8] = []
  /// True if the bytes up to the next end belong to a message that was too long.
  private var isSkipping = false

  /// Bytes of a message, at most.
  static let longest = 4096

  /// True if no message waits for its end.
  var isEmpty: Bool { bytes.isEmpty }

  /// Takes the bytes that were read, and passes on each complete message.
  mutating func receive(_ received: Span<UInt8>, _ body: (Message) -> Void) {
    for index in received.indices {
      let byte = received[index]
      if byte == 0 || byte == 0x0A {
        if let message = end() { body(message) }
      } else if bytes.count == Self.longest {
        bytes = []
        isSkipping = true
      } else if !isSkipping {
        bytes.append(byte)
      }
    }
  }

  /// Ends the message that waits for its end. Nil if it has no known meaning.
  mutating func end() -> Message? {
    defer {
      bytes = []
      isSkipping = false
    }
    if isSkipping { return nil }
    return Self.message(bytes)
  }

  private static func message(_ bytes: [UInt8]) -> Message? {
    if bytes.elementsEqual("QUIT".utf8) { return .quit }
    if bytes.elementsEqual("MSG".utf8) { return .message([]) }
    if bytes.starts(with: "MSG ".utf8) { return .message(Array(bytes.dropFirst(4))) }
    guard bytes.starts(with: "PROGRESS ".utf8),
      let number = Int(String(decoding: bytes.dropFirst(9), as: UTF8.self))
    else { return nil }
    return .progress(max(-100, min(100, number)))
  }
}
