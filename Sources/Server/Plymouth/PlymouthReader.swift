import Wire

/// A request of plymouth's boot protocol.
struct PlymouthRequest: Equatable {
  var command: UInt8
  /// Without the NUL at its end; empty if there is none.
  var argument: [UInt8] = []

  var text: String { String(decoding: argument, as: UTF8.self) }
}

/// Reads requests from a stream. A request is a byte and a NUL; or a byte, the byte 2, a length and
/// as many bytes, the last of them NUL.
struct PlymouthReader {
  private var bytes: [UInt8] = []
  private var start = 0
  /// The number of requests read so far.
  private(set) var taken = 0

  /// The most waiting bytes.
  static let byteLimit = 1 << 16

  /// The reason why a stream cannot be read further.
  struct Fault: Error {
    let reason: StaticString
  }

  /// Adds received bytes.
  mutating func append(_ received: Span<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    for index in received.indices { bytes.append(received[index]) }
  }

  /// True if nothing is left, not even the beginning of a request.
  var isEmpty: Bool { start == bytes.count }

  /// True if more bytes wait than any client needs.
  var isFull: Bool { bytes.count - start >= Self.byteLimit }

  /// The next complete request; nil if its end has not arrived yet.
  mutating func next() throws(Fault) -> PlymouthRequest? {
    guard bytes.count - start >= 2 else { return nil }
    let command = bytes[start]
    switch bytes[start + 1] {
    case 0:
      start += 2
      taken &+= 1
      return PlymouthRequest(command: command)
    case 2:
      guard bytes.count - start >= 3 else { return nil }
      let length = Int(bytes[start + 2])
      guard length > 0 else { throw Fault(reason: "an argument without a length") }
      guard bytes.count - start >= 3 + length else { return nil }
      let end = start + 3 + length
      guard bytes[end - 1] == 0 else { throw Fault(reason: "an argument without its end") }
      let argument = Array(bytes[start + 3..<end - 1])
      start = end
      taken &+= 1
      return PlymouthRequest(command: command, argument: argument)
    default: throw Fault(reason: "neither an argument nor the end of a request")
    }
  }
}
