import ArgumentParser
import Foundation
import System

struct HandoverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "handover",
    abstract: "End the daemon, and become the program that has the screen after it.",
    discussion: """
      firstlight handover --land -- cage -- /usr/bin/menu

      The picture stays until the program shows its own. If the program ends before that, or cannot be \
      run, the console's text comes back at once. Without a daemon the program just runs.

      In a unit with Type=notify the manager is told that the service is ready when the screen is free.
      """)

  @Flag(
    name: .customLong("land"),
    help: "Let animations that repeat run to the end of their cycle first, for at most 2.5 s.")
  var lands = false

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The program and its arguments, after --.", valueName: "command"))
  var command: [String] = []

  @OptionGroup var daemon: DaemonOptions

  func validate() throws {
    guard let program = command.first, !program.isEmpty else {
      throw ValidationError("no program is given; write it after --, as in 'handover -- cage'")
    }
  }

  func run() throws {
    // Search for the program while the daemon still has the screen.
    let program = try ProgramSearch().path(of: command[0])
    do throws(ClientError) {
      try daemon.connect().quit(isRetained: true, lands: lands, handsOver: true)
    } catch {
      // A daemon that hangs is killed by its unit; the program may have the screen all the same.
      if error.status != .unavailable { Console.complain(error) }
    }
    tellManager()
    throw replaceProcess(by: program)
  }

  private func tellManager() {
    let manager = ServiceManager(
      processIdentifier: ProcessEnvironment.processIdentifier,
      value: ProcessEnvironment.value(of:))
    do throws(SystemError) {
      try manager.notify(.ready)
    } catch {
      Console.complain("the service manager cannot be notified: " + error.description)
    }
  }

  /// - Returns: the reason why this process goes on.
  private func replaceProcess(by program: String) -> ClientError {
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe command.map { unsafe strdup($0) }
    unsafe arguments.append(nil)
    _ = unsafe execv(program, arguments)
    let reason = unsafe String(cString: strerror(errno))
    return ClientError(.inputOutput, "cannot run \(program): \(reason)")
  }
}

/// The search for a program as a shell does it.
struct ProgramSearch {
  /// The folders of `PATH`.
  let folders: [String]

  init(path: String? = ProcessEnvironment.value(of: "PATH")) {
    folders = (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map { String($0) }
  }

  /// The path of a program that can be run; a name with a slash is a path.
  func path(of name: String) throws(ClientError) -> String {
    let candidates = name.contains("/") ? [name] : folders.map { $0 + "/" + name }
    if let found = candidates.first(where: Self.isExecutable) { return found }
    throw ClientError(
      .noInput, "there is no program \(name) to run",
      hint: name.contains("/")
        ? nil : "its path, or one of the folders " + folders.joined(separator: ", "))
  }

  private static func isExecutable(_ path: String) -> Bool {
    let files = FileManager.default
    let kind = try? files.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    return kind != .typeDirectory && files.isExecutableFile(atPath: path)
  }
}
