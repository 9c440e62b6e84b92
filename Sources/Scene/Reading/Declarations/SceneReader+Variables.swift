import CodeUnits
import JSON

/// Named values, for which `$name` stands in texts.
extension SceneReader {
  /// The scene with the values of its variables in place of their names.
  /// - Parameter assignments: values in place of the scene's own.
  func withVariables(_ root: JSONNode, set assignments: [VariableAssignment]) -> JSONNode {
    guard case .object(var members) = root.content else { return root }
    let place = members.firstIndex { $0.key.isIdentical(to: "variables") }
    guard place != nil || haveVariables(stylesOf: members) else {
      for assignment in assignments { refuse(assignment) }
      return root
    }
    if let place {
      variables = definitions(
        members[place].value, "variables", of: "variables", limit: SceneLimits.variables)
    }
    for assignment in assignments {
      guard let own = variables[assignment.name] else {
        refuse(assignment)
        continue
      }
      variables.setContent(
        of: assignment.name, to: assignment.content(inPlaceOf: own.node.content))
    }
    for name in variables.names where !isFull {
      guard let definition = variables[name] else { continue }
      let isRight = checkVariable(
        JSONNode.Member(key: name, keyOffset: definition.keyOffset, value: definition.node))
      if !isRight { filling.wrong.insert(ExactText(name)) }
    }
    for index in innerChanges.indices {
      innerChanges[index].keys = innerChanges[index].keys.map { $0.with(filledIn($0.value)) }
    }
    for index in members.indices where index != place {
      let own = members[index]
      switch own.key {
      case "styles": members[index] = own.with(filledInStyles(own.value))
      case "variants": members[index] = own.with(filledInVariants(own.value))
      default: members[index] = own.with(filledIn(own.value))
      }
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

  private func haveVariables(stylesOf members: [JSONNode.Member]) -> Bool {
    for member in members where member.key.isIdentical(to: "styles") {
      guard case .object(let styles) = member.value.content else { continue }
      for style in styles {
        if case .object(let keys) = style.value.content,
          keys.contains(where: { $0.key.isIdentical(to: "variables") })
        {
          return true
        }
      }
    }
    return false
  }

  private func refuse(_ assignment: VariableAssignment) {
    guard assignment.isRequired else { return }
    errorOfScene(
      .unknownReference,
      "the scene has no variable \"" + ObjectReader.shortened(assignment.name) + "\", which \""
        + ObjectReader.shortened(assignment.name) + "=" + ObjectReader.shortened(assignment.value)
        + "\" would set",
      expected: variables.names.isEmpty
        ? nil : "one of " + variables.names.prefix(16).joined(separator: ", "),
      hint: variables.nearest(to: assignment.name).map { "did you mean \"" + $0 + "\"?" })
  }

  /// Checks the name and the value of a variable, of the scene or of a style.
  /// - Returns: false, with a diagnostic, if one of them is wrong.
  func checkVariable(_ variable: JSONNode.Member) -> Bool {
    guard Self.variable(in: "$" + variable.key) != nil else {
      error(
        .invalidValue, at: variable.keyOffset,
        "a variable has the name \"" + ObjectReader.shortened(variable.key) + "\"",
        expected: "a letter, and then letters, digits, '-' and '_', at most 64 in all")
      return false
    }
    switch variable.value.content {
    case .string(let text) where text.utf8.count > SceneLimits.variableBytes:
      error(
        .limit, at: variable.value.offset, "a variable of \(text.utf8.count) bytes",
        expected: "at most \(SceneLimits.variableBytes)")
      return false
    case .string, .integer, .number, .bool: return true
    default:
      wrongType(
        variable.value, ObjectReader.shortened(variable.key),
        expected: "a string, a number, true or false")
      return false
    }
  }

  private func filledIn(_ node: JSONNode) -> JSONNode {
    switch node.content {
    case .string(let text):
      guard text.utf8.contains(UInt8(ascii: "$")), !isFull else { return node }
      warnOfMisspeltVariables(in: text, at: node.offset)
      filling.hasFailed = false
      let content = filledIn(text, at: node.offset, chain: [])
      if filling.hasFailed, filling.unfilled.count < SceneLimits.unfilledTexts {
        filling.unfilled.append(node.offset..<node.end)
      }
      return JSONNode(content: content, offset: node.offset, end: node.end)
    case .array(let elements):
      return JSONNode(
        content: .array(elements.map { filledIn($0) }), offset: node.offset, end: node.end)
    case .object(let members):
      let filled = members.map {
        refuseVariable(inKey: $0)
        return JSONNode.Member(key: $0.key, keyOffset: $0.keyOffset, value: filledIn($0.value))
      }
      return JSONNode(content: .object(filled), offset: node.offset, end: node.end)
    default: return node
    }
  }

  /// Reports a key that is the name of a variable.
  private func refuseVariable(inKey member: JSONNode.Member) {
    guard member.key.utf8.first == UInt8(ascii: "$"), let name = Self.variable(in: member.key),
      isVariable(name)
    else { return }
    error(
      .invalidValue, at: member.keyOffset, "the variable \"$" + name + "\" as a key",
      expected: "a name as it is, since variables stand for values alone",
      hint: "write a style for each name, and let a variable choose it: \"use\": \"$" + name + "\"")
    // The key is not reported as unknown, too.
    if filling.unfilled.count < SceneLimits.unfilledTexts {
      filling.unfilled.append(member.keyOffset..<member.value.offset)
    }
  }

  /// Variants with the values of the scene's variables. Their styles are filled in where the
  /// variant is read.
  private func filledInVariants(_ node: JSONNode) -> JSONNode {
    guard case .array(let variants) = node.content else { return filledIn(node) }
    let filled = variants.map { variant in
      guard case .object(let members) = variant.content else { return filledIn(variant) }
      return variant.with(
        members.map { $0.key.isIdentical(to: "styles") ? $0 : $0.with(filledIn($0.value)) })
    }
    return JSONNode(content: .array(filled), offset: node.offset, end: node.end)
  }

  /// Styles with the values of the scene's variables; names of a style's own variables stay until
  /// it is used.
  private func filledInStyles(_ node: JSONNode) -> JSONNode {
    guard case .object(let styles) = node.content, styles.count <= SceneLimits.definitions else {
      return filledIn(node)
    }
    var byName: [ExactText: JSONNode] = [:]
    for style in styles { byName[ExactText(style.key)] = style.value }
    let filled = styles.map { style in
      guard case .object(let members) = style.value.content else {
        return style.with(filledIn(style.value))
      }
      filling.styleNames = names(ofVariablesIn: style.value, among: byName)
      warnOfHiddenVariables(style.value)
      defer { filling.styleNames = [] }
      let filled = members.map { member in
        guard member.key.isIdentical(to: "variables") else {
          return member.with(filledIn(member.value))
        }
        return member.with(filledInDefaults(member.value, ofStyle: members, among: byName))
      }
      return style.with(style.value.with(filled))
    }
    return JSONNode(content: .object(filled), offset: node.offset, end: node.end)
  }

  /// The defaults of a style's variables, in which names of the others stay until the style is
  /// used. A variable's own name stands for the scene's variable, or for that of the style below.
  private func filledInDefaults(
    _ node: JSONNode, ofStyle members: [JSONNode.Member], among styles: [ExactText: JSONNode]
  ) -> JSONNode {
    guard case .object(let own) = node.content else { return filledIn(node) }
    let use = members.first { $0.key.isIdentical(to: "use") }
    var below: Set<ExactText> = []
    if case .string(let name)? = use?.value.content, let style = styles[ExactText(name)] {
      below = names(ofVariablesIn: style, among: styles)
    }
    var filled: [JSONNode.Member] = []
    for variable in own {
      let name = ExactText(variable.key)
      if case .string(let text) = variable.value.content, below.contains(name),
        variables[variable.key] == nil, text.isIdentical(to: "$" + variable.key)
      {
        continue
      }
      refuseVariable(inKey: variable)
      let isKnown = filling.styleNames.remove(name) != nil
      filled.append(variable.with(filledIn(variable.value)))
      if isKnown { filling.styleNames.insert(name) }
    }
    return node.with(filled)
  }

  /// Warns of a style's variables that hide those of the scene, unless these are their defaults.
  private func warnOfHiddenVariables(_ style: JSONNode) {
    guard case .object(let members) = style.content else { return }
    for member in members where member.key.isIdentical(to: "variables") {
      guard case .object(let own) = member.value.content else { continue }
      for variable in own.prefix(SceneLimits.styleVariables)
      where variables[variable.key] != nil && !source.isIncluded(variable.keyOffset) {
        if case .string(let text) = variable.value.content,
          text.isIdentical(to: "$" + variable.key)
        {
          continue
        }
        warn(
          .withoutEffect, at: variable.keyOffset,
          "the style's variable \"" + ObjectReader.shortened(variable.key)
            + "\" hides the scene's one of the same name",
          hint: "give it another name, or the scene's value: \"$"
            + ObjectReader.shortened(variable.key) + "\"")
      }
    }
  }

  /// The names of the variables that a style has by itself or by the styles below it.
  private func names(
    ofVariablesIn style: JSONNode, among styles: [ExactText: JSONNode]
  ) -> Set<ExactText> {
    var names: Set<ExactText> = []
    var style: JSONNode? = style
    // Longer chains are refused where the style is used.
    for _ in 0..<ChainedDeclaration.style.depthLimit {
      guard case .object(let members)? = style?.content else { break }
      style = nil
      for member in members {
        if member.key.isIdentical(to: "variables"), case .object(let own) = member.value.content {
          // More of them are refused where the style is used.
          for variable in own.prefix(SceneLimits.styleVariables) {
            names.insert(ExactText(variable.key))
          }
        } else if member.key.isIdentical(to: "use"), case .string(let name) = member.value.content {
          style = styles[ExactText(name)]
        }
      }
    }
    return names
  }

  /// A text with the values of the scene's variables in it.
  /// - Parameter chain: names of the variables that this is the value of, from the outside in.
  private func filledIn(
    _ text: String, at offset: Int, chain: [ExactText]
  ) -> JSONNode.Content {
    if let name = Self.variable(in: text), !isVariable(name), !beginsWithVariable(name) {
      if variables.isUnread { return .string(text) }
      error(
        .unknownReference, at: offset, "there is no variable \"" + name + "\"",
        expected: "a name from `variables`, or \"$$\" for a dollar sign",
        hint: (variables.nearest(to: name) ?? variable(meantBy: name)).map {
          "did you mean \"$" + $0 + "\"?"
        })
      filling.hasFailed = true
      return .string(text)
    }
    var used: [FilledVariable] = []
    filling.lastName = nil
    let content = filledIn(text, at: offset) { name in
      guard let value = value(of: name, at: offset, chain: chain) else { return nil }
      used.append(FilledVariable(name: name, value: value))
      return value
    }
    if let name = filling.lastName, used.count == 1,
      filling.names.count < SceneLimits.unfilledTexts
    {
      filling.names[offset] = FilledName(
        name: name, variable: used[0].name, value: Self.written(used[0].value))
    }
    return content
  }

  private struct FilledVariable {
    let name: String
    let value: JSONNode.Content
  }

  /// Reports a variable's value that makes a name without a definition, where other values would
  /// make names that are defined. The mistake is reported once for all names with the variable.
  /// - Parameters:
  ///   - offset: of the text that gave the name.
  ///   - what: the kind of the definition.
  /// - Returns: false if the name is another mistake.
  func reportValue(atText offset: Int, of what: String, among definitions: Definitions) -> Bool {
    guard let filled = filling.names[offset], let variable = variables[filled.variable] else {
      return false
    }
    var values: [String] = []
    for name in definitions.names {
      if filled.name.isLike(name, with: filled.value) { return false }
      if values.count < 8, filled.name.matches(name) {
        values.append(ObjectReader.shortened(filled.name.variablePart(of: name)))
      }
    }
    guard !values.isEmpty else { return false }
    let name =
      String(decoding: filled.name.start, as: UTF8.self) + filled.value
      + String(decoding: filled.name.end, as: UTF8.self)
    error(
      .unknownReference, at: variable.node.offset,
      "the variable \"" + filled.variable + "\" is \"" + ObjectReader.shortened(filled.value)
        + "\", and there is no " + what + " \"" + ObjectReader.shortened(name) + "\"",
      expected: Self.alternatives(values))
    return true
  }

  private func isVariable(_ name: String) -> Bool {
    variables[name] != nil || filling.styleNames.contains(ExactText(name))
  }

  /// True of a variable with more text behind a hyphen or an underscore, unless a longer name is
  /// probably meant.
  private func beginsWithVariable(_ word: String) -> Bool {
    guard let name = Self.name(in: Array(word.utf8), at: 0, where: { isVariable($0) }) else {
      return false
    }
    return variables.nearest(to: word).map { $0.utf8.count <= name.utf8.count } ?? true
  }

  /// The value of a variable of the scene, with those of others in it; nil for a name that stays as
  /// it is.
  private func value(
    of text: String, at offset: Int, chain: [ExactText]
  ) -> JSONNode.Content? {
    let name = ExactText(text)
    guard !isFull, !filling.styleNames.contains(name), let definition = variables[text] else {
      return nil
    }
    variables.markUsed(text)
    if filling.wrong.contains(name) {
      filling.hasFailed = true
      return nil
    }
    if let known = filling.values[name] { return known }
    guard
      mayRead(
        .variable, name, within: chain, declaredAt: definition.node.offset, usedAt: offset)
    else {
      filling.hasFailed = true
      return nil
    }
    var value = definition.node.content
    if case .string(let text) = value {
      // A style's variables are none of the scene's.
      let (names, isFailed) = (filling.styleNames, filling.hasFailed)
      filling.styleNames = []
      filling.hasFailed = false
      warnOfMisspeltVariables(in: text, at: definition.node.offset)
      value = filledIn(text, at: offset, chain: chain + [name])
      if filling.hasFailed { filling.wrong.insert(name) }
      filling.styleNames = names
      if isFailed { filling.hasFailed = true }
    }
    filling.values[name] = value
    return value
  }

  /// Warns of words behind a dollar sign in a longer text that are probably misspelt variables. A
  /// dollar sign may also stand for itself, and no other word is a mistake.
  private func warnOfMisspeltVariables(in text: String, at offset: Int) {
    guard !variables.isUnread, Self.variable(in: text) == nil else { return }
    let bytes = Array(text.utf8)
    var index = 0
    while !isFull, let sign = bytes[index...].firstIndex(of: UInt8(ascii: "$")) {
      index = sign + 1
      if index < bytes.count, bytes[index] == UInt8(ascii: "$") {
        index += 1
        continue
      }
      guard let word = Self.name(in: bytes, at: index, where: { _ in true }),
        let nearest = variable(meantBy: word)
      else { continue }
      variables.markUsed(nearest)
      let signPlace = place(of: sign, in: bytes, at: offset)
      let hint = "did you mean `$" + nearest + "`?"
      if sign == 0, filling.misspelt.count < SceneLimits.unfilledTexts {
        filling.misspelt[offset] = MisspeltVariable(place: signPlace, hint: hint)
      }
      warn(.withoutEffect, at: signPlace, "nothing fills in `$" + word + "`", hint: hint)
    }
  }

  /// The variable that a misspelt word means, also with more text after a hyphen; nil for a word
  /// that begins with a variable.
  private func variable(meantBy word: String) -> String? {
    // Capitals are variables of a shell, or currencies.
    let hasSmallLetter = word.utf8.contains { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
    let bytes = Array(word.utf8)
    guard hasSmallLetter, bytes.count > 2,
      Self.name(in: bytes, at: 0, where: { isVariable($0) }) == nil,
      counts.variableLooks < SceneLimits.variableLooks
    else { return nil }
    counts.variableLooks += 1
    let own = filling.styleNames.map { $0.text }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    let names = variables.names.prefix(SceneLimits.hintedNames) + own
    if let nearest = Spelling.nearest(to: word, among: names) { return nearest }
    let part = bytes.prefix { !Self.isJoint($0) }
    guard 3..<bytes.count ~= part.count else { return nil }
    return Spelling.nearest(to: String(decoding: part, as: UTF8.self), among: names)
  }

  // MARK: Names in texts

  /// A text with values in place of the names behind dollar signs: the value itself, of its own
  /// type, where the name is the whole text. `$$` at the beginning, and before the name of a
  /// variable, is a dollar sign.
  /// - Parameter value: gives a name's value; nil for a name that stays as it is.
  func filledIn(
    _ text: String, at offset: Int, _ value: (String) -> JSONNode.Content?
  ) -> JSONNode.Content {
    if let name = Self.variable(in: text), let whole = value(name) { return whole }
    let sign = UInt8(ascii: "$")
    guard text.utf8.contains(sign) else { return .string(text) }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var isChanged = false
    var index = 0
    // The bytes around the values that are filled in.
    var (start, end) = (bytes.endIndex, bytes.startIndex)
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      result.append(byte)
      guard byte == sign else { continue }
      if index < bytes.count, bytes[index] == sign {
        if takeSecondSign(bytes, &index, &result, value) { isChanged = true }
        continue
      }
      var found: JSONNode.Content?
      let name = Self.name(in: bytes, at: index) { name in
        found = value(name)
        // A longer name of a style's variable stays for the style, also if the scene has one that
        // it begins with.
        return found != nil || filling.styleNames.contains(ExactText(name))
      }
      guard let name, let found else { continue }
      result.removeLast()
      let written = Self.written(found)
      guard result.count + written.utf8.count <= SceneLimits.filledBytes - counts.filledBytes else {
        error(
          .limit, at: offset, "texts with variables in them are too long in all",
          expected: "at most \(SceneLimits.filledBytes) bytes")
        return .string(text)
      }
      result += written.utf8
      start = min(start, index - 1)
      index += name.utf8.count
      end = index
      isChanged = true
    }
    filling.lastName =
      start < end ? ComposedName(start: bytes[..<start], end: bytes[end...]) : nil
    if let name = filling.lastName, filling.composedNames.count < ComposedName.limit {
      filling.composedNames.insert(name)
    }
    guard isChanged else { return .string(text) }
    counts.filledBytes += result.count
    return .string(String(decoding: result, as: UTF8.self))
  }

  /// Takes the second of two dollar signs, and the name behind them where one sign stands for both.
  /// - Returns: true if it does.
  private func takeSecondSign(
    _ bytes: [UInt8], _ index: inout Int, _ result: inout [UInt8],
    _ value: (String) -> JSONNode.Content?
  ) -> Bool {
    // Within a style two signs stay for the style's own variables.
    guard filling.styleNames.isEmpty else {
      result.append(bytes[index])
      index += 1
      return false
    }
    if index == 1 {
      index += 1
      return true
    }
    guard let name = Self.name(in: bytes, at: index + 1, where: { value($0) != nil }) else {
      return false
    }
    result += bytes[(index + 1)..<(index + 1 + name.utf8.count)]
    index += 1 + name.utf8.count
    return true
  }

  /// The longest name at a place in a text for which a condition holds.
  private static func name(
    in bytes: [UInt8], at start: Int, where isKnown: (String) -> Bool
  ) -> String? {
    guard start < bytes.count, UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[start] | 0x20 else {
      return nil
    }
    var end = start + 1
    while end < bytes.count, end - start < 64, isPartOfName(bytes[end]) { end += 1 }
    while end > start {
      let name = String(decoding: bytes[start..<end], as: UTF8.self)
      if isKnown(name) { return name }
      // "$brand-logo" may be a variable `brand` before a hyphen, and never a variable `bran`.
      repeat { end -= 1 } while end > start && !isJoint(bytes[end])
    }
    return nil
  }

  private static func isJoint(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: isJoint(byte)
    }
  }

  /// A value as it stands in a text.
  private static func written(_ content: JSONNode.Content) -> String {
    if case .string(let text) = content { return text }
    var writer = JSONWriter()
    switch content {
    case .integer(let value): writer.integer(value)
    case .number(let value): writer.number(value)
    case .bool(let value): writer.bool(value)
    default: break
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The name in "$name"; nil for other texts.
  private static func variable(in text: String) -> String? {
    reference(in: text, after: UInt8(ascii: "$"))
  }

  /// The name after a sign, as in "$name"; nil for other texts.
  static func reference(in text: String, after sign: UInt8) -> String? {
    guard text.utf8.count <= 65, text.utf8.first == sign else { return nil }
    let name = text.utf8.dropFirst()
    guard let first = name.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first | 0x20,
      name.allSatisfy({ isPartOfName($0) })
    else { return nil }
    return String(text.dropFirst())
  }
}

extension JSONNode {
  fileprivate func with(_ members: [Member]) -> JSONNode {
    JSONNode(content: .object(members), offset: offset, end: end)
  }
}

extension JSONNode.Member {
  fileprivate func with(_ value: JSONNode) -> JSONNode.Member {
    JSONNode.Member(key: key, keyOffset: keyOffset, value: value)
  }
}
