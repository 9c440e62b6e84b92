import ArgumentParser
import JSON
import Wire

struct DescribeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "describe",
    abstract: "Describe in words what is on the screen, for people who cannot see it.",
    discussion: """
      A line for each control, for each layer that the scene gives a label, and for each text, as a screen reader, \
      a braille display or a serial console shows it. With --follow, what changes comes as it does.
      """)

  @Flag(help: "Also print each change, until the display ends or Ctrl-C.")
  var follow = false

  @OptionGroup var daemon: DaemonOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let connection = try daemon.connect()
    guard follow else { return try describe(connection) }
    // The subscription is made before the text is printed, so that no change after it is missed.
    try EventStream.follow(
      daemon.connect(), kinds: ["accessibility_changed"],
      onceSubscribed: { () throws(ClientError) in try describe(connection) }
    ) { event in
      if output.json {
        Console.print(event)
      } else if let object = event.objectValue, object["control"] != nil {
        let screen = object["screen"]?.stringValue.map { $0 + " " } ?? ""
        Console.print("\(screen)\(object.cell("control")): \(object.cell("text"))")
      }
    }
  }

  private func describe(_ connection: DaemonConnection) throws(ClientError) {
    var reply = try connection.list(.getAccessibility, "nodes")
    let nodes = try connection.ofSelectedScreen(
      reply["nodes"]?.arrayValue?.compactMap(\.objectValue) ?? [])
    reply["nodes"] = .array(nodes.map { .object($0) })
    if output.json {
      Console.print(.object(reply))
    } else {
      for line in try Self.lines(reply, connection) { Console.print(line) }
    }
  }

  static func lines(
    _ reply: JSONObject, _ connection: DaemonConnection
  ) throws(ClientError) -> [String] {
    do throws(CallError) {
      return try Fields(reply).structures("nodes") { fields throws(CallError) in
        try DisplayInterface.AccessibilityNode(fields)
      }.map { line(for: $0) }
    } catch {
      throw connection.explain(error)
    }
  }

  /// `  Installation, progressbar: Downloading, 42% (busy)`
  static func line(for node: DisplayInterface.AccessibilityNode) -> String {
    var line = String(repeating: "  ", count: Int(min(max(node.level, 0), 64)))
    line += node.label.oneLine + ", " + node.role.name
    if let screen = node.screen { line += ", on " + screen.oneLine }
    if !node.text.isEmpty { line += ": " + node.text.oneLine }
    if !node.states.isEmpty {
      line += " (" + node.states.map(\.name).joined(separator: ", ") + ")"
    }
    return line
  }
}
