import ArgumentParser
import JSON
import Wire

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Print what is shown: the scene, its controls and the outputs.")

  @OptionGroup var daemon: DaemonOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let connection = try daemon.connect()
    var status = try connection.call(.getStatus)
    let controls = try connection.controls()
    if output.json {
      status["controls"] = .array(controls.map { .object($0) })
      Console.print(.object(status))
      return
    }
    print(status)
    print(controls: controls)
    print(outputs: status["outputs"]?.arrayValue ?? [])
    print(screens: status["screens"]?.arrayValue ?? [])
  }

  private func print(_ status: JSONObject) {
    let state = status["paused"]?.boolValue == true ? "paused" : "running"
    func count(_ key: String, _ noun: String) -> String {
      let number = status.cell(key)
      return "\(number) \(noun)" + (number == "1" ? "" : "s")
    }
    let counts = [count("layers", "layer"), count("runningAnimations", "animation")]
    Console.print(
      "scene \(status.cell("scene")), \(state): \(counts.joined(separator: ", "))")
    if let fault = status["sceneFault"]?.stringValue {
      Console.print("the scene at the start: \(fault)")
    }
    if let message = status["message"]?.stringValue { Console.print("message: \(message)") }
  }

  private func print(controls: [JSONObject]) {
    let hasScreens = controls.contains { $0["screen"] != nil }
    var table = Table(
      header: ["CONTROL", "KIND", "VALUE", "SAYS"] + (hasScreens ? ["SCREEN"] : []))
    for control in controls {
      let isUnknown = control["indeterminate"]?.boolValue == true
      let cells = [
        control.cell("name"), control.cell("kind"),
        isUnknown
          ? "unknown"
          : control.cell(["state", "option"].first { control[$0]?.stringValue != nil } ?? "value"),
        control.cell("description"),
      ]
      table.append(cells + (hasScreens ? [control.cell("screen")] : []))
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

  private func print(screens: [JSONValue]) {
    for screen in screens.compactMap(\.objectValue) {
      let isThere = screen["connected"]?.boolValue == true
      Console.print(
        "screen \(screen.cell("name")): scene \(screen.cell("scene"))"
          + (isThere ? "" : ", not connected"))
    }
  }
}
