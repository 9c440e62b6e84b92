import System

/// The places of an OpenType face's tables in its file.
struct FontDirectory {
  private var tables: [(tag: Int, range: Range<Int>)] = []
  /// The file's bytes from the directory on; they may include small tables.
  private let window: FontBytes
  private let start: Int

  /// - Parameter header: the file's header.
  /// - Throws: if the file is unusable, or its directory points beyond its end.
  init(
    _ file: borrowing PlainFile, _ header: FontBytes, index: Int
  ) throws(FontError) {
    let path = file.path
    var start = 0
    var window = header
    if window.word(at: 0) == FontDirectory.tag("ttcf") {
      let count = FontDirectory.faceCount(header)
      guard index < count else { throw .noSuchFace(path: path, index: index, count: count) }
      start = window.word(at: 12 + 4 * index)
      window = try FontBytes(file, start..<start + FontDirectory.headerSize)
    } else if index > 0 {
      throw .noSuchFace(path: path, index: index, count: 1)
    }
    switch window.word(at: 0) {
    case 0x0001_0000, FontDirectory.tag("OTTO"), FontDirectory.tag("true"): break
    case FontDirectory.tag("wOFF"), FontDirectory.tag("wOF2"):
      throw .unusable(
        path: path, reason: "is a WOFF, packed for web pages; convert it to TrueType or OpenType")
    default:
      throw .unusable(
        path: path, reason: "is not a TrueType or OpenType font; convert it, or name another one")
    }
    let size = 12 + 16 * window.short(at: 4)
    if size > window.count { window = try FontBytes(file, start..<start + size) }
    self.start = start
    self.window = window
    for record in stride(from: 12, to: size, by: 16) {
      let offset = window.word(at: record + 8)
      let length = window.word(at: record + 12)
      guard size <= window.count, offset + length <= file.count else {
        throw .unusable(path: path, reason: "is cut short or damaged; install it again")
      }
      tables.append((window.word(at: record), offset..<offset + length))
    }
  }

  /// The number of bytes that are read first: the offsets of a collection, and more than most
  /// directories have.
  private static var headerSize: Int { 12 + 4 * TextLimits.faces }

  static func header(of file: borrowing PlainFile) throws(FontError) -> FontBytes {
    try FontBytes(file, 0..<headerSize)
  }

  /// The number of faces in a file, at most `TextLimits.faces`.
  static func faceCount(_ header: FontBytes) -> Int {
    header.word(at: 0) == tag("ttcf") ? min(header.word(at: 8), TextLimits.faces) : 1
  }

  /// False for an empty table, too.
  func has(_ name: StaticString) -> Bool { !range(of: name).isEmpty }

  /// A table's range in the file; empty if it does not exist.
  func range(of name: StaticString) -> Range<Int> {
    let tag = FontDirectory.tag(name)
    for table in tables where table.tag == tag { return table.range }
    return 0..<0
  }

  /// A table's first bytes.
  func bytes(
    of name: StaticString, count: Int, in file: borrowing PlainFile
  ) throws(FontError) -> FontBytes {
    let range = range(of: name)
    let wanted = range.lowerBound..<min(range.upperBound, range.lowerBound + count)
    guard wanted.lowerBound >= start, wanted.upperBound <= start + window.count else {
      return try FontBytes(file, wanted)
    }
    return FontBytes(
      bytes: Array(window.bytes[wanted.lowerBound - start..<wanted.upperBound - start]))
  }

  private static func tag(_ name: StaticString) -> Int {
    var tag = 0
    name.withUTF8Buffer {
      for index in $0.indices { tag = unsafe tag << 8 | Int($0[index]) }
    }
    return tag
  }
}
