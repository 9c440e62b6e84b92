import ArgumentParser
import JSON
import Wire

struct ResumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Resume paused animations where they were.")

  @Argument(help: "The layer's path; without it, everything.")
  var layer: String?

  @OptionGroup var daemon: DaemonOptions

  func run() throws {
    _ = try daemon.connect().call(.resume, [("layer", layer.map { .string($0) })])
  }
}
