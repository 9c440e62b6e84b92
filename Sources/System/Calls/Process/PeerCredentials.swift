/// The process at the other end of a Unix socket, as the kernel saw it when the connection was
/// made.
public struct PeerCredentials: Sendable, Equatable {
  public let processIdentifier: Int32
  public let userIdentifier: UInt32
  public let groupIdentifier: UInt32

  public init(processIdentifier: Int32, userIdentifier: UInt32, groupIdentifier: UInt32) {
    self.processIdentifier = processIdentifier
    self.userIdentifier = userIdentifier
    self.groupIdentifier = groupIdentifier
  }
}
