import ArgumentParser
import JSON
import Wire

struct QuitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "quit", abstract: "End the daemon.")

  @Flag(
    name: .customLong("retain"),
    help: "Leave the picture on the screen until the next program shows its own.")
  var isRetained = false

  @OptionGroup var daemon: DaemonOptions

  func run() throws {
    _ = try daemon.connect().call(.quit, [("retain", isRetained ? true : nil)])
  }
}
