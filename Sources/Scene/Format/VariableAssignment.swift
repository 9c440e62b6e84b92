import JSON

/// A value for a scene's variable.
public struct VariableAssignment: Sendable, Equatable {
  public let name: String
  /// A string in place of a string. In place of other values a number, true or false if it reads as
  /// one.
  public let value: String
  /// False for a value that counts for many scenes, some without the variable.
  public let isRequired: Bool

  public init(name: String, value: String, isRequired: Bool = true) {
    (self.name, self.value, self.isRequired) = (name, value, isRequired)
  }

  func content(inPlaceOf own: JSONNode.Content) -> JSONNode.Content {
    if case .string = own { return .string(value) }
    if let node = try? JSONNode(parsing: Array(value.utf8), dialect: .relaxed) {
      switch node.content {
      case .integer, .number, .bool: return node.content
      default: break
      }
    }
    return .string(value)
  }
}
