/// The births of one cell's particles: evenly in time for as long as the rate stays.
///
/// The number of births up to a time is the whole part of a line, whose slope changes with the
/// rate. Times are seconds since the process began, and do not fall.
struct BirthProcess {
  /// Births in a second.
  private var rate = 0.0
  /// The value of the line at `since`.
  private var base = 0.0
  private var since = 0.0
  private var time = 0.0
  /// The number of births so far.
  private(set) var count = 0

  /// The most births of a process; beyond it nothing is born.
  private static var countLimit: Double { 1e15 }

  /// The error of subtracting times that is tolerated, in births.
  private static var tolerance: Double { 1e-9 }

  /// Advances the time at a rate from the last time on.
  ///
  /// - Returns: the places of the births since then in the order of all, the first being 1.
  mutating func advance(to time: Double, rate: Double) -> ClosedRange<Int>? {
    let rate = rate > 0 && rate.isFinite ? rate : 0
    if rate != self.rate {
      base += (self.time - since) * self.rate
      since = self.time
      self.rate = rate
    }
    if time > self.time { self.time = time }
    let total = base + (self.time - since) * rate + BirthProcess.tolerance
    let born = total > 0 && total < BirthProcess.countLimit ? Int(total) : count
    guard born > count else { return nil }
    defer { count = born }
    return (count + 1)...born
  }

  /// The time of a birth since the last change of rate.
  func time(ofBirth place: Int) -> Double {
    max(since + (Double(place) - base) / rate, since)
  }

  /// The time of the last birth, or a later one if the rate has changed since.
  var lastTime: Double { rate > 0 ? time(ofBirth: count) : since }

  /// The place of the first birth after a time, by the present rate.
  func firstBirth(after time: Double) -> Int {
    let total = base + (time - since) * rate
    return total > 0 ? Int(min(total, BirthProcess.countLimit)) : 0
  }

  /// The time of the next birth if the rate stays; nil for never.
  var nextTime: Double? {
    rate > 0 && Double(count) < BirthProcess.countLimit ? time(ofBirth: count + 1) : nil
  }
}
