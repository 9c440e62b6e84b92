/// The identity and the rights of a holder of a scrub or state control.
public struct ControlHolder: Equatable, Sendable {
  /// A number that no other holder has at the same time.
  public var identifier: UInt64
  /// True if it may take a control from a holder that is not privileged.
  public var isPrivileged: Bool
  /// True if it takes a control from any holder.
  public var isTaking: Bool
  /// True if a hold on a scrub control ends after `longestHold` without an update. A finger's hold
  /// does not end so: a finger that does not move is still known to be there.
  public var expires: Bool

  /// Seconds of the stage's time after which a hold without updates ends.
  public static var longestHold: Double { 30 }

  public init(
    _ identifier: UInt64, isPrivileged: Bool = false, isTaking: Bool = false, expires: Bool = true
  ) {
    self.identifier = identifier
    self.isPrivileged = isPrivileged
    self.isTaking = isTaking
    self.expires = expires
  }

  func mayTake(from other: ControlHolder) -> Bool {
    identifier == other.identifier || isTaking || isPrivileged && !other.isPrivileged
  }
}
