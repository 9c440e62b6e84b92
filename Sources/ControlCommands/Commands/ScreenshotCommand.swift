import ArgumentParser
import JSON

struct ScreenshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "screenshot",
    abstract: "Save what the display shows as a PNG file.")

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "The file to write, or - for standard output; otherwise screenshot.png, which a line names.",
      valueName: "file"),
    completion: .file(extensions: ["png"]))
  var chosenFile: String?

  private var file: String { chosenFile ?? "screenshot.png" }

  @OptionGroup var daemon: DaemonOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try PictureFile.checkEnding(of: file, ["png"])
  }

  func run() throws {
    let connection = try daemon.connect()
    let (bytes, reply) = try connection.screenshot()
    try PictureFile.write(bytes, to: file)
    if chosenFile == nil, !output.json { Console.complain("the picture is in \(file)") }
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
