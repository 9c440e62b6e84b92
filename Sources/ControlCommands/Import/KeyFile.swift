/// A file of groups, keys and values, as Plymouth's themes have it.
struct KeyFile {
  struct Value {
    var text: String
    /// From 1.
    var line: Int
  }

  private(set) var groups: [String: [String: Value]] = [:]

  init(_ text: String) {
    var group = ""
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let line = Self.trimmed(line)
      if line.isEmpty || line.first == "#" { continue }
      if line.first == "[", line.last == "]" {
        group = String(line.dropFirst().dropLast())
        groups[group] = groups[group] ?? [:]
      } else if let place = line.firstIndex(of: "=") {
        let key = String(Self.trimmed(line[..<place]))
        groups[group, default: [:]][key] = Value(
          text: String(Self.trimmed(line[line.index(after: place)...])), line: index + 1)
      }
    }
  }

  subscript(group: String, key: String) -> String? { groups[group]?[key]?.text }

  func number(_ group: String, _ key: String) -> Double? {
    self[group, key].flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }

  func flag(_ group: String, _ key: String) -> Bool {
    ["true", "yes", "1"].contains(self[group, key]?.lowercased() ?? "")
  }

  /// A colour as `0xRRGGBB` or a number, as a scene writes it.
  func color(_ group: String, _ key: String) -> String? {
    guard let text = self[group, key]?.lowercased() else { return nil }
    let digits = text.hasPrefix("0x") ? String(text.dropFirst(2)) : text
    guard let value = UInt32(digits, radix: text.hasPrefix("0x") ? 16 : 10) else { return nil }
    let hex = String(value & 0xFF_FFFF, radix: 16).uppercased()
    return "#" + String(repeating: "0", count: 6 - hex.count) + hex
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\r\n" }
    var text = text.drop(while: isSpace)
    while let last = text.last, isSpace(last) { text.removeLast() }
    return text
  }
}
