import ArgumentParser
import JSON
import System

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract:
      "Write a JSON Schema of the scene format, with which editors complete and explain keys.",
    discussion: """
      firstlight schema -o scene.schema.json

      A scene names it in "$schema", or the editor's settings do for all files of a name. It accepts every valid \
      scene, and has keys, types, words and ranges; check reports the rest.
      """)

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The file to write, or - for standard output.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var file = "-"

  // Taken only to be refused: the parser's own error would not say what to do.
  @Argument(help: .hidden)
  var others: [String] = []

  func validate() throws {
    guard let other = others.first else { return }
    let isThere = (try? FileStatus.of(other)) ?? nil != nil
    throw ValidationError(
      isThere
        ? "a schema is of the format, and of no scene: '\(other)' is checked by 'firstlight check \(other)'"
        : "'\(other)' is no argument; the file to write is named with -o: 'firstlight schema -o \(other)'"
    )
  }

  func run() throws {
    let schema = SceneSchema(model: try FormatModel.current(), page: .current)
    var writer = JSONWriter(indentation: 2)
    writer.value(.object(schema.document()))
    writer.terminate(with: UInt8(ascii: "\n"))
    try PictureFile.write(writer.bytes, to: file)
  }
}
