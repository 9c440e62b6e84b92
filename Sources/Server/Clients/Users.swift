import System

/// A peer's standing with the daemon.
struct Users: Equatable {
  enum Kind: Equatable {
    case root
    /// The daemon's own user.
    case own
    case other

    /// True for those who may do everything, except for what is root's alone.
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

  /// A peer whom the user namespace does not map is nobody, even where the daemon's own user is seen
  /// under the same number.
  func kind(of user: UInt32) -> Kind {
    if !namespace.mapsEverybody, user == namespace.overflowUser { return .other }
    if user == 0 { return .root }
    return user == own ? .own : .other
  }

  /// Those for whom places are kept: root, and the daemon's own user where that is another.
  var kept: [Kind] { own == 0 ? [.root] : [.root, .own] }
}
