import Wire

/// A call on its way to a method.
struct Request {
  var parameters: Fields
  let descriptors: DescriptorList
  let mode: Call.Mode
  /// The connection's number.
  let client: UInt64
  /// True if the caller is root or the daemon's own user.
  let isPrivileged: Bool
  /// Whose scene is meant, where the caller says so.
  var screen: String?
}
