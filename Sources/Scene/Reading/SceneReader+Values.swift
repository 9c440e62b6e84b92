import CodeUnits
import JSON
import Raster

/// Single values: each function returns nil, with a diagnostic, for a mistake.
extension SceneReader {
  func wrongType(_ node: JSONNode, _ key: String, expected: String, hint: String? = nil) {
    error(
      .wrongType, at: node.offset, "`" + key + "` is " + node.kindName, expected: expected,
      hint: hint)
  }

  func string(_ node: JSONNode, _ key: String) -> String? {
    note(node, .string)
    guard case .string(let text) = node.content else {
      wrongType(node, key, expected: "a string")
      return nil
    }
    return text
  }

  func flag(_ node: JSONNode, _ key: String) -> Bool? {
    note(node, .flag)
    guard case .bool(let value) = node.content else {
      wrongType(node, key, expected: "true or false")
      return nil
    }
    return value
  }

  /// - Parameter unit: the meaning of the number, for hints.
  func number(
    _ node: JSONNode, _ key: String, in range: ClosedRange<Double>, unit: NumberUnit = .none
  ) -> Double? {
    note(node, .number(range))
    let expected = "a number from " + plain(range.lowerBound) + " to " + plain(range.upperBound)
    let value: Double
    switch node.content {
    case .integer(let integer): value = Double(integer)
    case .number(let number): value = number
    case .string(let text):
      error(
        .wrongType, at: node.offset, "`" + key + "` is " + node.kindName, expected: expected,
        hint: WrittenNumber(text)?.hint(for: key, in: range, unit))
      return nil
    default:
      wrongType(node, key, expected: expected)
      return nil
    }
    guard range.contains(value) else {
      error(
        .outOfRange, at: node.offset, "`" + key + "` is " + plain(value), expected: expected,
        hint: Self.percentHint(value, in: range))
      return nil
    }
    return value
  }

  /// The advice for a number that is probably a percentage.
  private static func percentHint(_ value: Double, in range: ClosedRange<Double>) -> String? {
    guard range == 0...1, value.rounded() == value, 5...100 ~= value else { return nil }
    return "write " + plain(value / 100) + " for " + plain(value) + " %"
  }

  func integer(_ node: JSONNode, _ key: String, in range: ClosedRange<Int>) -> Int? {
    note(node, .integer(range))
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    switch node.content {
    case .integer(let value):
      if let value = Int(exactly: value), range.contains(value) { return value }
      error(.outOfRange, at: node.offset, "`" + key + "` is \(value)", expected: expected)
    case .number(let value):
      error(.outOfRange, at: node.offset, "`" + key + "` is " + plain(value), expected: expected)
    default:
      wrongType(node, key, expected: expected)
    }
    return nil
  }

  func choice<Value>(
    _ node: JSONNode, _ key: String, _ choices: [(String, Value)]
  ) -> Value? {
    choiceIndex(node, key, choices.map { $0.0 }).map { choices[$0].1 }
  }

  /// The index of a string among the names. Not generic over the values, so that it is compiled
  /// once.
  private func choiceIndex(_ node: JSONNode, _ key: String, _ names: [String]) -> Int? {
    note(node, .word(names))
    guard case .string(let text) = node.content else {
      wrongType(node, key, expected: Self.alternatives(names))
      return nil
    }
    if let index = names.firstIndex(where: { $0.isIdentical(to: text) }) { return index }
    error(
      .invalidValue, at: node.offset,
      "`" + key + "` is \"" + ObjectReader.shortened(text) + "\"",
      expected: Self.alternatives(names),
      hint: (Synonyms.name(for: text, among: names) ?? Spelling.nearest(to: text, among: names))
        .map { "did you mean \"" + $0 + "\"?" })
    return nil
  }

  /// `"a", "b" or "c"`.
  static func alternatives(_ names: [String]) -> String {
    var text = ""
    for (index, name) in names.enumerated() {
      if index > 0 { text += index == names.count - 1 ? " or " : ", " }
      text += "\"" + name + "\""
    }
    return text
  }

