import System

/// The catalogue's knowledge of a face.
final class CatalogFace {
  let file: FontFile
  private let tables: FontTables
  /// The family's names, normalized.
  private(set) lazy var families = FontTables.families(in: bytes(tables.names))
  /// The characters that it has glyphs of.
  private(set) lazy var characters = CharacterRanges(bytes(tables.characters))

  private init(_ file: FontFile, _ tables: FontTables) {
    self.file = file
    self.tables = tables
  }

  /// The faces of a file; empty if it cannot be used.
  static func faces(of path: String) -> [CatalogFace] {
    guard let file = try? PlainFile(path: path, limit: TextLimits.fontFileSize),
      let header = try? FontDirectory.header(of: file)
    else { return [] }
    var result: [CatalogFace] = []
    for index in 0..<FontDirectory.faceCount(header) {
      guard let tables = try? FontTables(file, header, index: index) else { continue }
      result.append(CatalogFace(FontFile(path: path, index: index), tables))
    }
    return result
  }

  /// A part of the file; empty if the file has been removed meanwhile.
  private func bytes(_ range: Range<Int>) -> FontBytes {
    let range = range.prefix(TextLimits.fontTableSize)
    guard let file = try? PlainFile(path: self.file.path, limit: TextLimits.fontFileSize),
      let bytes = try? FontBytes(file, range)
    else { return FontBytes(bytes: []) }
    return bytes
  }

  /// The distance of the face from a style: width counts more than slant, and slant more than
  /// weight.
  func distance(_ weight: Int, _ isItalic: Bool) -> Int {
    let slant = tables.isItalic == isItalic ? 0 : 1
    // Of two equally near weights, the bolder one is better above 500, the lighter one otherwise.
    let isWrongSide = weight > 500 ? tables.weight < weight : tables.weight > weight
    let heft =
      tables.isVariable ? 1 : abs(tables.weight - weight) * 2 + (isWrongSide ? 1 : 0)
    return abs(tables.width - 5) * 100_000 + slant * 10_000 + heft
  }
}
