import ArgumentParser
import JSON
import Wire

struct LayersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layers",
    abstract: "List the layers as they are on the screen now.")

  @Argument(help: "The path of the layer to begin with, as in the first column of the list.")
  var root: String?

  @Option(help: ArgumentHelp("How many levels to go down.", valueName: "levels"))
  var depth: Int?

  @OptionGroup var daemon: DaemonOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let depth, depth < 0 {
      throw ValidationError("--depth \(depth) is below 0; 0 lists one layer")
    }
  }

  func run() throws {
    let reply = try daemon.connect().list(
      .listLayers, "layers",
      [("root", root.map { .string($0) }), ("depth", depth.map { .integer(Int64($0)) })])
    if output.json {
      Console.print(.object(reply))
      return
    }
    var table = Table(header: [
      "LAYER", "KIND", "FRAME", "OPACITY", "PROGRESS", "ANIMATIONS", "TEXT",
    ])
    for layer in reply["layers"]?.arrayValue?.compactMap(\.objectValue) ?? [] {
      table.append([
        layer.cell("path"), layer.cell("kind"), frame(of: layer),
        layer["hidden"]?.boolValue == true ? "hidden" : layer.cell("opacity"),
        layer["indeterminate"]?.boolValue == true ? "unknown" : layer.cell("progress"),
        layer.cell("animations"), shortened(layer.cell("text")),
      ])
    }
    table.lines.forEach { Console.print($0) }
  }

  private func shortened(_ text: String) -> String {
    text.count <= 60 ? text : text.prefix(59) + "…"
  }

  /// `40x20+10+5`: size, then position, in points.
  private func frame(of layer: JSONObject) -> String {
    guard let frame = layer["frame"]?.objectValue else { return "-" }
    return "\(frame.cell("width"))x\(frame.cell("height"))+\(frame.cell("x"))+\(frame.cell("y"))"
  }
}