  func length(_ node: JSONNode, _ key: String, allowsNegative: Bool) -> Length? {
    note(node, .length(allowsNegative: allowsNegative))
    var result: Length
    switch node.content {
    case .integer(let value): result = .points(Double(value))
    case .number(let value): result = .points(value)
    case .string(let text):
      let range = (allowsNegative ? -SceneLimits.length : 0)...SceneLimits.length
      do throws(LengthParser.Failure) {
        result = try LengthParser.parse(text)
      } catch {
        let character = String(decoding: Array(text.utf8).dropFirst(error.offset), as: UTF8.self)
        // The place inside the string is right as long as no escape comes before it.
        self.error(
          .invalidLength, at: min(node.offset + 1 + error.offset, node.end - 1),
          "`" + key + "` is not a length: unexpected "
            + (character.isEmpty ? "end" : "\"" + String(character.prefix(12)) + "\""),
          expected: error.expected,
          hint: WrittenNumber(text)?.hint(for: key, in: range, .none)
            ?? LengthAdvice.hint(character))
        return nil
      }
    default:
      wrongType(node, key, expected: "a length such as 12, \"50%\" or \"100% - 24\"")
      return nil
    }
    if let points = result.sum?.points, abs(points) > SceneLimits.length {
      error(
        .outOfRange, at: node.offset, "`" + key + "` is " + plain(points) + " points",
        expected: (allowsNegative ? plain(-SceneLimits.length) : "0") + " to "
          + plain(SceneLimits.length))
      return nil
    }
    if !allowsNegative, result.isAlwaysNegative {
      error(
        .outOfRange, at: node.offset, "`" + key + "` is negative",
        expected: "a length of 0 or more")
      return nil
    }
    return result
  }

  func lengths(
    _ node: JSONNode, _ key: String, count: ClosedRange<Int>, allowsNegative: Bool = true
  ) -> [Length]? {
    guard let elements = elements(node, key, count: count, of: "lengths") else {
      return nil
    }
    // All elements are read, so that the mistakes in each are reported.
    let lengths = elements.compactMap { length($0, key, allowsNegative: allowsNegative) }
    return lengths.count == elements.count ? lengths : nil
  }

  func numbers(
    _ node: JSONNode, _ key: String, count: ClosedRange<Int>, in range: ClosedRange<Double>,
    unit: NumberUnit = .none
  ) -> [Double]? {
    guard let elements = elements(node, key, count: count, of: "numbers") else { return nil }
    let numbers = elements.compactMap { number($0, key, in: range, unit: unit) }
    return numbers.count == elements.count ? numbers : nil
  }

  /// The elements of an array of the right length.
  func elements(
    _ node: JSONNode, _ key: String, count: ClosedRange<Int>, of what: String
  ) -> [JSONNode]? {
    note(node, .array(count))
    let expected =
      count.lowerBound == count.upperBound
      ? "an array of \(count.lowerBound) " + what
      : "an array of \(count.lowerBound) to \(count.upperBound) " + what
    guard case .array(let elements) = node.content else {
      wrongType(node, key, expected: expected)
      return nil
    }
    guard count.contains(elements.count) else {
      error(
        .outOfRange, at: node.offset,
        "`" + key + "` has \(elements.count) "
          + (elements.count == 1 ? String(what.dropLast()) : what),
        expected: expected)
      return nil
    }
    return elements
  }

  // MARK: Colours

  func color(_ node: JSONNode, _ key: String) -> Color? {
    color(node, key, chain: [])
  }

  private func color(_ node: JSONNode, _ key: String, chain: [ExactText]) -> Color? {
    note(node, .color)
    guard case .string(let whole) = node.content else {
      let isComposite =
        switch node.content {
        case .object, .array: true
        default: false
        }
      wrongType(
        node, key, expected: "a colour as \"#RRGGBB\" or \"#RRGGBBAA\"",
        hint: isComposite
          ? "a layer of kind \"gradient\" has several colours; a shape as its `mask` cuts it out"
          : nil)
      return nil
    }
    // A colour may have an opacity ("sun 40%"), and a second one if a variable's value has its own.
    var text = whole
    var strength = 1.0
    for _ in 0..<2 {
      guard let space = text.utf8.lastIndex(of: 0x20), let part = Self.percentage(text[space...])
      else { break }
      text = String(text[..<space])
      strength *= part
    }
    if text.utf8.first == UInt8(ascii: "#") {
      if var color = Self.color(hexadecimal: text) {
        color.alpha *= strength
        return color
      }
      error(
        .invalidColor, at: node.offset,
        "`" + key + "` is not a colour: \"" + ObjectReader.shortened(text) + "\"",
        expected:
          "\"#RRGGBB\", \"#RRGGBBAA\", \"#RGB\" or \"#RGBA\" with hexadecimal digits, or \"#RRGGBB 40%\""
      )
      return nil
    }
    if text == "clear" { return .clear }
    guard let definition = colors[text] else {
      reportUnknownColor(text, whole: whole, at: node.offset, key)
      return nil
    }
    colors.markUsed(text)
    guard var color = resolved(text, definition.node, usedAt: node.offset, chain: chain) else {
      return nil
    }
    color.alpha *= strength
    return color
  }

