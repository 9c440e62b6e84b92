/// Plymouth's rule for a boot's progress, modelled after what it does, to be compared with.
struct PlymouthRule {
  /// Fractions of the last boot.
  let former: [Int: Double]
  private var rate = 1.0 / 60
  private var value = 0.0
  private var time = 0.0
  private var deadTime = 0.0
  private var next = 0.25
  private var seen: [Int: Double] = [:]
  private var repeated: Set<Int> = []

  init(_ former: [Int: Double]) { self.former = former }

  mutating func start(_ unit: Int, at time: Double) {
    guard seen[unit] == nil else {
      repeated.insert(unit)
      return
    }
    if let mark = former[unit] {
      next = former.values.filter { $0 > mark }.min() ?? 1
      if time > deadTime { rate = (rate + mark / (time - deadTime)) / 2 }
    }
    seen[unit] = time
  }

  mutating func value(at now: Double) -> Double {
    let way = (time - deadTime) * rate
    if way < 0.999 {
      var moved = value + (now - time) * rate / (1 - way) * (1 - value)
      if (moved - next) / rate > 1 {
        moved = value + (now - time) / 600
        deadTime += now - time
      }
      value = max(0, min(1, moved))
    } else {
      value = 1
    }
    time = now
    return value
  }

  func learned(_ duration: Double) -> [Int: Double] {
    seen.filter { !repeated.contains($0.key) }.mapValues { $0 / duration }
  }
}
