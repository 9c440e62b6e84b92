internal import CodeUnits

/// An enumeration of an interface file. On the wire a value is its name.
public protocol InterfaceEnumeration: CaseIterable, Equatable, Sendable {
  /// The name in the interface file.
  var name: String { get }
  /// The value that has this name elsewhere, or had it in former versions; such names are accepted,
  /// too. Nil for other names.
  init?(otherwise name: String)
}

extension InterfaceEnumeration where Self: RawRepresentable, RawValue == String {
  public var name: String { rawValue }
}

extension InterfaceEnumeration {
  public init?(otherwise name: String) { return nil }

  /// The value of a name, or of another one for it; nil for a name that this version does not know.
  public init?(_ name: String) {
    for value in Self.allCases where value.name.isIdentical(to: name) {
      self = value
      return
    }
    self.init(otherwise: name)
  }
}
