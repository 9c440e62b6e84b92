/// git's meters, as `Receiving objects:  42% (420/1000), 1.2 MiB | 1.0 MiB/s`, with
/// `remote: ` before those of a server.
///
/// git counts each of its phases from 0 to 100. Here each has a part of the scale, about as long as
/// it takes in a clone over a network. The parts of phases that git leaves out are skipped.
struct GitMeterParser {
  private struct Phase {
    var name: String
    var start: Double
    var end: Double
  }

  private static let phases = [
    Phase(name: "Enumerating objects", start: 0, end: 0),
    Phase(name: "Counting objects", start: 0, end: 0.02),
    Phase(name: "Compressing objects", start: 0.02, end: 0.1),
    Phase(name: "Receiving objects", start: 0.1, end: 0.8),
    Phase(name: "Writing objects", start: 0.1, end: 0.8),
    Phase(name: "Unpacking objects", start: 0.1, end: 0.95),
    Phase(name: "Resolving deltas", start: 0.8, end: 0.95),
    Phase(name: "Updating files", start: 0.95, end: 1),
    Phase(name: "Checking out files", start: 0.95, end: 1),
    Phase(name: "Filtering content", start: 0.95, end: 1),
  ]

  /// True after a line about objects: later phases are parts of the same job.
  private var hasObjects = false

  /// - Returns: nil for a line that is none of git's meters; an empty update for one without a
  ///   percentage.
  mutating func parse(_ line: MeterLine) -> FeedUpdate? {
    let text = String(decoding: line.bytes, as: UTF8.self)
    let words = text.hasPrefix("remote: ") ? text.dropFirst(8) : text[...]
    guard let colon = words.firstIndex(of: ":"),
      let phase = Self.phases.first(where: { $0.name == words[..<colon] })
    else { return nil }
    if phase.start < 0.95 { hasObjects = true }
    // A checkout alone has the whole scale.
    let start = hasObjects ? phase.start : 0
    guard let percentage = line.percentage else { return FeedUpdate() }
    let part = min(percentage.value / 100, 1)
    return FeedUpdate(progress: .fraction(start + (phase.end - start) * part))
  }
}
