import CMath

/// Numbers of the JSON grammar, each read as the double nearest to the written number.
enum JSONNumber {
  /// Powers of ten that doubles hold exactly.
  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// The number of digits that fit into an `Int64` whatever the digits are.
  private static let mostShortDigits = 18

  /// Reads the number at `position`, which stands on '-' or a digit.
  @inline(__always)
  static func scan(_ bytes: Span<UInt8>, _ position: inout Int) throws(JSONError) -> JSONToken {
    if let token = scanShort(bytes, &position) { return token }
    // The caller's position is not passed on by reference: it can then stay in a register.
    var end = position
    defer { position = end }
    return try scanAny(bytes, &end)
  }

  /// Reads a number of few digits without an exponent, as nearly all are. Nil, with nothing read,
  /// for another number or an invalid one.
  @inline(__always)
  private static func scanShort(_ bytes: Span<UInt8>, _ position: inout Int) -> JSONToken? {
    var index = position
    let isNegative = bytes[index] == UInt8(ascii: "-")
    if isNegative { index &+= 1 }
    let whole = index
    var digits: UInt64 = 0
    while index < bytes.count, unsafe isDigit(bytes[unchecked: index]) {
      unsafe digits = digits &* 10 &+ UInt64(bytes[unchecked: index] & 15)
      index &+= 1
    }
    guard index > whole, bytes[whole] != UInt8(ascii: "0") || index == whole &+ 1 else {
      return nil
    }
    var fractionCount = 0
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index &+= 1
      let fraction = index
      while index < bytes.count, unsafe isDigit(bytes[unchecked: index]) {
        unsafe digits = digits &* 10 &+ UInt64(bytes[unchecked: index] & 15)
        index &+= 1
      }
      fractionCount = index &- fraction
      if fractionCount == 0 { return nil }
    }
    guard index &- whole <= mostShortDigits,
      index == bytes.count || bytes[index] | 0x20 != UInt8(ascii: "e")
    else { return nil }
    if fractionCount == 0 {
      position = index
      return .integer(isNegative ? -Int64(digits) : Int64(digits))
    }
    guard digits < 1 << 53 else { return nil }
    position = index
    // Both operands are exact, so the single rounding is correct (Clinger 1990).
    let value = Double(digits) / powers[fractionCount]
    return .number(isNegative ? -value : value)
  }

  @inline(never)
  private static func scanAny(
    _ bytes: Span<UInt8>, _ position: inout Int
  ) throws(JSONError) -> JSONToken {
    let start = position
    var index = start
    let isNegative = bytes[index] == UInt8(ascii: "-")
    if isNegative { index &+= 1 }

    // Significant digits without trailing zeros, so that 5.000…e-01 uses the fast path.
    var mantissa: UInt64 = 0
    var digits = 0
    var zeros = 0
    var scale = 0
    let whole = index
    while index < bytes.count, isDigit(bytes[index]) {
      add(bytes[index], &mantissa, &digits, &zeros)
      index &+= 1
    }
    guard index > whole else { throw invalid(bytes, index, "a digit after '-'") }
    guard bytes[whole] != UInt8(ascii: "0") || index == whole + 1 else {
      throw JSONError(
        .invalidNumber, at: start, expected: "a number without leading zeros",
        found: describe(bytes, whole))
    }
    var isIntegral = true
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      isIntegral = false
      index &+= 1
      let fraction = index
      while index < bytes.count, isDigit(bytes[index]) {
        add(bytes[index], &mantissa, &digits, &zeros)
        index &+= 1
      }
      guard index > fraction else { throw invalid(bytes, index, "a digit after '.'") }
      scale = fraction - index
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      isIntegral = false
      index &+= 1
      scale += try exponent(bytes, &index)
    }
    position = index

    if isIntegral, let value = integer(mantissa, digits, zeros, isNegative: isNegative) {
      return .integer(value)
    }
    if let value = exact(mantissa, digits, power: scale + zeros) {
      return .number(isNegative ? -value : value)
    }
    return .number(try parseSlowly(bytes, start, index))
  }

  /// A number of some digits times a power of ten; nil if two roundings could spoil it.
  private static func exact(_ mantissa: UInt64, _ digits: Int, power: Int) -> Double? {
    if mantissa == 0 { return 0 }
    guard digits <= 19, mantissa < 1 << 53, power >= -22, power <= 22 else { return nil }
    // Both operands are exact, so the single rounding is correct (Clinger 1990).
    let value = Double(mantissa)
    return power < 0 ? value / powers[-power] : value * powers[power]
  }

  /// The integer of some digits with zeros behind them; nil where 64 bits cannot hold it.
  private static func integer(
    _ mantissa: UInt64, _ digits: Int, _ zeros: Int, isNegative: Bool
  ) -> Int64? {
    if digits + zeros > 19 { return nil }
    var value = mantissa
    for _ in 0..<zeros { value &*= 10 }
    // 19 digits stay below 2⁶⁴.
    if value <= UInt64(Int64.max) { return isNegative ? -Int64(value) : Int64(value) }
    return isNegative && value == UInt64(Int64.max) + 1 ? Int64.min : nil
  }

  /// Reads the exponent after its letter; digits beyond the seventh significant one are ignored.
  private static func exponent(_ bytes: Span<UInt8>, _ index: inout Int) throws(JSONError) -> Int {
    var isNegative = false
    if index < bytes.count, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
      isNegative = bytes[index] == UInt8(ascii: "-")
      index &+= 1
    }
    let start = index
    var exponent = 0
    while index < bytes.count, isDigit(bytes[index]) {
      if exponent < 1_000_000 { exponent = exponent * 10 + Int(bytes[index] & 15) }
      index &+= 1
    }
    guard index > start else { throw invalid(bytes, index, "a digit of the exponent") }
    return isNegative ? -exponent : exponent
  }

  @inline(__always)
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// Reads one more digit. Beyond 19 significant digits only the count of digits is right.
  @inline(__always)
  private static func add(
    _ byte: UInt8, _ mantissa: inout UInt64, _ digits: inout Int, _ zeros: inout Int
  ) {
    if byte == UInt8(ascii: "0") {
      // A leading zero is not significant: it only moves the decimal point.
      if digits > 0 { zeros &+= 1 }
      return
    }
    if digits &+ zeros < 19 {
      for _ in 0...zeros { mantissa &*= 10 }
      mantissa &+= UInt64(byte & 15)
    }
    digits &+= zeros &+ 1
    zeros = 0
  }

  @inline(never)
  private static func parseSlowly(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int
  ) throws(JSONError) -> Double {
    let value = unsafe bytes.extracting(start..<end).withUnsafeBufferPointer { text in
      unsafe firstlight_double(text.baseAddress, text.count)
    }
    guard value.isFinite else {
      throw JSONError(
        .numberOutOfRange, at: start, expected: "a number of at most 1.797e308",
        found: "a greater one")
    }
    return value
  }

  private static func invalid(
    _ bytes: Span<UInt8>, _ index: Int, _ expected: String
  ) -> JSONError {
    JSONError(
      index < bytes.count ? .invalidNumber : .unexpectedEnd, at: index, expected: expected,
      found: describe(bytes, index))
  }
}
