/// The embedding levels of a paragraph's characters, by Unicode's annex 9. The time is proportional
/// to their number.
///
/// FriBidi gives the properties of characters alone. Its own function for levels, in versions
/// before 1.0.11, writes outside of its arrays for some nested isolates, and the time that it takes
/// for brackets and isolates grows with the square of their number.
struct EmbeddingLevels {
  /// Odd for right to left.
  let paragraph: Int8
  /// Of each character; odd for right to left. Characters that only say how others run have the
  /// level of the one before them.
  private(set) var levels: [Int8]

  /// The classes as the characters have them.
  private let original: [DirectionClass]
  /// The place of the other end of each isolate's beginning and end; −1 for those without one, and
  /// for other characters.
  private let partners: [Int]

  /// - Parameters:
  ///   - text: a paragraph.
  ///   - direction: 0 or 1 for a given direction, nil for that of the text.
  init(of text: [UInt32], direction: Int8?) {
    self.init(of: text, text.map { DirectionClass(of: $0) }, direction: direction)
  }

  /// - Parameter classes: the classes of the characters.
  init(of text: [UInt32], _ classes: [DirectionClass], direction: Int8?) {
    original = classes
    partners = Self.isolatePartners(in: classes)
    paragraph =
      direction ?? Self.firstDirection(in: classes, classes.indices, partners) ?? 0
    levels = [Int8](repeating: paragraph, count: classes.count)
    let embedded = embed()
    resolve(text, embedded)
    for index in levels.indices where original[index].isRemoved {
      levels[index] = index > 0 ? levels[index - 1] : paragraph
    }
    resetEnd()
  }

  /// The levels for runs, each of them shaped by itself: characters that are never seen begin no
  /// run, as long as the order of all others stays the same. A group of them has the level of the
  /// character before it, unless it keeps two texts apart that run in the same direction.
  func runLevels(of text: [UInt32]) -> [Int8] {
    var result = levels
    var index = 0
    while index < text.count {
      var end = index
      var lowest = Int8.max
      while end < text.count, DirectionClass.isControl(text[end]) {
        lowest = min(lowest, levels[end])
        end += 1
      }
      let before = index > 0 ? levels[index - 1] : nil
      let after = end < text.count ? levels[end] : nil
      var level = before ?? after ?? paragraph
      if let before, let after, lowest < min(before, after) { level = lowest }
      for place in index..<end { result[place] = level }
      index = end + 1
    }
    return result
  }

  // MARK: Isolates

  /// Rule BD9. No isolate goes beyond the end of a paragraph.
  private static func isolatePartners(in classes: [DirectionClass]) -> [Int] {
    var partners = [Int](repeating: -1, count: classes.count)
    var open: [Int] = []
    for index in classes.indices {
      if classes[index].beginsIsolate {
        open.append(index)
      } else if classes[index] == .paragraphSeparator {
        open.removeAll(keepingCapacity: true)
      } else if classes[index] == .popIsolate, let begin = open.popLast() {
        partners[begin] = index
        partners[index] = begin
      }
    }
    return partners
  }

  /// Rules P2 and P3: the direction of the first strong character outside of isolates.
  private static func firstDirection(
    in classes: [DirectionClass], _ range: Range<Int>, _ partners: [Int]
  ) -> Int8? {
    var index = range.lowerBound
    while index < range.upperBound {
      switch classes[index] {
      case .left: return 0
      case .right, .arabicLetter: return 1
      case .paragraphSeparator: return nil
      case .leftIsolate, .rightIsolate, .firstStrongIsolate:
        guard partners[index] > index else { return nil }
        index = partners[index]
      default: break
      }
      index += 1
    }
    return nil
  }

  // MARK: Explicit levels

