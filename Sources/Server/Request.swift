import Wire

/// A call on its way to a method.
struct Request {
  let parameters: Fields
  let descriptors: DescriptorList
  let mode: Call.Mode
  /// The connection's number.
  let client: UInt64
}
