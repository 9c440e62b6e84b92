/// The text of a configuration file: lines of the form `key = value`.
public enum ConfigurationText {
  /// A line that is neither empty nor a comment.
  public struct Line {
    /// From 1.
    public let number: Int
    /// The value is without its quotes and the comment behind it. Nil for a line of another form.
    public let setting: (key: String, value: String)?
  }

  public static func lines(_ bytes: [UInt8]) -> [Line] {
    // Editors of other systems begin a file with a byte order mark.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    var result: [Line] = []
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let line = line.trimmed
      guard let first = line.first, first != UInt8(ascii: "#") else { continue }
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else {
        result.append(Line(number: index + 1, setting: nil))
        continue
      }
      let key = String(decoding: line[..<equals].trimmed, as: UTF8.self)
      let value = line[line.index(after: equals)...].withoutComment.trimmed.unquoted
      result.append(
        Line(number: index + 1, setting: (key, String(decoding: value, as: UTF8.self))))
    }
    return result
  }

  /// The names among those of a folder's files that are read, in their order.
  public static func fileNames(among names: [String]) -> [String] {
    names.filter { $0.hasSuffix(".conf") && !$0.hasPrefix(".") }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension ArraySlice<UInt8> {
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }

  fileprivate var trimmed: ArraySlice<UInt8> {
    var slice = self
    while let first = slice.first, Self.isSpace(first) { slice.removeFirst() }
    while let last = slice.last, Self.isSpace(last) { slice.removeLast() }
    return slice
  }

  /// The bytes without a comment, which begins with a space and a '#'.
  fileprivate var withoutComment: ArraySlice<UInt8> {
    var isAfterSpace = true
    var isQuoted = false
    for index in indices {
      let byte = self[index]
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: "#"), isAfterSpace, !isQuoted { return self[..<index] }
      isAfterSpace = Self.isSpace(byte)
    }
    return self
  }

  fileprivate var unquoted: ArraySlice<UInt8> {
    let quote = UInt8(ascii: "\"")
    guard count >= 2, first == quote, last == quote else { return self }
    return dropFirst().dropLast()
  }
}