  /// Rules X1 to X8: stores the levels of explicit embeddings and isolates.
  /// - Returns: the classes that overrides leave.
  private mutating func embed() -> [DirectionClass] {
    var classes = original
    var stack = EmbeddingStack(paragraph: paragraph)
    for index in classes.indices {
      let kind = original[index]
      switch kind {
      case .boundaryNeutral: continue
      case .paragraphSeparator:
        levels[index] = paragraph
        stack.endAll()
        continue
      case .leftEmbedding, .rightEmbedding:
        stack.beginEmbedding(isRight: kind == .rightEmbedding, override: nil)
        continue
      case .leftOverride:
        stack.beginEmbedding(isRight: false, override: .left)
        continue
      case .rightOverride:
        stack.beginEmbedding(isRight: true, override: .right)
        continue
      case .popEmbedding:
        stack.endEmbedding()
        continue
      case .popIsolate: stack.endIsolate()
      default: break
      }
      levels[index] = stack.top.level
      if let override = stack.top.override { classes[index] = override }
      if kind.beginsIsolate { stack.beginIsolate(isRight: beginsRight(index)) }
    }
    return classes
  }

  /// Rule X5c for isolates that take the direction of their content. Each character is in one
  /// innermost isolate, so that all of these searches together take linear time.
  private func beginsRight(_ index: Int) -> Bool {
    guard original[index] == .firstStrongIsolate else { return original[index] == .rightIsolate }
    let end = partners[index] > index ? partners[index] : original.count
    return Self.firstDirection(in: original, index + 1..<end, partners) == 1
  }

  // MARK: Sequences

  /// Rule X10: divides the characters into isolating run sequences, and resolves each.
  private mutating func resolve(_ text: [UInt32], _ classes: [DirectionClass]) {
    let kept = original.indices.filter { !original[$0].isRemoved }
    let explicit = levels
    // The level runs as ranges of `kept`, and the run of each character.
    var runs: [Range<Int>] = []
    var runOf = [Int](repeating: 0, count: original.count)
    for place in kept.indices {
      if place == 0 || explicit[kept[place]] != explicit[kept[place - 1]] {
        runs.append(place..<place + 1)
      } else {
        runs[runs.count - 1] = runs[runs.count - 1].lowerBound..<place + 1
      }
      runOf[kept[place]] = runs.count - 1
    }
    for first in runs.indices {
      let start = kept[runs[first].lowerBound]
      // The end of an isolate goes on with a sequence that has begun already.
      if original[start] == .popIsolate, partners[start] >= 0 { continue }
      var members: [Int] = []
      var run = first
      var last = start
      while true {
        members += kept[runs[run]]
        last = kept[runs[run].upperBound - 1]
        guard original[last].beginsIsolate, partners[last] >= 0 else { break }
        run = runOf[partners[last]]
      }
      let level = explicit[start]
      let before =
        runs[first].lowerBound > 0 ? explicit[kept[runs[first].lowerBound - 1]] : paragraph
      let after =
        runs[run].upperBound < kept.count && !original[last].beginsIsolate
        ? explicit[kept[runs[run].upperBound]] : paragraph
      var sequence = LevelSequence(
        members, of: text, classes, original, level: level,
        before: max(level, before), after: max(level, after))
      sequence.resolve()
      for (member, kind) in zip(members, sequence.classes) {
        levels[member] += Self.step(of: kind, at: level)
      }
    }
  }

  /// Rules I1 and I2.
  private static func step(of kind: DirectionClass, at level: Int8) -> Int8 {
    if level & 1 == 1 { return kind == .right ? 0 : 1 }
    return switch kind {
    case .left: 0
    case .right: 1
    default: 2
    }
  }

  /// Rule L1: separators, and spaces and isolates before them or at the end, have the level of the
  /// paragraph.
  private mutating func resetEnd() {
    var isEnd = true
    for index in levels.indices.reversed() {
      switch original[index] {
      case .paragraphSeparator, .segmentSeparator: isEnd = true
      case .space, .popIsolate, .leftIsolate, .rightIsolate, .firstStrongIsolate: break
      default: if !original[index].isRemoved { isEnd = false }
      }
      if isEnd { levels[index] = paragraph }
    }
  }
}
