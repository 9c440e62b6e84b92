import ArgumentParser
import JSON
import System
import Wire

struct AskCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ask",
    abstract: "Ask the person at the screen, and print the answer.",
    usage: """
      firstlight ask <question> [--visible|--hidden] [--timeout <time>]
      firstlight ask <question> --choice <answer> --choice <answer> ...
      """,
    discussion: """
      For root. Questions of several programs are asked one after another; a program that ends takes \
      its question along. The exit status is 130 when the question was cancelled, by Ctrl-C or \
      Ctrl-D, 75 when nobody answered in time, and 1 where there is no keyboard to answer with.
      """)

  @Argument(help: "The question.")
  var question: String

  @Flag(help: "The look of the answer while it is typed.")
  var echo = Echo.secret

  enum Echo: EnumerableFlag {
    case secret, visible, hidden

    static func help(for value: Echo) -> ArgumentHelp? {
      switch value {
      case .secret: "A password: a bullet for each character."
      case .visible: "The answer is not secret, and is shown as typed."
      case .hidden: "A password; not even its length is shown."
      }
    }
  }

  @Option(
    name: .customLong("choice"),
    help: ArgumentHelp(
      "One of the possible answers; the first one is proposed.", valueName: "answer"))
  var choices: [String] = []

  @Option(
    help: ArgumentHelp(
      "The subject, as systemd names it: cryptsetup:/dev/sda2.", valueName: "name"))
  var id: String?

  @Option(
    help: ArgumentHelp(
      "The time limit of the question: 30s, 500ms, 2; by default there is none.",
      valueName: "time"),
    transform: TimeSpan.init)
  var timeout: TimeSpan?

  @Option(
    help: ArgumentHelp("The daemon's socket, as for the other subcommands.", valueName: "path"),
    completion: .file())
  var socket: String?

  func run() throws {
    let connection = try DaemonConnection(to: SocketLocation(explicit: socket), timeout: 30)
    let end = timeout.map { Int64(Clock.now * 1_000_000) &+ $0.microseconds }
    // The daemon ends the question at its timeout; the client waits a little longer.
    let reply = try connection.call(
      .ask,
      [
        ("prompt", .string(question)), ("secret", .bool(echo != .visible && choices.isEmpty)),
        ("echo", echo == .hidden ? false : nil), ("id", id.map { .string($0) }),
        ("notAfterUSec", end.map { .integer($0) }),
        ("choices", choices.isEmpty ? nil : .array(choices.map { .string($0) })),
      ], timeout: timeout.map { $0.seconds + 30 })
    if let answer = reply["answer"]?.stringValue {
      return StandardStream.output.write(answer + "\n")
    }
    guard reply["cancelled"]?.boolValue == true else {
      throw ClientError(.timedOut, "nobody answered in time")
    }
    throw ClientError(.cancelled, "the question was cancelled")
  }
}
