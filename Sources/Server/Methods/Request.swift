import Wire

/// A call on its way to a method.
struct Request {
  var parameters: Fields
  let descriptors: DescriptorList
  let mode: Call.Mode
  /// The connection's number.
  let client: UInt64
  let caller: Users.Kind
  let limits: Limits
  /// Whose scene is meant, where the caller says so.
  var screen: String?
}
