import System

/// Folders with font files, each listed once.
struct FontFolders {
  /// A font file, not yet opened.
  struct File {
    var path: String
    /// The file's own name, normalized.
    var name: String
  }

  private struct Folder {
    var files: [File] = []
    /// Paths and normalized names of entries that may be folders.
    var folders: [File] = []
  }

  private var known: [String: Folder] = [:]

  /// Files whose name begins with a family's, in the order of their names: in the directories
  /// themselves, and below those of their folders that are named for a format or like the family.
  mutating func obviousFiles(of family: String, below directories: [String]) -> [File] {
    var result: [File] = []
    for directory in directories { obvious(family, directory, 0, &result) }
    return result
  }

  private mutating func obvious(
    _ family: String, _ path: String, _ depth: Int, _ files: inout [File]
  ) {
    let folder = folder(path)
    files += folder.files.filter { $0.name.utf8.starts(with: family.utf8) }
    guard depth < TextLimits.directoryDepth else { return }
    for inner in folder.folders {
      let isFormat = FontFolders.formats.contains(inner.name)
      let isLikeFamily =
        !inner.name.isEmpty
        && (family.utf8.starts(with: inner.name.utf8) || inner.name.utf8.starts(with: family.utf8))
      if isFormat || isLikeFamily { obvious(family, inner.path, depth + 1, &files) }
    }
  }

  /// The usual names of folders for a format.
  private static var formats: [String] { ["truetype", "opentype", "ttf", "otf"] }

  /// All files below the directories, in the order of their names.
  mutating func allFiles(below directories: [String]) -> [File] {
    var result: [File] = []
    for directory in directories { all(directory, 0, &result) }
    return result
  }

  private mutating func all(_ path: String, _ depth: Int, _ files: inout [File]) {
    let folder = folder(path)
    files += folder.files.prefix(TextLimits.fontFiles - files.count)
    guard depth < TextLimits.directoryDepth else { return }
    for inner in folder.folders {
      guard files.count < TextLimits.fontFiles else { return }
      all(inner.path, depth + 1, &files)
    }
  }

  /// Lists a folder; a folder beyond the limit counts as empty.
  private mutating func folder(_ path: String) -> Folder {
    if let folder = known[path] { return folder }
    var folder = Folder()
    guard known.count < TextLimits.fontFolders else { return folder }
    var entries = (try? listEntries(path)) ?? []
    entries.removeAll { FontFolders.kind(of: $0) == .other }
    for entry in entries {
      let file = File(
        path: path + "/" + entry.name, name: FontCatalog.normalized(entry.name))
      if FontFolders.kind(of: entry) == .folder {
        folder.folders.append(file)
      } else {
        folder.files.append(file)
      }
    }
    known[path] = folder
    return folder
  }

  private enum Kind { case font, folder, other }

  /// The kind of an entry; the kind of a link is guessed from its name. A link without an extension
  /// of two or three characters may be a folder, and so may one whose extension is a version
  /// number.
  private static func kind(of entry: DirectoryEntry) -> Kind {
    let name = entry.name.utf8
    if name.first == UInt8(ascii: ".") { return .other }
    if entry.kind == .folder { return .folder }
    var ending: UInt32 = 0
    for byte in name.suffix(4) { ending = ending << 8 | UInt32(byte | 0x20) }
    switch ending {
    // .ttf, .otf, .ttc and .otc
    case 0x2E74_7466, 0x2E6F_7466, 0x2E74_7463, 0x2E6F_7463: return .font
    default: break
    }
    if entry.kind == .file { return .other }
    let bytes = Array(name.suffix(4))
    guard let point = bytes.firstIndex(of: UInt8(ascii: ".")), point < bytes.count - 2 else {
      return .folder
    }
    let isVersion = bytes[point...].allSatisfy { $0 == UInt8(ascii: ".") || 0x30...0x39 ~= $0 }
    return isVersion ? .folder : .other
  }
}
