import CLinux

/// What a listener for device events has heard.
public enum UeventNews: Equatable, Sendable {
  case event(Uevent)
  /// Messages came faster than they were read, and some are gone: look at the devices again.
  case lost
}

/// Hears from the kernel which devices come, go and change, by itself: without udev, whose own
/// messages come later and are not heard here. So a device may not have got its owner and mode yet.
public struct UeventListener: ~Copyable {
  /// Readable when there is news. It does not block.
  public let descriptor: FileDescriptor
  private var buffer = [UInt8](repeating: 0, count: 8192)

  /// Listens from now on.
  public init() throws(SystemError) {
    descriptor = FileDescriptor(owning: try Syscalls.createUeventSocket(room: 1 << 20))
  }

  /// Takes over a socket that carries one message a datagram and does not block.
  public init(owning descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  /// The next news, nil when there is none for now. What does not come from the kernel, or is no
  /// message of a device, is passed over.
  public mutating func next() throws(SystemError) -> UeventNews? {
    while let count = try receive() {
      guard let count else { return .lost }
      if let event = Uevent(Array(buffer[..<count])) { return .event(event) }
    }
    return nil
  }

  /// The length of the next message in the buffer: 0 for one that counts for nothing, and nil inside
  /// for lost ones.
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
