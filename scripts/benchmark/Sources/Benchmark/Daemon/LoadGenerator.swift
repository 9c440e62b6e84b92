import Foundation

/// Sends one-way calls to a daemon's socket at a steady rate, for a bounded time: progress, or
/// where a scrub control is.
struct LoadGenerator {
  static let highestRate = 200_000
  static let longest = 60

  var path: String
  /// Calls a second.
  var rate: Int
  var seconds: Int
  /// The control that is scrubbed; nil to set progress.
  var scrubbed: String?

  struct Outcome {
    var calls: Int
    /// The seconds until the daemon had accepted the last call.
    var seconds: Double
    /// The frames presented meanwhile, and how many of them were late.
    var frames: Int
    var lateFrames: Int
  }

  func run() throws -> Outcome {
    let rate = min(max(rate, 1), Self.highestRate)
    let total = rate * min(max(seconds, 1), Self.longest)
    let daemon = try DaemonConnection(path: path)
    if let scrubbed { try daemon.call("BeginScrub", "{\"control\":\"\(scrubbed)\"}") }
    let before = try daemon.frameCounts()
    let start = Stopwatch.nanoseconds
    var sent = 0
    while sent < total {
      let elapsed = Stopwatch.nanoseconds - start
      let due = min(total, elapsed * rate / 1_000_000_000)
      if due > sent {
        try daemon.write((sent..<due).flatMap(message))
        sent = due
      } else {
        usleep(500)
      }
    }
    // Replies come in order: after this one, the daemon has handled all former calls.
    let after = try daemon.frameCounts()
    return Outcome(
      calls: sent, seconds: Double(Stopwatch.nanoseconds - start) / 1e9,
      frames: after.all - before.all, lateFrames: after.late - before.late)
  }

  private func message(_ call: Int) -> [UInt8] {
    // Up and down without an end, so that every frame has something new to show.
    let value = Double(call % 2000) / 2000
    if let scrubbed {
      return DaemonConnection.message(
        "UpdateScrub", "{\"control\":\"\(scrubbed)\",\"value\":\(value)}", isOneWay: true)
    }
    return DaemonConnection.message(
      "SetProgress", "{\"value\":\(value),\"durationUSec\":0,\"allowDecrease\":true}",
      isOneWay: true)
  }
}
