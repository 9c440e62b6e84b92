import ArgumentParser
import Foundation
import Scene
import System

/// The client's command line: `firstlight SUBCOMMAND …`.
struct ClientCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "firstlight",
    abstract: "Drives the progress display firstlightd, and renders its scenes.",
    discussion: ExitStatus.helpText,
    version: ClientVersion.text,
    subcommands: [
      StatusCommand.self, DescribeCommand.self, LayersCommand.self, ProgressCommand.self,
      FeedCommand.self, StateCommand.self, ChooseCommand.self, TextCommand.self, ImageCommand.self,
      LogCommand.self,
      RevealCommand.self, ScrubCommand.self,
      LoadCommand.self, ScreenshotCommand.self, WatchCommand.self, PauseCommand.self,
      ResumeCommand.self, StepCommand.self, ReducedMotionCommand.self, LocaleCommand.self,
      QuitCommand.self,
      CheckCommand.self, SchemaCommand.self, RenderCommand.self, PreviewCommand.self,
      PackCommand.self,
      SampleCommand.self, ImportCommand.self,
      GalleryCommand.self, FramesCommand.self, OutputsCommand.self, DoctorCommand.self,
      AskCommand.self, MessageCommand.self, ModeCommand.self, DeactivateCommand.self,
      ReactivateCommand.self, HandoverCommand.self, IsAbsentCommand.self,
    ])

  /// Errors of the command line begin as all others do.
  static let _errorPrefix = "firstlight: "
}

extension ClientCommand {
  /// Words that people try first for a subcommand with another name.
  private static let otherWords = [
    "choice": "choose", "convert": "import", "events": "watch", "language": "locale",
    "lint": "check", "open": "load", "photo": "image", "picture": "image", "plot": "sample",
    "prompt": "ask", "question": "ask", "set": "progress", "show": "load", "stop": "quit",
    "validate": "check",
  ]

  /// Refuses arguments that are not UTF-8, since such paths would silently name other files. An
  /// argument with the character U+FFFD cannot be told from them, and is refused, too.
  static func checkEncoding(_ words: ArraySlice<String>) throws(ClientError) {
    guard let word = words.first(where: { $0.isRepaired }) else { return }
    throw ClientError(.usage, "the argument '\(word)' has bytes that are not UTF-8, or U+FFFD")
  }

  /// Reports a misspelt subcommand, which the parser would take for a surplus argument, and after
  /// `help` would ignore.
  /// - Parameter words: the command line without the program's name.
  static func checkSubcommand(_ words: [String]) throws(ClientError) {
    let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    let asksHelp = words.first == "help"
    guard let word = asksHelp ? words.dropFirst().first : words.first, !word.hasPrefix("-"),
      !names.contains(word)
    else { return }
    let nearest = otherWords[word] ?? Spelling.nearest(to: word, among: names)
    let command = asksHelp ? "firstlight help" : "firstlight"
    throw ClientError(
      .usage, "there is no subcommand '\(word)'",
      hint: nearest.map { "\(command) \($0)" } ?? "firstlight --help")
  }
}

/// Runs the program: parses the arguments, runs the subcommand and exits with its status.
public func runClient() -> Never {
  do {
    try ClientCommand.checkEncoding(CommandLine.arguments.dropFirst())
    try ClientCommand.checkSubcommand(Array(CommandLine.arguments.dropFirst()))
    var command = try ClientCommand.parseAsRoot()
    try command.run()
  } catch let error as ClientError {
    Console.complain(error)
    exit(error.status.rawValue)
  } catch {
    let hint = DashHint.hint(
      for: ClientCommand.message(for: error),
      arguments: Array(CommandLine.arguments.dropFirst()))
    guard let hint else { ClientCommand.exit(withError: error) }
    Console.explain(ClientCommand.fullMessage(for: error) + "\n  try: " + hint)
    exit(ClientCommand.exitCode(for: error).rawValue)
  }
  exit(ExitStatus.success.rawValue)
}
