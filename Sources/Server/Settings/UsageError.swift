/// The error for an invalid command line.
struct UsageError: Error, Equatable {
  /// One line: the mistake and the expectation.
  let message: String

  init(_ message: String) { self.message = message }

  static func unknownOption(_ name: String) -> UsageError {
    let names = DaemonOption.allCases.filter { $0 != .scene }.map { $0.name }
    return UsageError("unknown option '" + name + "'" + suggestion(for: name, of: names))
  }

  static func unknownKey(_ key: String) -> UsageError {
    let keys = DaemonOption.keys.map { $0.key }
    return UsageError("unknown key '" + key + "'" + suggestion(for: key, of: keys))
  }

  private static func suggestion(for word: String, of names: [String]) -> String {
    var best: (name: String, distance: Int)?
    for name in names {
      let distance = editDistance(word, name)
      if distance <= 3, distance < best?.distance ?? .max { best = (name, distance) }
    }
    return best.map { "; did you mean '" + $0.name + "'?" } ?? ""
  }
}

/// The number of insertions, deletions and replacements between two words.
private func editDistance(_ first: String, _ second: String) -> Int {
  let first = Array(first.utf8.prefix(64))
  let second = Array(second.utf8)
  var row = Array(0...second.count)
  for (i, a) in first.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, b) in second.enumerated() {
      let replaced = diagonal + (a == b ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
    }
  }
  return row[second.count]
}
