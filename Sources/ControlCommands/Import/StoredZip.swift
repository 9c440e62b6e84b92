/// A zip archive whose files are stored without compression, as Android demands of boot animations.
/// (APPNOTE.TXT of PKWARE, 4.3: the central directory is read, and each local header behind it.)
struct StoredZip {
  struct Fault: Error { var message: String }

  /// Files by their names, in the order of the archive.
  private(set) var files: [(name: String, content: ArraySlice<UInt8>)] = []
  private let bytes: [UInt8]

  /// The most files: a minute at 60 pictures a second, and some.
  private static let longestList = 10_000

  init(_ bytes: [UInt8]) throws(Fault) {
    self.bytes = bytes
    guard let end = Self.end(of: bytes) else {
      throw Fault(message: "not a zip archive, or cut off")
    }
    let count = number(end + 10, 2)
    var offset = number(end + 16, 4)
    guard count <= Self.longestList else { throw Fault(message: "\(count) files in the archive") }
    for _ in 0..<count {
      guard offset + 46 <= end, number(offset, 4) == 0x0201_4B50 else {
        throw Fault(message: "the list of files is damaged at byte \(offset)")
      }
      let next =
        offset + 46 + number(offset + 28, 2) + number(offset + 30, 2) + number(offset + 32, 2)
      guard next <= end else { throw Fault(message: "the list of files is cut off") }
      let name = String(
        decoding: bytes[(offset + 46)..<(offset + 46 + number(offset + 28, 2))], as: UTF8.self)
      try add(name, offset)
      offset = next
    }
  }

  private mutating func add(_ name: String, _ entry: Int) throws(Fault) {
    guard !name.hasSuffix("/") else { return }
    guard number(entry + 8, 2) & 1 == 0 else { throw Fault(message: name + " is encrypted") }
    guard number(entry + 10, 2) == 0 else {
      throw Fault(message: name + " is compressed: zip the files again with `zip -0`")
    }
    let (size, local) = (number(entry + 24, 4), number(entry + 42, 4))
    guard local + 30 <= bytes.count, number(local, 4) == 0x0403_4B50 else {
      throw Fault(message: name + " has no header at byte \(local)")
    }
    let start = local + 30 + number(local + 26, 2) + number(local + 28, 2)
    guard start <= bytes.count, size <= bytes.count - start else {
      throw Fault(message: name + " is cut off")
    }
    files.append((name, bytes[start..<(start + size)]))
  }

  /// The last record, which a comment may follow.
  private static func end(of bytes: [UInt8]) -> Int? {
    guard bytes.count >= 22 else { return nil }
    let last = bytes.count - 22
    return (max(0, last - 0xFFFF)...last).reversed().first {
      bytes[$0..<$0 + 4].elementsEqual([0x50, 0x4B, 0x05, 0x06])
    }
  }

  private func number(_ offset: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << ($1 * 8) }
  }
}
