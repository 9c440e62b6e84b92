/// The way from the value 1 of a progress control to what it then sets: once each time that it gets there.
enum ProgressCompletion: Equatable {
  /// The value is below 1, or unknown.
  case open
  /// The layers are there at this time of the stage.
  case due(Double)
  /// So many seconds are left, and the time of the scene stands still.
  case standing(Double)
  /// The others are set.
  case settled

  mutating func hold(at time: Double) {
    if case .due(let end) = self { self = .standing(max(end - time, 0)) }
  }

  /// Takes the end that is due up to a time.
  /// - Returns: its own time; nil if there is none.
  mutating func take(to time: Double) -> Double? {
    if case .standing(let rest) = self { self = .due(time + rest) }
    guard case .due(let end) = self, end <= time else { return nil }
    self = .settled
    return end
  }

  /// The time of the next change; nil for never.
  var nextChange: Double? {
    switch self {
    case .open, .settled: nil
    case .due(let end): end
    // Time that has stood still goes on with the next frame.
    case .standing: 0
    }
  }
}
