import ArgumentParser
import JSON
import Wire

struct ReducedMotionCommand: ParsableCommand {
  enum Choice: String, ExpressibleByArgument, CaseIterable {
    case on, off
  }

  static let configuration = CommandConfiguration(
    commandName: "reduced-motion",
    abstract: "Let nothing travel, turn or swing on the screen, or let it again.")

  @Argument(help: "on or off.")
  var choice: Choice

  @OptionGroup var daemon: DaemonOptions

  func run() throws {
    _ = try daemon.connect().call(.setReducedMotion, [("enabled", .bool(choice == .on))])
  }
}
