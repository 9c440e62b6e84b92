import System

/// The bytes that wait to be sent to one client, in order, and the descriptors that ride on them.
final class OutgoingMessages {
  /// Bytes that go out together; a descriptor rides on the first of them.
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
  /// Bytes that wait.
  private(set) var byteCount = 0
  /// Descriptors that wait, each an open file of the daemon.
  private(set) var descriptorCount = 0

  var isEmpty: Bool { parts.isEmpty }

  /// Appends a whole message.
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

  /// Sends what the kernel takes without waiting.
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

  /// Forgets what waits.
  func removeAll() {
    parts.removeAll()
    byteCount = 0
    descriptorCount = 0
  }
}
