import JSON
import Scene
import Stage
import System
import Wire

/// What changes the scene.
enum SceneMethods {
  static func loadScene(
    _ request: Request, _ display: Display, _ limits: Limits
  ) throws(CallError) -> JSONObject {
    let fields = request.parameters
    try fields.allow("name", "path", "fileDescriptor", "validateOnly", "carry")
    let name = try fields.nullableString("name")
    let path = try fields.nullableString("path")
    let index = try fields.nullableInteger("fileDescriptor")
    let onlyValidates = try fields.nullableBool("validateOnly") ?? false

    let isCarriedOver = try fields.nullableBool("carry") ?? false

    let origin: SceneOrigin
    switch (name, path, index) {
    case (let name?, nil, nil):
      guard let found = display.library.origin(named: name) else { throw .noSuchScene(name) }
      origin = found
    case (nil, let path?, nil):
      // The daemon's working directory is nothing that a client knows.
      guard path.utf8.first == UInt8(ascii: "/") else {
        throw .invalidValue("path", reason: "an absolute path is expected")
      }
      origin = .file(path)
    case (nil, nil, let index?):
      guard let descriptor = request.descriptors.take(index) else {
        throw .invalidParameter("fileDescriptor")
      }
      origin = .bytes(
        try contents(of: descriptor, limit: limits.sceneBytes), name: "descriptor")
    default:
      throw .invalidValue(
        "name", reason: "exactly one of name, path and fileDescriptor is expected")
    }

    var screen: Screen?
    if let name = request.screen {
      screen = try display.screen(named: name) ?? Screen(name: name, origin: origin)
    }
    let scene: Scene
    do throws(SceneError) {
      scene = try origin.load()
    } catch {
      throw .sceneInvalid(error.diagnostics.map { DisplayInterface.Diagnostic($0) })
    }
    if !onlyValidates {
      if let screen, !display.screens.contains(where: { $0 === screen }) {
        display.screens.append(screen)
      }
      display.show(scene, from: origin, carryingOver: isCarriedOver, on: screen)
    }
    let stage = screen.flatMap { display.presenter(of: $0) }?.stage ?? display.stage
    var reply = JSONObject()
    reply["generation"] = .integer(Int64(stage.generation))
    reply["warnings"] = .array(
      scene.warnings.map { .object(DisplayInterface.Diagnostic($0).object) })
    return reply
  }

  /// Reads a regular or memory file from its beginning. Anything else could make the loop wait.
  private static func contents(
    of descriptor: borrowing FileDescriptor, limit: Int
  ) throws(CallError) -> [UInt8] {
    var size = 0
    var isRegular = false
    var bytes: [UInt8] = []
    do throws(SystemError) {
      let status = try descriptor.status()
      size = status.size
      isRegular = status.kind == .regular
      if isRegular, size <= limit { bytes = try read(descriptor, count: size) }
    } catch {
      throw .systemFailed(error.operation.verb, reason: error.reason)
    }
    guard isRegular else {
      throw .invalidValue("fileDescriptor", reason: "a regular file is expected")
    }
    guard size <= limit else { throw .limitExceeded("sceneBytes", maximum: limit) }
    return bytes
  }

  /// Reads the first bytes of a file.
  private static func read(
    _ descriptor: borrowing FileDescriptor, count: Int
  ) throws(SystemError) -> [UInt8] {
    try descriptor.seek(to: 0)
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      guard let read = try descriptor.read(into: &bytes, filled..<count), read > 0 else { break }
      filled += read
    }
    bytes.removeLast(count - filled)
    return bytes
  }
}

extension DisplayInterface.Diagnostic {
  init(_ diagnostic: SceneDiagnostic) {
    var hint = diagnostic.hint
    if let expected = diagnostic.expected {
      hint = "expected " + expected + (hint.map { "; " + $0 } ?? "")
    }
    self.init(
      severity: diagnostic.severity == .error ? .failure : .warning, code: diagnostic.code.name,
      file: diagnostic.file, line: Int64(diagnostic.line), column: Int64(diagnostic.column),
      message: diagnostic.message, hint: hint)
  }
}
