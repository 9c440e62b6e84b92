/// The directional status stack of rules X1 to X8: the open embeddings and isolates, the innermost
/// one last. Parts that would be too deep are only counted, so that their ends are recognized.
struct EmbeddingStack {
  struct Status {
    var level: Int8
    /// The class that characters get instead of their own; nil for none.
    var override: DirectionClass?
    var isIsolate: Bool
  }

  /// The deepest level of rule BD2. Rule I2 adds one for numbers.
  private static var deepest: Int8 { 125 }

  private var open: [Status]
  private var isolateCount = 0
  private var deepIsolateCount = 0
  private var deepEmbeddingCount = 0

  /// - Parameter paragraph: the paragraph's level.
  init(paragraph: Int8) {
    open = [Status(level: paragraph, override: nil, isIsolate: false)]
  }

  /// The innermost status, or that of the paragraph.
  var top: Status { open[open.count - 1] }

  /// Rules X2 to X5.
  mutating func beginEmbedding(isRight: Bool, override: DirectionClass?) {
    if let level = nextLevel(isRight: isRight) {
      open.append(Status(level: level, override: override, isIsolate: false))
    } else if deepIsolateCount == 0 {
      deepEmbeddingCount += 1
    }
  }

  /// Rules X5a and X5b.
  mutating func beginIsolate(isRight: Bool) {
    if let level = nextLevel(isRight: isRight) {
      isolateCount += 1
      open.append(Status(level: level, override: nil, isIsolate: true))
    } else {
      deepIsolateCount += 1
    }
  }

  /// Rule X6a.
  mutating func endIsolate() {
    if deepIsolateCount > 0 {
      deepIsolateCount -= 1
    } else if isolateCount > 0 {
      deepEmbeddingCount = 0
      isolateCount -= 1
      while let last = open.popLast(), !last.isIsolate {}
    }
  }

  /// Rule X7.
  mutating func endEmbedding() {
    if deepIsolateCount > 0 { return }
    if deepEmbeddingCount > 0 {
      deepEmbeddingCount -= 1
    } else if open.count > 1, !top.isIsolate {
      open.removeLast()
    }
  }

  /// Rule X8: ends all embeddings and isolates.
  mutating func endAll() {
    open.removeLast(open.count - 1)
    (isolateCount, deepIsolateCount, deepEmbeddingCount) = (0, 0, 0)
  }

  /// The least greater level of a direction; nil if it would be too deep, or lies in one that is.
  private func nextLevel(isRight: Bool) -> Int8? {
    guard deepIsolateCount == 0, deepEmbeddingCount == 0 else { return nil }
    let level = isRight ? (top.level + 1) | 1 : (top.level + 2) & ~1
    return level <= Self.deepest ? level : nil
  }
}
