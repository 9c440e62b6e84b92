import ArgumentParser
import Foundation
import JSON
import Wire

struct StateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "state",
    abstract: "Put a control into one of its states: working, failed, done.",
    usage: """
      firstlight state [<control>] <state>
      firstlight state --hold [<control>] <state> -- <command> ...
      """,
    discussion: """
      firstlight state failed
      firstlight state --hold update working -- ./install && firstlight state update done

      The scene names the states, and what each of them shows.

      With --hold the control is held while a command runs. If that fails or is killed, the control gets the state of \
      `onDisconnect`; if it succeeds, the state stays. The exit status is that of the command, or 128 and the number of \
      the signal that ended it.
      """)

  @Flag(help: "Hold the control while the command after -- runs.")
  var hold = false

  // Of one word the parser makes the first argument.
  @Argument(help: ArgumentHelp("The state control; without it, the scene's first."))
  var control: String?

  @Argument(help: ArgumentHelp("The state, by its name in the scene."))
  var state: String?

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp(
      "With --hold: the program and its arguments, after --.", valueName: "command"))
  var command: [String] = []

  @OptionGroup var daemon: DaemonOptions
  @OptionGroup var output: OutputOptions

  /// The control and the state. Names that begin with a hyphen come after `--`.
  private var words: [String] {
    let names = [control, state].compactMap { $0 }
    return hold ? names : names + command
  }

  func validate() throws {
    guard (1...2).contains(words.count) else {
      if !hold, command.count > 1 {
        throw ValidationError("a command after -- is for --hold, which is missing")
      }
      throw ValidationError("a state is expected, or a control and a state")
    }
    if hold, command.first?.isEmpty ?? true {
      throw ValidationError(
        "--hold is for a command, which is missing; write it after --, as in "
          + "'state --hold \(words.joined(separator: " ")) -- ./install'")
    }
  }

  func run() throws {
    guard hold else {
      let reply = try set(daemon.connect(), isHeld: false)
      if output.json { Console.print(.object(reply)) }
      return
    }
    let program = try HeldProgram(command)
    let connection = try daemon.connect()
    let reply = try set(connection, isHeld: true)
    if output.json { Console.print(.object(reply)) }
    // The command's own requests go to the same daemon.
    if let socket = daemon.socket { unsafe setenv("FIRSTLIGHT_SOCKET", socket, 1) }
    let status = try program.run()
    if status == 0 { release(connection) }
    throw ExitCode(status)
  }

  private func set(
    _ connection: DaemonConnection, to state: String? = nil, isHeld: Bool
  ) throws(ClientError) -> JSONObject {
    let control = words.count == 2 ? JSONValue.string(words[0]) : nil
    return try connection.call(
      .setState,
      [
        ("control", control), ("state", .string(state ?? words[words.count - 1])),
        ("hold", isHeld ? true : nil),
      ])
  }

  /// Ends the hold with the state that is shown, which may be a later one, unless another program has taken the control
  /// or ended it.
  private func release(_ connection: DaemonConnection) {
    do throws(ClientError) {
      let control = try connection.controls().first {
        $0["kind"]?.stringValue == "state"
          && (words.count < 2 || $0["name"]?.stringValue == words[0])
      }
      guard let control, control["held"]?.boolValue == true,
        let state = control["state"]?.stringValue
      else { return }
      _ = try set(connection, to: state, isHeld: false)
    } catch {
      Console.complain(error)
    }
  }
}
