/// A scene file's text and those of the files that it includes, to find lines and columns in them.
///
/// Offsets count on through all files, with a byte between two.
public struct SourceText: Sendable, Equatable {
  /// The name that diagnostics show, usually the path as it was given.
  public let name: String
  public let bytes: [UInt8]
  /// The included files, in the order in which they were read.
  public private(set) var included: [SourceText] = []
  /// The names of files that could not be read.
  private var missing: [String] = []

  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  // MARK: Included files

  /// The names of the included files, and of files that could not be read but may appear later.
  public var parts: [String] { included.map { $0.name } + missing }

  mutating func miss(_ name: String) { missing.append(name) }

  var includedByteCount: Int { included.reduce(0) { $0 + $1.bytes.count } }

  /// Adds a file.
  /// - Returns: the offset of its first byte.
  mutating func include(_ text: SourceText) -> Int {
    let start = included.reduce(bytes.count + 1) { $0 + $1.bytes.count + 1 }
    included.append(text)
    return start
  }

  func isIncluded(_ offset: Int) -> Bool { offset > bytes.count && !included.isEmpty }

  /// The file of a byte, and the offset in that.
  func place(of offset: Int) -> (file: SourceText, offset: Int) {
    guard isIncluded(offset) else { return (self, offset) }
    var rest = offset - bytes.count - 1
    for file in included {
      if rest <= file.bytes.count { return (file, rest) }
      rest -= file.bytes.count + 1
    }
    return (self, bytes.count)
  }

  // MARK: Lines

  /// The line and the column of a byte, both from 1. A column is a character, whatever its number
  /// of bytes. A line ends with LF, CR or both.
  func location(of offset: Int) -> (line: Int, column: Int) {
    let offset = min(max(offset, 0), bytes.count)
    var line = 1
    for index in 0..<offset where endsLine(index) { line += 1 }
    return (line, column(of: offset) + 1)
  }

  /// Bytes of a line whose characters are counted as a reader sees them. Beyond them each code
  /// point counts as a column, so that a line of megabytes takes little time.
  private static let countedBytes = 4096

  /// The characters before a byte in its line.
  private func column(of offset: Int) -> Int {
    let start = lineStart(before: offset)
    let far = boundary(min(start + Self.countedBytes, offset))
    var count = text(start..<min(far, offset)).count
    let span = bytes.span
    for index in min(far, offset)..<offset where span[index] & 0xC0 != 0x80 { count += 1 }
    return count
  }

  /// The text of the line that contains a byte, cut to a width around it, and the position of a
  /// caret under it, in columns of a terminal. A tab becomes two spaces, and other control
  /// characters dots.
  func excerpt(around offset: Int, width: Int = 96) -> (text: String, caret: Int) {
    let offset = min(max(offset, 0), bytes.count)
    let start = lineStart(before: offset, within: 4 * width + 4)
    var end = offset
    // A long line is read only far enough to know that more follows.
    while end < bytes.count, end - offset <= 4 * width, !isLineBreak(end) { end += 1 }

    var cells: [(text: String, width: Int)] = []
    // A hostile line may have millions of characters: only some bytes on either side are read.
    // Bytes that are not UTF-8 have no character boundaries.
    let near = min(boundary(max(start, offset - 4 * width)), offset)
    let far = boundary(min(end, offset + 4 * width))
    for character in text(near..<offset) { append(character, to: &cells) }
    let caret = cells.count
    for character in text(offset..<max(far, offset)) { append(character, to: &cells) }

    var first = 0
    var last = cells.count
    if near > start || far < end || cells.count > width {
      first = max(0, min(caret - width * 2 / 3, cells.count - width))
      last = min(cells.count, first + width)
    }
    var result = first > 0 || near > start ? "…" : ""
    var place = result.isEmpty ? 0 : 1
    for index in first..<last {
      result += cells[index].text
      if index < caret { place += cells[index].width }
    }
    if last < cells.count || far < end { result += "…" }
    return (result, place)
  }

  private func append(_ character: Character, to cells: inout [(text: String, width: Int)]) {
    let scalar = character.unicodeScalars.first?.value ?? 0
    if scalar == 0x09 {
      cells.append(("  ", 2))
    } else if scalar < 0x20 || (0x7F..<0xA0).contains(scalar) || isFormatting(scalar) {
      cells.append(("·", 1))
    } else {
      cells.append((String(character), isWide(scalar) ? 2 : 1))
    }
  }

  private func isLineBreak(_ index: Int) -> Bool { bytes[index] == 0x0A || bytes[index] == 0x0D }

  /// True for the last byte of a line break: CR and LF together are one.
  private func endsLine(_ index: Int) -> Bool {
    bytes[index] == 0x0A
      || bytes[index] == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)
  }

  /// The start of the line that contains a byte, or a byte before the part that is read.
  private func lineStart(before offset: Int, within count: Int = .max) -> Int {
    var start = offset
    while start > 0, offset - start < count, !endsLine(start - 1) { start -= 1 }
    // A byte order mark is not a character of the first line.
    if start == 0, offset >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { return 3 }
    return start
  }

  /// The first offset from here on that is not inside a character's bytes.
  private func boundary(_ offset: Int) -> Int {
    var offset = offset
    while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    return offset
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}

/// Characters that would change the look of the rest of the line, such as bidirectional marks.
private func isFormatting(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
  default: false
  }
}

/// Characters that terminals show two columns wide: the blocks of East Asian scripts and emoji.
private func isWide(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1FAFF, 0x20000...0x3FFFD:
    true
  default: false
  }
}
