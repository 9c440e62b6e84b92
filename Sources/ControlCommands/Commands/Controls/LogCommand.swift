import ArgumentParser
import Foundation
import JSON
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
    var splitter = LineSplitter()
    // Each call waits for its answer, so that the reader of a flood is as fast as the daemon.
    while case let data = FileHandle.standardInput.availableData, !data.isEmpty {
      try send(splitter.append(data), to: connection)
    }
    try send([splitter.finish()].compactMap { $0 }, to: connection)
  }

  /// Lines of one call: more than any screen shows.
  private static let mostLines = 128
  private static let lineBytes = 512

  private func send(_ lines: [String], to connection: DaemonConnection) throws(ClientError) {
    guard !lines.isEmpty else { return }
    let text = lines.suffix(Self.mostLines).map { line in
      String(decoding: line.utf8.prefix(Self.lineBytes), as: UTF8.self)
    }.joined(separator: "\n")
    _ = try connection.call(
      .appendLog, [("control", control.map { .string($0) }), ("text", .string(text))])
  }
}
