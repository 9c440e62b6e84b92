import CLinux

/// Unix sockets.
extension Syscalls {
  static func createStreamSocket(isBlocking: Bool) throws(SystemError) -> Int32 {
    Int32(try perform(.createSocket) { firstlight_stream_socket(isBlocking ? 1 : 0) })
  }

  static func createDatagramSocket() throws(SystemError) -> Int32 {
    Int32(try perform(.createSocket) { firstlight_datagram_socket() })
  }

  static func createSocketPair() throws(SystemError) -> (Int32, Int32) {
    var pair: [Int32] = [-1, -1]
    _ = try perform(.createSocket) { unsafe firstlight_socketpair(&pair) }
    return (pair[0], pair[1])
  }

  static func changeRoot(to path: String) throws(SystemError) {
    try refuseNUL(in: path, .changeRoot)
    _ = try perform(.changeRoot, path) {
      unsafe path.withCString { unsafe firstlight_change_root($0) }
    }
  }

  static func bind(_ descriptor: Int32, to path: String) throws(SystemError) {
    _ = try perform(.bind, path) {
      unsafe path.withCString { unsafe firstlight_bind(descriptor, $0, path.utf8.count) }
    }
  }

  static func connect(_ descriptor: Int32, to path: String) throws(SystemError) {
    _ = try perform(.connect, path) {
      unsafe path.withCString { unsafe firstlight_connect(descriptor, $0, path.utf8.count) }
    }
  }

  static func listen(_ descriptor: Int32, backlog: Int32) throws(SystemError) {
    _ = try perform(.listen) { firstlight_listen(descriptor, backlog) }
  }

  static func accept(_ descriptor: Int32) throws(SystemError) -> Int32? {
    try unlessBlocked(.accept, nil) { firstlight_accept(descriptor) }.map { Int32($0) }
  }

  /// Limits the time, in microseconds, of waiting for space to send and for a place at a listener.
  static func limitSending(_ descriptor: Int32, to microseconds: Int64) throws(SystemError) {
    // The kernel takes 0 for no limit.
    _ = try perform(.limitSending) { firstlight_limit_sending(descriptor, max(microseconds, 1)) }
  }

  /// Ends both directions of a connection: nothing more arrives.
  /// - Returns: true if bytes have arrived that were not read.
  static func endConnection(_ descriptor: Int32) throws(SystemError) -> Bool {
    _ = try perform(.close) {
      let result = firstlight_result(Int(shutdown(descriptor, Int32(SHUT_RDWR))))
      // The other end may have gone.
      return result == -Int(ENOTCONN) ? 0 : result
    }
    var byte: UInt8 = 0
    let count = try unlessBlocked(.receive, nil) {
      unsafe firstlight_result(
        recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)))
    }
    return count ?? 0 > 0
  }

  static func isStreamListener(_ descriptor: Int32) throws(SystemError) -> Bool {
    try perform(.status) { firstlight_is_stream_listener(descriptor) } == 1
  }

  static func peerCredentials(_ descriptor: Int32) throws(SystemError) -> PeerCredentials {
    var peer = firstlight_credentials()
    _ = try perform(.readCredentials) { unsafe firstlight_peer_credentials(descriptor, &peer) }
    return PeerCredentials(
      processIdentifier: peer.process, userIdentifier: peer.user, groupIdentifier: peer.group)
  }

  /// The groups of a peer beside its own one.
  static func peerGroups(_ descriptor: Int32) throws(SystemError) -> [UInt32] {
    var groups = [UInt32](repeating: 0, count: 1024)
    var span = groups.mutableSpan
    let count = try unsafe span.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
      try perform(.readCredentials) {
        unsafe firstlight_peer_groups(descriptor, buffer.baseAddress, buffer.count)
      }
    }
    return Array(groups[..<count])
  }

  /// Sends on a connected socket, or a datagram to `path`.
  static func send(
    _ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, descriptors: [Int32],
    to path: String? = nil
  ) throws(SystemError) -> Int? {
    try unlessBlocked(.send, path) {
      guard let path else {
        return unsafe firstlight_send(
          descriptor, buffer.baseAddress, buffer.count, descriptors, descriptors.count, nil, 0)
      }
      return unsafe path.withCString {
        unsafe firstlight_send(
          descriptor, buffer.baseAddress, buffer.count, descriptors, descriptors.count, $0,
          path.utf8.count)
      }
    }
  }

  /// Receives bytes and descriptors. No descriptor of an owner is taken while too many of its
  /// descriptors wait to be closed.
  static func receive(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer,
    descriptors: inout DescriptorQueue
  ) throws(SystemError) -> Int? {
    let capacity = firstlight_received_descriptor_capacity
    return try unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: capacity) {
      slots throws(SystemError) -> Int? in
      var received = 0
      var hasLost: Int32 = 0
      let isFull = DescriptorCloser.shared.isFull(for: descriptors.owner)
      let space = isFull ? nil : slots.baseAddress
      let count = try unlessBlocked(.receive, nil) {
        unsafe firstlight_receive(
          descriptor, buffer.baseAddress, buffer.count, space, &received, &hasLost)
      }
      let taken = min(received, firstlight_message_descriptor_capacity)
      for index in 0..<taken { unsafe descriptors.numbers.append(slots[index]) }
      // Descriptors without a place are closed by a thread: the kernel would close them at once,
      // which may take long.
      for index in taken..<received {
        unsafe DescriptorCloser.shared.closeByThread(slots[index], of: descriptors.owner)
      }
      let isWhole = hasLost == 0 && taken == received
      if received > 0 || !isWhole { descriptors.hasLost = !isWhole }
      if !isWhole { descriptors.losses &+= 1 }
      return count
    }
  }
}
