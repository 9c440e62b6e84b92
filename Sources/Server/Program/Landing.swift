import Stage

/// The way of all scenes to a steady picture, before the daemon ends.
struct Landing {
  /// Microseconds. A quit may take 3 s: the rest is for the screen and the console.
  static let longest: Int64 = 2_500_000
  private static let step: Int64 = 16_667

  private let limit: Int64

  /// Begins the landing; on a stepped clock, runs it to its end.
  init(of shows: Shows) {
    limit = shows.time + Landing.longest
    for presenter in shows.presenters { presenter.stage.land(by: Double(limit) / 1_000_000) }
    guard shows.isStepped else { return }
    while !isOver(for: shows) { shows.step(by: Landing.step) }
  }

  func isOver(for shows: Shows) -> Bool {
    shows.time >= limit || shows.presenters.allSatisfy { $0.stage.hasLanded }
  }

  /// The longest time to wait, in milliseconds.
  func timeout(for shows: Shows) -> Int32 {
    Int32(clamping: (max(limit - shows.time, 0) + 999) / 1000)
  }
}
