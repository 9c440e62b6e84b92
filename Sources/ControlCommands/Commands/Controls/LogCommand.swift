import ArgumentParser
import Foundation
import JSON
import System
import Wire

struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Show the lines of standard input in a log layer, as they come.",
    discussion: """
      journalctl --follow --output cat | firstlight log
      firstlight log details < /var/log/install.log

      Of lines that come faster than they can be shown the last ones count.
      """)

  @Argument(help: "The log control, if not the scene's first.")
  var control: String?

  @OptionGroup var daemon: DaemonOptions

  func run() throws {
    let connection = try daemon.connect()
    // A wrong name is an error even if no line ever comes.
    try connection.checkControl(control, of: .appendLog, among: connection.controls())
    let input = FileDescriptor(owning: STDIN_FILENO)
    let result = sendAll(input, to: connection)
    // The shell owns the descriptor.
    _ = input.take()
    try result.get()
  }

  private func sendAll(
    _ input: borrowing FileDescriptor, to connection: DaemonConnection
  ) -> Result<Void, ClientError> {
    var splitter = LineSplitter()
    var chunk = [UInt8](repeating: 0, count: 65_536)
    // Each call waits for its answer, so that the reader of a flood is as fast as the daemon.
    while true {
      guard Poll.wait(reading: [input.rawValue], timeout: nil)[0] else { continue }
      var count: Int?
      do throws(SystemError) {
        count = try input.read(into: &chunk, 0..<chunk.count)
      } catch {
        return .failure(ClientError(.inputOutput, "cannot read the input: \(error.reason)"))
      }
      do throws(ClientError) {
        guard count != 0 else {
          try send([splitter.finish()].compactMap { $0 }, to: connection)
          return .success(())
        }
        try send(splitter.append(chunk[..<(count ?? 0)]), to: connection)
      } catch {
        return .failure(error)
      }
    }
  }

  /// Lines of one call: more than any screen shows.
  private static let mostLines = 128
  private static let lineBytes = 512

  private func send(_ lines: [String], to connection: DaemonConnection) throws(ClientError) {
    guard !lines.isEmpty else { return }
    let text = Self.text(of: lines)
    _ = try connection.call(
      .appendLog, [("control", control.map { .string($0) }), ("text", .string(text))])
  }

  /// The last lines, each as far as a log layer shows it.
  static func text(of lines: [String]) -> String {
    lines.suffix(mostLines).map { $0.cut(toBytes: lineBytes) }.joined(separator: "\n")
  }
}
