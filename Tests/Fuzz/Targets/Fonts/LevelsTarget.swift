@testable import Text

/// Texts of letters, numbers, brackets and controls of Unicode's bidirectional algorithm; a byte is
/// a character.
enum LevelsTarget {
  private static let characters: [UInt32] = [
    0x61, 0x5D0, 0x627, 0x31, 0x661, 0x2B, 0x25, 0x2C, 0x300, 0x20, 0x21, 0x28, 0x29, 0x5B, 0x5D,
    0x2329, 0x3009, 0xAD, 0x2029, 0x09, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067,
    0x2068, 0x2069, 0x200E, 0x200F, 0x10FFFF,
  ]

  static func run(_ bytes: [UInt8]) throws(Finding) {
    let text = bytes.map { characters[Int($0) % characters.count] }
    for direction: Int8? in [nil, 0, 1] {
      let found = EmbeddingLevels(of: text, direction: direction)
      try require(0...1 ~= found.paragraph, "the paragraph has the level \(found.paragraph)")
      try require(direction.map { $0 == found.paragraph } ?? true, "the direction is another one")
      try require(
        found.levels.count == text.count && found.levels.allSatisfy { found.paragraph...126 ~= $0 },
        "the levels are \(found.levels)")
      // Letters have levels of their direction, unless an override says otherwise.
      if text.contains(where: { 0x202D...0x202E ~= $0 }) { continue }
      for (scalar, level) in zip(text, found.levels) where scalar == 0x61 || scalar == 0x5D0 {
        try require((level & 1 == 1) == (scalar == 0x5D0), "a letter has the level \(level)")
      }
    }
  }
}
