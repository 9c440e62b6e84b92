import ArgumentParser
import JSON
import System
import Wire

struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Print the display's events, one a line, until it ends or Ctrl-C.")

  @Option(
    help: ArgumentHelp(
      "Only events of this kind, as progress_changed; may be repeated.", valueName: "kind"))
  var kind: [String] = []

  @OptionGroup var daemon: DaemonOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let connection = try daemon.connect()
    let signals = try catchSignals()
    let kinds = kind.isEmpty ? nil : JSONValue.array(kind.map { .string($0) })
    try connection.send(DisplayInterface.Method.subscribe.call([("kinds", kinds)], mode: .more))
    while true {
      if !connection.hasBufferedReply {
        let ready = Poll.wait(
          reading: [connection.pollableDescriptor, signals.descriptor.rawValue], timeout: nil)
        if ready[1] { return }
        guard ready[0] else { continue }
      }
      guard let reply = try connection.nextReply(timeout: connection.timeout) else { return }
      let result: JSONObject
      do throws(CallError) {
        result = try reply.result()
      } catch {
        throw connection.explain(error)
      }
      for event in result["events"]?.arrayValue ?? [] { print(event) }
      guard reply.continues else { return }
    }
  }

  /// The signals that end the program come as data from here on.
  private func catchSignals() throws(ClientError) -> SignalDescriptor {
    do throws(SystemError) {
      return try SignalDescriptor([.interrupt, .terminate])
    } catch {
      throw ClientError(.inputOutput, "cannot wait for signals: \(error.reason)")
    }
  }

  /// `12.345 progress_changed control=install progress=0.4`
  private func print(_ event: JSONValue) {
    guard !output.json, let object = event.objectValue else {
      Console.print(event)
      return
    }
    let time = Double(object["monotonicUSec"]?.integerValue ?? 0) / 1_000_000
    let details = object.members
      .filter { !["sequence", "kind", "monotonicUSec"].contains($0.key) && !$0.value.isNull }
      .map { "\($0.key)=\($0.value.cell)" }
    let words = [JSONValue.number(time).cell, object.cell("kind")] + details
    Console.print(words.joined(separator: " "))
  }
}
