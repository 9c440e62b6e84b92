/// Whoever takes hold of a scrub control.
public struct ScrubHolder: Equatable, Sendable {
  /// A number that no other holder has at the time.
  public var identifier: UInt64
  /// Whether it can take a control out of the hands of a holder that is not privileged.
  public var isPrivileged: Bool
  /// Whether it takes a control out of whosever hands.
  public var isTaking: Bool

  public init(_ identifier: UInt64, isPrivileged: Bool = false, isTaking: Bool = false) {
    self.identifier = identifier
    self.isPrivileged = isPrivileged
    self.isTaking = isTaking
  }

  func mayTake(from other: ScrubHolder) -> Bool {
    identifier == other.identifier || isTaking || isPrivileged && !other.isPrivileged
  }
}
