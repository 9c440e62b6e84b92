import CodeUnits
import JSON

/// Reads JSON in both dialects: a value that was read and written reads the same.
enum JSONTarget {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    if let value = try? JSONValue(parsing: bytes) {
      let written = value.encoded()
      guard let again = try? JSONValue(parsing: written) else {
        throw Finding("what was written cannot be read")
      }
      try require(again.encoded() == written, "written twice it differs")
    }
    guard let node = try? JSONNode(parsing: bytes, dialect: .relaxed, limits: .file) else { return }
    try require(
      node.offset >= 0 && node.offset < node.end && node.end <= bytes.count,
      "the node at \(node.offset) ends at \(node.end)")
    let value = node.value
    _ = value.encoded()
    guard let tape = try? JSONTape(parsing: bytes, dialect: .relaxed, limits: .file) else {
      throw Finding("a text with nodes has no tape")
    }
    let isSame = withExtendedLifetime(tape) { areSame(tape.root.value, value) }
    try require(isSame, "a tape and nodes of the same text differ")
  }

  /// True if a tape's value is that of nodes, where whole numbers are told apart.
  private static func areSame(_ value: JSONValue, _ node: JSONValue) -> Bool {
    switch (value, node) {
    case (.number(let a), .integer(let b)): a == Double(b)
    case (.string(let a), .string(let b)): a.isIdentical(to: b)
    case (.array(let a), .array(let b)):
      a.count == b.count && zip(a, b).allSatisfy { areSame($0, $1) }
    case (.object(let a), .object(let b)):
      a.members.count == b.members.count
        && zip(a.members, b.members).allSatisfy {
          $0.key.isIdentical(to: $1.key) && areSame($0.value, $1.value)
        }
    default: value == node
    }
  }
}
