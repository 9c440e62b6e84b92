@testable import ControlCommands

/// Zip archives: as they are, or made of files with fields that the bytes change.
enum ZipTarget {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    var source = ByteSource(bytes)
    let isMade = source.isOnce(in: 2)
    let file = isMade ? archive(&source) : Array(source.rest())
    guard let zip = try? ZipArchive(file) else { return }
    var total = 0
    for entry in zip.entries {
      guard let content = try? zip.content(of: entry) else { continue }
      total += content.count
      try require(total <= 256 << 20, "the files are larger than the limit")
      if let first = zip.entries.first(where: { $0.name == entry.name }),
        let expected = try? zip.content(of: first)
      {
        let named = (try? zip.content(named: entry.name)) ?? nil
        try require(named == expected, "a file has another content by its name")
      }
    }
    // An archive may be an animation's.
    _ = try? LottiePicture.open(file, "/x/a.lottie")
  }

  private struct Record {
    var name: [UInt8]
    var isDeflated: Bool
    var packed: [UInt8]
    var size: Int
    var offset = 0
  }

  /// An archive of files as they are.
  static func archive(_ files: [(name: String, content: [UInt8])]) -> [UInt8] {
    var source = ByteSource([])
    let records = files.map { name, content in
      Record(name: Array(name.utf8), isDeflated: false, packed: content, size: content.count)
    }
    return archive(&source, of: records)
  }

  /// - Parameter files: nil for some that the bytes choose.
  private static func archive(_ source: inout ByteSource, of files: [Record]? = nil) -> [UInt8] {
    var file: [UInt8] = []
    func add(_ value: Int, _ count: Int) {
      for index in 0..<count { file.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
    var records: [Record] = []
    for index in 0..<(files?.count ?? source.choice(4) + 1) {
      var record = files?[index] ?? self.record(&source)
      record.offset = source.isOnce(in: 16) ? Int(source.bits(4)) : file.count
      for (value, count) in [
        (0x0403_4B50, 4), (20, 2), (0, 2), (record.isDeflated ? 8 : 0, 2), (0, 4), (0, 4),
        (record.packed.count, 4), (record.size, 4), (record.name.count, 2), (0, 2),
      ] {
        add(value, count)
      }
      file += record.name + record.packed
      records.append(record)
    }
    let start = file.count
    for record in records {
      for (value, count) in [
        (0x0201_4B50, 4), (20, 2), (20, 2), (0, 2), (record.isDeflated ? 8 : 0, 2), (0, 4), (0, 4),
        (source.isOnce(in: 16) ? Int(source.bits(4)) : record.packed.count, 4), (record.size, 4),
        (record.name.count, 2), (0, 2), (0, 2), (0, 2), (0, 2), (0, 4), (record.offset, 4),
      ] {
        add(value, count)
      }
      file += record.name
    }
    let length = file.count - start
    for (value, count) in [
      (0x0605_4B50, 4), (0, 4), (records.count, 2), (records.count, 2), (length, 4),
      (source.isOnce(in: 16) ? Int(source.bits(4)) : start, 4), (0, 2),
    ] {
      add(value, count)
    }
    return file
  }

  private static func record(_ source: inout ByteSource) -> Record {
    let name = source.pick(["manifest.json", "animations/a.json", "i/b.png", "c/", "", "ä"])
    let content: [UInt8]
    switch source.choice(4) {
    case 0: content = Array(#"{"animations":[{"id":"a"}]}"#.utf8)
    case 1: content = [UInt8](repeating: source.byte(), count: source.choice(4096))
    default: content = Array(source.take(source.choice(256)))
    }
    let size = source.isOnce(in: 8) ? Int(source.bits(4)) >> source.choice(32) : content.count
    guard source.isOnce(in: 2) else {
      return Record(name: Array(name.utf8), isDeflated: false, packed: content, size: size)
    }
    // Deflated: stored blocks, or bytes that may be a stream.
    let packed =
      source.isOnce(in: 2) ? Array(source.take(source.choice(128))) : stored(content)
    return Record(name: Array(name.utf8), isDeflated: true, packed: packed, size: size)
  }

  /// A last block of deflate that holds bytes as they are.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt16(truncatingIfNeeded: bytes.count)
    let head = [count, ~count].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    return [1] + head + bytes
  }
}
