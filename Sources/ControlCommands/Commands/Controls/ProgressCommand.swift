import Animation
import ArgumentParser
import JSON
import Wire

struct ProgressCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "progress",
    abstract: "Set a progress control, or its message.",
    usage: """
      firstlight progress [<control>] <value> [--phase <phase>] [--duration <time>]
      firstlight progress [<control>] --indeterminate
      firstlight progress [<control>] --received <n> --expected <n>
      firstlight progress --text <message>
      """)

  @Argument(
    help: ArgumentHelp(
      "A value from 0 to 1 or from 0% to 100%, after the control's name if it is not the first.",
      valueName: "control-and-value"))
  var words: [String] = []

  @Flag(help: "The work goes on, and its progress is unknown.")
  var indeterminate = false

  @Option(
    help: ArgumentHelp(
      "The phase that the value is a part of; all phases before it count as done.",
      valueName: "phase"))
  var phase: String?

  @Option(
    help: ArgumentHelp(
      "The amount that has come, in any unit, in place of a value; with --expected.",
      valueName: "n"))
  var received: Double?

  @Option(
    help: ArgumentHelp(
      "The total amount, in the same unit; 0 if it is unknown.", valueName: "n"))
  var expected: Double?

  @Option(
    help: ArgumentHelp("How long the change takes: 0.5s, 500ms, 2.", valueName: "time"),
    transform: TimeSpan.init)
  var duration: TimeSpan?

  @Option(help: ArgumentHelp("The change's timing curve.", valueName: "curve"))
  var timing: TimingName?

  @Flag(help: "Change at once, without an animation.")
  var instant = false

  @Flag(help: "Allow a decrease, whatever the scene says.")
  var allowDecrease = false

  @Option(help: ArgumentHelp("Show a message, too.", valueName: "message"))
  var text: String?

  @Option(
    help: ArgumentHelp("The text control for the message; else the first.", valueName: "control"))
  var textControl: String?

  @OptionGroup var daemon: DaemonOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    _ = try request()
    if instant, let duration, duration.microseconds > 0 {
      throw ValidationError("--instant and --duration exclude each other")
    }
    if phase != nil, indeterminate || words.isEmpty {
      throw ValidationError("--phase is for a value, which is missing")
    }
    for number in [received, expected] {
      if let number, !number.isFinite { throw ValidationError("'\(number)' is not a number") }
    }
    if textControl != nil, text == nil {
      throw ValidationError("--text-control is for --text, which is missing")
    }
  }

  func run() throws {
    let (control, value) = try request()
    let connection = try daemon.connect()
    let name = control.map { JSONValue.string($0) }
    var reply = JSONObject()
    // Both are set or neither. The message comes first, since only the daemon knows how long it may
    // be, unless the value is going to be refused.
    let message = text.map { text -> [(name: String, value: JSONValue?)] in
      [("control", textControl.map { .string($0) }), ("text", .string(text))]
    }
    var isTextFirst = false
    if message != nil {
      let controls = try connection.controls()
      try connection.checkControl(textControl, of: .setText, among: controls)
      isTextFirst = isAccepted(by: control, among: controls)
    }
    if let message, isTextFirst {
      _ = try connection.call(.setText, message)
    }
    if indeterminate {
      reply = try connection.call(
        .setIndeterminate, [("control", name), ("enabled", true)])
    } else if value != nil || received != nil {
      reply = try setProgress(connection, name, value)
    }
    if let message, !isTextFirst {
      _ = try connection.call(.setText, message)
    }
    if output.json { Console.print(.object(reply)) }
  }

  /// True unless it is known that the daemon will refuse the progress.
  ///
  /// - Parameter control: a control's name; nil for the first with a progress.
  private func isAccepted(by control: String?, among controls: [JSONObject]) -> Bool {
    let named = controls.first { info in
      control.map { info["name"]?.stringValue == $0 } ?? (info["kind"]?.stringValue == "progress")
    }
    switch named?["kind"]?.stringValue {
    case "progress", "reveal":
      guard let phase else { return true }
      return named?["phases"]?.arrayValue?.contains { $0.stringValue == phase } ?? false
    case "scrub":
      return phase == nil && !indeterminate && !(expected.map { $0 <= 0 } ?? false)
        && named?["held"]?.boolValue != true
    default: return false
    }
  }

  private func setProgress(
    _ connection: DaemonConnection, _ control: JSONValue?, _ value: ProgressValue?
  ) throws(ClientError) -> JSONObject {
    let microseconds = instant ? 0 : duration?.microseconds
    let reply = try connection.call(
      .setProgress,
      [
        ("control", control), ("value", value.map { .number($0.fraction) }),
        ("phase", phase.map { .string($0) }), ("received", received.map { .number($0) }),
        ("expected", expected.map { .number($0) }),
        ("durationUSec", microseconds.map { .integer($0) }),
        ("timing", timing.map { .string($0.rawValue) }),
        ("allowDecrease", allowDecrease ? true : nil),
      ])
    if reply["applied"]?.boolValue == false, !output.json {
      Console.complain(
        "progress stays at \(reply.cell("value")): the scene does not let it go back;"
          + " --allow-decrease does")
    }
    return reply
  }

  /// The request that the words express; a name may precede the value, or stand alone with
  /// `--indeterminate` and `--received`.
  private func request() throws -> (control: String?, value: ProgressValue?) {
    if indeterminate {
      guard words.count <= 1, received == nil, expected == nil else {
        throw ValidationError("--indeterminate takes a control's name and no value")
      }
      return (words.first, nil)
    }
    if received != nil || expected != nil {
      guard received != nil, expected != nil, words.count <= 1 else {
        throw ValidationError("--received and --expected belong together, without a value")
      }
      return (words.first, nil)
    }
    switch words.count {
    case 0 where text != nil: return (nil, nil)
    case 0: throw ValidationError("a value is missing: from 0 to 1, or from 0% to 100%")
    case 1: return (nil, try ProgressValue(words[0]))
    case 2:
      if (try? ProgressValue(words[0])) != nil, (try? ProgressValue(words[1])) == nil {
        throw ValidationError(
          "the control's name comes before the value: firstlight progress \(words[1]) \(words[0])")
      }
      return (words[0], try ProgressValue(words[1]))
    default: throw ValidationError("'\(words[2])' is one word too many; write CONTROL VALUE")
    }
  }
}
