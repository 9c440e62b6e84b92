import System

/// Reads scenes from files and from memory.
public enum SceneLoader {
  /// The scene's own file in a packed one, and the folder of its fonts.
  public static let packedName = "scene.jsonc"
  public static let packedFonts = "fonts"

  /// Reads a scene file. Images are found relative to it; those of a packed scene, which is an
  /// archive, in that.
  /// - Parameter variables: values in place of the scene's own.
  public static func load(
    path: String, variables: [VariableAssignment] = [], options: ReadingOptions = ReadingOptions()
  ) throws(SceneError) -> Scene {
    let isPacked = isArchive(path)
    let bytes: [UInt8]
    do throws(ReadFileError) {
      bytes = try readFile(
        atPath: isPacked ? path + "/" + packedName : path, limit: SceneLimits.fileSize)
    } catch {
      throw unreadable(path, error.description)
    }
    return try load(
      bytes: bytes, name: path, directory: isPacked ? path : parentDirectory(of: path),
      fonts: isPacked ? path + "/" + packedFonts : nil, variables: variables, options: options)
  }

  /// Reads a scene from memory.
  /// - Parameters:
  ///   - name: the file's name in diagnostics.
  ///   - directory: the directory of images; nil if the scene may not refer to files.
  ///   - fonts: a folder with the scene's fonts; nil for those of the machine.
  ///   - variables: values in place of the scene's own.
  public static func load(
    bytes: [UInt8], name: String, directory: String?, fonts: String? = nil,
    variables: [VariableAssignment] = [], options: ReadingOptions = ReadingOptions()
  ) throws(SceneError) -> Scene {
    let reader = SceneReader(
      source: SourceText(name: name, bytes: bytes), directory: directory, fonts: fonts,
      options: options)
    var description = SceneDescription()
    var variants: [(condition: VariantCondition, description: SceneDescription)] = []
    if let root = reader.parse(reader.source) {
      // After a missing file, every name that it defines would be another mistake.
      let joined = reader.withIncludes(root)
      if !reader.hasErrors { description = reader.description(of: joined, set: variables) }
      // Variants are read after mistakes, too, to find their own. A mistake that a variant shares
      // with the scene is reported once.
      for variant in description.variants where !reader.isFull {
        let other = SceneReader(ofVariant: reader)
        let changed = other.withVariant(variant.index, of: joined)
        var own = SceneDescription()
        if !other.isFull { own = other.description(of: changed, set: variables) }
        if !other.hasErrors { other.checkControls(of: own, against: description) }
        reader.adopt(other)
        variants.append((variant.condition, own))
      }
    }
    guard !reader.hasErrors else {
      throw SceneError(diagnostics: reader.sortedDiagnostics(), source: reader.source)
    }
    // Frames allocate and free large pictures among small blocks. Return free memory, so that the
    // allocator maps each picture on its own; without this the heap reaches fifteen times a
    // picture's size.
    if !reader.opened.frameSequences.isEmpty { FreeMemory.giveBack() }
    return Scene(
      readBy: reader, name: Self.name(ofFile: name), description, variants: variants,
      variables: variables)
  }

  #if !hasFeature(Embedded)
    /// The paths of the files that a scene file includes, also of those that are not there. Nothing
    /// but these files is read, and of a file with mistakes as much as can be.
    public static func parts(path: String) -> [String] {
      guard !isArchive(path), let bytes = try? readFile(atPath: path, limit: SceneLimits.fileSize)
      else { return [] }
      let reader = SceneReader(
        source: SourceText(name: path, bytes: bytes), directory: parentDirectory(of: path))
      if let root = reader.parse(reader.source) { _ = reader.withIncludes(root) }
      return reader.source.parts
    }
  #endif

  private static func unreadable(_ path: String, _ message: String) -> SceneError {
    SceneError(
      diagnostics: [
        SceneDiagnostic(
          code: .file, severity: .error, file: path, offset: 0, line: 1, column: 1,
          message: message, expected: nil, hint: nil)
      ], source: SourceText(name: path, bytes: []))
  }

  /// The last component of a path without its extension.
  private static func name(ofFile path: String) -> String {
    let last = path.split(separator: "/").last.map { String($0) } ?? path
    guard let dot = last.utf8.lastIndex(of: UInt8(ascii: ".")), dot > last.startIndex else {
      return last
    }
    return String(last[..<dot])
  }
}
