import ArgumentParser
import Foundation

/// The client's command line: `firstlight SUBCOMMAND …`.
struct ClientCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "firstlight",
    abstract: "Drives the progress display firstlightd, and renders its scenes.",
    discussion: ExitStatus.helpText,
    version: "0.1.0",
    subcommands: [
      StatusCommand.self, DescribeCommand.self, LayersCommand.self, ProgressCommand.self,
      FeedCommand.self, RevealCommand.self, ScrubCommand.self,
      LoadCommand.self, ScreenshotCommand.self, WatchCommand.self, PauseCommand.self,
      ResumeCommand.self, StepCommand.self, ReducedMotionCommand.self, QuitCommand.self,
      CheckCommand.self, RenderCommand.self, PreviewCommand.self, PackCommand.self,
      SampleCommand.self,
      GalleryCommand.self, FramesCommand.self, OutputsCommand.self, DoctorCommand.self,
      AskCommand.self, MessageCommand.self, ModeCommand.self, DeactivateCommand.self,
      ReactivateCommand.self, IsAbsentCommand.self, LearnCommand.self,
    ])
}

/// Runs the program: parses the arguments, runs the subcommand and exits with its status.
public func runClient() -> Never {
  do {
    var command = try ClientCommand.parseAsRoot()
    try command.run()
  } catch let error as ClientError {
    Console.complain(error)
    exit(error.status.rawValue)
  } catch {
    ClientCommand.exit(withError: error)
  }
  exit(ExitStatus.success.rawValue)
}
