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
    _ = node.value.encoded()
    guard let tape = try? JSONTape(parsing: bytes, dialect: .relaxed, limits: .file) else {
      throw Finding("a text with nodes has no tape")
    }
    _ = tape.root.value.encoded()
    withExtendedLifetime(tape) {}
  }
}
