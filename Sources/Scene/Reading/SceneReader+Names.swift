import JSON

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

  // MARK: Files

  static func isFileName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= SceneLimits.pathBytes && !name.utf8.contains(0)
  }

  /// The path of a file that a key names, relative to the scene; nil, with a diagnostic, if there
  /// is none.
  /// - Parameters:
  ///   - code: the code of the diagnostic for a scene that has no directory.
  ///   - instead: the expectation of such a scene.
  func path(
    ofFile node: JSONNode, _ key: String, _ code: SceneDiagnostic.Code, expected: String,
    instead: String
  ) -> String? {
    guard let name = string(node, key) else { return nil }
    guard Self.isFileName(name) else {
      error(
        .invalidValue, at: node.offset, "`" + key + "` is not the name of a file",
        expected: expected)
      return nil
    }
    // A scene that came over a socket may not open files: its sender may not be allowed to read
    // them.
    guard let directory else {
      unusable(
        code, at: node.offset, "this scene has no directory to find \"" + name + "\" in",
        expected: instead)
      return nil
    }
    return Self.path(of: name, in: directory)
  }

  /// An absolute name as it is; a relative one without `.` and empty components, so that a file has
  /// one path.
  static func path(of name: String, in directory: String) -> String {
    if name.utf8.first == UInt8(ascii: "/") { return name }
    var path = directory
    for part in name.utf8.split(separator: UInt8(ascii: "/")) where !part.elementsEqual(".".utf8) {
      path += "/" + String(Substring(part))
    }
    return path
  }
}
