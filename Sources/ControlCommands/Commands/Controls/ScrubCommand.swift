import ArgumentParser
import JSON
import Wire

struct ScrubCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scrub",
    abstract: "Move a switch, or any animation that follows a finger.",
    usage: """
      firstlight scrub [<control>] --toggle
      firstlight scrub [<control>] --to <value> [--duration <time>]
      firstlight scrub [<control>] [--from <value>] --to <value> --over <time>
      firstlight scrub [<control>] --drag < values
      firstlight scrub [<control>] --release
      """,
    discussion: """
      --toggle and --to let it go there by itself. --over and --drag take hold of it, as a finger
      does, and let go at the end: then it settles at 0 or 1. Meanwhile no other client can move it, except \
      that root and the daemon's user can take it from other users, and with --take from any client; \
      --release ends a hold for them. A hold ends after 30 seconds without a request.
      """)

  @Argument(help: "The scrub control; without it, the scene's first.")
  var control: String?

  @Flag(help: "Go to the other end, as a tap does.")
  var toggle = false

  @Option(
    help: ArgumentHelp("The target, 0 to 1 or 0% to 100%.", valueName: "value"),
    transform: ProgressValue.init)
  var to: ProgressValue?

  @Option(
    help: ArgumentHelp("The start of the drag; by default the present value.", valueName: "value"),
    transform: ProgressValue.init)
  var from: ProgressValue?

  @Option(
    help: ArgumentHelp(
      "Drag it to the target for this long, and release it in motion.", valueName: "time"),
    transform: TimeSpan.init)
  var over: TimeSpan?

  @Option(
    help: ArgumentHelp("Duration of the motion: 0.5s, 500ms, 2.", valueName: "time"),
    transform: TimeSpan.init)
  var duration: TimeSpan?

  @Flag(help: "Follow the values on standard input, one a line, and release it at their end.")
  var drag = false

  @Flag(help: "End another client's hold; for root and the daemon's user.")
  var release = false

  @Flag(help: "Take the control from another client; for root and the daemon's user.")
  var take = false

  @OptionGroup var daemon: DaemonOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    let ways = [toggle, to != nil, drag, release].filter { $0 }.count
    guard ways == 1 else {
      throw ValidationError("one of --toggle, --to, --drag and --release says what to do")
    }
    if take, !drag, over == nil {
      throw ValidationError("--take is for --drag and --over, which hold the control")
    }
    if from != nil || over != nil {
      guard to != nil, let over, over.microseconds > 0 else {
        throw ValidationError("a drag needs --to and a time in --over")
      }
    }
    if duration != nil, to == nil || over != nil {
      throw ValidationError("--duration is for --to alone")
    }
  }

  func run() throws {
    let connection = try daemon.connect()
    let reply: JSONObject
    if toggle {
      reply = try connection.call(.toggleScrub, [("control", name)])
    } else if release {
      reply = try connection.call(.endScrub, [("control", name), ("take", true)])
    } else if drag {
      reply = try followInput(connection)
    } else if let to, let over {
      reply = try drag(connection, to: to.fraction, for: over.seconds)
    } else {
      reply = try connection.call(
        .setProgress,
        [
          ("control", .string(try control ?? firstScrub(connection))),
          ("value", to.map { .number($0.fraction) }),
          ("durationUSec", duration.map { .integer($0.microseconds) }),
        ])
    }
    if output.json { Console.print(.object(reply)) }
  }

  private var name: JSONValue? { control.map { .string($0) } }

  private func firstScrub(_ connection: DaemonConnection) throws(ClientError) -> String {
    for control in try connection.controls() where control["kind"]?.stringValue == "scrub" {
      if let name = control["name"]?.stringValue { return name }
    }
    throw ClientError(.refused, "the scene has no scrub control")
  }

  /// Sends sixty updates a second, and at the end their velocity.
  private func drag(
    _ connection: DaemonConnection, to end: Double, for seconds: Double
  ) throws(ClientError) -> JSONObject {
    let reply = try connection.call(
      .beginScrub, [("control", name), ("take", take ? true : nil)])
    let start = from?.fraction ?? reply["value"]?.doubleValue ?? 0
    let begin = Clock.now
    var elapsed = 0.0
    while elapsed < seconds {
      try update(connection, start + (end - start) * elapsed / seconds)
      _ = Poll.wait(reading: [], timeout: min(1.0 / 60, seconds - elapsed))
      elapsed = Clock.now - begin
    }
    try update(connection, end)
    let velocity = min(max((end - start) / seconds, -1000), 1000)
    return try connection.call(
      .endScrub, [("control", name), ("velocity", .number(velocity))])
  }

  private func followInput(_ connection: DaemonConnection) throws -> JSONObject {
    _ = try connection.call(
      .beginScrub, [("control", name), ("take", take ? true : nil)])
    while let line = readLine() {
      let text = line.filter { !$0.isWhitespace }
      if !text.isEmpty { try update(connection, try ProgressValue(text).fraction) }
    }
    return try connection.call(.endScrub, [("control", name)])
  }

  private func update(_ connection: DaemonConnection, _ value: Double) throws(ClientError) {
    try connection.send(
      DisplayInterface.Method.updateScrub.call(
        [("control", name), ("value", .number(value))], mode: .oneway))
  }
}
