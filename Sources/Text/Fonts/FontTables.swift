import System

/// The properties of an OpenType face that the catalogue uses; only parts of the file are read for
/// them. Every table lies within the file.
struct FontTables {
  /// 1…1000.
  let weight: Int
  /// From 1, ultra-condensed, to 9; 5 is normal.
  let width: Int
  let isItalic: Bool
  let isVariable: Bool
  /// False for a font whose glyphs are pictures.
  let hasOutlines: Bool
  /// The places of the names and the characters in the file.
  let names: Range<Int>
  let characters: Range<Int>

  /// - Parameter header: the file's header.
  /// - Throws: if the face is unusable.
  init(
    _ file: borrowing PlainFile, _ header: FontBytes, index: Int
  ) throws(FontError) {
    let path = file.path
    let directory = try FontDirectory(file, header, index: index)
    // Not in a loop: the static build mixes up the constant arrays of one function that several
    // modules compile.
    func require(_ name: StaticString) throws(FontError) {
      guard !directory.has(name) else { return }
      throw .unusable(path: path, reason: "lacks the table '" + name.description + "'")
    }
    try require("cmap")
    try require("head")
    try require("hhea")
    try require("hmtx")
    try require("maxp")
    hasOutlines =
      directory.has("glyf") && directory.has("loca") || directory.has("CFF ")
      || directory.has("CFF2")
    guard hasOutlines || BitmapTables.exist(in: directory) else {
      let hasBitmaps = directory.has("EBDT") || directory.has("bdat")
      throw .unusable(
        path: path,
        reason: (hasBitmaps ? "has bitmaps only" : "has no outlines")
          + "; name a font that can be scaled")
    }
    names = directory.range(of: "name")
    characters = directory.range(of: "cmap")
    isVariable = directory.has("fvar")
    let style = try directory.bytes(of: "OS/2", count: 64, in: file)
    var macStyle = 0
    if style.count < 64 {
      macStyle = try directory.bytes(of: "head", count: 46, in: file).short(at: 44)
    }
    weight =
      style.count >= 6 ? min(max(style.short(at: 4), 1), 1000) : macStyle & 1 != 0 ? 700 : 400
    width = style.count >= 8 ? style.short(at: 6) : 5
    isItalic = style.count >= 64 ? style.short(at: 62) & 0x201 != 0 : macStyle & 2 != 0
  }

  /// The family's names in all languages, as `FontCatalog.normalized` makes them.
  static func families(in table: FontBytes) -> [String] {
    let count = min(table.short(at: 2), 1_000)
    let storage = table.short(at: 4)
    var result: [String] = []
    for index in 0..<count {
      let record = 6 + 12 * index
      // 1 is the family, 16 the family of more than four styles.
      let name = table.short(at: record + 6)
      guard record + 12 <= table.count, name == 1 || name == 16 else { continue }
      let length = min(table.short(at: record + 8), 256)
      let start = storage + table.short(at: record + 10)
      guard start + length <= table.count else { continue }
      let isWide = table.short(at: record) != 1
      let text = FontCatalog.normalized(table.text(at: start, count: length, isWide: isWide))
      if !text.isEmpty, !result.contains(text) { result.append(text) }
    }
    return result
  }
}
