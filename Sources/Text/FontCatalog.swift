import System

/// The fonts of a machine, looked up by family, style and character.
///
/// A family is looked for in the folders that are named like it or like a format of fonts, and files
/// are opened only where their name begins with the family's. All other folders are listed when that
/// finds nothing, and all files opened when that finds nothing either, or when a character has to be
/// found that the preferred fonts lack.
public final class FontCatalog {
  /// Where fonts are looked for, in this order.
  public let directories: [String]

  private var folders = FontFolders()
  private var allFiles: [FontFolders.File]?
  private var faces: [String: [CatalogFace]] = [:]
  private var fonts: [FontKey: Font] = [:]
  private var fallbacks: [FallbackKey: FontFile?] = [:]
  private var opened: [FontFile: Font?] = [:]
  private var ranked: [Int: [CatalogFace]] = [:]

  private struct FontKey: Hashable {
    var file: FontFile
    var weight: Int
  }

  private struct FallbackKey: Hashable {
    var scalar: UInt32
    var weight: Int
  }

  public init(directories: [String] = FontDirectories.standard) {
    self.directories = directories
  }

  // MARK: Looking up

  /// A family's face that is nearest to a style; nil where no such family is there.
  public func font(family: String, weight: Int, isItalic: Bool) -> Font? {
    let wanted = FontCatalog.families(for: family).map { FontCatalog.normalized($0) }
      .filter { !$0.isEmpty }
    let style = (weight, isItalic)
    for name in wanted {
      let files = folders.obviousFiles(of: name, below: directories)
      if let font = nearest(to: style, of: name, in: files) { return font }
    }
    for name in wanted {
      let files = listedFiles().filter { $0.name.utf8.starts(with: name.utf8) }
      if let font = nearest(to: style, of: name, in: files) { return font }
    }
    // Most files of a generic family's are named for it.
    guard wanted.count == 1 else { return nil }
    return nearest(to: style, of: wanted[0], in: listedFiles())
  }

  private func nearest(
    to style: (weight: Int, isItalic: Bool), of family: String, in files: [FontFolders.File]
  ) -> Font? {
    var candidates = faces(of: files).filter { $0.families.contains(family) }
    candidates.sort {
      $0.distance(style.weight, style.isItalic) < $1.distance(style.weight, style.isItalic)
    }
    for face in candidates {
      if let font = try? font(face.file, weight: style.weight) { return font }
    }
    return nil
  }

  /// A face of a file, opened once for a weight.
  public func font(_ file: FontFile, weight: Int) throws(FontError) -> Font {
    let key = FontKey(file: file, weight: weight)
    if let font = fonts[key] { return font }
    let font = try Font(path: file.path, index: file.index, weight: weight)
    fonts[key] = font
    return font
  }

  /// A font that has a character, searched through the whole catalogue; nil if there is none.
  public func font(having scalar: UInt32, weight: Int) -> Font? {
    let wish = FallbackKey(scalar: scalar, weight: weight)
    if let known = fallbacks[wish] { return known.flatMap { try? font($0, weight: weight) } }
    let found = facesByDistance(from: weight).first {
      opened($0)?.glyph(for: scalar) != nil
    }
    if fallbacks.count >= TextLimits.keptAnswers { fallbacks.removeAll() }
    fallbacks[wish] = .some(found?.file)
    return found.flatMap { try? font($0.file, weight: weight) }
  }

  /// All faces, the nearest to an upright one of a weight first, and those that are as near in the
  /// order of directories and names.
  private func facesByDistance(from weight: Int) -> [CatalogFace] {
    if let faces = ranked[weight] { return faces }
    var result = faces(of: listedFiles())
    result.sort { $0.distance(weight, false) < $1.distance(weight, false) }
    ranked[weight] = result
    return result
  }

  /// A face that is opened once, so that a text of many strange characters does not open all for each.
  private func opened(_ face: CatalogFace) -> Font? {
    if let known = opened[face.file] { return known }
    guard opened.count < TextLimits.fallbackFaces else { return nil }
    let font = try? Font(path: face.file.path, index: face.file.index)
    opened[face.file] = .some(font)
    return font
  }

  /// A family's name without case, spaces and marks, as names of files have it.
  static func normalized(_ name: String) -> String {
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 128...255:
        bytes.append(byte)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte + 32)
      default: continue
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What a generic family stands for: families that distributions install by default.
  private static func families(for family: String) -> [String] {
    switch family {
    case "sans-serif": sansSerif
    case "serif": serif
    case "monospace": monospace
    default: [family]
    }
  }

  // Each list in a function of its own: the static build mixes up the constant arrays of one
  // function that several modules compile.
  @inline(never) private static var sansSerif: [String] {
    [
      "DejaVu Sans", "Noto Sans", "Liberation Sans", "Inter", "Cantarell", "Open Sans",
      "Ubuntu", "Roboto", "FreeSans", "Nimbus Sans", "Droid Sans Fallback",
    ]
  }

  @inline(never) private static var serif: [String] {
    ["DejaVu Serif", "Noto Serif", "Liberation Serif", "Ubuntu", "FreeSerif", "Nimbus Roman"]
  }

  @inline(never) private static var monospace: [String] {
    [
      "DejaVu Sans Mono", "Noto Sans Mono", "Noto Mono", "Liberation Mono", "Ubuntu Mono",
      "FreeMono", "Nimbus Mono PS",
    ]
  }

  // MARK: Files

  /// The faces of files, in their order; each file is opened once.
  private func faces(of files: [FontFolders.File]) -> [CatalogFace] {
    var result: [CatalogFace] = []
    for file in files {
      if let known = faces[file.path] {
        result += known
        continue
      }
      let read = CatalogFace.read(file.path)
      faces[file.path] = read
      result += read
    }
    return result
  }

  private func listedFiles() -> [FontFolders.File] {
    if let allFiles { return allFiles }
    let result = folders.allFiles(below: directories)
    allFiles = result
    return result
  }
}

/// What the catalogue knows of a face.
struct CatalogFace {
  var file: FontFile
  var families: [String]
  var weight: Int
  var width: Int
  var isItalic: Bool
  var isVariable: Bool

  /// The faces of a file; none if it cannot be used.
  static func read(_ path: String) -> [CatalogFace] {
    guard let file = try? MappedFile(path: path, limit: TextLimits.fontFileSize) else { return [] }
    var result: [CatalogFace] = []
    for index in 0..<FontTables.faceCount(of: file) {
      guard let tables = try? FontTables(file, path: path, index: index) else { continue }
      result.append(
        CatalogFace(
          file: FontFile(path: path, index: index), families: tables.families,
          weight: tables.weight, width: tables.width, isItalic: tables.isItalic,
          isVariable: tables.has("fvar")))
    }
    return result
  }

  /// How far the face is from a style: width before slant before weight.
  func distance(_ weight: Int, _ isItalic: Bool) -> Int {
    let slant = self.isItalic == isItalic ? 0 : 1
    // Of two weights that are as near, the one beyond in the wished direction is better.
    let isWrongSide = weight > 500 ? self.weight < weight : self.weight > weight
    let heft = isVariable ? 1 : abs(self.weight - weight) * 2 + (isWrongSide ? 1 : 0)
    return abs(width - 5) * 100_000 + slant * 10_000 + heft
  }
}
