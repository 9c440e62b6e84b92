/// The beginning of a value; a scalar is complete.
enum JSONToken {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(JSONText)
  case beginArray
  case beginObject
}

/// The place of a string in a text, without its quotation marks. The string was found valid.
struct JSONText {
  var start: Int
  var end: Int
  /// True if it has no escapes.
  var isPlain: Bool
}

/// Reads a text, a value at a time, and checks the grammar.
///
/// A scanner does not hold the text: each call gets the same bytes again. The caller follows the
/// document's structure: after `beginArray` it calls `nextElement` and, while that is true, reads a
/// value; after `beginObject` it calls `nextKey` and, while there is one, reads a value.
///
/// Functions for rare values do not change the scanner but return the new position: a reader that
/// keeps the scanner in a variable then has the position in a register.
struct JSONScanner {
  private(set) var position = 0
  /// Offset of the last value's or key's first byte.
  private(set) var tokenStart = 0
  private let isRelaxed: Bool
  private let limits: JSONLimits
  private var depth = 0
  private var nodeCount = 0

  init(_ bytes: Span<UInt8>, dialect: JSONDialect, limits: JSONLimits) throws(JSONError) {
    self.limits = limits
    isRelaxed = dialect == .relaxed
    guard bytes.count <= limits.byteCount else {
      throw JSONError(
        .limitExceeded, at: 0, expected: "at most \(limits.byteCount) bytes",
        found: "\(bytes.count)")
    }
    if let offset = firstInvalidUTF8(in: bytes) {
      throw JSONError(
        .invalidUTF8, at: offset, expected: "UTF-8",
        found: "the byte 0x" + hexadecimal(bytes[offset]))
    }
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      guard isRelaxed else {
        throw JSONError(.unexpected, at: 0, expected: "a value", found: "a byte order mark")
      }
      position = 3
    }
  }

  /// Starts the next value.
  @inline(__always)
  mutating func nextValue(_ bytes: Span<UInt8>) throws(JSONError) -> JSONToken {
    try skipSpace(bytes)
    tokenStart = position
    nodeCount &+= 1
    guard nodeCount <= limits.nodeCount else { throw excess(limits.nodeCount, "values") }
    switch current(bytes) {
    case UInt8(ascii: "\""):
      return .string(try text(bytes))
    case UInt8(ascii: "{"):
      try enter()
      return .beginObject
    case UInt8(ascii: "["):
      try enter()
      return .beginArray
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try JSONNumber.scan(bytes, &position)
    case UInt8(ascii: "t"):
      position = try end(of: "true", bytes)
      return .bool(true)
    case UInt8(ascii: "f"):
      position = try end(of: "false", bytes)
      return .bool(false)
    case UInt8(ascii: "n"):
      position = try end(of: "null", bytes)
      return .null
    default:
      throw unexpected(bytes, "a value")
    }
  }

  /// True if another element follows; otherwise the array is over.
  @inline(__always)
  mutating func nextElement(_ bytes: Span<UInt8>, isFirst: Bool) throws(JSONError) -> Bool {
    try next(bytes, isFirst: isFirst, closing: UInt8(ascii: "]"), item: "a value")
  }

  /// The next member's key, with the colon after it read; nil when the object is over.
  @inline(__always)
  mutating func nextKey(
    _ bytes: Span<UInt8>, isFirst: Bool
  ) throws(JSONError) -> JSONText? {
    guard
      try next(bytes, isFirst: isFirst, closing: UInt8(ascii: "}"), item: "a key in quotes")
    else { return nil }
    guard current(bytes) == UInt8(ascii: "\"") else { throw unexpected(bytes, "a key in quotes") }
    let name = try text(bytes)
    try skipSpace(bytes)
    guard current(bytes) == UInt8(ascii: ":") else { throw unexpected(bytes, "':' after the key") }
    position &+= 1
    return name
  }

  /// Checks that an array or an object of so many items may have one more, at an offset.
  @inline(__always)
  func checkItemCount(_ count: Int, at offset: Int) throws(JSONError) {
    guard count < limits.itemCount else {
      throw JSONError(
        .limitExceeded, at: offset,
        expected: "at most \(limits.itemCount) items in an array or an object", found: "more")
    }
  }

  /// Checks that nothing follows the value.
  mutating func finish(_ bytes: Span<UInt8>) throws(JSONError) {
    try skipSpace(bytes)
    guard position == bytes.count else { throw unexpected(bytes, "the end of the text") }
  }

  /// The byte at the position; 0, which begins nothing, at the end of the text.
  @inline(__always)
  private func current(_ bytes: Span<UInt8>) -> UInt8 {
    unsafe position < bytes.count ? bytes[unchecked: position] : 0
  }

  @inline(__always)
  private mutating func enter() throws(JSONError) {
    depth &+= 1
    guard depth <= limits.depth else { throw excess(limits.depth, "nested levels") }
    position &+= 1
  }

  @inline(__always)
  private mutating func next(
    _ bytes: Span<UInt8>, isFirst: Bool, closing: UInt8, item: StaticString
  ) throws(JSONError) -> Bool {
    try skipSpace(bytes)
    var sawComma = false
    if !isFirst, current(bytes) == UInt8(ascii: ",") {
      sawComma = true
      position &+= 1
      try skipSpace(bytes)
    }
    let byte = current(bytes)
    if byte == closing {
      guard !sawComma || isRelaxed else { throw unexpected(bytes, item) }
      position &+= 1
      depth &-= 1
      return false
    }
    guard isFirst || sawComma, position < bytes.count else {
      throw unexpected(bytes, isFirst || sawComma ? item : "','", closing)
    }
    return true
  }

  @inline(__always)
  private mutating func skipSpace(_ bytes: Span<UInt8>) throws(JSONError) {
    while true {
      let byte = current(bytes)
      // White space and comments begin with none of the characters above.
      if byte > UInt8(ascii: "/") { return }
      switch byte {
      case 0x20, 0x0A, 0x0D, 0x09: position &+= 1
      case UInt8(ascii: "/") where isRelaxed: position = try endOfComment(bytes)
      default: return
      }
    }
  }

  @inline(never)
  private func endOfComment(_ bytes: Span<UInt8>) throws(JSONError) -> Int {
    let start = position
    var position = position
    let second = position + 1 < bytes.count ? bytes[position + 1] : 0
    if second == UInt8(ascii: "/") {
      while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D {
        position &+= 1
      }
      return position
    } else if second == UInt8(ascii: "*") {
      position &+= 2
      while position + 1 < bytes.count {
        if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") {
          return position &+ 2
        }
        position &+= 1
      }
      throw JSONError(
        .unexpectedEnd, at: start, expected: "'*/' after the comment", found: "the end of the text")
    } else {
      throw JSONError(
        .unexpected, at: start, expected: "'//' or '/*' to start a comment", found: "'/'")
    }
  }

  @inline(never)
  private func end(of word: StaticString, _ bytes: Span<UInt8>) throws(JSONError) -> Int {
    let start = position
    let end = start &+ word.utf8CodeUnitCount
    var matches = end <= bytes.count
    if matches {
      for index in 0..<word.utf8CodeUnitCount {
        let letter = unsafe word.utf8Start[index]
        if bytes[start &+ index] != letter { matches = false }
      }
    }
    // A longer word would otherwise be reported at its tail.
    if matches, end < bytes.count, isLetter(bytes[end]) { matches = false }
    guard matches else { throw unexpected(bytes, "a value") }
    return end
  }

  // MARK: Errors, out of line since they are large

  @inline(never)
  private func excess(_ limit: Int, _ items: StaticString) -> JSONError {
    JSONError(.limitExceeded, at: position, expected: "at most \(limit) \(items)", found: "more")
  }

  /// An error at the current position that describes the text found there.
  ///
  /// - Parameter closing: a character that was expected as well.
  @inline(never)
  private func unexpected(
    _ bytes: Span<UInt8>, _ item: StaticString, _ closing: UInt8? = nil
  ) -> JSONError {
    var expected = "\(item)"
    if let closing { expected += " or '" + String(UnicodeScalar(closing)) + "'" }
    guard position < bytes.count else {
      return JSONError(
        .unexpectedEnd, at: bytes.count, expected: expected, found: "the end of the text")
    }
    let byte = bytes[position]
    let kind: JSONError.Kind =
      byte < 0x20 || byte == 0x7F ? .controlCharacter : .unexpected
    return JSONError(kind, at: position, expected: expected, found: describe(bytes, position))
  }

  // MARK: Strings

  /// The string at a place where one was found.
  @inline(__always)
  func string(_ text: JSONText, _ bytes: Span<UInt8>) -> String {
    guard text.isPlain else { return unescaped(text, bytes) }
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe String(
        decoding: UnsafeBufferPointer(rebasing: buffer[text.start..<text.end]), as: UTF8.self)
    }
  }

  @inline(never)
  private func unescaped(_ text: JSONText, _ bytes: Span<UInt8>) -> String {
    var reader = self
    reader.position = text.start
    // Nothing is thrown again that was not thrown when the string was found.
    return (try? reader.unescape(bytes)) ?? ""
  }

  /// The position behind a string of any kind, given the position of its first character.
  @inline(never)
  private func endOfString(_ start: Int, _ bytes: Span<UInt8>) throws(JSONError) -> Int {
    var reader = self
    reader.position = start
    _ = try reader.unescape(bytes)
    return reader.position
  }

  @inline(__always)
  private mutating func text(_ bytes: Span<UInt8>) throws(JSONError) -> JSONText {
    let start = position &+ 1
    if let end = Self.plainEnd(bytes, from: start) {
      position = end &+ 1
      return JSONText(start: start, end: end, isPlain: true)
    }
    position = try endOfString(start, bytes)
    return JSONText(start: start, end: position &- 1, isPlain: false)
  }

  /// The position of the quotation mark that ends a string without escapes; nil for a string with
  /// escapes.
  @inline(__always)
  private static func plainEnd(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    var index = start
    while index &+ 8 <= bytes.count {
      let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
        .littleEndian
      // The result is in the highest bit of each byte. The lowest bit that is set is right: only
      // bytes above a right one may be wrong (S. E. Anderson, Bit Twiddling Hacks, "haszero" and
      // "hasless").
      let ones: UInt64 = 0x0101_0101_0101_0101
      let quotes = word ^ ones &* UInt64(UInt8(ascii: "\""))
      let slashes = word ^ ones &* UInt64(UInt8(ascii: "\\"))
      let found =
        ((quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes | (word &- ones &* 0x20) & ~word)
        & (ones &* 0x80)
      if found != 0 {
        index &+= found.trailingZeroBitCount / 8
        return unsafe bytes[unchecked: index] == UInt8(ascii: "\"") ? index : nil
      }
      index &+= 8
    }
    while index < bytes.count {
      let byte = unsafe bytes[unchecked: index]
      if byte == UInt8(ascii: "\"") { return index }
      if byte == UInt8(ascii: "\\") || byte < 0x20 { return nil }
      index &+= 1
    }
    return nil
  }

  /// Reads a string from behind its opening quotation mark.
  @inline(never)
  private mutating func unescape(_ bytes: Span<UInt8>) throws(JSONError) -> String {
    let open = position - 1
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        position &+= 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        try escape(bytes, into: &text)
      case 0..<0x20:
        throw JSONError(
          .controlCharacter, at: position,
          expected: byte == 0x0A
            ? "'\"' before the line's end" : "an escape such as \\t or \\u0009",
          found: describe(bytes, position))
      default:
        text.append(byte)
        position &+= 1
      }
    }
    throw JSONError(
      .unexpectedEnd, at: open, expected: "'\"' at the string's end", found: "the end of the text")
  }

  private mutating func escape(
    _ bytes: Span<UInt8>, into text: inout [UInt8]
  ) throws(JSONError) {
    let start = position
    guard position + 1 < bytes.count else {
      throw JSONError(
        .unexpectedEnd, at: start, expected: "a character after '\\'", found: "the end of the text")
    }
    position &+= 2
    switch bytes[start + 1] {
    case UInt8(ascii: "\""): text.append(UInt8(ascii: "\""))
    case UInt8(ascii: "\\"): text.append(UInt8(ascii: "\\"))
    case UInt8(ascii: "/"): text.append(UInt8(ascii: "/"))
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var code = try codeUnit(bytes, at: start)
      if code >= 0xDC00, code < 0xE000 { throw Self.loneSurrogate(start) }
      if code >= 0xD800, code < 0xDC00 {
        guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
          bytes[position + 1] == UInt8(ascii: "u")
        else { throw Self.loneSurrogate(start) }
        let lowStart = position
        position &+= 2
        let low = try codeUnit(bytes, at: lowStart)
        guard low >= 0xDC00, low < 0xE000 else { throw Self.loneSurrogate(start) }
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
      }
      appendUTF8(of: code, to: &text)
    default:
      throw JSONError(
        .invalidEscape, at: start, expected: "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u",
        found: "'\\' and " + describe(bytes, start + 1))
    }
  }

  /// The four hexadecimal digits at the position.
  private mutating func codeUnit(
    _ bytes: Span<UInt8>, at start: Int
  ) throws(JSONError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard position < bytes.count else {
        throw JSONError(
          .unexpectedEnd, at: start, expected: "four hexadecimal digits after '\\u'",
          found: "the end of the text")
      }
      guard let digit = hexadecimalDigit(bytes[position]) else {
        throw JSONError(
          .invalidEscape, at: start, expected: "four hexadecimal digits after '\\u'",
          found: describe(bytes, position))
      }
      code = code << 4 | UInt32(digit)
      position &+= 1
    }
    return code
  }

  private static func loneSurrogate(_ offset: Int) -> JSONError {
    JSONError(
      .invalidEscape, at: offset, expected: "a pair of surrogates such as \\uD83D\\uDE00",
      found: "one alone")
  }
}
