import Wire

extension InterfaceEnumeration {
  /// The value of a name that scenes and the protocol share. The protocol has all of these names;
  /// tests compare them.
  init(shared name: String) {
    guard let value = Self(name) else { preconditionFailure("the protocol lacks a name of scenes") }
    self = value
  }
}
