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
      `onDisconnect`; if it succeeds, the state stays. After a crash of the daemon the next one holds it, and after an end that was asked for none \
      does. The exit status is that of the command, or 128 and the number of the signal that ended it. If firstlight itself is killed, the command \
      runs on.
      """)

  @Flag(help: "Hold the control while the command after -- runs.")
  var hold = false

  // The parser takes a single word for this argument, even if it is the state.
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
    var hold = try connect()
    let reply = try set(hold.connection, isHeld: true)
    if output.json { Console.print(.object(reply)) }
    // The command's own requests go to the same daemon.
    if let socket = daemon.socket { unsafe setenv("FIRSTLIGHT_SOCKET", socket, 1) }
    let status = try program.run { keep(&hold, until: $0, $1) }
    if status == 0 { release(hold.connection) }
    throw ExitCode(status)
  }

  /// Seconds from a crash of the daemon to the next call, and between calls.
  private static let retryInterval = 0.2
  /// Seconds after which a new daemon gives up the holds of the one before.
  private static let longestLoss = 30.0

  private struct Hold {
    var connection: DaemonConnection
    /// Nil if the daemon accepts no further connection for it.
    var watch: QuitWatch?
  }

  private func connect() throws(ClientError) -> Hold {
    // The watch connects first, so that it misses no end of the daemon.
    let watch = try? QuitWatch(daemon.connect())
    return Hold(connection: try daemon.connect(), watch: watch)
  }

  /// Holds the control while a program runs, by another connection if the daemon crashes and is
  /// started anew.
  private func keep(_ hold: inout Hold, until change: Int32, _ isOver: () -> Bool) {
    while let watch = hold.watch {
      var end: QuitWatch.End?
      while end == nil {
        let ready = Poll.wait(reading: [change, watch.pollableDescriptor], timeout: nil)
        if ready[0], isOver() { return }
        end = watch.end(timeout: 0)
      }
      if end == .quit { return }
      Console.explain("the daemon at \(hold.connection.path) went away")
      guard let next = holdAgain(until: change, isOver) else { return }
      hold = next
    }
  }

  /// - Returns: nil if no daemon comes, if it shows another state, or if the program has ended.
  private func holdAgain(until change: Int32, _ isOver: () -> Bool) -> Hold? {
    let end = Clock.now + Self.longestLoss
    // A daemon that does not answer must not hide the end of the program.
    var attempt: Attempt<(hold: Hold, control: JSONObject?)>?
    while Clock.now < end {
      let ready = Poll.wait(
        reading: [change] + (attempt.map { [$0.pollableDescriptor] } ?? []),
        timeout: attempt == nil ? Self.retryInterval : end - Clock.now)
      if ready[0], isOver() { return nil }
      guard let current = attempt else {
        attempt = Attempt { () throws(ClientError) in
          let hold = try connect()
          return (hold, try stateControl(hold.connection))
        }
        continue
      }
      guard let result = current.result else { continue }
      attempt = nil
      guard case .success((let next, let control?)) = result else { continue }
      // If the state is another one, somebody has set it after the hold.
      guard control["state"]?.stringValue == words[words.count - 1],
        (try? set(next.connection, isHeld: true)) != nil
      else { return nil }
      return next
    }
    return nil
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

  /// The control that is held.
  private func stateControl(_ connection: DaemonConnection) throws(ClientError) -> JSONObject? {
    try connection.controls().first {
      $0["kind"]?.stringValue == "state"
        && (words.count < 2 || $0["name"]?.stringValue == words[0])
    }
  }

  /// Ends the hold with the state that is shown, which may be a later one, unless another program
  /// has taken the control or ended it.
  private func release(_ connection: DaemonConnection) {
    do throws(ClientError) {
      guard let control = try stateControl(connection), control["held"]?.boolValue == true,
        let state = control["state"]?.stringValue
      else { return }
      _ = try set(connection, to: state, isHeld: false)
    } catch {
      Console.complain(error)
    }
  }
}
