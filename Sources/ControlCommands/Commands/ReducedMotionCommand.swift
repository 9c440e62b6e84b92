import ArgumentParser
import JSON
import Wire

struct ReducedMotionCommand: ParsableCommand {
  enum Choice: String, ExpressibleByArgument, CaseIterable {
    case on, off

    /// The words of the daemon's settings are taken, too.
    init?(argument: String) {
      switch argument {
      case "on", "yes", "true", "1": self = .on
      case "off", "no", "false", "0": self = .off
      default: return nil
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "reduced-motion",
    abstract: "Let nothing travel, turn or swing on the screen, or allow motion again.")

  @Argument(help: "on or off.")
  var choice: Choice

  @OptionGroup var daemon: DaemonOptions

  func run() throws {
    _ = try daemon.connect().call(.setReducedMotion, [("enabled", .bool(choice == .on))])
  }
}
