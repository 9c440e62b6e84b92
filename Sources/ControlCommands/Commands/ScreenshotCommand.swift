import ArgumentParser
import JSON

struct ScreenshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "screenshot",
    abstract: "Save what the display shows as a PNG file.")

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The file to write, or - for standard output.", valueName: "file"),
    completion: .file(extensions: ["png"]))
  var file = "screenshot.png"

  @OptionGroup var daemon: DaemonOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let connection = try daemon.connect()
    let (bytes, reply) = try connection.screenshot()
    try PictureFile.write(bytes, to: file)
    if output.json, file != "-" {
      var summary = JSONObject()
      summary["file"] = .string(file)
      summary["width"] = reply["width"]
      summary["height"] = reply["height"]
      summary["size"] = .integer(Int64(bytes.count))
      Console.print(.object(summary))
    }
  }
}
