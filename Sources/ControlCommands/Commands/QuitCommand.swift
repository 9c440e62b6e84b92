import ArgumentParser
import JSON
import Wire

struct QuitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "quit", abstract: "End the daemon.")

  @OptionGroup var daemon: DaemonOptions

  func run() throws {
    _ = try daemon.connect().call(.quit)
  }
}
