import ArgumentParser
import Foundation
import JSON
import System
import Wire

struct LearnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn",
    abstract:
      "Record how long the units of a boot take, so that the progress of the next one is right.",
    discussion: """
      For root, as firstlight-times.service runs it. Passes on the file's times to the daemon, waits \
      for the end of the boot, and replaces the file by what the daemon has learnt. A file that is \
      missing or broken counts as empty. A boot that teaches nothing leaves the file as it is.
      """)

  @Argument(help: "The file.", completion: .file())
  var file = "/var/lib/firstlight/times/boot"

  @Option(
    help: ArgumentHelp("The daemon's socket, as for the other subcommands.", valueName: "path"),
    completion: .file())
  var socket: String?

  /// Bytes of the file, at most: more than the daemon takes.
  private static let longest = 1 << 18
  /// The attempts to go on with a restarted daemon, and the microseconds between them.
  private static let attempts = (count: 25, pause: UInt32(200_000))

  func run() throws {
    let location = SocketLocation(explicit: socket)
    var connection = try DaemonConnection(to: location, timeout: 30)
    let former = read()
    var left = Self.attempts.count
    while true {
      do throws(ClientError) {
        try pass(former, to: connection)
        let reply = try connection.call(.getTimes, [("wait", true)], timeout: nil)
        if let times = reply["times"]?.stringValue { try write(times) }
        return
      } catch {
        // A daemon that crashes again and again may accept each connection: the attempts are
        // limited.
        guard error.status == .unavailable, left > 0 else { throw error }
      }
      connection = try reconnect(to: location, &left)
    }
  }

  /// Connects to the daemon that goes on after a crash, or from the initial RAM file system.
  private func reconnect(
    to location: SocketLocation, _ left: inout Int
  ) throws(ClientError) -> DaemonConnection {
    while true {
      left -= 1
      usleep(Self.attempts.pause)
      do throws(ClientError) {
        return try DaemonConnection(to: location, timeout: 30)
      } catch {
        guard left > 0 else { throw error }
      }
    }
  }

  /// The file's text; nil for a file that is missing or cannot be read.
  private func read() -> String? {
    do throws(ReadFileError) {
      let bytes = try readFile(atPath: file, limit: Self.longest)
      guard let text = String(validating: bytes, as: UTF8.self) else {
        Console.complain("\(file) is not used: it is not UTF-8 text; the next boots replace it")
        return nil
      }
      return text
    } catch .system(let error) where error.isNotFound {
      return nil
    } catch {
      Console.complain("no times of former boots: " + error.description)
      return nil
    }
  }

  private func pass(_ text: String?, to connection: DaemonConnection) throws(ClientError) {
    guard let text else { return }
    let reply = try connection.exchange(
      DisplayInterface.Method.setTimes.call([("times", .string(text))]))
    do throws(CallError) {
      _ = try reply.result()
    } catch {
      guard error.failure == .invalidValue else { throw connection.explain(error) }
      let reason = error.parameters["reason"]?.stringValue ?? ""
      Console.complain("\(file) is not used: \(reason); the next boots replace it")
    }
  }

  private func write(_ text: String) throws(ClientError) {
    do throws(SystemError) {
      try writeFileAtomically(path: file, bytes: Array(text.utf8), isDurable: true)
    } catch {
      throw ClientError(
        .cannotCreate, "the times are not kept: \(error.description)",
        hint: "a folder that root can write to")
    }
  }
}
