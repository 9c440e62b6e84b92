import CodeUnits

/// A kind of declarations that may name others of their kind.
enum ChainedDeclaration {
  case variable, style, color, progressStyle

  /// The name for people.
  var noun: String {
    switch self {
    case .variable: "variable"
    case .style: "style"
    case .color: "colour"
    case .progressStyle: "progress style"
    }
  }

  /// The most declarations that one is read through: each takes space on the stack.
  var depthLimit: Int {
    switch self {
    case .variable: 8
    case .style, .color, .progressStyle: 16
    }
  }

  /// The words, in a message, between a declaration that is too deep and the others.
  fileprivate var relation: String {
    switch self {
    case .variable: "that stands for"
    case .style: "on top of"
    case .color: "that is named through"
    case .progressStyle: "within"
    }
  }
}

/// Chains of declarations that name each other.
extension SceneReader {
  /// Checks that a declaration may be read for those of a chain.
  /// - Parameters:
  ///   - chain: the names of the declarations that it is read for, from the outside in.
  ///   - place: the offset of the declaration.
  ///   - use: the offset of the name that stands for it.
  /// - Returns: false, with a diagnostic, if it is one of them, or if they are too many.
  func mayRead(
    _ kind: ChainedDeclaration, _ name: ExactText, within chain: [ExactText],
    declaredAt place: Int, usedAt use: Int
  ) -> Bool {
    guard !chain.contains(name) else {
      reportCycle(kind.noun, chain, name, at: place)
      return false
    }
    guard chain.count < kind.depthLimit else {
      error(
        .limit, at: use,
        "a \(kind.noun) \(kind.relation) more than \(kind.depthLimit) others",
        expected: "at most \(kind.depthLimit)")
      return false
    }
    return true
  }

  /// - Parameter chain: names from the outside in, among which is `name`.
  func reportCycle(_ noun: String, _ chain: [ExactText], _ name: ExactText, at offset: Int) {
    let start = chain.firstIndex(of: name) ?? 0
    error(
      .cycle, at: offset,
      "the " + noun + " \"" + name.text + "\" is made of itself: "
        + (chain[start...] + [name]).map { $0.text }.joined(separator: " → "),
      expected: "a chain that ends")
  }
}
