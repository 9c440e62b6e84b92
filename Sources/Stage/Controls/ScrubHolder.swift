/// Whoever takes hold of a scrub control.
public struct ScrubHolder: Equatable, Sendable {
  /// A number that no other holder has at the time.
  public var identifier: UInt64
  /// True if it can take a control out of the hands of a holder that is not privileged.
  public var isPrivileged: Bool
  /// True if it takes a control out of whosever hands.
  public var isTaking: Bool
  /// True if its hold ends after `Stage.longestHold` without an update. A finger's does not: it is known
  /// to be there, however still it is.
  public var expires: Bool

  public init(
    _ identifier: UInt64, isPrivileged: Bool = false, isTaking: Bool = false, expires: Bool = true
  ) {
    self.identifier = identifier
    self.isPrivileged = isPrivileged
    self.isTaking = isTaking
    self.expires = expires
  }

  func mayTake(from other: ScrubHolder) -> Bool {
    identifier == other.identifier || isTaking || isPrivileged && !other.isPrivileged
  }
}
