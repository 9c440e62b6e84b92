import Geometry

/// The media that a style sheet or a part of it is for (Media Queries level 4).
enum MediaList {
  /// True if a screen of a picture's size is among the media, or none is named; nil if that depends
  /// on an unknown feature.
  static func isMet(_ text: some StringProtocol, _ size: Size) -> Bool? {
    var isKnown = true
    let list = text.trimmed.lowercased()
    if list.isEmpty { return true }
    for part in list.split(separator: ",") {
      switch query(part.trimmed, size) {
      case true?: return true
      case false?: break
      case nil: isKnown = false
      }
    }
    return isKnown ? false : nil
  }

  private static let otherMedia: Set<String> = [
    "print", "speech", "aural", "braille", "embossed", "handheld", "projection", "tty", "tv",
  ]

  /// Conditions of one query.
  private static let limit = 16

  private static func query(_ text: Substring, _ size: Size) -> Bool? {
    var rest = text
    var isNegated = false
    var result: Bool? = true
    for index in 0..<limit {
      rest = rest.trimmed
      if rest.isEmpty { return index == 0 ? nil : result.map { $0 != isNegated } }
      if rest.utf8.first == UInt8(ascii: "(") {
        guard let close = rest.firstIndex(of: ")") else { return nil }
        let feature = feature(rest[rest.index(after: rest.startIndex)..<close], size)
        // A feature that is not met decides, whatever the others are.
        if result == true || feature == false { result = feature }
        rest = rest[rest.index(after: close)...]
        continue
      }
      let word = rest.prefix { !$0.isWhitespace && $0 != "(" }
      rest = rest.dropFirst(word.count)
      switch word {
      case "only", "and": break
      case "not" where index == 0: isNegated = true
      case "all", "screen": break
      default:
        guard otherMedia.contains(String(word)) else { return nil }
        result = false
      }
    }
    return nil
  }

  /// Nil for a feature that is not known.
  private static func feature(_ text: Substring, _ size: Size) -> Bool? {
    let parts = text.split(separator: ":").map { $0.trimmed }
    guard let name = parts.first else { return nil }
    let value = parts.count == 2 ? parts[1] : nil
    func length() -> Double? {
      value.flatMap { LengthValue($0) }.map {
        LengthContext(viewport: size).resolve($0, .horizontal)
      }
    }
    switch name {
    case "prefers-color-scheme": return value == nil || value == "light"
    case "prefers-reduced-motion": return value == "no-preference"
    case "prefers-contrast", "forced-colors", "inverted-colors":
      return value == "no-preference" || value == "none"
    case "min-width": return length().map { size.width >= $0 }
    case "max-width": return length().map { size.width <= $0 }
    case "min-height": return length().map { size.height >= $0 }
    case "max-height": return length().map { size.height <= $0 }
    case "orientation": return (value == "landscape") == (size.width > size.height)
    case "color": return true
    case "monochrome": return false
    default: return nil
    }
  }
}
