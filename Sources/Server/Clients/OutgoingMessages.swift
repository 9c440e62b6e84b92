import System

/// The waiting bytes for one client, in order, and the descriptors that are sent with them.
final class OutgoingMessages {
  /// Bytes that are sent together; a descriptor is sent with the first of them.
  private final class Part {
    var bytes: [UInt8]
    var sent = 0
    var descriptor: FileDescriptor?

    init(_ bytes: [UInt8], _ descriptor: consuming FileDescriptor?) {
      self.bytes = bytes
      self.descriptor = descriptor
    }

    func send(
      to stream: borrowing UnixStream, _ descriptors: [Int32]
    ) throws(SystemError) -> Int? {
      let bytes = bytes
      return try stream.send(
        bytes.span.extracting(sent..<bytes.count), descriptors: descriptors)
    }
  }

  private var parts: [Part] = []
  /// Waiting bytes.
  private(set) var byteCount = 0
  /// Waiting descriptors, each an open file of the daemon.
  private(set) var descriptorCount = 0

  var isEmpty: Bool { parts.isEmpty }

  /// Appends a complete message.
  func append(_ message: [UInt8], descriptor: consuming FileDescriptor? = nil) {
    byteCount += message.count
    let hasDescriptor = descriptor != nil
    if hasDescriptor { descriptorCount += 1 }
    if !hasDescriptor, let last = parts.last, last.descriptor == nil, last.bytes.count < 1 << 16 {
      last.bytes += message
    } else {
      parts.append(Part(message, descriptor))
    }
  }

  /// Sends as much as the kernel accepts without waiting.
  func send(to stream: borrowing UnixStream) throws(SystemError) {
    while let part = parts.first {
      var descriptors: [Int32] = []
      if let number = part.descriptor?.rawValue { descriptors.append(number) }
      guard let count = try part.send(to: stream, descriptors) else { return }
      if count > 0, part.descriptor.take() != nil { descriptorCount -= 1 }
      part.sent += count
      byteCount -= count
      if part.sent == part.bytes.count { parts.removeFirst() }
    }
  }

  /// Drops all waiting messages.
  func removeAll() {
    parts.removeAll()
    byteCount = 0
    descriptorCount = 0
  }
}
