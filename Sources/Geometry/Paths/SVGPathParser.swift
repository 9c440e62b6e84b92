import CMath

/// The reason why SVG path data cannot be read, and the place.
public struct SVGPathError: Error, Equatable, Sendable {
  /// The kind of the mistake.
  public enum Reason: Equatable, Sendable {
    /// The data does not begin with a move.
    case expectedMove
    case expectedCommand
    case expectedNumber
    /// An arc's flag is neither 0 nor 1.
    case expectedFlag
    /// A number, or a sum of relative ones, is beyond ±10¹⁰⁰.
    case numberTooLarge
  }

  public var reason: Reason
  /// The offset in UTF-8 bytes from the start of the data.
  public var byteOffset: Int

  public init(reason: Reason, byteOffset: Int) {
    self.reason = reason
    self.byteOffset = byteOffset
  }
}

extension Path {
  /// Reads SVG path data, all commands of SVG 1.1 section 8.3, absolute and relative.
  ///
  /// An empty string gives an empty path.
  public init(svg data: String) throws(SVGPathError) {
    var parser = SVGPathParser(data)
    try parser.parse()
    self = parser.path
  }

  /// Reads SVG path data up to the first mistake, as SVG draws it.
  ///
  /// - Returns: the segments before the mistake, and the mistake.
  public static func readable(svg data: String) -> (path: Path, error: SVGPathError?) {
    var parser = SVGPathParser(data)
    do throws(SVGPathError) {
      try parser.parse()
      return (parser.path, nil)
    } catch {
      return (parser.path, error)
    }
  }
}

struct SVGPathParser {
  private let bytes: [UInt8]
  private var position = 0
  private(set) var path = Path()
  private var start = Point.zero
  private var current = Point.zero
  /// The points that S and T reflect: the last control point of a curve of their own kind.
  private var lastCubicControl: Point?
  private var lastQuadraticControl: Point?

  init(_ data: String) { bytes = Array(data.utf8) }

  mutating func parse() throws(SVGPathError) {
    skipSpace()
    while position < bytes.count {
      let command = bytes[position]
      if path.isEmpty && command | 0x20 != UInt8(ascii: "m") { throw error(.expectedMove) }
      position += 1
      try parse(command)
      skipSpace()
    }
  }

  /// One command letter and all sets of its arguments that follow.
  private mutating func parse(_ letter: UInt8) throws(SVGPathError) {
    let isRelative = letter & 0x20 != 0
    var command = letter | 0x20
    if command == UInt8(ascii: "z") {
      path.close()
      current = start
      forgetControls()
      return
    }
    skipSpace()
    repeat {
      let base = isRelative ? current : .zero
      switch command {
      case UInt8(ascii: "m"):
        current = try point(from: base)
        start = current
        path.move(to: current)
        forgetControls()
        // More points after a move are lines.
        command = UInt8(ascii: "l")
      case UInt8(ascii: "l"):
        try addLine(to: point(from: base))
      case UInt8(ascii: "h"):
        let x = try base.x + number()
        try addLine(to: checked(Point(x: x, y: current.y)))
      case UInt8(ascii: "v"):
        let y = try base.y + number()
        try addLine(to: checked(Point(x: current.x, y: y)))
      case UInt8(ascii: "c"):
        let control1 = try point(from: base)
        try addCubic(control1, control2: point(from: base), end: point(from: base))
      case UInt8(ascii: "s"):
        let control1 = lastCubicControl.map { current + (current - $0) } ?? current
        try addCubic(control1, control2: point(from: base), end: point(from: base))
      case UInt8(ascii: "q"):
        try addQuadratic(point(from: base), end: point(from: base))
      case UInt8(ascii: "t"):
        let control = lastQuadraticControl.map { current + (current - $0) } ?? current
        try addQuadratic(control, end: point(from: base))
      case UInt8(ascii: "a"):
        try parseArc(from: base)
      default:
        position -= 1
        throw error(.expectedCommand)
      }
    } while startsNumber()
  }

  /// The arguments of an arc.
  private mutating func parseArc(from base: Point) throws(SVGPathError) {
    let radiusX = try number()
    let radiusY = try number()
    let turn = try number() * .pi / 180
    let isLarge = try flag()
    let isClockwise = try flag()
    let end = try point(from: base)
    addArc(
      radii: Size(width: abs(radiusX), height: abs(radiusY)), turn: turn, isLarge: isLarge,
      isClockwise: isClockwise, end: end)
    current = end
    forgetControls()
  }

  private mutating func forgetControls() {
    lastCubicControl = nil
    lastQuadraticControl = nil
  }

  private mutating func addLine(to end: Point) {
    path.addLine(to: end)
    current = end
    forgetControls()
  }

  private mutating func addCubic(_ control1: Point, control2: Point, end: Point) {
    path.addCubic(control1: control1, control2: control2, to: end)
    current = end
    forgetControls()
    lastCubicControl = control2
  }

  private mutating func addQuadratic(_ control: Point, end: Point) {
    path.addQuadratic(control: control, to: end)
    current = end
    forgetControls()
    lastQuadraticControl = control
  }

