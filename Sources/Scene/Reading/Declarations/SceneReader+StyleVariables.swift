import CodeUnits
import JSON

/// Variables of styles.
extension SceneReader {
  func styleVariables(_ node: JSONNode) -> [JSONNode.Member] {
    noteVariables(node)
    guard case .object(let members) = node.content else {
      wrongType(node, "variables", expected: "an object with the names of variables as keys")
      return []
    }
    guard members.count <= SceneLimits.styleVariables else {
      error(
        .limit, at: node.offset, "\(members.count) variables of a style",
        expected: "at most \(SceneLimits.styleVariables)")
      return []
    }
    return members.filter { checkVariable($0) }
  }

  /// Puts the values of a style's variables in the places of their names. A style has those of the
  /// styles below it, too.
  /// - Parameter given: values of the object that uses the style; the others have the first of
  ///   their defaults.
  func fillIn(
    _ levels: inout [StyleLevel], of name: String, with given: JSONNode.Member?
  ) {
    var values: [ExactText: JSONNode.Content] = [:]
    var defaults: [ExactText: StyleDefault] = [:]
    for index in levels.indices.reversed() {
      for member in levels[index].variables {
        let name = ExactText(member.key)
        values[name] = member.value.content
        defaults[name] = StyleDefault(
          node: member.value, level: index, lowestLevel: defaults[name]?.lowestLevel ?? index)
      }
    }
    let isWhole = !levels.isEmpty && levels.allSatisfy { $0.isWhole }
    if let given { setVariables(given.value, of: name, &values, &defaults, isWhole: isWhole) }
    for member in levels.flatMap({ $0.variables }) {
      fillInDefault(ExactText(member.key), &values, &defaults, chain: [])
    }
    var seen: [ExactText: JSONNode.Content] = [:]
    for index in levels.indices.reversed() {
      for member in levels[index].variables {
        let name = ExactText(member.key)
        seen[name] = values[name]
      }
      if seen.isEmpty { continue }
      levels[index].members = levels[index].members.map {
        JSONNode.Member(key: $0.key, keyOffset: $0.keyOffset, value: filledIn($0.value, seen))
      }
    }
  }

  /// The default of a variable that the use of a style gives no value.
  private struct StyleDefault {
    let node: JSONNode
    /// The level of the style that has this default, and of the lowest style that has the variable.
    /// A style may use its own variables and those of the styles below it.
    let level: Int
    let lowestLevel: Int
    var isFilledIn = false
  }

  /// Puts the values of other variables of a style in the places of their names in a default.
  private func fillInDefault(
    _ name: ExactText, _ values: inout [ExactText: JSONNode.Content],
    _ defaults: inout [ExactText: StyleDefault], chain: [ExactText]
  ) {
    guard let own = defaults[name], !own.isFilledIn, case .string(let text) = own.node.content,
      text.utf8.contains(UInt8(ascii: "$")), countsFilled(own.node)
    else { return }
    let content = filledIn(text, at: own.node.offset) { text in
      let other = ExactText(text)
      guard other != name, let lowest = defaults[other]?.lowestLevel, lowest >= own.level,
        mayRead(
          .variable, other, within: chain + [name], declaredAt: own.node.offset,
          usedAt: own.node.offset)
      else { return nil }
      fillInDefault(other, &values, &defaults, chain: chain + [name])
      return values[other]
    }
    values[name] = content
    defaults[name]?.isFilledIn = true
  }

  /// Reads the values that an object gives the variables of its style.
  /// - Parameter isWhole: false if a mistake hides variables of the style.
  private func setVariables(
    _ node: JSONNode, of name: String, _ values: inout [ExactText: JSONNode.Content],
    _ defaults: inout [ExactText: StyleDefault], isWhole: Bool
  ) {
    noteVariables(node)
    guard case .object(let members) = node.content else {
      return wrongType(
        node, "variables", expected: "an object with the names of variables as keys")
    }
    for member in members where !isFull {
      if values[ExactText(member.key)] != nil {
        if checkVariable(member) {
          values[ExactText(member.key)] = member.value.content
          defaults[ExactText(member.key)]?.isFilledIn = true
        }
        continue
      }
      guard isWhole else { continue }
      let names = values.keys.map { $0.text }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      error(
        .unknownReference, at: member.keyOffset,
        "the style \"" + ObjectReader.shortened(name) + "\" has no variable \""
          + ObjectReader.shortened(member.key) + "\"",
        expected: names.isEmpty ? nil : "one of " + names.joined(separator: ", "),
        hint: Spelling.nearest(to: member.key, among: names[...]).map {
          "did you mean \"" + $0 + "\"?"
        })
    }
  }

  private func filledIn(
    _ node: JSONNode, _ values: [ExactText: JSONNode.Content]
  ) -> JSONNode {
    guard countsFilled(node) else { return node }
    switch node.content {
    case .string(let text):
      let content = filledIn(text, at: node.offset) { values[ExactText($0)] }
      return JSONNode(content: content, offset: node.offset, end: node.end)
    case .array(let elements):
      return JSONNode(
        content: .array(elements.map { filledIn($0, values) }), offset: node.offset, end: node.end)
    case .object(let members):
      let filled = members.map {
        JSONNode.Member(key: $0.key, keyOffset: $0.keyOffset, value: filledIn($0.value, values))
      }
      return JSONNode(content: .object(filled), offset: node.offset, end: node.end)
    default: return node
    }
  }

  /// Counts a value of a style that is filled in.
  /// - Returns: false, with a diagnostic, if there are too many.
  private func countsFilled(_ node: JSONNode) -> Bool {
    guard !isFull else { return false }
    counts.filledValues += 1
    // A long text takes as long as many values.
    if case .string(let text) = node.content { counts.filledValues += text.utf8.count / 16 }
    if counts.filledValues <= SceneLimits.filledValues { return true }
    error(
      .limit, at: node.offset, "styles with variables have too many values in all of their uses",
      expected: "at most \(SceneLimits.filledValues)")
    return false
  }
}
