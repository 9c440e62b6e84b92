/// An archive of tar(1) in the form "ustar" in the making: the same files give the same bytes.
struct TarWriter {
  private(set) var bytes: [UInt8] = []

  /// The longest name, in bytes.
  static let longestName = 100

  /// Adds a plain file of less than 8 GiB, whose name has at most `longestName` bytes.
  mutating func add(_ name: String, _ content: [UInt8]) {
    precondition(name.utf8.count <= Self.longestName && content.count < 1 << 33)
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at offset: Int) {
      header.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
    }
    func number(_ value: Int, digits: Int) -> String {
      let text = String(value, radix: 8)
      return String(repeating: "0", count: max(digits - text.utf8.count, 0)) + text
    }
    put(name, at: 0)
    put("0000644", at: 100)
    put("0000000", at: 108)
    put("0000000", at: 116)
    put(number(content.count, digits: 11), at: 124)
    put("00000000000", at: 136)
    put("        ", at: 148)
    put("0", at: 156)
    put("ustar", at: 257)
    put("00", at: 263)
    let sum = header.reduce(0) { $0 + Int($1) }
    put(number(sum, digits: 6), at: 148)
    header[154] = 0
    bytes += header + content
    bytes += [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
  }

  /// Ends the archive.
  mutating func finish() { bytes += [UInt8](repeating: 0, count: 1024) }
}
