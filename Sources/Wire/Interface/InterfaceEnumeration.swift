/// An enumeration of an interface file. On the wire a value is its name.
public protocol InterfaceEnumeration: CaseIterable, Equatable, Sendable {
  /// The name in the interface file.
  var name: String { get }
  /// The name in former versions, which is still taken; nil if it is the same.
  var formerName: String? { get }
}

extension InterfaceEnumeration where Self: RawRepresentable, RawValue == String {
  public var name: String { rawValue }
}

extension InterfaceEnumeration {
  public var formerName: String? { nil }

  /// The value of a name, or of a former one; nil for a name that this version does not know.
  public init?(_ name: String) {
    for value in Self.allCases where value.name == name || value.formerName == name {
      self = value
      return
    }
    return nil
  }
}
