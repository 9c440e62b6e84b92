import Foundation

/// The waiting times of a client for replies: calls at any moment of a frame, one after the other,
/// by a client that stays connected and by one that connects for each call, as the command does.
struct ReplyTimes {
  static let longest = 60

  var path: String
  var seconds: Int
  /// True if each call has a connection of its own.
  var connects: Bool

  struct Outcome {
    /// Nanoseconds, the least first.
    var times: [Int]
    var frames: Int
    var lateFrames: Int

    func time(ofPart part: Double) -> Int {
      times[min(Int(Double(times.count) * part), times.count - 1)]
    }
  }

  func run() throws -> Outcome {
    let watcher = try DaemonConnection(path: path)
    let before = try watcher.frameCounts()
    let deadline = Stopwatch.nanoseconds + min(max(seconds, 1), Self.longest) * 1_000_000_000
    var times: [Int] = []
    var seed: UInt64 = 1
    while Stopwatch.nanoseconds < deadline {
      // From 0 to 10 ms, with Knuth's linear congruential generator.
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      usleep(UInt32(seed >> 33) % 10_000)
      let value = Double(times.count % 2000) / 2000
      let message = DaemonConnection.message(
        "SetProgress", "{\"value\":\(value),\"durationUSec\":0,\"allowDecrease\":true}")
      let start = Stopwatch.nanoseconds
      let caller = connects ? try DaemonConnection(path: path) : watcher
      _ = try caller.reply(to: message)
      times.append(Stopwatch.nanoseconds - start)
    }
    let after = try watcher.frameCounts()
    return Outcome(
      times: times.sorted(), frames: after.all - before.all, lateFrames: after.late - before.late)
  }
}
