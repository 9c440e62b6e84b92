import ArgumentParser
import JSON
import Scene
import Wire

struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Print the display's events, one a line, until it ends or Ctrl-C.")

  @Option(
    help: ArgumentHelp(
      "Only events of this kind; may be repeated: "
        + DisplayInterface.EventKind.allCases.map(\.name).joined(separator: ", ") + ".",
      valueName: "kind"))
  var kind: [String] = []

  @OptionGroup var daemon: DaemonOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    let names = DisplayInterface.EventKind.allCases.map(\.name)
    for kind in kind where DisplayInterface.EventKind(kind) == nil {
      let nearest = Spelling.nearest(to: kind, among: names).map { "; did you mean '\($0)'?" }
      throw ValidationError(
        "there are no events of the kind '\(kind)'" + (nearest ?? "; --help lists the kinds"))
    }
  }

  func run() throws {
    try EventStream.follow(daemon.connect(), kinds: kind.isEmpty ? nil : kind) { print($0) }
  }

  /// `12.345 progress_changed control=install progress=0.4`
  private func print(_ event: JSONValue) {
    // The daemon always sends the first and the last event, of whatever kind. A script that acts on
    // each line of `--kind pressed` must not act on these two.
    if !kind.isEmpty {
      guard let name = event.objectValue?["kind"]?.stringValue else { return }
      guard kind.contains(name) else {
        if DisplayInterface.EventKind(name) == .eventsLost {
          Console.complain("events were lost: they were not read in time")
        }
        return
      }
    }
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
