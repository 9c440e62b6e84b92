import CodeUnits
import Scene
import System

/// The source of a scene.
enum SceneOrigin: Equatable {
  case builtInBoot
  case file(String)
  case bytes([UInt8], name: String)

  /// Reads the scene again.
  /// - Parameter variables: values in place of the scene's own.
  func load(
    variables: [VariableAssignment] = [], options: ReadingOptions = ReadingOptions()
  ) throws(SceneError) -> Scene {
    switch self {
    case .builtInBoot:
      let (scene, fault) = Scene.builtInBoot(trying: variables)
      if let fault { throw fault }
      return scene
    case .file(let path):
      return try SceneLoader.load(
        path: path, variables: variables, options: options)
    case .bytes(let bytes, let name):
      return try SceneLoader.load(
        bytes: bytes, name: name, directory: nil, variables: variables,
        options: ReadingOptions(isLenient: options.isLenient))
    }
  }

  /// Reads the scene with values that are meant for all scenes. A scene that does not load with
  /// them is read with none of them.
  /// - Returns: the scene, and the mistake in the values; nil if the scene has them.
  func load(
    trying values: [VariableAssignment], options: ReadingOptions = ReadingOptions()
  ) throws(SceneError) -> (scene: Scene, fault: SceneError?) {
    var fault: SceneError?
    if !values.isEmpty {
      do throws(SceneError) {
        return (scene: try load(variables: values, options: options), fault: nil)
      } catch {
        fault = error
      }
    }
    return (scene: try load(options: options), fault: fault)
  }
}

extension Log {
  /// Explains why a scene does not have the settings' values for its variables.
  func warn(of fault: SceneError, in scene: Scene) {
    warning(
      "the scene " + scene.name
        + " is shown without the values of set-variable, with which it does not load:",
      details: fault.rendered)
  }

  /// Warns of values for variables that neither the shown scenes nor the usual prompt have, and
  /// logs the reason if the prompt goes without them.
  func warn(ofVariables values: [VariableAssignment], in scenes: [Scene]) {
    guard !values.isEmpty else { return }
    let (prompt, fault) = Scene.usualPrompt(trying: values)
    if let fault { warn(of: fault, in: prompt) }
    let names = (scenes + [prompt]).flatMap { $0.variableNames }
    for value in values where !names.contains(where: { $0.isIdentical(to: value.name) }) {
      warning(
        "set-variable: no scene that is shown has a variable '" + value.name + "'"
          + UsageError.suggestion(for: value.name, of: names))
    }
  }
}

/// The scenes with names: those in the directories, then the built-in one.
struct SceneLibrary: Equatable {
  /// In the order of search.
  var directories = SceneFolders.all

  /// The values of the settings for variables of all scenes.
  var variables: [VariableAssignment] = []

  static let builtInName = SceneFolders.builtInName

  /// The scene of a name; nil if there is none. A name consists of letters, digits, '-', '_' and
  /// '.' and does not begin with '.', so that it cannot lead out of the directories.
  func origin(named name: String) -> SceneOrigin? {
    guard Self.isName(name) else { return nil }
    for directory in directories {
      for suffix in SceneFolders.suffixes {
        let path = directory + "/" + name + suffix
        if let status = try? FileStatus.of(path), status.kind == .regular { return .file(path) }
      }
    }
    return name == Self.builtInName ? .builtInBoot : nil
  }

  static func isPath(_ argument: String) -> Bool {
    argument.utf8.contains(UInt8(ascii: "/")) || argument.hasSuffix(".jsonc")
      || argument.hasSuffix(".json")
  }

  /// The scene of a command line argument: a path if it contains a slash or ends like a scene file,
  /// otherwise a name.
  func origin(ofArgument argument: String) -> SceneOrigin? {
    Self.isPath(argument) ? .file(argument) : origin(named: argument)
  }

  private static func isName(_ name: String) -> Bool {
    guard !name.isEmpty, name.utf8.count <= 128, name.utf8.first != UInt8(ascii: ".") else {
      return false
    }
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        continue
      default: return false
      }
    }
    return true
  }
}
