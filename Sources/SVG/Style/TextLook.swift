/// The properties of a style that are for texts alone. All are inherited.
struct TextLook: Equatable {
  enum Anchor { case start, middle, end }

  /// The line of the characters that lies at a text's y.
  enum Baseline { case alphabetic, middle, central, hanging, top, bottom }

  /// From the first to the last choice.
  var families = ["serif"]
  /// 1…1000.
  var weight = 400
  var isItalic = false
  var anchor = Anchor.start
  var baseline = Baseline.alphabetic
  /// User units between characters.
  var letterSpacing = 0.0

  /// Families with commas between them, in quotes or without.
  static func families(_ text: String) -> [String]? {
    let names = Declaration.split(text[...], at: UInt8(ascii: ",")).map { part -> String in
      var name = part.trimmed
      if let quote = name.utf8.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\""),
        name.utf8.last == quote, name.utf8.count > 1
      {
        name = name.dropFirst().dropLast()
      }
      return String(name.trimmed)
    }
    return names.contains("") || names.count > 32 ? nil : names
  }

  /// - Parameter parent: the weight around, which `bolder` and `lighter` go on from.
  static func weight(_ text: String, parent: Int) -> Int? {
    switch text.lowercased() {
    case "normal": return 400
    case "bold": return 700
    case "bolder": return parent < 350 ? 400 : parent < 550 ? 700 : 900
    case "lighter": return parent < 550 ? 100 : parent < 750 ? 400 : 700
    default:
      guard let number = Int(text), 1...1000 ~= number else { return nil }
      return number
    }
  }
}

extension StyleReader {
  mutating func readText() {
    keyword("font-family", \.text.families, initial: ["serif"]) { text, _ in
      TextLook.families(text)
    }
    keyword("font-weight", \.text.weight, initial: 400) { text, reader in
      TextLook.weight(text, parent: reader.parent.text.weight)
    }
    keyword("font-style", \.text.isItalic, initial: false) { text, _ in
      switch text.lowercased() {
      case "normal": false
      case "italic": true
      default: text.lowercased().hasPrefix("oblique") ? true : nil
      }
    }
    keyword("text-anchor", \.text.anchor, initial: .start) { text, _ in
      switch text.lowercased() {
      case "start": .start
      case "middle": .middle
      case "end": .end
      default: nil
      }
    }
    keyword("dominant-baseline", \.text.baseline, initial: .alphabetic) { text, _ in
      switch text.lowercased() {
      case "auto", "alphabetic", "baseline": .alphabetic
      case "middle": .middle
      case "central": .central
      case "hanging": .hanging
      case "text-before-edge", "text-top": .top
      case "text-after-edge", "text-bottom", "ideographic": .bottom
      default: nil
      }
    }
    let lengths = lengths
    keyword("letter-spacing", \.text.letterSpacing, initial: 0) { text, _ in
      text.lowercased() == "normal"
        ? 0 : LengthValue(text).map { lengths.resolve($0, .horizontal) }
    }
  }
}
