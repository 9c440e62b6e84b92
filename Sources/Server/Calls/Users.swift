import System

/// The rights of a peer at the daemon.
struct Users: Equatable {
  enum Kind: Equatable {
    case root
    /// The daemon's own user.
    case own
    case other

    /// True for a peer with all rights, except for those of root alone.
    var isPrivileged: Bool { self != .other }
  }

  private let own: UInt32
  private let namespace: UserNamespace

  init(
    own: UInt32 = ProcessEnvironment.userIdentifier, namespace: UserNamespace = .current()
  ) {
    self.own = own
    self.namespace = namespace
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
