import Text

/// The order of characters that are written in both directions.
enum Bidirectional {
  /// True if a text has characters that are written from right to left.
  static func hasDirection(_ text: String) -> Bool {
    text.unicodeScalars.contains { isRightToLeft($0.value) }
  }

  private static func isRightToLeft(_ value: UInt32) -> Bool {
    switch value {
    case 0x0660...0x0669, 0x06F0...0x06F9: false
    case 0x0590...0x08FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF,
      0x1E800...0x1EFFF:
      true
    default: false
    }
  }

  /// The levels at a character; odd for right to left.
  struct Level {
    var own = 0
    /// The lowest level between the character and the one before it, where isolated parts may begin
    /// and end.
    var before = 0
  }

  /// The levels at each character.
  ///
  /// - Parameter embeddings: the parts around each character that have a direction of their own,
  ///   from the outermost one on.
  static func levels(
    of characters: [String], isRightToLeft: Bool, embeddings: [[TextLook.Embedding]]
  ) -> [Level] {
    guard
      isRightToLeft || characters.contains(where: hasDirection)
        || embeddings.contains(where: { !$0.isEmpty })
    else { return Array(repeating: Level(), count: characters.count) }
    var text: [UInt32] = []
    // Of each character, behind the marks before it.
    var places: [(marks: Int, character: Int)] = []
    var open: [TextLook.Embedding] = []
    for (index, character) in characters.enumerated() {
      let marks = text.count
      let wanted = embeddings[index]
      let common = zip(open, wanted).prefix { $0 == $1 }.count
      text += open[common...].reversed().map(\.endMark)
      text += wanted[common...].map(\.startMark)
      open = wanted
      places.append((marks, text.count))
      text += character.unicodeScalars.map(\.value)
    }
    let levels = ParagraphLevels.levels(of: text, isRightToLeft: isRightToLeft)
    return places.map { marks, character in
      let own = character < levels.count ? levels[character] : 0
      return Level(own: own, before: levels[marks..<character].min() ?? own)
    }
  }

  /// Parts from left to right: from the highest level down, each series with this level or a higher
  /// one is reversed.
  static func visualOrder<Part>(_ parts: [Part], _ level: (Part) -> Int) -> [Part] {
    let levels = parts.map(level)
    guard let highest = levels.max(), highest > 0 else { return parts }
    var order = Array(parts.indices)
    for current in stride(from: highest, to: 0, by: -1) {
      var index = 0
      while index < order.count {
        guard levels[order[index]] >= current else {
          index += 1
          continue
        }
        var end = index
        while end < order.count, levels[order[end]] >= current { end += 1 }
        order[index..<end].reverse()
        index = end
      }
    }
    return order.map { parts[$0] }
  }
}

extension TextLook.Embedding {
  /// The character that begins such a part in Unicode's annex 9.
  fileprivate var startMark: UInt32 {
    switch kind {
    case .embedded: isRightToLeft ? 0x202B : 0x202A
    case .overridden: isRightToLeft ? 0x202E : 0x202D
    case .isolated: isRightToLeft ? 0x2067 : 0x2066
    case .ofItsText: 0x2068
    }
  }

  /// The character that ends it.
  fileprivate var endMark: UInt32 {
    switch kind {
    case .embedded, .overridden: 0x202C
    case .isolated, .ofItsText: 0x2069
    }
  }
}
