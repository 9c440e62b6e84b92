import ArgumentParser
import JSON
import Wire

struct PauseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Pause the animations of the display or of one layer.")

  @Argument(help: "The layer's path; without it, everything.")
  var layer: String?

  @OptionGroup var daemon: DaemonOptions

  func run() throws {
    _ = try daemon.connect().call(.pause, [("layer", layer.map { .string($0) })])
  }
}
