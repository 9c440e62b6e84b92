import Wire

/// A call for a method.
struct Request {
  var parameters: Fields
  let descriptors: DescriptorList
  let mode: Call.Mode
  /// The connection's number.
  let client: UInt64
  let caller: Users.Kind
  let limits: Limits
  /// The selected screen, if the caller gives one.
  var screen: String?
}
