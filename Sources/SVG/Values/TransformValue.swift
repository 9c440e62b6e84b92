import CMath
import Geometry

/// Lists of transforms, as `translate(1 2) rotate(45)`; those of CSS with units too.
enum TransformValue {
  /// Nil where the text is no list of transforms. An empty one is the identity.
  ///
  /// - Parameter lengths: measures for lengths with units, whose viewport percentages are parts of;
  ///   nil for an attribute, which has neither units nor the functions that only style sheets have.
  static func transform(
    _ text: some StringProtocol, _ lengths: LengthContext? = nil
  ) -> AffineTransform? {
    let text = text.trimmed
    if text.isEmpty || text.lowercased() == "none" { return .identity }
    var scanner = TextScanner(text)
    var result = AffineTransform.identity
    while true {
      scanner.skipSeparator()
      if scanner.isAtEnd { break }
      let word = scanner.word()
      if lengths == nil, !attributeFunctions.contains(word) { return nil }
      let name = word.lowercased()
      scanner.skipSpace()
      guard scanner.take("("), let arguments = arguments(of: name, &scanner, lengths),
        let transform = transform(name, arguments)
      else { return nil }
      // The last of the list is applied first.
      result = transform.followed(by: result)
    }
    return result.isFinite ? result : nil
  }

  private static let attributeFunctions: Set<String> = [
    "matrix", "translate", "scale", "rotate", "skewX", "skewY",
  ]

  /// True if a part of a transform is measured by a box.
  static func hasPercentage(_ text: some StringProtocol) -> Bool { text.contains("%") }

  private static func arguments(
    of name: String, _ scanner: inout TextScanner, _ lengths: LengthContext?
  ) -> [Double]? {
    var arguments: [Double] = []
    while true {
      scanner.skipSpace()
      if scanner.take(")") { return arguments }
      if !arguments.isEmpty, scanner.take(",") { scanner.skipSpace() }
      guard arguments.count < 16,
        let value = argument(of: name, &scanner, lengths, index: arguments.count)
      else { return nil }
      arguments.append(value)
    }
  }

  private static func argument(
    of name: String, _ scanner: inout TextScanner, _ lengths: LengthContext?, index: Int
  ) -> Double? {
    if name.hasPrefix("translate"), let lengths {
      guard let length = length(&scanner) else { return nil }
      let isVertical = name == "translatey" || index == 1
      return lengths.resolve(length, isVertical ? .vertical : .horizontal)
    }
    guard let number = scanner.number() else { return nil }
    guard lengths != nil else { return number }
    if name.hasPrefix("scale"), scanner.take("%") { return number / 100 }
    switch scanner.letters().lowercased() {
    case "", "px", "deg": return number
    case "rad": return number * 180 / .pi
    case "grad": return number * 0.9
    case "turn": return number * 360
    default: return nil
    }
  }

  /// A length whose unit has letters alone: a number may follow with its sign and no space.
  private static func length(_ scanner: inout TextScanner) -> LengthValue? {
    if scanner.next.isLetter { return LengthValue(&scanner) }
    guard let number = scanner.number() else { return nil }
    if scanner.take("%") { return LengthValue(number, .percent) }
    return LengthValue(number, unitName: scanner.letters())
  }

  private static func transform(_ name: String, _ a: [Double]) -> AffineTransform? {
    switch (name, a.count) {
    case ("matrix", 6):
      return AffineTransform(a: a[0], b: a[1], c: a[2], d: a[3], tx: a[4], ty: a[5])
    case ("translate", 1): return .translation(x: a[0], y: 0)
    case ("translate", 2): return .translation(x: a[0], y: a[1])
    case ("translatex", 1): return .translation(x: a[0], y: 0)
    case ("translatey", 1): return .translation(x: 0, y: a[0])
    case ("scale", 1): return .scale(x: a[0], y: a[0])
    case ("scale", 2): return .scale(x: a[0], y: a[1])
    case ("scalex", 1): return .scale(x: a[0], y: 1)
    case ("scaley", 1): return .scale(x: 1, y: a[0])
    case ("rotate", 1): return rotation(a[0])
    case ("rotate", 3): return rotation(a[0]).about(Point(x: a[1], y: a[2]))
    case ("skewx", 1): return skew(a[0], 0)
    case ("skewy", 1): return skew(0, a[0])
    case ("skew", 1): return skew(a[0], 0)
    case ("skew", 2): return skew(a[0], a[1])
    // Transforms of space that stay in the plane.
    case ("translate3d", 3) where a[2] == 0: return .translation(x: a[0], y: a[1])
    case ("translatez", 1) where a[0] == 0: return .identity
    case ("scale3d", 3): return .scale(x: a[0], y: a[1])
    case ("scalez", 1): return .identity
    case ("rotatez", 1): return rotation(a[0])
    case ("rotate3d", 4) where a[0] == 0 && a[1] == 0 && a[2] != 0:
      return rotation(a[2] > 0 ? a[3] : -a[3])
    case ("matrix3d", 16)
    where [2, 3, 6, 7, 8, 9, 11, 14].allSatisfy({ a[$0] == 0 }) && a[15] == 1:
      return AffineTransform(a: a[0], b: a[1], c: a[4], d: a[5], tx: a[12], ty: a[13])
    default: return nil
    }
  }

  private static func skew(_ x: Double, _ y: Double) -> AffineTransform {
    AffineTransform(a: 1, b: tan(y * .pi / 180), c: tan(x * .pi / 180), d: 1, tx: 0, ty: 0)
  }

  static func rotation(_ degrees: Double) -> AffineTransform {
    .rotation(degrees.truncatingRemainder(dividingBy: 360) * .pi / 180)
  }
}

extension AffineTransform {
  /// The transform with a point in the place of the origin.
  func about(_ point: Point) -> AffineTransform {
    AffineTransform.translation(x: -point.x, y: -point.y).followed(by: self)
      .followed(by: .translation(x: point.x, y: point.y))
  }
}
