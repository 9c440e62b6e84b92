import CLinux

/// A result of listening for device events.
public enum DeviceChange: Equatable, Sendable {
  case event(Uevent)
  /// Messages came faster than they were read, and some are lost: the devices have to be scanned
  /// again.
  case lost
}

/// Receives the kernel's own messages about devices that come, go and change. Messages of udev come
/// later and are not received here, so a device may not have its owner and mode yet.
public struct UeventListener: ~Copyable {
  /// Readable when there are messages. It does not block.
  public let descriptor: FileDescriptor
  private var buffer = [UInt8](repeating: 0, count: 8192)

  /// Starts to listen.
  public init() throws(SystemError) {
    descriptor = FileDescriptor(owning: try Syscalls.createUeventSocket(bufferSize: 1 << 20))
  }

  /// Takes over a socket that carries one message a datagram and does not block.
  public init(owning descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  /// The most messages of one turn: a device that fails may come and go all the time.
  public static let batch = 64

  /// The next message; nil if there is none at present, or the next 64 are to be skipped. Messages
  /// that do not come from the kernel or are not about a device are skipped.
  public mutating func next() throws(SystemError) -> DeviceChange? {
    for _ in 0..<Self.batch {
      guard let received = try receive() else { return nil }
      guard let count = received else { return .lost }
      if let event = Uevent(Array(buffer[..<count])) { return .event(event) }
    }
    return nil
  }

  /// The length of the next message in the buffer: 0 for a message to skip, and an inner nil for
  /// lost messages.
  private mutating func receive() throws(SystemError) -> Int?? {
    let socket = descriptor.rawValue
    var port: UInt32 = 0
    var span = buffer.mutableSpan
    do throws(SystemError) {
      let count = try unsafe span.withUnsafeMutableBytes { bytes throws(SystemError) -> Int? in
        try unsafe Syscalls.receiveUevent(socket, into: bytes, port: &port)
      }
      guard let count else { return nil }
      return .some(port == 0 ? count : 0)
    } catch {
      guard error.code == ENOBUFS else { throw error }
      return .some(nil)
    }
  }
}
