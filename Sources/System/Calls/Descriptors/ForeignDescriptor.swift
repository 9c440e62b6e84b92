/// An open file that came from another process. Its end waits for no file system.
@frozen public struct ForeignDescriptor: ~Copyable, Sendable {
  /// The number, for a call that borrows it.
  public let rawValue: Int32
  public let owner: DescriptorOwner

  /// Takes over an open descriptor.
  public init(owning rawValue: Int32, of owner: DescriptorOwner) {
    precondition(rawValue >= 0)
    (self.rawValue, self.owner) = (rawValue, owner)
  }

  deinit { DescriptorCloser.shared.close(rawValue, of: owner) }

  /// Gives up the descriptor, open; the caller has to close it, which may wait.
  public consuming func take() -> Int32 {
    let rawValue = rawValue
    discard self
    return rawValue
  }

  /// True for a file of memory, which is read without waiting: of `memfd_create`, or on a tmpfs.
  public var isInMemory: Bool { (try? Syscalls.seals(rawValue)) != nil }
}
