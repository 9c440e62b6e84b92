/// An enumeration of an interface file. On the wire a value is its name.
public protocol InterfaceEnumeration: CaseIterable, Equatable, Sendable {
  /// The name in the interface file.
  var name: String { get }
}

extension InterfaceEnumeration {
  /// The value of a name; nil for a name that this version does not know.
  public init?(_ name: String) {
    for value in Self.allCases where value.name == name {
      self = value
      return
    }
    return nil
  }
}
