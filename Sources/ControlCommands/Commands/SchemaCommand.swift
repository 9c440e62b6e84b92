import ArgumentParser
import JSON

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

  func run() throws {
    let schema = SceneSchema(model: try FormatModel.current(), page: .current)
    var writer = JSONWriter(indentation: 2)
    writer.value(.object(schema.document()))
    writer.terminate(with: UInt8(ascii: "\n"))
    try PictureFile.write(writer.bytes, to: file)
  }
}