  /// SVG 1.1 appendix F.6: end points to centre, with radii that are too small made larger.
  private mutating func addArc(
    radii: Size, turn: Double, isLarge: Bool, isClockwise: Bool, end: Point
  ) {
    // A line without a length, for caps and markers. SVG leaves out such an arc, but browsers draw
    // it.
    if current == end { return path.addLine(to: end) }
    var radii = radii
    guard radii.width > 0, radii.height > 0 else { return path.addLine(to: end) }
    let axis = Vector(dx: cos(turn), dy: sin(turn))
    // Half the chord in the ellipse's own axes, in units of its radii.
    let half = (current - end) * 0.5
    var x = half.dot(axis) / radii.width
    var y = half.dot(axis.perpendicular) / radii.height
    let stretch = (x * x + y * y).squareRoot()
    if stretch > 1 {
      radii.width *= stretch
      radii.height *= stretch
      x /= stretch
      y /= stretch
    }
    guard radii.width.isFinite, radii.height.isFinite, stretch > 0 else {
      return path.addLine(to: end)
    }
    let square = x * x + y * y
    let factor =
      (max(0, 1 - square) / square).squareRoot() * (isLarge == isClockwise ? -1 : 1)
    // The centre of the unit circle, relative to the middle of the chord.
    let centerX = factor * y
    let centerY = -factor * x
    let startAngle = atan2(y - centerY, x - centerX)
    var sweep = remainder(atan2(-y - centerY, -x - centerX) - startAngle, 2 * .pi)
    if isClockwise && sweep < 0 { sweep += 2 * .pi }
    if !isClockwise && sweep > 0 { sweep -= 2 * .pi }
    let xAxis = axis * radii.width
    let yAxis = axis.perpendicular * radii.height
    let middle = current.interpolated(to: end, fraction: 0.5)
    path.addArc(
      EllipticArc(
        center: middle + xAxis * centerX + yAxis * centerY, xAxis: xAxis, yAxis: yAxis,
        startAngle: startAngle, sweep: sweep))
  }

  // MARK: - Tokens

  private func error(_ reason: SVGPathError.Reason) -> SVGPathError {
    SVGPathError(reason: reason, byteOffset: position)
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (byte >= 0x09 && byte <= 0x0D && byte != 0x0B)
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private func peek(_ distance: Int = 0) -> UInt8 {
    position + distance < bytes.count ? bytes[position + distance] : 0
  }

  private mutating func skipSpace() {
    while position < bytes.count, isSpace(bytes[position]) { position += 1 }
  }

  /// White space with at most one comma in it, behind an argument. A comma before a command is not
  /// in the grammar; it is accepted, as in browsers.
  private mutating func skipSeparator() {
    skipSpace()
    guard peek() == UInt8(ascii: ",") else { return }
    position += 1
    skipSpace()
  }

  /// True if another set of arguments follows.
  private func startsNumber() -> Bool {
    let byte = peek()
    return isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: ".")
  }

  private mutating func point(from base: Point) throws(SVGPathError) -> Point {
    let x = try number()
    let y = try number()
    return try checked(Point(x: base.x + x, y: base.y + y))
  }

  /// The sum of a base and relative numbers, if it is not too large.
  private func checked(_ point: Point) throws(SVGPathError) -> Point {
    guard abs(point.x) <= 1e100, abs(point.y) <= 1e100 else { throw error(.numberTooLarge) }
    return point
  }

  /// A flag and the separator behind it: a flag is one character, and no separator need follow it.
  private mutating func flag() throws(SVGPathError) -> Bool {
    let byte = peek()
    guard byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else {
      throw error(.expectedFlag)
    }
    position += 1
    skipSeparator()
    return byte == UInt8(ascii: "1")
  }

  /// A number and the separator behind it.
  private mutating func number() throws(SVGPathError) -> Double {
    let first = position
    if peek() == UInt8(ascii: "-") || peek() == UInt8(ascii: "+") { position += 1 }
    var digits = skipDigits()
    if peek() == UInt8(ascii: ".") {
      position += 1
      digits += skipDigits()
    }
    guard digits > 0 else {
      position = first
      throw error(.expectedNumber)
    }
    if peek() | 0x20 == UInt8(ascii: "e") {
      let sign = peek(1) == UInt8(ascii: "-") || peek(1) == UInt8(ascii: "+") ? 1 : 0
      position += 1 + sign
      // No command is an `e`: the number is wrong, and not the letter behind it.
      guard skipDigits() > 0 else {
        position = first
        throw error(.expectedNumber)
      }
    }
    let value = unsafe bytes[first..<position].withUnsafeBufferPointer { text in
      unsafe firstlight_double(text.baseAddress, text.count)
    }
    guard abs(value) <= 1e100 else {
      position = first
      throw error(.numberTooLarge)
    }
    skipSeparator()
    return value
  }

  private mutating func skipDigits() -> Int {
    let first = position
    while isDigit(peek()) { position += 1 }
    return position - first
  }
}
