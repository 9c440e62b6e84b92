import System

/// The fonts of a machine, looked up by family, style and character.
///
/// A family is first searched in the folders that are named like it or like a font format, and only
/// files whose name begins with the family's are opened: at first files that are not named for
/// another style, until one has the wanted style. If no file fits, all other folders are listed; if
/// none there fits either, all files are opened. A character that the preferred fonts lack is
/// searched in files that are named for its script, and then in all. Only small tables of opened
/// files are read, until a face is chosen.
public final class FontCatalog {
  /// The directories that are searched for fonts, in this order.
  public let directories: [String]

  private var folders = FontFolders()
  private var allFiles: [FontFolders.File]?
  private var faces: [String: [CatalogFace]] = [:]
  private var fonts: [FontKey: Font] = [:]
  /// The bytes of the opened fonts' files, by path: faces and weights of one file share them.
  private var files: [String: MappedFile] = [:]
  private var fallbacks: [FallbackKey: FontFile?] = [:]
  private var ranked: [RankKey: [CatalogFace]] = [:]
  /// The characters in the tables of all faces together. Faces with unreadable tables are not
  /// included.
  private lazy var coverage = CharacterRanges(union: faces(of: listedFiles()).map { $0.characters })
  /// The faces with unreadable tables, by the weight that they are ranked for.
  private var vague: [Int: [CatalogFace]] = [:]
  /// The number of faces that were searched for a character so far: a measure of the work that
  /// strange texts make.
  private(set) var searchedFaceCount = 0
  var vagueFaceCount: Int { vague.values.reduce(0) { max($0, $1.count) } }

  private struct FontKey: Hashable {
    var file: FontFile
    var weight: Int
  }

  private struct FallbackKey: Hashable {
    var scalar: UInt32
    var weight: Int
  }

  private struct RankKey: Hashable {
    /// A part of the files' names; empty for all.
    var namePart: String
    var weight: Int
  }

  /// The dictionary of Thai of this machine, opened when a text needs it; nil without one.
  private(set) lazy var thaiWords: WordList? =
    next.map { $0.thaiWords } ?? WordList(path: thaiWordsPath)
  private let thaiWordsPath: String

  /// The catalog used for characters that no font here has, and for Thai; nil for none.
  private let next: FontCatalog?

  public init(
    directories: [String] = FontDirectories.standard, next: FontCatalog? = nil,
    thaiWords: String = FontDirectories.thaiWords
  ) {
    self.directories = directories
    self.next = next
    thaiWordsPath = thaiWords
  }

  /// The fonts of a folder that a scene brings along; the fonts of `next`, those of the machine,
  /// are used for other characters.
  public convenience init(folder: String, next: FontCatalog = FontCatalog()) {
    self.init(directories: [folder], next: next)
  }

  // MARK: Looking up

