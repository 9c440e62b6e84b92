import CMath
import Geometry

/// Lists of transforms, as `translate(1 2) rotate(45)`; those of CSS with units too.
enum TransformValue {
  /// Nil where the text is no list of transforms. An empty one is the identity.
  static func transform(_ text: some StringProtocol) -> AffineTransform? {
    let text = text.trimmed
    if text.isEmpty || text.lowercased() == "none" { return .identity }
    var scanner = TextScanner(text)
    var result = AffineTransform.identity
    while true {
      scanner.skipSeparator()
      if scanner.isAtEnd { break }
      let name = scanner.word()
      scanner.skipSpace()
      guard scanner.take("("), let arguments = arguments(&scanner),
        let transform = transform(name, arguments)
      else { return nil }
      // The last of the list is applied first.
      result = transform.followed(by: result)
    }
    return result.isFinite ? result : nil
  }

  private static func arguments(_ scanner: inout TextScanner) -> [Double]? {
    var arguments: [Double] = []
    while true {
      scanner.skipSpace()
      if scanner.take(")") { return arguments }
      if !arguments.isEmpty, scanner.take(",") { scanner.skipSpace() }
      guard arguments.count < 6, let number = scanner.number() else { return nil }
      switch scanner.letters().lowercased() {
      case "", "px", "deg": arguments.append(number)
      case "rad": arguments.append(number * 180 / .pi)
      case "grad": arguments.append(number * 0.9)
      case "turn": arguments.append(number * 360)
      default: return nil
      }
    }
  }

  private static func transform(_ name: String, _ a: [Double]) -> AffineTransform? {
    switch (name.lowercased(), a.count) {
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
    case ("skewx", 1):
      return AffineTransform(a: 1, b: 0, c: tan(a[0] * .pi / 180), d: 1, tx: 0, ty: 0)
    case ("skewy", 1):
      return AffineTransform(a: 1, b: tan(a[0] * .pi / 180), c: 0, d: 1, tx: 0, ty: 0)
    default: return nil
    }
  }

  private static func rotation(_ degrees: Double) -> AffineTransform {
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
