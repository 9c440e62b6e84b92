import Scene

/// The error for an invalid command line.
struct UsageError: Error, Equatable {
  /// One line: the mistake and the expectation.
  let message: String

  init(_ message: String) { self.message = message }

  static func unknownOption(_ name: String) -> UsageError {
    let names = DaemonOption.allCases.filter { $0 != .scene }.map { $0.name }
    // The scene is an argument without a name.
    if name == "--scene" {
      return UsageError(
        "unknown option '--scene'; the scene's file or name comes alone, as in "
          + "'firstlightd scene.jsonc'")
    }
    return UsageError("unknown option '" + name + "'" + suggestion(for: name, of: names))
  }

  static func unknownKey(_ key: String) -> UsageError {
    let keys = DaemonOption.keys.map { $0.key }
    return UsageError("unknown key '" + key + "'" + suggestion(for: key, of: keys))
  }

  /// The name that a misspelt one probably means, as the end of a message; empty for none.
  static func suggestion(for word: String, of names: [String]) -> String {
    Spelling.nearest(to: word, among: names).map { "; did you mean '" + $0 + "'?" } ?? ""
  }
}
