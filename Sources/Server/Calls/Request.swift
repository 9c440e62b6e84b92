import Wire

/// A call for a method.
struct Request {
  var parameters: Fields
  let descriptors: DescriptorList
  let mode: Call.Mode
  /// The connection's number.
  let client: UInt64
  let caller: Users.Kind
  /// The caller's process; 0 where it is in another namespace.
  var process: Int32 = 0
  let limits: Limits
  /// The selected screen, if the caller gives one.
  var screen: String?
}
