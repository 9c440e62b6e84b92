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
    /// Paths and normalized names of what may be folders.
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

  /// How distributions name the folders of a format.
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

  /// Lists a folder; one too many is as good as empty.
  private mutating func folder(_ path: String) -> Folder {
    if let folder = known[path] { return folder }
    var folder = Folder()
    guard known.count < TextLimits.fontFolders else { return folder }
    for name in (try? listDirectory(path)) ?? [] where name.utf8.first != UInt8(ascii: ".") {
      let entry = File(path: path + "/" + name, name: FontCatalog.normalized(name))
      switch FontFolders.kind(of: name) {
      case .font: folder.files.append(entry)
      case .other: continue
      case .folder: folder.folders.append(entry)
      }
    }
    known[path] = folder
    return folder
  }

  private enum Kind { case font, folder, other }

  /// What a name looks like. One without an ending of two or three bytes may be a folder's, and so
  /// may one that ends in a version's digits.
  private static func kind(of name: String) -> Kind {
    let bytes = Array(name.utf8.suffix(4)).map { $0 | 0x20 }
    for ending in [".ttf", ".otf", ".ttc", ".otc"] where bytes.elementsEqual(ending.utf8) {
      return .font
    }
    guard let point = bytes.firstIndex(of: UInt8(ascii: ".")), point < bytes.count - 2 else {
      return .folder
    }
    let isVersion = bytes[point...].allSatisfy { $0 == UInt8(ascii: ".") || 0x30...0x39 ~= $0 }
    return isVersion ? .folder : .other
  }
}
