/// The order of characters that are written in both directions: the rules of Unicode's annex 9
/// without embeddings.
enum Bidirectional {
  private enum Kind { case left, right, number, neutral }

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

  private static func kind(_ text: String) -> Kind {
    guard let scalar = text.unicodeScalars.first else { return .neutral }
    if isRightToLeft(scalar.value) { return .right }
    switch scalar.value {
    case 0x30...0x39, 0x0660...0x0669, 0x06F0...0x06F9: return .number
    default: return scalar.properties.isAlphabetic ? .left : .neutral
    }
  }

  /// A level for each character; odd for right to left.
  ///
  /// - Parameter overrides: true for characters that are written from right to left whatever they
  ///   are, false for others that are written from left to right.
  static func levels(
    of characters: [String], isRightToLeft: Bool, overrides: [Bool?]
  ) -> [Int] {
    let base = isRightToLeft ? 1 : 0
    var kinds = zip(characters, overrides).map { text, override in
      override.map { $0 ? .right : .left } ?? kind(text)
    }
    guard isRightToLeft || kinds.contains(.right) else {
      return Array(repeating: 0, count: kinds.count)
    }
    // Numbers after letters that run from left to right, or before any letter in such a text, get
    // the level of these letters.
    var strong = isRightToLeft ? Kind.right : .left
    for index in kinds.indices {
      switch kinds[index] {
      case .left, .right: strong = kinds[index]
      case .number: if strong == .left { kinds[index] = .left }
      case .neutral: break
      }
    }
    // Neutral characters between two of one direction have this direction, and otherwise the
    // text's.
    func direction(_ kind: Kind) -> Kind { kind == .number ? .right : kind }
    var index = 0
    var before = isRightToLeft ? Kind.right : .left
    while index < kinds.count {
      guard kinds[index] == .neutral else {
        before = direction(kinds[index])
        index += 1
        continue
      }
      var end = index
      while end < kinds.count, kinds[end] == .neutral { end += 1 }
      let own = isRightToLeft ? Kind.right : .left
      let after = end < kinds.count ? direction(kinds[end]) : own
      for place in index..<end { kinds[place] = before == after ? before : own }
      index = end
    }
    return kinds.map { kind in
      switch kind {
      case .left, .neutral: isRightToLeft ? 2 : 0
      case .right: 1
      case .number: 2
      }
    }.map { max($0, base) }
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
