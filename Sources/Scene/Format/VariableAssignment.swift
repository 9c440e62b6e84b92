import JSON

/// A value for a scene's variable.
public struct VariableAssignment: Sendable, Equatable {
  public let name: String
  /// A number, true or false if it reads as one, otherwise a string.
  public let value: String

  public init(name: String, value: String) { (self.name, self.value) = (name, value) }

  var content: JSONNode.Content {
    if let node = try? JSONNode(parsing: Array(value.utf8), dialect: .relaxed) {
      switch node.content {
      case .integer, .number, .bool: return node.content
      default: break
      }
    }
    return .string(value)
  }
}
