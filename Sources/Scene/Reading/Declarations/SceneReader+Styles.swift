import CodeUnits
import JSON

/// Styles: keys, sublayers included, that several layers, controls, options or emitter cells have,
/// with variables of their own for the differences.
extension SceneReader {
  /// One style of a chain, in which the styles below it follow.
  struct StyleLevel {
    var members: [JSONNode.Member] = []
    /// Names and default values of its variables.
    var variables: [JSONNode.Member] = []
    /// False if a mistake hides some of its variables, or a style below it.
    var isWhole = true
  }

  /// An object with the members of the style that it uses, except for keys that it has itself. The
  /// object itself where it uses none.
  func styled(_ node: JSONNode) -> JSONNode {
    guard case .object(let own) = node.content,
      own.contains(where: { $0.key.isIdentical(to: "use") })
    else { return node }
    return JSONNode(content: .object(membersWithStyle(own)), offset: node.offset, end: node.end)
  }

  /// An object's own members and then those of the style that it uses, except for keys that it has
  /// itself.
  func membersWithStyle(_ own: [JSONNode.Member]) -> [JSONNode.Member] {
    guard let use = own.first(where: { $0.key.isIdentical(to: "use") }),
      let name = string(use.value, "use")
    else { return own }
    var levels = styleLevels(name, at: use.value, chain: [])
    let given = own.first { $0.key.isIdentical(to: "variables") }
    fillIn(&levels, of: name, with: given)
    var members = own
    for level in levels { merge(level.members, into: &members) }
    return members
  }

  /// Controls with the members of their styles.
  func controlsWithStyles(_ node: JSONNode) -> JSONNode {
    guard case .object(let members) = node.content else { return node }
    let controls = members.map {
      JSONNode.Member(key: $0.key, keyOffset: $0.keyOffset, value: styled($0.value))
    }
    return JSONNode(content: .object(controls), offset: node.offset, end: node.end)
  }

  /// Finds the mistakes in the keys of a style that nothing uses.
  func checkUnusedStyle(_ name: String, _ node: JSONNode) {
    _ = styleLevels(name, at: node, chain: [])
  }

  private func styleLevels(
    _ text: String, at place: JSONNode, chain: [ExactText]
  ) -> [StyleLevel] {
    let name = ExactText(text)
    guard let definition = styles[text] else {
      if styles.isUnread { return [] }
      error(
        .unknownReference, at: place.offset,
        "there is no style \"" + ObjectReader.shortened(text) + "\"",
        expected: "a name from `styles`",
        hint: isFull ? nil : styles.nearest(to: text).map { "did you mean \"" + $0 + "\"?" })
      return []
    }
    styles.markUsed(text)
    guard
      mayRead(
        .style, name, within: chain, declaredAt: definition.node.offset, usedAt: place.offset)
    else { return [] }
    note(definition.node, .named("style"))
    guard case .object(let own) = definition.node.content else {
      wrongType(
        definition.node, text, expected: "an object with the keys of a layer or of a control")
      return []
    }
    guard own.count <= 64 else {
      error(
        .limit, at: definition.node.offset, "the style \"" + text + "\" has \(own.count) keys",
        expected: "at most 64")
      return []
    }
    return levels(of: own, chain: chain + [name])
  }

  /// The levels of a style with these keys: its own, and those of the styles that it uses.
  ///
  /// - Parameter chain: the names of the styles that lead to this one, with its own.
  private func levels(of own: [JSONNode.Member], chain: [ExactText]) -> [StyleLevel] {
    var level = StyleLevel()
    var levels: [StyleLevel] = []
    for member in own {
      switch member.key {
      case "use":
        if let other = string(member.value, "use") {
          levels = styleLevels(other, at: member.value, chain: chain)
        }
        if levels.isEmpty { level.isWhole = false }
      case "name":
        error(
          .unknownKey, at: member.keyOffset, "a style cannot have the key `name`",
          expected: "a `name` in each layer that uses the style",
          hint: "sublayers of a style have names, which controls write behind that of the layer")
      case "variables":
        level.variables = styleVariables(member.value)
        if case .object(let all) = member.value.content, all.count == level.variables.count {
        } else {
          level.isWhole = false
        }
      default:
        level.members.append(member)
      }
    }
    return [level] + levels
  }

  private func merge(_ base: [JSONNode.Member], into members: inout [JSONNode.Member]) {
    guard members.count <= 128 else { return }
    let own = members
    for member in base where !own.contains(where: { $0.key.isIdentical(to: member.key) }) {
      members.append(member)
    }
  }
}
