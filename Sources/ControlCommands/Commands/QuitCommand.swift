import ArgumentParser
import JSON
import Wire

struct QuitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quit", abstract: "End the daemon.",
    discussion: "Returns when the screen is free for another program.")

  @Flag(
    name: .customLong("retain"),
    help: "Leave the picture on the screen until the next program shows its own.")
  var isRetained = false

  @Flag(
    name: .customLong("land"),
    help: "Let animations that repeat run to the end of their cycle first, for at most 2.5 s.")
  var lands = false

  @OptionGroup var daemon: DaemonOptions

  func run() throws {
    try daemon.connect().quit(isRetained: isRetained, lands: lands)
  }
}
