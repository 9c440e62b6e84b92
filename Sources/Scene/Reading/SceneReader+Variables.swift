import JSON

/// Named values, for which `"$name"` stands.
extension SceneReader {
  /// The scene with the values of its variables in place of their names.
  /// - Parameter assignments: values in place of the scene's own.
  func withVariables(_ root: JSONNode, set assignments: [VariableAssignment]) -> JSONNode {
    guard case .object(var members) = root.content,
      let place = members.firstIndex(where: { $0.key.isIdentical(to: "variables") })
    else {
      for assignment in assignments { refuse(assignment) }
      return root
    }
    variables = definitions(
      members[place].value, "variables", of: "variables", limit: SceneLimits.variables)
    for assignment in assignments {
      guard let own = variables[assignment.name] else {
        refuse(assignment)
        continue
      }
      variables.setContent(
        of: assignment.name, to: assignment.content(inPlaceOf: own.node.content))
    }
    for name in variables.names where !isFull { checkVariable(name) }
    for index in members.indices where index != place {
      let own = members[index]
      members[index] = JSONNode.Member(
        key: own.key, keyOffset: own.keyOffset, value: filledIn(own.value))
    }
    // A file with names for several scenes may have some that this one does not use.
    for name in variables.names where !isFull {
      guard let definition = variables[name], !definition.isUsed,
        !source.isIncluded(definition.keyOffset)
      else { continue }
      warn(.unused, at: definition.keyOffset, "nothing uses the variable \"" + name + "\"")
    }
    return JSONNode(content: .object(members), offset: root.offset, end: root.end)
  }

  private func refuse(_ assignment: VariableAssignment) {
    guard assignment.isRequired else { return }
    error(
      .unknownReference, at: 0,
      "the scene has no variable \"" + ObjectReader.shortened(assignment.name) + "\" to set",
      expected: variables.names.isEmpty
        ? nil : "one of " + variables.names.prefix(16).joined(separator: ", "),
      hint: variables.nearest(to: assignment.name).map { "did you mean \"" + $0 + "\"?" })
  }

  private func checkVariable(_ name: String) {
    guard let definition = variables[name] else { return }
    if Self.variable(in: "$" + name) == nil {
      error(
        .invalidValue, at: definition.keyOffset,
        "a variable has the name \"" + ObjectReader.shortened(name) + "\"",
        expected: "a letter, and then letters, digits, '-' and '_', at most 64 in all")
    }
    switch definition.node.content {
    case .string(let text) where text.utf8.count > SceneLimits.variableBytes:
      error(
        .limit, at: definition.node.offset, "a variable of \(text.utf8.count) bytes",
        expected: "at most \(SceneLimits.variableBytes)")
    case .string, .integer, .number, .bool: break
    default:
      wrongType(
        definition.node, ObjectReader.shortened(name), expected: "a string, a number, true or false"
      )
    }
  }

  private func filledIn(_ node: JSONNode) -> JSONNode {
    switch node.content {
    case .string(let text):
      return text.utf8.first == UInt8(ascii: "$") ? value(of: text, at: node) : node
    case .array(let elements):
      return JSONNode(
        content: .array(elements.map { filledIn($0) }), offset: node.offset, end: node.end)
    case .object(let members):
      let filled = members.map {
        JSONNode.Member(key: $0.key, keyOffset: $0.keyOffset, value: filledIn($0.value))
      }
      return JSONNode(content: .object(filled), offset: node.offset, end: node.end)
    default: return node
    }
  }

  /// The value of a text with a dollar sign, at the place of the text.
  private func value(of use: String, at node: JSONNode) -> JSONNode {
    var text = use
    var chain: [ExactText] = []
    while let name = Self.variable(in: text) {
      guard !isFull else { return node }
      guard let definition = variables[name] else {
        if variables.isUnread { return node }
        error(
          .unknownReference, at: node.offset, "there is no variable \"" + name + "\"",
          expected: "a name from `variables`, or \"$$\" for a dollar sign",
          hint: variables.nearest(to: name).map { "did you mean \"$" + $0 + "\"?" })
        return node
      }
      variables.markUsed(name)
      guard !chain.contains(ExactText(name)) else {
        reportCycle("variable", chain, ExactText(name), at: definition.node.offset)
        return node
      }
      guard chain.count < 8 else {
        error(
          .limit, at: node.offset, "a variable that stands for more than 8 others",
          expected: "at most 8")
        return node
      }
      chain.append(ExactText(name))
      guard case .string(let value) = definition.node.content else {
        return JSONNode(content: definition.node.content, offset: node.offset, end: node.end)
      }
      text = value
    }
    if text.utf8.starts(with: "$$".utf8) { text = plain(text, of: chain.last) }
    return JSONNode(content: .string(text), offset: node.offset, end: node.end)
  }

  /// The text without the first dollar sign. All uses of a variable share one copy.
  private func plain(_ text: String, of variable: ExactText?) -> String {
    guard let variable else { return String(text.dropFirst()) }
    if let known = plainTexts[variable] { return known }
    let plain = String(text.dropFirst())
    plainTexts[variable] = plain
    return plain
  }

  /// The name in "$name"; nil for other texts.
  private static func variable(in text: String) -> String? {
    reference(in: text, after: UInt8(ascii: "$"))
  }

  /// The name after a sign, as in "$name"; nil for other texts.
  static func reference(in text: String, after sign: UInt8) -> String? {
    guard text.utf8.count <= 65, text.utf8.first == sign else { return nil }
    let name = text.utf8.dropFirst()
    guard let first = name.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first | 0x20 else {
      return nil
    }
    for byte in name {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        continue
      default: return nil
      }
    }
    return String(text.dropFirst())
  }
}
