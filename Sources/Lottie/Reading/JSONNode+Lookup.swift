import JSON

/// Values as the format writes them: wrong kinds count as absent.
extension JSONNode {
  func member(_ key: String) -> JSONNode? {
    guard case .object(let members) = content else { return nil }
    for member in members where member.key.isIdentical(to: key) { return member.value }
    return nil
  }

  var elements: [JSONNode]? {
    if case .array(let elements) = content { elements } else { nil }
  }

  var text: String? {
    if case .string(let text) = content { text } else { nil }
  }

  /// A number, or the first of a list.
  var number: Double? {
    switch content {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .array(let elements): elements.first?.number
    default: nil
    }
  }

  /// Flags are booleans or numbers.
  var flag: Bool {
    switch content {
    case .bool(let value): value
    case .integer(let value): value != 0
    case .number(let value): value != 0
    default: false
    }
  }

  /// A number without its fraction, within ±2³¹.
  var integer: Int? { number.map { Int(min(max($0, -2_147_483_648), 2_147_483_647)) } }

  /// Up to four numbers; what is missing is 0.
  var numbers: Numbers? {
    switch content {
    case .integer, .number: return number.map { Numbers($0, 0, 0, 0) }
    case .array(let elements):
      guard elements.first?.number != nil else { return nil }
      var result = Numbers.zero
      for (index, element) in elements.prefix(4).enumerated() {
        result[index] = element.number ?? 0
      }
      return result
    default: return nil
    }
  }
}
