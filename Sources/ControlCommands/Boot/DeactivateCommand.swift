import ArgumentParser
import Wire

struct DeactivateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deactivate",
    abstract: "Leave the screens, the keyboard and the console to another program.",
    discussion: "For root. Returns when they are free.")

  @OptionGroup var daemon: DaemonOptions

  func run() throws {
    _ = try daemon.connect().call(.deactivate)
  }
}

struct ReactivateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reactivate",
    abstract: "Take back what 'deactivate' has left to others.", discussion: "For root.")

  @OptionGroup var daemon: DaemonOptions

  func run() throws {
    _ = try daemon.connect().call(.reactivate)
  }
}
