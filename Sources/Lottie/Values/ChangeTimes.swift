/// The frames at which some values change: results that follow from these values can be kept in
/// between.
struct ChangeTimes {
  /// Frames from `start` up to `end`, at which the value no longer changes.
  private struct Change {
    var start: Double
    var end: Double
  }

  private var changes: [Change] = []
  /// Frames at which something begins or ends to change, in order.
  private var times: [Double] = []
  /// By the places in `times`: true if something changes from there to the next.
  private var isChanging: [Bool] = []

  mutating func add(from start: Double, to end: Double) {
    changes.append(Change(start: start, end: end))
  }

  /// True if no value changes from one frame to the other.
  mutating func areAlike(_ a: Double, _ b: Double) -> Bool {
    if a == b || changes.isEmpty { return true }
    if times.isEmpty { sort() }
    let place = place(of: a)
    return place == self.place(of: b) && (place < 0 || !isChanging[place])
  }

  /// The last of `times` that is not behind a frame; −1 before the first one.
  private func place(of frame: Double) -> Int {
    var low = -1
    var high = times.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= frame { low = middle } else { high = middle }
    }
    return low
  }

  private mutating func sort() {
    times.reserveCapacity(2 * changes.count)
    for change in changes {
      times.append(change.start)
      times.append(change.end)
    }
    times.sort()
    var steps = [Int](repeating: 0, count: times.count)
    for change in changes {
      steps[place(of: change.start)] += 1
      steps[place(of: change.end)] -= 1
    }
    var count = 0
    isChanging = steps.map { step in
      count += step
      return count > 0
    }
  }
}
