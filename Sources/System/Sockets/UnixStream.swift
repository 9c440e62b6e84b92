import CLinux

/// A connected Unix stream socket.
public struct UnixStream: ~Copyable {
  public let descriptor: FileDescriptor
  /// The user whose process is at the other end; nil for a process that this one trusts. Closing
  /// another user's connection does not wait for messages that were not read. The connection has to
  /// be unwatched before.
  public var owner: DescriptorOwner?

  /// The most descriptors of one message.
  public static var descriptorLimit: Int {
    firstlight_message_descriptor_capacity
  }

  /// Takes over a connected socket.
  public init(owning descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
    owner = nil
  }

  deinit {
    let number = descriptor.take()
    if let owner {
      DescriptorCloser.connections.closeConnection(number, of: owner)
    } else {
      closeIgnoringErrors(number)
    }
  }

  /// Connects to a socket's path, or to an abstract name when it begins with NUL.
  /// - Parameters:
  ///   - isBlocking: true if later calls may wait; only then connecting waits, too.
  ///   - longestWait: microseconds of waiting for a place at the listener, and later for space to
  ///     send, after which these fail with EAGAIN; nil for no limit.
  public static func connect(
    to path: String, isBlocking: Bool = true, longestWait: Int64? = nil
  ) throws(SystemError) -> UnixStream {
    let socket = FileDescriptor(owning: try Syscalls.createStreamSocket(isBlocking: isBlocking))
    if let longestWait { try Syscalls.limitSending(socket.rawValue, to: longestWait) }
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
