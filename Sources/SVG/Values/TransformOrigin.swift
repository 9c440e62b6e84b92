import Geometry

/// The point about which an element is transformed.
struct TransformOrigin {
  private var x: LengthValue
  private var y: LengthValue

  /// The top left corner of the box.
  static var corner: TransformOrigin { TransformOrigin(x: LengthValue(0), y: LengthValue(0)) }

  private init(x: LengthValue, y: LengthValue) {
    self.x = x
    self.y = y
  }

  /// Nil where the text is wrong.
  init?(_ text: some StringProtocol) {
    var words = TextList.words(text.lowercased()[...])
    guard (1...3).contains(words.count) else { return nil }
    // A third value is a depth, which is a part of nothing.
    if words.count == 3 {
      guard let depth = LengthValue(words.removeLast()), depth.unit != .percent else { return nil }
    }
    // Words for one axis may come in either order.
    let isSwapped =
      ["top", "bottom"].contains(words[0])
      || (words.count == 2 && ["left", "right"].contains(words[1]))
    // A length has to stand in the order of the axes, x first (CSS Transforms level 1, section 5).
    if isSwapped, words.count == 2,
      !["left", "center", "right"].contains(words[1])
        || !["top", "center", "bottom"].contains(words[0])
    {
      return nil
    }
    let first = isSwapped ? (words.count == 2 ? words[1] : "center") : words[0]
    let second = isSwapped ? words[0] : (words.count == 2 ? words[1] : "center")
    guard let x = TransformOrigin.offset(first, ["left": 0, "center": 50, "right": 100]),
      let y = TransformOrigin.offset(second, ["top": 0, "center": 50, "bottom": 100])
    else { return nil }
    self.init(x: x, y: y)
  }

  private static func offset(_ word: Substring, _ names: [String: Double]) -> LengthValue? {
    if let percent = names[String(word)] { return LengthValue(percent, .percent) }
    return LengthValue(word)
  }

  /// The point in a box, whose sides percentages are parts of.
  func point(in box: Rect, _ lengths: LengthContext) -> Point {
    var lengths = lengths
    lengths.viewport = box.size
    return box.origin
      + Vector(dx: lengths.resolve(x, .horizontal), dy: lengths.resolve(y, .vertical))
  }
}
