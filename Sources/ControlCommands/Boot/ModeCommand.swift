import ArgumentParser
import JSON
import Wire

struct ModeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mode",
    abstract: "Show the scene for what the machine does.",
    discussion: """
      For root. The installed scene of the mode's name takes the place of the one that is shown; without \
      one 'shutdown' does for reboot, kexec and halt, and 'install' for updates and resets.
      """)

  @Argument(
    help: """
      boot-up, shutdown, reboot, kexec, halt, updates, system-upgrade, firmware-upgrade or system-reset.
      """)
  var mode: String

  @OptionGroup var daemon: DaemonOptions

  func run() throws {
    _ = try daemon.connect().call(.setMode, [("mode", .string(mode))])
  }
}
