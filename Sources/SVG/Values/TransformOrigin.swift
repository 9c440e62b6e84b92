import Geometry

/// The point about which an element is transformed.
enum TransformOrigin {
  /// In the space of the viewport's view box, which begins at the origin here; nil where the text is
  /// wrong.
  static func point(_ text: some StringProtocol, _ lengths: LengthContext) -> Point? {
    var words = text.lowercased().split { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }
    // A third one is a depth.
    guard (1...3).contains(words.count) else { return nil }
    if words.count == 3 { words.removeLast() }
    // Words for one axis may come in either order.
    let isSwapped =
      ["top", "bottom"].contains(words[0])
      || (words.count == 2 && ["left", "right"].contains(words[1]))
    let first = isSwapped ? (words.count == 2 ? words[1] : "center") : words[0]
    let second = isSwapped ? words[0] : (words.count == 2 ? words[1] : "center")
    guard let x = offset(first, ["left": 0, "center": 50, "right": 100], .horizontal, lengths),
      let y = offset(second, ["top": 0, "center": 50, "bottom": 100], .vertical, lengths)
    else { return nil }
    return Point(x: x, y: y)
  }

  private static func offset(
    _ word: Substring, _ names: [String: Double], _ axis: LengthAxis, _ lengths: LengthContext
  ) -> Double? {
    if let percent = names[String(word)] {
      return lengths.resolve(LengthValue(percent, .percent), axis)
    }
    return LengthValue(word).map { lengths.resolve($0, axis) }
  }
}