  /// A family's face that is nearest to a style; nil if there is no such family.
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
    // Most files of a generic family are named for it.
    guard wanted.count == 1 else { return nil }
    return nearest(to: style, of: wanted[0], in: listedFiles())
  }

  private func nearest(
    to style: (weight: Int, isItalic: Bool), of family: String, in files: [FontFolders.File]
  ) -> Font? {
    if let font = exact(style, of: family, in: files) { return font }
    var candidates = faces(of: files)
    candidates.sort {
      $0.distance(style.weight, style.isItalic) < $1.distance(style.weight, style.isItalic)
    }
    for face in candidates where face.families.contains(family) {
      if let font = try? font(face.file, weight: style.weight) { return font }
    }
    return nil
  }

  /// The first face of a family that has a style. Files whose names tell of another one stay
  /// closed: a family may have dozens of them.
  private func exact(
    _ style: (weight: Int, isItalic: Bool), of family: String, in files: [FontFolders.File]
  ) -> Font? {
    let length = family.utf8.count
    for file in files where file.name.utf8.starts(with: family.utf8) {
      let rest = Array(file.name.utf8).dropFirst(length)
      if StyleWords.tell(of: rest, otherThan: style) { continue }
      for face in faces(of: [file])
      where face.distance(style.weight, style.isItalic) == 0 && face.families.contains(family) {
        if let font = try? font(face.file, weight: style.weight) { return font }
      }
    }
    return nil
  }

  /// A face of a file, opened once for a weight.
  public func font(_ file: FontFile, weight: Int) throws(FontError) -> Font {
    let key = FontKey(file: file, weight: weight)
    if let font = fonts[key] { return font }
    let font = try Font(
      path: file.path, index: file.index, weight: weight, sharing: files[file.path])
    files[file.path] = font.file
    fonts[key] = font
    return font
  }

  /// A font that has a character, searched in the whole catalogue; nil if there is none.
  ///
  /// The first search reads the character tables of all fonts: some forty microseconds for each.
  /// After that, a character that no font has is known as such at once.
  public func font(having scalar: UInt32, weight: Int) -> Font? {
    ownFont(having: scalar, weight: weight) ?? next?.font(having: scalar, weight: weight)
  }

  /// A font that has a character in colours, among the files that are named for emoji; nil if there
  /// is none.
  func emojiFont(having scalar: UInt32, weight: Int) -> Font? {
    for face in faces(RankKey(namePart: "emoji", weight: weight))
    where face.characters.contains(scalar) {
      if let font = try? font(face.file, weight: weight), font.hasColorGlyph(for: scalar) {
        return font
      }
    }
    return next?.emojiFont(having: scalar, weight: weight)
  }

  private func ownFont(having scalar: UInt32, weight: Int) -> Font? {
    guard coverage.contains(scalar) else { return vagueFont(having: scalar, weight: weight) }
    let key = FallbackKey(scalar: scalar, weight: weight)
    if let known = fallbacks[key] { return known.flatMap { try? font($0, weight: weight) } }
    var found: CatalogFace?
    if let namePart = ScriptFamilies.namePart(for: scalar) {
      found = face(having: scalar, among: RankKey(namePart: namePart, weight: weight))
    }
    found = found ?? face(having: scalar, among: RankKey(namePart: "", weight: weight))
    if fallbacks.count >= TextLimits.keptAnswers { fallbacks.removeAll() }
    fallbacks[key] = .some(found?.file)
    return found.flatMap { try? font($0.file, weight: weight) }
  }

  private func vagueFont(having scalar: UInt32, weight: Int) -> Font? {
    let faces =
      vague[weight]
      ?? faces(RankKey(namePart: "", weight: weight)).filter { $0.characters.containsAll }
    vague[weight] = faces
    for face in faces {
      searchedFaceCount += 1
      if let font = try? font(face.file, weight: weight), font.glyph(for: scalar) != nil {
        return font
      }
    }
    return nil
  }

  private func face(having scalar: UInt32, among key: RankKey) -> CatalogFace? {
    for face in faces(key).prefix(TextLimits.fallbackFaces) {
      searchedFaceCount += 1
      guard face.characters.contains(scalar) else { continue }
      if let font = try? font(face.file, weight: key.weight), font.glyph(for: scalar) != nil {
        return face
      }
    }
    return nil
  }

  /// The faces of files, the nearest to an upright one of a weight first; equally near ones stay in
  /// the order of directories and names. Of files for a script, ones without serifs come first:
  /// there are several designs; the first by name may be a rare one, as Kufi for Arabic and
  /// Rashi for Hebrew.
  private func faces(_ key: RankKey) -> [CatalogFace] {
    if let faces = ranked[key] { return faces }
    let part = Array(key.namePart.utf8)
    var files = listedFiles().filter { FontCatalog.contains(Array($0.name.utf8)[...], part) }
    if !part.isEmpty {
      func isPlain(_ file: FontFolders.File) -> Bool {
        FontCatalog.contains(Array(file.name.utf8)[...], "sans".utf8)
      }
      files = files.filter { isPlain($0) } + files.filter { !isPlain($0) }
    }
    var result = faces(of: files)
    result.sort { $0.distance(key.weight, false) < $1.distance(key.weight, false) }
    ranked[key] = result
    return result
  }

  static func contains(_ name: ArraySlice<UInt8>, _ part: some Collection<UInt8>) -> Bool {
    guard let first = part.first else { return true }
    for index in name.indices where name[index] == first && name[index...].starts(with: part) {
      return true
    }
    return false
  }

  /// A family's name without case, spaces and marks, as file names have it.
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

  /// The families behind a generic one: those that distributions install by default.
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

  /// The number of files that were opened to learn of their faces, for tests.
  var openedFileCount: Int { faces.count }

  /// The faces of files, in their order; each file is opened once.
  private func faces(of files: [FontFolders.File]) -> [CatalogFace] {
    var result: [CatalogFace] = []
    for file in files {
      if let known = faces[file.path] {
        result += known
        continue
      }
      let read = CatalogFace.faces(of: file.path)
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
