import ArgumentParser
import JSON
import Wire

struct ChooseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "choose",
    abstract: "Choose an option of a choice, or none.",
    usage: """
      firstlight choose [<choice>] <option>
      firstlight choose [<choice>] --none
      """,
    discussion: """
      The scene names the options. A person at the screen who presses one does the same, and subscribers \
      get 'chosen' for that alone.
      """)

  @Argument(
    help: ArgumentHelp(
      "The choice, if not the scene's first, and the option.", valueName: "name"))
  var names: [String] = []

  @Flag(help: "No option is chosen any more.")
  var none = false

  @OptionGroup var daemon: DaemonOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if none, names.count > 1 {
      throw ValidationError("with --none at most the name of a choice is expected")
    }
    if !none, !(1...2).contains(names.count) {
      throw ValidationError("an option is expected, or a choice and an option")
    }
  }

  func run() throws {
    let connection = try daemon.connect()
    let hasControl = none ? names.count == 1 : names.count == 2
    let control = hasControl ? JSONValue.string(names[0]) : nil
    let option = none ? nil : JSONValue.string(names[names.count - 1])
    let reply = try connection.call(.choose, [("control", control), ("option", option)])
    if output.json { Console.print(.object(reply)) }
  }
}
