import ArgumentParser
import Foundation
import JSON
import Scene
import System
import Wire

struct LoadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Show another scene. If it is invalid the display stays as it is.")

  @Argument(
    help: """
      The scene's file; or, without a slash and an ending, the name of a built-in or installed \
      scene.
      """,
    completion: .file(extensions: ["jsonc", "json"]))
  var scene: String

  @Flag(
    help: ArgumentHelp(
      "Hand the open file to the daemon, which need not be able to reach it.",
      discussion: "Images that the scene names by a relative path are then not found."))
  var pass = false

  @Flag(help: "Only say whether the daemon would take it.")
  var validateOnly = false

  @Flag(
    help: ArgumentHelp(
      "Keep the values and motions of the scene before.",
      discussion: """
        Controls of the same name keep their values, animations run on, and layers of the same name \
        change softly from what they show.
        """))
  var carry = false

  @Flag(
    help: ArgumentHelp(
      "Load the file again, carried over, whenever it or a file that it includes is saved, until Ctrl-C.",
      discussion: "A mistake is shown, and the running scene stays."))
  var watch = false

  @OptionGroup var daemon: DaemonOptions
  @OptionGroup var output: OutputOptions

  /// True if the scene looks like a path, or a file of that name exists.
  private var isFile: Bool {
    pass || scene.contains("/") || scene.contains(".")
      || FileManager.default.fileExists(atPath: scene)
  }

  func validate() throws {
    if watch, pass || validateOnly {
      throw ValidationError("--watch excludes --pass and --validate-only")
    }
    if watch, !isFile {
      throw ValidationError("--watch needs a file, and '\(scene)' is a name")
    }
  }

  func run() throws {
    guard watch else { return try load() }
    let connection = try daemon.connect()
    let watch = FileWatch(scene) { SceneLoader.parts(path: scene) }
    try watch.follow { isFirst throws(ClientError) in
      let place = JSONValue.string(URL(filePath: scene).standardizedFileURL.path)
      let isCarried = carry || !isFirst
      do throws(ClientError) {
        let reply = try connection.exchange(
          DisplayInterface.Method.loadScene.call([
            ("path", place), ("carry", isCarried ? true : nil),
          ]), passing: [])
        try report(reply, connection)
        Console.explain("\(scene): shown")
      } catch {
        // The user will probably save a corrected file.
        guard error.status == .refused else { throw error }
        Console.complain(error)
      }
    }
  }

  private func load() throws {
    guard isFile else { return try load([("name", .string(scene))]) }
    // Opened before the connection, so that a missing file is reported even without a daemon.
    let file = try Self.open(scene)
    if let mistaken = ForeignFile.mistaken(scene) { throw mistaken }
    if pass {
      try load([("fileDescriptor", 0)], passing: file)
    } else {
      try load([("path", .string(URL(filePath: scene).standardizedFileURL.path))])
    }
  }

  private func load(
    _ place: [(name: String, value: JSONValue?)], passing file: borrowing FileDescriptor
  ) throws(ClientError) {
    try load(place, descriptors: [file.rawValue])
  }

  private func load(
    _ place: [(name: String, value: JSONValue?)], descriptors: [Int32] = []
  ) throws(ClientError) {
    let connection = try daemon.connect()
    let parameters =
      place + [
        ("validateOnly", validateOnly ? true : nil), ("carry", carry ? true : nil),
      ]
    let reply = try connection.exchange(
      DisplayInterface.Method.loadScene.call(parameters), passing: descriptors)
    try report(reply, connection)
  }

  private func report(_ reply: Reply, _ connection: DaemonConnection) throws(ClientError) {
    let result: JSONObject
    do throws(CallError) {
      result = try reply.result()
    } catch {
      if error.failure == .noSuchScene, let file = ForeignFile.nearest(to: scene),
        SceneFolders.suffixes.contains(where: { file == scene + $0 })
      {
        throw ClientError(.refused, "there is no scene '\(scene)'", hint: "./" + file)
      }
      guard error.failure == .sceneInvalid else { throw connection.explain(error) }
      if output.json { Console.print(.object(error.parameters)) }
      complain(error.parameters, "diagnostics")
      throw ClientError(
        .refused, "\(scene) is invalid; the display stays as it was",
        hint: "firstlight check \(scene)")
    }
    if output.json { Console.print(.object(result)) }
    complain(result, "warnings")
  }

  private func complain(_ parameters: JSONObject, _ field: String) {
    guard !output.json,
      let diagnostics = try? Fields(parameters).structures(
        field, { fields throws(CallError) in try DisplayInterface.Diagnostic(fields) })
    else { return }
    var text = DiagnosticText()
    for diagnostic in diagnostics { Console.explain(text.describe(diagnostic)) }
  }

  private static func open(_ path: String) throws(ClientError) -> FileDescriptor {
    do throws(SystemError) {
      return try FileDescriptor.open(path, [.read, .nonBlocking])
    } catch {
      throw ClientError(
        .noInput, "cannot read \(path): \(error.reason)",
        hint: ForeignFile.nearest(to: path) ?? error.hint)
    }
  }
}
