import CLinux

/// A connected Unix stream socket.
public struct UnixStream: ~Copyable {
  public let descriptor: FileDescriptor

  /// The most descriptors of one message.
  public static var descriptorLimit: Int {
    firstlight_message_descriptor_capacity
  }

  /// Takes over a connected socket.
  public init(owning descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  /// Connects to a socket's path, or to an abstract name when it begins with NUL.
  /// - Parameter isBlocking: true if later calls may wait; only then connecting waits, too.
  public static func connect(
    to path: String, isBlocking: Bool = true
  ) throws(SystemError) -> UnixStream {
    let socket = FileDescriptor(owning: try Syscalls.createStreamSocket(isBlocking: isBlocking))
    try Syscalls.connect(socket.rawValue, to: path)
    return UnixStream(owning: socket)
  }

  /// Two sockets connected to one another, not blocking; each has to be owned by a
  /// `FileDescriptor(owning:)`.
  public static func pair() throws(SystemError) -> (Int32, Int32) {
    try Syscalls.createSocketPair()
  }

  public borrowing func peerCredentials() throws(SystemError) -> PeerCredentials {
    try Syscalls.peerCredentials(descriptor.rawValue)
  }

  /// The groups of the peer beside its own one, as of the connection.
  public borrowing func peerGroups() throws(SystemError) -> [UInt32] {
    try Syscalls.peerGroups(descriptor.rawValue)
  }

  /// Sends as much as the kernel accepts at once.
  /// - Parameter descriptors: are sent with the first byte, and stay the caller's.
  /// - Returns: the number of bytes, nil when the call would block.
  public borrowing func send(
    _ bytes: Span<UInt8>, descriptors: [Int32] = []
  ) throws(SystemError) -> Int? {
    let socket = descriptor.rawValue
    return try unsafe bytes.withUnsafeBytes { buffer throws(SystemError) -> Int? in
      try unsafe Syscalls.send(socket, buffer, descriptors: descriptors)
    }
  }

  /// Receives into a range of an array.
  /// - Parameter descriptors: the received descriptors are appended.
  /// - Returns: the number of bytes, 0 when the peer has closed, nil when the call would block.
  public borrowing func receive(
    into bytes: inout [UInt8], _ range: Range<Int>, descriptors: inout DescriptorQueue
  ) throws(SystemError) -> Int? {
    let socket = descriptor.rawValue
    var span = bytes.mutableSpan
    return try unsafe span.withUnsafeMutableBytes { buffer throws(SystemError) -> Int? in
      try unsafe Syscalls.receive(
        socket, into: .init(rebasing: buffer[range]), descriptors: &descriptors)
    }
  }
}
