import Animation
import ArgumentParser
import JSON
import Wire

struct RevealCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reveal",
    abstract: "Reveal what a loader hides, or hide it again.",
    usage: """
      firstlight reveal [<control>] [--duration <time>] [--timing <curve>] [--wait]
      firstlight reveal [<control>] --undo
      """)

  @Argument(help: "The reveal control; without it, the scene's first.")
  var control: String?

  @Option(
    help: ArgumentHelp("How long it takes: 0.5s, 500ms, 2; 0 for at once.", valueName: "time"),
    transform: TimeSpan.init)
  var duration: TimeSpan?

  @Option(help: ArgumentHelp("The timing curve.", valueName: "curve"))
  var timing: TimingName?

  @Flag(help: "Return when the content is bare.")
  var wait = false

  @Flag(help: "Cover the content again, at once; the loader begins anew.")
  var undo = false

  @OptionGroup var daemon: DaemonOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if undo, duration != nil || timing != nil || wait {
      throw ValidationError("--undo happens at once: it takes no other option")
    }
  }

  func run() throws {
    let connection = try daemon.connect()
    let name = control.map { JSONValue.string($0) }
    if undo {
      let reply = try connection.call(.conceal, [("control", name)])
      if output.json { Console.print(.object(reply)) }
      return
    }
    // The duration of the reveal has nothing to do with the daemon's response time.
    let reply = try connection.call(
      .reveal,
      [
        ("control", name), ("durationUSec", duration.map { .integer($0.microseconds) }),
        ("timing", timing.map { .string($0.rawValue) }), ("wait", wait ? true : nil),
      ], timeout: wait ? nil : connection.timeout)
    if output.json { Console.print(.object(reply)) }
    if wait, reply["finished"]?.boolValue != true {
      throw ClientError(
        .refused, "the reveal was not finished: it was undone, or another scene was loaded")
    }
    if !output.json, reply["started"]?.boolValue == false {
      Console.complain("it was revealed before; --undo covers it again")
    }
  }
}
