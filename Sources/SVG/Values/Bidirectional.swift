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

  /// A level for each character; odd for right to left.
  ///
  /// - Parameters:
  ///   - embeddings: the parts around each character that have a direction of their own, from the
  ///     outermost one on.
  ///   - overrides: true for characters that are written from right to left in any case, false for
  ///     others that are written from left to right.
  static func levels(
    of characters: [String], isRightToLeft: Bool, embeddings: [[TextLook.Embedding]],
    overrides: [Bool?]
  ) -> [Int] {
    guard
      isRightToLeft || characters.contains(where: hasDirection) || overrides.contains(true)
        || embeddings.contains(where: { !$0.isEmpty })
    else { return Array(repeating: 0, count: characters.count) }
    var text: [UInt32] = []
    var places: [Int] = []
    var open: [Mark] = []
    for (index, character) in characters.enumerated() {
      let wanted = embeddings[index].map(Mark.init) + (overrides[index].map { [Mark($0)] } ?? [])
      let common = zip(open, wanted).prefix { $0 == $1 }.count
      text += open[common...].reversed().map(\.end)
      text += wanted[common...].map(\.start)
      open = wanted
      places.append(text.count)
      text += character.unicodeScalars.map(\.value)
    }
    let levels = ParagraphLevels.levels(of: text, isRightToLeft: isRightToLeft)
    return places.map { $0 < levels.count ? levels[$0] : 0 }
  }

  /// The characters around a part of a text that has a direction of its own.
  private struct Mark: Equatable {
    let start: UInt32
    let end: UInt32

    private static let embeddingEnd: UInt32 = 0x202C
    private static let isolateEnd: UInt32 = 0x2069

    init(_ embedding: TextLook.Embedding) {
      switch embedding.kind {
      case .embedded:
        start = embedding.isRightToLeft ? 0x202B : 0x202A
        end = Self.embeddingEnd
      case .isolated:
        start = embedding.isRightToLeft ? 0x2067 : 0x2066
        end = Self.isolateEnd
      case .ofItsText:
        start = 0x2068
        end = Self.isolateEnd
      }
    }

    /// An override.
    init(_ isRightToLeft: Bool) {
      start = isRightToLeft ? 0x202E : 0x202D
      end = Self.embeddingEnd
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
