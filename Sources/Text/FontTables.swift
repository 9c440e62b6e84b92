import System

/// The directory of an OpenType face and what the catalogue needs of its tables. Every read is held
/// against the file's size.
struct FontTables {
  private let file: MappedFile
  private var ranges: [UInt32: Range<Int>] = [:]

  /// - Throws: what makes the face unusable.
  init(_ file: MappedFile, path: String, index: Int) throws(FontError) {
    self.file = file
    var start = 0
    let magic = file.word(at: 0)
    if magic == FontTables.tag("ttcf") {
      let count = min(Int(file.word(at: 8)), TextLimits.faces)
      guard index < count else { throw .noSuchFace(path: path, index: index, count: count) }
      start = Int(file.word(at: 12 + 4 * index))
    } else if index > 0 {
      throw .noSuchFace(path: path, index: index, count: 1)
    }
    let version = file.word(at: start)
    guard
      version == 0x0001_0000 || version == FontTables.tag("OTTO")
        || version == FontTables.tag("true")
    else {
      throw .unusable(
        path: path, reason: "is no TrueType or OpenType font; convert it, or name another one")
    }
    let count = Int(file.short(at: start + 4))
    for index in 0..<count {
      let record = start + 12 + 16 * index
      let offset = Int(file.word(at: record + 8))
      let length = Int(file.word(at: record + 12))
      guard record + 16 <= file.count, offset + length <= file.count else {
        throw .unusable(path: path, reason: "is cut short or damaged; install it again")
      }
      ranges[file.word(at: record)] = offset..<offset + length
    }
    for name in ["cmap", "head", "hhea", "hmtx", "maxp"] where !has(name) {
      throw .unusable(path: path, reason: "lacks the table '" + name + "'")
    }
    guard has("glyf") && has("loca") || has("CFF ") || has("CFF2") else {
      throw .unusable(path: path, reason: "has no outlines; name a font that can be scaled")
    }
  }

  /// How many faces the file has, at most `TextLimits.faces`.
  static func faceCount(of file: MappedFile) -> Int {
    guard file.word(at: 0) == tag("ttcf") else { return 1 }
    return min(Int(file.word(at: 8)), TextLimits.faces)
  }

  func has(_ name: String) -> Bool { range(of: name) != nil }

  /// A table's bytes; nil for none and for an empty one.
  private func range(of name: String) -> Range<Int>? {
    guard let range = ranges[FontTables.tag(name)], !range.isEmpty else { return nil }
    return range
  }

  private static func tag(_ name: String) -> UInt32 {
    name.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// 1…1000.
  var weight: Int {
    if let os2 = range(of: "OS/2"), os2.count >= 6 {
      return min(max(Int(file.short(at: os2.lowerBound + 4)), 1), 1000)
    }
    return macStyle & 1 != 0 ? 700 : 400
  }

  /// From 1, ultra-condensed, to 9; 5 is normal.
  var width: Int {
    guard let os2 = range(of: "OS/2"), os2.count >= 8 else { return 5 }
    return Int(file.short(at: os2.lowerBound + 6))
  }

  var isItalic: Bool {
    if let os2 = range(of: "OS/2"), os2.count >= 64 {
      return file.short(at: os2.lowerBound + 62) & 0x201 != 0
    }
    return macStyle & 2 != 0
  }

  private var macStyle: UInt16 {
    guard let head = range(of: "head"), head.count >= 46 else { return 0 }
    return file.short(at: head.lowerBound + 44)
  }

  /// The family's names in all languages, as `FontCatalog.normalized` makes them.
  var families: [String] {
    guard let table = range(of: "name"), table.count >= 6 else { return [] }
    let count = min(Int(file.short(at: table.lowerBound + 2)), 1_000)
    let storage = table.lowerBound + Int(file.short(at: table.lowerBound + 4))
    var result: [String] = []
    for index in 0..<count {
      let record = table.lowerBound + 6 + 12 * index
      // 1 is the family, 16 the family of more than four styles.
      let name = file.short(at: record + 6)
      guard record + 12 <= table.upperBound, name == 1 || name == 16 else { continue }
      let length = min(Int(file.short(at: record + 8)), 256)
      let start = storage + Int(file.short(at: record + 10))
      guard start + length <= table.upperBound else { continue }
      let isWide = file.short(at: record) != 1
      let text = FontCatalog.normalized(file.text(at: start, count: length, isWide: isWide))
      if !text.isEmpty, !result.contains(text) { result.append(text) }
    }
    return result
  }
}

extension MappedFile {
  /// A number in the file's order of bytes; 0 beyond the end.
  fileprivate func short(at offset: Int) -> UInt16 {
    guard offset >= 0, offset <= count - 2 else { return 0 }
    return unsafe UInt16(bytes[offset]) << 8 | UInt16(bytes[offset + 1])
  }

  fileprivate func word(at offset: Int) -> UInt32 {
    UInt32(short(at: offset)) << 16 | UInt32(short(at: offset + 2))
  }

  /// A name in UTF-16, or in the first half of an eight-bit encoding.
  fileprivate func text(at offset: Int, count: Int, isWide: Bool) -> String {
    if isWide {
      let units = (0..<count / 2).map { short(at: offset + 2 * $0) }
      return String(decoding: units, as: UTF16.self)
    }
    let units = (0..<count).map { short(at: offset + $0) >> 8 }
    return String(decoding: units, as: UTF16.self)
  }
}
