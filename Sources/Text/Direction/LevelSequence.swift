import CFriBidi

/// The characters of one level whose directions depend on each other: an isolating run sequence of
/// Unicode's annex 9, without the contents of its isolates.
struct LevelSequence {
  /// The classes of its characters; after `resolve()` directions and numbers alone.
  private(set) var classes: [DirectionClass]

  /// The places of its characters in the text.
  private let members: [Int]
  private let text: [UInt32]
  private let original: [DirectionClass]
  private let level: Int8
  /// The directions at its ends, left or right.
  private let start: DirectionClass
  private let end: DirectionClass

  /// The most brackets that are open at the same time, by rule BD16.
  private static var deepestBracket: Int { 63 }

  /// - Parameters:
  ///   - members: places in the text, in order.
  ///   - classes: the classes of the text after its explicit levels.
  ///   - original: the classes of the text.
  ///   - before: the greater one of the level and that before the sequence.
  ///   - after: the greater one of the level and that behind the sequence.
  init(
    _ members: [Int], of text: [UInt32], _ classes: [DirectionClass],
    _ original: [DirectionClass], level: Int8, before: Int8, after: Int8
  ) {
    self.members = members
    self.text = text
    self.classes = members.map { classes[$0] }
    self.original = original
    self.level = level
    start = Self.direction(of: before)
    end = Self.direction(of: after)
  }

  private static func direction(of level: Int8) -> DirectionClass {
    level & 1 == 1 ? .right : .left
  }

  mutating func resolve() {
    resolveMarksAndNumbers()
    resolveSeparators()
    resolveBrackets()
    resolveNeutrals()
  }

  // MARK: Weak classes

  /// Rules W1 to W3.
  private mutating func resolveMarksAndNumbers() {
    var previous = start
    for index in classes.indices {
      if classes[index] == .mark {
        let isAfterIsolate = previous.beginsIsolate || previous == .popIsolate
        classes[index] = isAfterIsolate ? .neutral : previous
      }
      previous = classes[index]
    }
    var strong = start
    for index in classes.indices {
      switch classes[index] {
      case .left, .right: strong = classes[index]
      case .arabicLetter:
        strong = .arabicLetter
        classes[index] = .right
      case .europeanNumber: if strong == .arabicLetter { classes[index] = .arabicNumber }
      default: break
      }
    }
  }

  /// Rules W4 to W7.
  private mutating func resolveSeparators() {
    for index in classes.indices.dropFirst().dropLast() {
      let (before, after) = (classes[index - 1], classes[index + 1])
      guard before == after else { continue }
      switch classes[index] {
      case .europeanSeparator: if before == .europeanNumber { classes[index] = before }
      case .commonSeparator:
        if before == .europeanNumber || before == .arabicNumber { classes[index] = before }
      default: break
      }
    }
    var index = 0
    while index < classes.count {
      let end = endOfClasses(from: index) { $0 == .europeanTerminator }
      let isOfNumber =
        index > 0 && classes[index - 1] == .europeanNumber
        || end < classes.count && classes[end] == .europeanNumber
      if isOfNumber { set(index..<end, to: .europeanNumber) }
      index = end + 1
    }
    var strong = start
    for index in classes.indices {
      switch classes[index] {
      case .left, .right: strong = classes[index]
      case .europeanNumber: if strong == .left { classes[index] = .left }
      case .europeanSeparator, .europeanTerminator, .commonSeparator: classes[index] = .neutral
      default: break
      }
    }
  }

  private func endOfClasses(from start: Int, where has: (DirectionClass) -> Bool) -> Int {
    var end = start
    while end < classes.count, has(classes[end]) { end += 1 }
    return end
  }

  private mutating func set(_ range: Range<Int>, to kind: DirectionClass) {
    for index in range { classes[index] = kind }
  }

  // MARK: Brackets

  /// Rule N0.
  private mutating func resolveBrackets() {
    guard let closings = bracketPairs() else { return }
    // The numbers of left and right directions before each character: no pair is searched again.
    var lefts = [Int](repeating: 0, count: classes.count + 1)
    var rights = lefts
    for index in classes.indices {
      let direction = classes[index].direction
      lefts[index + 1] = lefts[index] + (direction == .left ? 1 : 0)
      rights[index + 1] = rights[index] + (direction == .right ? 1 : 0)
    }
    let own = Self.direction(of: level)
    let opposite: DirectionClass = own == .left ? .right : .left
    var last = start
    for index in classes.indices {
      let closing = closings[index]
      if closing > index {
        let hasLeft = lefts[closing] > lefts[index]
        let hasRight = rights[closing] > rights[index]
        if own == .left ? hasLeft : hasRight {
          setBracket(at: index, to: own)
          setBracket(at: closing, to: own)
        } else if hasLeft || hasRight {
          let direction = last == opposite ? opposite : own
          setBracket(at: index, to: direction)
          setBracket(at: closing, to: direction)
        }
      }
      last = classes[index].direction ?? last
    }
  }

  /// The marks behind a bracket have its direction.
  private mutating func setBracket(at index: Int, to direction: DirectionClass) {
    classes[index] = direction
    var next = index + 1
    while next < classes.count, original[members[next]] == .mark {
      classes[next] = direction
      next += 1
    }
  }

  /// Rule BD16: for each opening bracket the place of the closing one, −1 for other characters; nil
  /// if there is no pair.
  private func bracketPairs() -> [Int]? {
    var closings: [Int]?
    var open: [(place: Int, bracket: UInt32)] = []
    for index in classes.indices where classes[index] == .neutral {
      let scalar = text[members[index]]
      let bracket = firstlight_bracket(scalar)
      if bracket == 0 { continue }
      if firstlight_is_opening_bracket(scalar) != 0 {
        guard open.count < Self.deepestBracket else { break }
        open.append((index, bracket))
      } else if let match = open.lastIndex(where: { $0.bracket == bracket }) {
        var found = closings ?? [Int](repeating: -1, count: classes.count)
        closings = nil
        found[open[match].place] = index
        closings = found
        open.removeLast(open.count - match)
      }
    }
    return closings
  }

  // MARK: Neutral classes

  /// Rules N1 and N2.
  private mutating func resolveNeutrals() {
    let own = Self.direction(of: level)
    var index = 0
    while index < classes.count {
      let end = endOfClasses(from: index) { $0.isNeutral }
      if end > index {
        let before = index > 0 ? classes[index - 1].direction : start
        let after = end < classes.count ? classes[end].direction : self.end
        set(index..<end, to: before == after ? before ?? own : own)
      }
      index = end + 1
    }
  }
}
