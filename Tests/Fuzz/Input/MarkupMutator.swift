import TestSupport

/// Changes SVG text where it has elements, attributes and style sheets: another value, one more
/// element, one less, or one in another place.
struct MarkupMutator {
  /// - Returns: nil where there is nothing to change.
  static func mutate(_ text: [UInt8], _ random: inout SeededGenerator) -> [UInt8]? {
    let markup = Markup(text)
    guard !markup.elements.isEmpty else { return nil }
    let element = pick(markup.elements, &random)
    var result = text
    switch random.int(in: 0...11) {
    case 0: result.insert(contentsOf: text[element.all], at: element.all.upperBound)
    case 1:
      // Not the root.
      guard element.all != markup.elements[0].all else { return nil }
      result.removeSubrange(element.all)
    case 2:
      let other = pick(markup.elements, &random)
      guard let place = other.content?.lowerBound else { return nil }
      result.insert(contentsOf: text[element.all], at: place)
    case 3, 4:
      let contents = markup.elements.compactMap(\.content)
      if contents.isEmpty { return nil }
      let content = pick(contents, &random)
      let place = random.chance(0.5) ? content.lowerBound : content.upperBound
      result.insert(contentsOf: pick(elements, &random).utf8, at: place)
    case 5, 6, 7:
      let (name, values) = pick(attributes, &random)
      let tagEnd = element.content?.lowerBound ?? element.all.upperBound
      let tag = String(decoding: text[element.nameEnd..<tagEnd], as: UTF8.self)
      // Twice it would be wrong.
      if tag.contains(" \(name)=") { return nil }
      let attribute = " \(name)=\"\(pick(values, &random))\""
      result.insert(contentsOf: attribute.utf8, at: element.nameEnd)
    case 8:
      let rule = pick(selectors, &random) + "{" + declaration(&random) + "}"
      guard let place = markup.elements[0].content?.lowerBound else { return nil }
      result.insert(contentsOf: "<style>\(rule)</style>".utf8, at: place)
    default:
      guard !markup.values.isEmpty else { return nil }
      let value = pick(markup.values, &random)
      switch random.int(in: 0...3) {
      case 0: result.replaceSubrange(value, with: text[pick(markup.values, &random)])
      case 1: result.replaceSubrange(value, with: pick(words, &random).utf8)
      case 2: result.insert(contentsOf: (";" + declaration(&random)).utf8, at: value.upperBound)
      default:
        let numbers = markup.numbers(in: value)
        if numbers.isEmpty { return nil }
        result.replaceSubrange(pick(numbers, &random), with: pick(self.numbers, &random).utf8)
      }
    }
    return result
  }

  private static func pick<Element>(
    _ list: [Element], _ random: inout SeededGenerator
  ) -> Element { list[random.int(in: 0...list.count - 1)] }

  private static func declaration(_ random: inout SeededGenerator) -> String {
    let (name, values) = pick(attributes, &random)
    return name + ":" + pick(values, &random)
  }
}
