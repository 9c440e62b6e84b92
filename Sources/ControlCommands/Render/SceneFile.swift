import JSON
import Scene
import System
import Text

/// Scene files of the subcommands that need no daemon.
enum SceneFile {
  /// The warnings that are printed beside another result.
  private static let shownWarnings = 3

  /// Loads a scene, and prints its errors and the first warnings.
  /// - Parameter isQuiet: true if the warnings are known already.
  static func load(
    _ path: String, variables: [VariableAssignment] = [], isQuiet: Bool = false
  ) throws(ClientError) -> Scene {
    do throws(SceneError) {
      let scene = try SceneLoader.load(path: path, variables: variables, options: .named)
      if !isQuiet { complain(of: scene.warnings, in: scene.source, path) }
      return scene
    } catch {
      if let mistaken = ForeignFile.mistaken(path) { throw mistaken }
      for diagnostic in error.diagnostics { Console.complain(diagnostic, in: error.source) }
      throw failure(path, error)
    }
  }

  private static func complain(
    of warnings: [SceneDiagnostic], in source: SourceText, _ path: String
  ) {
    // If only one more warning is left, it is printed instead of a hint at it.
    let count = warnings.count <= shownWarnings + 1 ? warnings.count : shownWarnings
    for warning in warnings.prefix(count) { Console.complain(warning, in: source) }
    guard count < warnings.count else { return }
    Console.explain(
      "\(path): \(warnings.count - count) more warnings; `firstlight check \(path)` prints them")
  }

  /// The paths of a scene's file and of all files that it reads, each once. Prints its errors, and
  /// warnings of the files that cannot be used, which are left out.
  static func paths(
    of path: String, variables: [VariableAssignment] = []
  ) throws(ClientError) -> [String] {
    do throws(SceneError) {
      let scene = try SceneLoader.load(
        path: path, variables: variables,
        options: ReadingOptions(isLenient: true, defersPictures: true))
      for warning in scene.warnings where warning.isAboutFiles {
        Console.complain(warning, in: scene.source)
      }
      // A packed scene is a single file.
      var paths = [path] + (isArchive(path) ? [] : scene.files)
      if scene.hasThaiTexts {
        if SceneWords.dictionary != nil {
          paths.append(FontDirectories.thaiWords)
        } else {
          Console.explain(
            "\(path): without libthai-data its Thai lines end at spaces and U+200B alone")
        }
      }
      var known: Set<[UInt8]> = []
      return paths.filter { known.insert(Array($0.utf8)).inserted }
    } catch {
      for diagnostic in error.diagnostics { Console.complain(diagnostic, in: error.source) }
      throw failure(path, error)
    }
  }

  /// The message after the diagnostics.
  static func failure(_ path: String, _ error: SceneError) -> ClientError {
    // A file that cannot be read is not an invalid scene.
    let isUnreadable = error.source.bytes.isEmpty && error.diagnostics.allSatisfy(\.isAboutFile)
    let hint = ForeignFile.hint(path)
    if isUnreadable { return ClientError(.noInput, "cannot read \(path)", hint: hint) }
    let count = error.diagnostics.count { $0.severity == .error }
    let end = count < SceneLimits.diagnostics ? "" : ": reading ended after \(count) mistakes"
    return ClientError(.refused, "\(path) is not a valid scene" + end, hint: hint)
  }
}

extension SceneDiagnostic {
  fileprivate var isAboutFile: Bool { code == .file }
  /// True for mistakes about files, also about a missing or broken picture or font.
  fileprivate var isAboutFiles: Bool { code == .file || code == .image || code == .font }

  /// In the form of the protocol's `Diagnostic`, with the expectation.
  var json: JSONValue {
    var object = JSONObject()
    object["severity"] = .string(severity.name)
    object["code"] = .string(code.name)
    object["file"] = .string(file)
    if line > 0 {
      object["line"] = .integer(Int64(line))
      object["column"] = .integer(Int64(column))
    }
    object["message"] = .string(message)
    object["expected"] = expected.map { .string($0) }
    object["hint"] = hint.map { .string($0) }
    return .object(object)
  }
}

extension Console {
  /// A diagnostic is printed like those of compilers, without the program's name.
  static func complain(_ diagnostic: SceneDiagnostic, in source: SourceText) {
    guard Terminal.hasColors else { return explain(diagnostic.rendered(in: source)) }
    StandardStream.error.write(diagnostic.colored(in: source) + "\n")
  }
}
