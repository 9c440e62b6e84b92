import ArgumentParser
import JSON
import Wire

struct StateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "state",
    abstract: "Put a control into one of its states: working, failed, done.",
    usage: """
      firstlight state [<control>] <state>
      """,
    discussion: """
      The scene names the states, and what each of them shows. A program that ends badly before it has \
      set the last state is noticed only if it stays connected: SetState with hold, of the protocol.
      """)

  @Argument(
    help: ArgumentHelp(
      "The state control, if not the scene's first, and the state.", valueName: "name"))
  var names: [String]

  @OptionGroup var daemon: DaemonOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (1...2).contains(names.count) else {
      throw ValidationError("a state is expected, or a control and a state")
    }
  }

  func run() throws {
    let connection = try daemon.connect()
    let control = names.count == 2 ? JSONValue.string(names[0]) : nil
    let reply = try connection.call(
      .setState, [("control", control), ("state", .string(names[names.count - 1]))])
    if output.json { Console.print(.object(reply)) }
  }
}