  /// Reports a word that is no colour, unless the reason is reported elsewhere.
  /// - Parameter whole: the word with the opacities behind it.
  private func reportUnknownColor(_ text: String, whole: String, at offset: Int, _ key: String) {
    if colors.isUnread || reportValue(atText: offset, of: "colour", among: colors) { return }
    let misspelt = text.utf8.first == UInt8(ascii: "$") ? filling.misspelt[offset] : nil
    if let misspelt { withdrawWarning(.withoutEffect, at: misspelt.place) }
    // Only six digits are taken for a colour: the first two of eight may be the alpha.
    let isNumber = text.utf8.count == 8 && text.utf8.starts(with: "0x".utf8)
    let digits = isNumber ? String(text.dropFirst(2)) : text
    var meant: String?
    if Self.color(hexadecimal: "#" + digits) != nil {
      meant = "#" + digits
    } else if !isFull {
      meant = Synonyms.color(text) ?? Synonyms.color(whole)
      meant = meant ?? options.colorOfWord?(text) ?? colors.nearest(to: text)
    }
    error(
      .unknownReference, at: offset,
      "`" + key + "` is not a colour: \"" + ObjectReader.shortened(text) + "\"",
      expected: "\"#RRGGBB\", \"#RRGGBBAA\", \"#RGB\", \"clear\" or a name from `colors`",
      hint: misspelt?.hint ?? meant.map { "did you mean \"" + $0 + "\"?" })
  }

  /// The colour of a definition. Each is worked out once: a colour that goes with another names
  /// three, and each of these may name three more.
  private func resolved(
    _ text: String, _ definition: JSONNode, usedAt offset: Int, chain: [ExactText]
  ) -> Color? {
    let name = ExactText(text)
    if let known = resolvedColors[name] { return known }
    guard mayRead(.color, name, within: chain, declaredAt: definition.offset, usedAt: offset)
    else { return nil }
    let color = definedColor(definition, text, chain: chain + [name])
    resolvedColors.updateValue(color, forKey: name)
    return color
  }

  /// A value of `colors`: a colour, or one that goes with another.
  func definedColor(_ node: JSONNode, _ key: String, chain: [ExactText] = []) -> Color? {
    guard case .object = node.content else { return color(node, key, chain: chain) }
    guard var reader = ObjectReader(self, node, key: key, owner: "a shifted colour") else {
      return nil
    }
    func part(_ key: String) -> Color? {
      reader.require(key, expected: "a colour").flatMap { color($0, key, chain: chain) }
    }
    let (own, old, new) = (part("color"), part("from"), part("to"))
    reader.finish()
    guard let own, let old, let new else { return nil }
    return own.shifted(from: old, to: new)
  }

  /// The number in " 40%", if it is within 0…100.
  private static func percentage(_ text: Substring) -> Double? {
    let digits = Array(text.utf8.dropFirst())
    guard digits.last == UInt8(ascii: "%"), (2...4).contains(digits.count) else { return nil }
    var value = 0
    for digit in digits.dropLast() {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value <= 100 ? Double(value) / 100 : nil
  }

  private static func color(hexadecimal text: String) -> Color? {
    var digits = Array(text.utf8.dropFirst())
    // "#RGB" is short for "#RRGGBB".
    if digits.count == 3 || digits.count == 4 { digits = digits.flatMap { [$0, $0] } }
    guard digits.count == 6 || digits.count == 8 else { return nil }
    var components: [Double] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = hexadecimalDigit(digits[index]),
        let low = hexadecimalDigit(digits[index + 1])
      else { return nil }
      components.append(Double(high << 4 | low) / 255)
    }
    return Color(
      red: components[0], green: components[1], blue: components[2],
      alpha: components.count > 3 ? components[3] : 1)
  }
}

/// A number for a message, without a fraction if it is whole.
func plain(_ value: Double) -> String {
  if value.rounded() == value, abs(value) < 1e15 { return "\(Int64(value))" }
  return "\(value)"
}
