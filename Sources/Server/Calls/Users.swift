import System

/// The rights of a peer at the daemon.
struct Users: Equatable {
  enum Kind: Equatable {
    case root
    /// The daemon's own user.
    case own
    /// Another user, of the group with the rights of the daemon's own user.
    case member
    case other

    /// True for a peer with all rights, except for those of root alone.
    var isPrivileged: Bool { self != .other }
  }

  private let own: UInt32
  private let namespace: UserNamespace
  /// Nil for none.
  private let privilegedGroup: UInt32?

  init(
    own: UInt32 = ProcessEnvironment.userIdentifier, namespace: UserNamespace = .current(),
    privilegedGroup: UInt32? = nil
  ) {
    self.own = own
    self.namespace = namespace
    self.privilegedGroup = privilegedGroup
  }

  /// The kind of a peer; `groups` is called only if it matters.
  func kind(of peer: PeerCredentials, groups: () -> [UInt32]) -> Kind {
    let kind = kind(of: peer.userIdentifier)
    guard kind == .other, let privilegedGroup, namespace.mapsEverybody,
      peer.groupIdentifier == privilegedGroup || groups().contains(privilegedGroup)
    else { return kind }
    return .member
  }

  /// A peer that the user namespace does not map is an unknown user, even if the daemon's own user
  /// has the same number in it.
  func kind(of user: UInt32) -> Kind {
    if !namespace.mapsEverybody, user == namespace.overflowUser { return .other }
    if user == 0 { return .root }
    return user == own ? .own : .other
  }

  /// The kinds of users with reserved places: root, and the daemon's own user if it is another one.
  var kept: [Kind] { own == 0 ? [.root] : [.root, .own] }
}
