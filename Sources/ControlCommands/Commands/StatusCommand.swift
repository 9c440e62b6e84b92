import ArgumentParser
import JSON
import Wire

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Tell what is shown: the scene, its controls and the outputs.")

  @OptionGroup var daemon: DaemonOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let connection = try daemon.connect()
    var status = try connection.call(.getStatus)
    let controls = try connection.call(.listControls)["controls"]?.arrayValue ?? []
    if output.json {
      status["controls"] = .array(controls)
      Console.print(.object(status))
      return
    }
    print(status)
    print(controls: controls)
    print(outputs: status["outputs"]?.arrayValue ?? [])
  }

  private func print(_ status: JSONObject) {
    let state = status["paused"]?.boolValue == true ? "paused" : "running"
    Console.print(
      "scene \(status.cell("scene")), \(state): \(status.cell("layers")) layers, "
        + "\(status.cell("runningAnimations")) animations")
    if let message = status["message"]?.stringValue { Console.print("message: \(message)") }
  }

  private func print(controls: [JSONValue]) {
    var table = Table(header: ["CONTROL", "KIND", "VALUE", "SAYS"])
    for control in controls.compactMap(\.objectValue) {
      let isUnknown = control["indeterminate"]?.boolValue == true
      table.append([
        control.cell("name"), control.cell("kind"),
        isUnknown ? "unknown" : control.cell("value"), control.cell("description"),
      ])
    }
    if !controls.isEmpty { table.lines.forEach { Console.print($0) } }
  }

  private func print(outputs: [JSONValue]) {
    for output in outputs.compactMap(\.objectValue) {
      Console.print(
        "output \(output.cell("name")): \(output.cell("width"))x\(output.cell("height")), "
          + "scale \(output.cell("scale")), \(output.cell("format"))")
    }
  }
}
