import Foundation

/// The goal of a case, as a ratio to the time of another engine in the same run.
struct Goal {
  /// The limit for Firstlight's time, as a part of the quickest peer's in `peers`.
  var ratio: Double
  var peers: [String]

  /// Nil for a case without a goal.
  static func of(_ name: String) -> Goal? {
    switch name {
    case "C1":
      Goal(ratio: 0.5, peers: [Peer.blend2D, Peer.vello, Peer.skia, Peer.cairo, Peer.qt, Peer.agg])
    case "C2", "C3", "C4", "C5", "C6", "C7", "C11", "C16", "C22", "C23", "C29", "C30":
      Goal(ratio: 1, peers: [Peer.blend2D])
    case "C9a", "C9b": Goal(ratio: 0.9, peers: [Peer.blend2D])
    case "C10": Goal(ratio: 1, peers: [Peer.vello])
    case "C12": Goal(ratio: 1.5, peers: [Peer.blend2D])
    case "C13": Goal(ratio: 1, peers: [Peer.fineBlend2D])
    case "C14": Goal(ratio: 1, peers: [Peer.skia])
    case "C18", "C19", "C20", "C21": Goal(ratio: 1, peers: [Peer.blend2D, Peer.cairo])
    case "C24", "C25", "C26", "C27", "C28": Goal(ratio: 1.2, peers: [Peer.fineBlend2D])
    case "C15": Goal(ratio: 0.6, peers: [Peer.blend2D, Peer.qt])
    default: nil
    }
  }

  /// The goal in words and whether a row holds it.
  func verdict(_ row: Comparison.Row) -> String {
    let names = peers.count > 3 ? "the best" : peers.joined(separator: " or ")
    let goal = "≤ \(Table.plain(ratio)) of \(names)"
    let known = peers.compactMap { row.peers[$0] }
    // Without Blend2D the best engine is not known.
    guard let best = known.min(), !peers.contains(Peer.blend2D) || row.peers[Peer.blend2D] != nil
    else { return goal + ": not measured" }
    let reached = Double(row.ours) / Double(best)
    let verdict = goal + ": " + (reached <= ratio ? "holds" : "misses")
    guard let bare = row.bare, reached > ratio else {
      return verdict + String(format: " (%.2f)", reached)
    }
    let least = Double(bare) / Double(best)
    return verdict + String(format: " (%.2f; bare stores %.2f)", reached, least)
  }
}

/// The greatest distance from the exact area, in levels of 255 over edge pixels.
struct AccuracyGoal {
  var mean: Double
  var maximum: Double

  static func of(_ name: String) -> AccuracyGoal? {
    switch name {
    case "C5", "C6", "C7", "C16": AccuracyGoal(mean: 0.5, maximum: 2)
    case "C13": AccuracyGoal(mean: 0.6, maximum: .infinity)
    case "C14": AccuracyGoal(mean: .infinity, maximum: 2)
    default: nil
    }
  }

  func verdict(_ report: Accuracy.Report) -> String {
    var parts: [String] = []
    if mean < .infinity { parts.append("mean ≤ \(Table.plain(mean))") }
    if maximum < .infinity { parts.append("max ≤ \(Table.plain(maximum))") }
    let holds = report.meanError <= mean && report.maximumError <= maximum
    return parts.joined(separator: ", ") + (holds ? ": holds" : ": misses")
  }
}
