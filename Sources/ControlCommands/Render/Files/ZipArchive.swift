import Images

/// A zip archive: its files by name, stored or deflated.
/// (APPNOTE.TXT of PKWARE, 4.3: the central directory is read, and each local header behind it.)
struct ZipArchive {
  struct Fault: Error { var message: String }

  struct Entry {
    let name: String
    fileprivate let packed: ArraySlice<UInt8>
    /// Unpacked bytes.
    let size: Int
    fileprivate let isDeflated: Bool
  }

  /// In the order of the archive, without folders.
  private(set) var entries: [Entry] = []
  private let bytes: [UInt8]
  /// Places of files by their names; of one name the first one counts.
  private var places: [String: Int] = [:]
  /// Bytes of all files, in the archive and unpacked. Files of an honest archive do not overlap in
  /// it.
  private var packedTotal = 0
  private var total = 0

  /// The most files: a minute at 60 pictures a second, and some.
  private static let longestList = 10_000
  /// The most unpacked bytes of all files together.
  private static let byteLimit = 256 << 20

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

  static func isZip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B]) }

  private mutating func add(_ name: String, _ entry: Int) throws(Fault) {
    guard !name.hasSuffix("/") else { return }
    guard number(entry + 8, 2) & 1 == 0 else { throw Fault(message: name + " is encrypted") }
    let method = number(entry + 10, 2)
    guard method == 0 || method == 8 else {
      throw Fault(
        message: "\(name) is compressed by the method \(method): zip the files again with `zip -0`")
    }
    let (packed, size) = (number(entry + 20, 4), number(entry + 24, 4))
    let local = number(entry + 42, 4)
    guard local + 30 <= bytes.count, number(local, 4) == 0x0403_4B50 else {
      throw Fault(message: "\(name) has no header at byte \(local)")
    }
    let start = local + 30 + number(local + 26, 2) + number(local + 28, 2)
    guard start <= bytes.count, packed <= bytes.count - start, method != 0 || packed == size else {
      throw Fault(message: name + " is cut off")
    }
    packedTotal += packed
    guard packedTotal <= bytes.count else {
      throw Fault(message: name + " shares its bytes with another file")
    }
    total += size
    guard total <= Self.byteLimit else {
      throw Fault(message: "the files are larger than \(Self.byteLimit >> 20) MiB")
    }
    if places[name] == nil { places[name] = entries.count }
    entries.append(
      Entry(
        name: name, packed: bytes[start..<(start + packed)], size: size, isDeflated: method == 8))
  }

  /// Converts a fault to the client's error, with the archive's path.
  static func reading<Result>(
    _ path: String, _ body: () throws(Fault) -> Result
  ) throws(ClientError) -> Result {
    do throws(Fault) {
      return try body()
    } catch {
      throw ClientError(.refused, "\(path): \(error.message)")
    }
  }

  /// Unpacks a file.
  func content(of entry: Entry) throws(Fault) -> [UInt8] {
    guard entry.isDeflated else { return Array(entry.packed) }
    guard let content = inflate(entry.packed, count: entry.size) else {
      throw Fault(message: entry.name + " is damaged")
    }
    return content
  }

  /// The file of a name, nil where there is none.
  func entry(named name: String) -> Entry? { places[name].map { entries[$0] } }

  /// The first file that exists among some names; nil if none does.
  func entry(named names: [String]) -> Entry? {
    for name in names { if let entry = entry(named: name) { return entry } }
    return nil
  }

  /// The content of the file of a name, nil where there is none.
  func content(named name: String) throws(Fault) -> [UInt8]? {
    guard let entry = entry(named: name) else { return nil }
    return try content(of: entry)
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
