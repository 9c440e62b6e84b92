import Foundation

/// The results that are kept from a run: the ratio for each case and peer, which is reproducible,
/// and the instructions of each engine. The lines have fields separated by tabs.
struct Record {
  struct Ratio {
    var value: Double
    var noise: Double
  }

  /// By case and peer.
  var ratios: [String: Ratio] = [:]
  /// By case and engine.
  var instructions: [String: Int] = [:]

  /// Smaller changes mean nothing, however quiet a run was.
  private static let leastNoise = 0.1

  static func key(_ name: String, _ engine: String) -> String { name + "\t" + engine }

  init(_ rows: [Comparison.Row], instructions: [String: Int]) {
    self.instructions = instructions
    for row in rows {
      for (peer, time) in row.peers {
        ratios[Record.key(row.name, peer)] = Ratio(
          value: Double(row.ours) / Double(time), noise: row.noise[peer] ?? 0)
      }
    }
  }

  init?(path: String) {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t").map(String.init)
      guard fields.count >= 4 else { return nil }
      let key = Record.key(fields[1], fields[2])
      switch fields[0] {
      case "ratio":
        guard fields.count == 5, let value = Double(fields[3]), let noise = Double(fields[4])
        else { return nil }
        ratios[key] = Ratio(value: value, noise: noise)
      case "instructions":
        guard let count = Int(fields[3]) else { return nil }
        instructions[key] = count
      default: return nil
      }
    }
  }

  func write(path: String) throws {
    let lines =
      ratios.map { String(format: "ratio\t%@\t%.4f\t%.4f", $0.key, $0.value.value, $0.value.noise) }
      + instructions.map { "instructions\t\($0.key)\t\($0.value)" }
    try (lines.sorted().joined(separator: "\n") + "\n").write(
      toFile: path, atomically: true, encoding: .utf8)
  }

  /// Prints the changes since an older run: ratios beyond the noise of both, and Firstlight's
  /// instructions.
  func printChanges(since old: Record) {
    var changeCount = 0
    for (key, now) in ratios.sorted(by: { $0.key < $1.key }) {
      guard let then = old.ratios[key] else { continue }
      let bound = max(Record.leastNoise, now.noise + then.noise)
      let change = now.value / then.value - 1
      guard abs(change) > bound else { continue }
      changeCount += 1
      print(
        String(
          format: "%@: ratio %.2f, was %.2f: %+.0f %%, beyond a noise of %.0f %%: %@",
          key.replacingOccurrences(of: "\t", with: " to "), now.value, then.value, change * 100,
          bound * 100, change < 0 ? "quicker" : "slower"))
    }
    for (key, now) in instructions.sorted(by: { $0.key < $1.key }) where key.hasSuffix("\tours") {
      guard let then = old.instructions[key], then > 0, now != then else { continue }
      let change = Double(now) / Double(then) - 1
      guard abs(change) > 0.005 else { continue }
      changeCount += 1
      print(
        String(
          format: "%@: %d instructions, were %d: %+.1f %%",
          key.replacingOccurrences(of: "\tours", with: ""), now, then, change * 100))
    }
    print("\(changeCount) changes of \(ratios.count) ratios and \(instructions.count) counts")
  }
}
