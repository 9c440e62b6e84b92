/// Reads a `Length` from a string.
struct LengthParser {
  /// The place and the reason of a mistake in the string.
  struct Failure: Error {
    /// Byte offset in the string.
    var offset: Int
    var expected: String
  }

  private let bytes: [UInt8]
  private var position = 0

  /// The greatest number in a length, whatever its unit.
  static let greatest = 32_768.0

  static func parse(_ text: String) throws(Failure) -> Length {
    var parser = LengthParser(bytes: Array(text.utf8))
    guard parser.bytes.count <= 200 else { throw parser.failure("at most 200 characters") }
    let length = try parser.sum(depth: 0)
    guard parser.position == parser.bytes.count else {
      throw parser.failure("'+', '-' or the end")
    }
    return length
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func failure(_ expected: String) -> Failure {
    Failure(offset: position, expected: expected)
  }

  private mutating func skipSpaces() {
    while position < bytes.count, bytes[position] == 0x20 { position += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func sum(depth: Int) throws(Failure) -> Length {
    skipSpaces()
    let isNegative = take(UInt8(ascii: "-"))
    var total = try term(depth: depth, sign: isNegative ? -1 : 1)
    while true {
      skipSpaces()
      let sign: Double
      if take(UInt8(ascii: "+")) {
        sign = 1
      } else if take(UInt8(ascii: "-")) {
        sign = -1
      } else {
        return total
      }
      skipSpaces()
      let next = try term(depth: depth, sign: sign)
      if let one = total.sum, let other = next.sum {
        total = Length(one + other)
      } else {
        total = .add(total, next, sign: 1)
      }
    }
  }

  private mutating func term(depth: Int, sign: Double) throws(Failure) -> Length {
    if position < bytes.count, bytes[position] == UInt8(ascii: "m") {
      let length = try function(depth: depth)
      return sign < 0 ? .add(.points(0), length, sign: -1) : length
    }
    let value = try number() * sign
    switch unit() {
    case "", "pt": return .points(value)
    case "%": return Length(Length.Sum(fraction: value / 100))
    case "vmin": return Length(Length.Sum(vmin: value / 100))
    case "vw": return Length(Length.Sum(vw: value / 100))
    case "vh": return Length(Length.Sum(vh: value / 100))
    case let other:
      position -= other.utf8.count
      throw failure("one of the units %, vmin, vw, vh and pt")
    }
  }

  private mutating func function(depth: Int) throws(Failure) -> Length {
    let start = position
    let name = unit()
    guard name == "min" || name == "max" else {
      position = start
      throw failure("a number, min(…) or max(…)")
    }
    guard depth < 8 else { throw failure("at most 8 nested functions") }
    guard take(UInt8(ascii: "(")) else { throw failure("'('") }
    var arguments: [Length] = []
    repeat {
      arguments.append(try sum(depth: depth + 1))
      skipSpaces()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: ")")) else { throw failure("',' or ')'") }
    return name == "min" ? .smallest(arguments) : .largest(arguments)
  }

  private mutating func unit() -> String {
    let start = position
    if take(UInt8(ascii: "%")) { return "%" }
    while position < bytes.count, bytes[position] | 0x20 >= UInt8(ascii: "a"),
      bytes[position] | 0x20 <= UInt8(ascii: "z")
    {
      position += 1
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Digits with an optional fraction: short enough to be exact in steps.
  private mutating func number() throws(Failure) -> Double {
    let start = position
    var value = 0.0
    var scale = 1.0
    var digits = 0
    var sawPoint = false
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "."), !sawPoint {
        sawPoint = true
      } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), digits < 15 {
        value = value * 10 + Double(byte - UInt8(ascii: "0"))
        if sawPoint { scale *= 10 }
        digits += 1
      } else {
        break
      }
      position += 1
    }
    guard digits > 0 else {
      position = start
      throw failure("a number, min(…) or max(…)")
    }
    value /= scale
    guard value <= LengthParser.greatest else {
      position = start
      throw failure("a number of at most 32768")
    }
    return value
  }
}
