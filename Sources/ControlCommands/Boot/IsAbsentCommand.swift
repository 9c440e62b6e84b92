import ArgumentParser
import JSON
import Wire

struct IsAbsentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "is-absent",
    abstract: "Report by the exit status if questions have to be asked elsewhere.",
    discussion: """
      The exit status is 1 when a daemon answers that has a display and a keyboard, and 0 otherwise: so \
      that other programs ask where this one cannot.
      """)

  @Option(
    help: ArgumentHelp("The daemon's socket, as for the other subcommands.", valueName: "path"),
    completion: .file())
  var socket: String?

  @Option(
    help: ArgumentHelp("How long to wait for the daemon.", valueName: "time"),
    transform: TimeSpan.init)
  var timeout = TimeSpan(microseconds: 2_000_000)

  func run() throws {
    if takesQuestions { throw ClientError(.refused, "") }
  }

  /// False if no daemon runs, or its answer makes no sense.
  private var takesQuestions: Bool {
    do throws(ClientError) {
      let connection = try DaemonConnection(
        to: SocketLocation(explicit: socket), timeout: timeout.seconds)
      return try connection.call(.getStatus)["questions"]?.boolValue ?? false
    } catch {
      return false
    }
  }
}
