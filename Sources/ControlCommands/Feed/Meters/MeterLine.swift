/// A line that may contain meters.
struct MeterLine {
  /// The likelihood that a reading is a meter.
  enum Shape: Int, Comparable {
    /// A number among words, which may be prose.
    case loose = 1
    /// A number at a meter's place: at the beginning, after a label, in brackets.
    case placed
    /// With a bar, or in an unmistakable form.
    case drawn

    static func < (a: Shape, b: Shape) -> Bool { a.rawValue < b.rawValue }
  }

  /// The most bytes that are read of a line, its last ones: a tool may never end it.
  private static let longest = 2048

  let bytes: [UInt8]
  let hasBar: Bool
  /// The index of the last speed or remaining time; -1 for none.
  private let lastPace: Int

  init(_ line: String) {
    // Escape sequences may be several times as long as the text.
    var bytes =
      line.utf8.count <= 8 * Self.longest
      ? PlainText.bytes(of: line)
      : PlainText.bytes(of: String(decoding: line.utf8.suffix(8 * Self.longest), as: UTF8.self))
    while bytes.last == 0x20 { bytes.removeLast() }
    if bytes.count > Self.longest {
      // No part of a number.
      bytes = Array(bytes.suffix(Self.longest).drop { $0 != 0x20 })
    }
    self.bytes = bytes
    hasBar = MeterBar.isIn(bytes)
    lastPace = Self.lastPace(in: bytes)
  }

  private static func lastPace(in bytes: [UInt8]) -> Int {
    for index in bytes.indices.reversed() {
      let (byte, rest) = (bytes[index] | 0x20, bytes[(index + 1)...].prefix(2).map { $0 | 0x20 })
      if bytes[index] == UInt8(ascii: "/"), rest.first == UInt8(ascii: "s") { return index }
      if byte == UInt8(ascii: "e"), rest.elementsEqual("ta".utf8) { return index }
    }
    return -1
  }

  /// The line's words, cut at blanks.
  var words: [String] {
    bytes.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
  }

  /// True if the line is a number and nothing else.
  var isNumber: Bool {
    guard let start = nextIndex(from: 0) else { return false }
    return MeterNumber(bytes, at: start)?.end == bytes.count
  }

  // MARK: Surroundings

  /// The first byte at or after an index that is not blank; nil at the line's end.
  func next(from index: Int) -> UInt8? { nextIndex(from: index).map { bytes[$0] } }

  func nextIndex(from index: Int) -> Int? {
    bytes[min(index, bytes.count)...].firstIndex { $0 != 0x20 }
  }

  /// The last byte before an index that is not blank; nil at the line's head.
  func previous(before index: Int) -> UInt8? { bytes[..<index].last { $0 != 0x20 } }

  /// The lowercase word at or after an index, past blanks.
  func word(from index: Int) -> String {
    let rest = bytes[min(index, bytes.count)...].drop { $0 == 0x20 }
    return String(decoding: rest.prefix { $0.isLetter }, as: UTF8.self).lowercased()
  }

  /// The lowercase word that ends at an index, before blanks.
  func word(before index: Int) -> String {
    let rest = bytes[..<index].reversed().drop { $0 == 0x20 }.prefix { $0.isLetter }
    return String(decoding: rest.reversed(), as: UTF8.self).lowercased()
  }

  /// True if three points end before an index, and perhaps a blank.
  func followsPoints(_ index: Int) -> Bool {
    bytes[..<index].reversed().drop { $0 == 0x20 }.prefix(3).elementsEqual("...".utf8)
  }

  /// True if there are only brackets and parts of bars before an index.
  func isHead(_ index: Int) -> Bool {
    bytes[..<index].allSatisfy { $0 == 0x20 || "[(|#=->*.".utf8.contains($0) }
  }

  /// True if there is a speed or a remaining time after an index.
  func hasPace(after index: Int) -> Bool { lastPace >= index }

  /// The index of the bracket around an index; nil if there is none.
  func openBracket(before index: Int) -> Int? {
    var depth = 0
    for place in bytes[..<index].indices.reversed() {
      switch bytes[place] {
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth += 1
      case UInt8(ascii: "("), UInt8(ascii: "["):
        if depth == 0 { return place }
        depth -= 1
      default: continue
      }
    }
    return nil
  }
}

/// Bars that meters draw: `[====>   ]`, `|###  |`, or a run of one sign.
enum MeterBar {
  private static let signs = Set("#=->.*+|/\\_~oO@: ".utf8)
  private static let inks = Set("#=>*.-".utf8)

  static func isIn(_ bytes: [UInt8]) -> Bool {
    hasRun(bytes) || isFramed(bytes, by: "[", "]") || isFramed(bytes, by: "|", "|")
  }

  /// The filled part of a framed bar: signs of one kind from its start, perhaps a tip, and blanks,
  /// points or dashes to its end. Nil for anything else.
  static func filled(_ bytes: [UInt8]) -> (done: Int, width: Int)? {
    for (open, close) in [("[", "]"), ("(", ")"), ("|", "|")] as [(Unicode.Scalar, Unicode.Scalar)]
    {
      guard let start = bytes.firstIndex(of: UInt8(ascii: open)),
        let end = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: close)), end - start > 8,
        let ink = bytes[(start + 1)..<end].first
      else { continue }
      let content = bytes[(start + 1)..<end]
      // An empty bar has only blanks or points.
      let done = "#=*>+".utf8.contains(ink) ? content.prefix { $0 == ink }.count : 0
      let rest = content.dropFirst(done).drop { ">|/\\-".utf8.contains($0) && done > 0 }
      let tip = content.count - done - rest.count
      guard let filler = rest.first ?? content.last, tip <= 1 || filler == UInt8(ascii: "-"),
        rest.allSatisfy({ $0 == filler }),
        rest.isEmpty || (done > 0 ? " .-" : " .").utf8.contains(filler)
      else { continue }
      return (done, content.count)
    }
    return nil
  }

  /// Four signs of one kind next to each other.
  private static func hasRun(_ bytes: [UInt8]) -> Bool {
    var length = 0
    for (index, byte) in bytes.enumerated() {
      length = index > 0 && byte == bytes[index - 1] ? length + 1 : 1
      if length >= 4, byte == UInt8(ascii: "#") || byte == UInt8(ascii: "=") { return true }
      if length >= 10, byte == UInt8(ascii: ".") || byte == UInt8(ascii: "*") { return true }
    }
    return false
  }

  private static func isFramed(
    _ bytes: [UInt8], by open: Unicode.Scalar, _ close: Unicode.Scalar
  ) -> Bool {
    let (open, close) = (UInt8(ascii: open), UInt8(ascii: close))
    guard var start = bytes.firstIndex(of: open) else { return false }
    while let end = bytes[(start + 1)...].firstIndex(of: close) {
      let content = bytes[(start + 1)..<end]
      if content.count >= 4, content.allSatisfy(signs.contains),
        content.contains(where: inks.contains) || content.count >= 8
      {
        return true
      }
      guard let next = bytes[(open == close ? end : start + 1)...].firstIndex(of: open)
      else { return false }
      start = next
    }
    return false
  }
}
