/// Names of a scene's parts, and of its files.
extension SceneReader {
  /// True for a name that is neither empty nor too long.
  /// - Parameter separator: a character that joins names, in ASCII; nil for none.
  static func isName(_ name: String, without separator: UInt8? = nil) -> Bool {
    !name.isEmpty && name.utf8.count <= SceneLimits.nameBytes
      && separator.map { !name.utf8.contains($0) } ?? true
  }

  /// False, with a diagnostic, for a name that is empty or too long.
  func isName(_ name: String, at offset: Int, of owner: String) -> Bool {
    if Self.isName(name) { return true }
    error(
      .invalidValue, at: offset, owner + "'s name is empty or too long",
      expected: "1 to \(SceneLimits.nameBytes) bytes")
    return false
  }
}
