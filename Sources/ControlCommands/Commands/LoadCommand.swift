import ArgumentParser
import Foundation
import JSON
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

  @OptionGroup var daemon: DaemonOptions
  @OptionGroup var output: OutputOptions

  /// A path if it looks like one or a file of that name is here.
  private var isFile: Bool {
    pass || scene.contains("/") || scene.contains(".")
      || FileManager.default.fileExists(atPath: scene)
  }

  func run() throws {
    guard isFile else { return try load([("name", .string(scene))]) }
    // A file that is not here is a slip that needs no daemon to tell.
    let file = try Self.open(scene)
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
    let parameters = place + [("validateOnly", validateOnly ? true : nil)]
    let reply = try connection.exchange(
      DisplayInterface.Method.loadScene.call(parameters), passing: descriptors)
    try report(reply, connection)
  }

  private func report(_ reply: Reply, _ connection: DaemonConnection) throws(ClientError) {
    let result: JSONObject
    do throws(CallError) {
      result = try reply.result()
    } catch {
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
      throw ClientError(.noInput, "cannot read \(path): \(error.reason)", hint: error.hint)
    }
  }
}
