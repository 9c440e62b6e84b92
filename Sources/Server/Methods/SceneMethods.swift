import JSON
import Scene
import System
import Wire

/// Methods that change the scene.
enum SceneMethods {
  /// The scene to load, as far as the request describes it without reading a file.
  static func loadScene(_ request: Request, _ shows: Shows) throws(CallError) -> Outcome {
    let fields = request.parameters
    try fields.allow("name", "path", "fileDescriptor", "validateOnly", "carry")
    let name = try fields.nullableString("name")
    let path = try fields.nullableString("path")
    let index = try fields.nullableInteger("fileDescriptor")
    let onlyValidates = try fields.nullableBool("validateOnly") ?? false
    let migrates = try fields.nullableBool("carry") ?? false
    let source: SceneLoad.Source
    switch (name, path, index) {
    case (let name?, nil, nil):
      guard let found = shows.library.origin(named: name) else { throw .noSuchScene(name) }
      source = .origin(found)
    case (nil, let path?, nil):
      // The client does not know the daemon's working directory.
      guard path.utf8.first == UInt8(ascii: "/") else {
        throw .invalidValue("path", reason: "an absolute path is expected")
      }
      source = .origin(.file(path))
    case (nil, nil, let index?):
      source = .descriptor(SceneLoad.FileSlot(try request.descriptors.take(index)))
    default:
      throw .invalidValue(
        "name", reason: "exactly one of name, path and fileDescriptor is expected")
    }
    if let name = request.screen { _ = try shows.screen(named: name) }
    return .load(
      SceneLoad(
        source, on: request.screen, onlyValidates: onlyValidates, migrates: migrates))
  }
}

extension DisplayInterface.Diagnostic {
  init(_ diagnostic: SceneDiagnostic) {
    let hasPlace = diagnostic.line > 0
    self.init(
      severity: diagnostic.severity == .error ? .error : .warning, code: diagnostic.code.name,
      file: diagnostic.file, line: hasPlace ? Int64(diagnostic.line) : nil,
      column: hasPlace ? Int64(diagnostic.column) : nil, message: diagnostic.message,
      expected: diagnostic.expected, hint: diagnostic.hint)
  }
}
