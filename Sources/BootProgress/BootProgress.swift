internal import CMath

/// Estimates the progress of a boot from started units and times of earlier boots. It has no clock:
/// times are passed in, in seconds, and never decrease.
///
/// Each known unit is a landmark. Its mass is the usual time between it and the landmark before, as
/// a part of the whole.
/// 1. A landmark adds its mass once: when its unit starts, or when three later landmarks were
///    reached, so that a unit which no longer starts costs little time. Unknown units have no mass.
/// 2. Between landmarks the value runs on at the expected pace and dies away at four fifths of the
///    way to the next one.
/// 3. The shown value never falls. It follows at four times the expected pace at most, and while
///    the boot goes on it creeps a tenth of the whole ahead rather than stand still.
/// 4. It is 1 after the end is told, and before that at most `most`.
/// 5. Without a former boot it comes near .9 in the way of a boot of 20 s.
public struct BootProgress: Sendable {
  private struct Landmark {
    var name: UnitName
    var fraction: Double
    var deviation: Double
    var mass: Double
    var isCredited = false
  }

  /// The most that is shown before the end.
  public static let most = 0.97
  private static let usualDuration = 20.0
  /// The slow growth while no unit starts: share of the whole per second, and its limit.
  private static let creep = (rate: 0.004, limit: 0.1)

  /// The boot so far.
  public private(set) var record = BootRecord()
  private var landmarks: [Landmark] = []
  private var places: [UnitName: Int] = [:]
  private var expectedDuration = usualDuration
  private var clock: PausingClock
  /// The mass of the landmarks that were reached or passed by.
  private var mass = 0.0
  /// When the last landmark was reached.
  private var lastLandmark = 0.0
  private var reachedCount = 0
  /// The three furthest landmarks that were reached, the furthest first.
  private var furthest: [Double] = []
  private var shown: Double
  private var shownTime = 0.0
  public private(set) var isFinished = false

  /// - Parameters:
  ///   - times: from earlier boots; nil if unknown.
  ///   - value: the progress shown already, 0…1.
  ///   - time: the beginning.
  ///   - record: the boot so far, for one that another process has followed.
  public init(
    _ times: UnitTimes?, value: Double = 0, at time: Double, record: BootRecord = BootRecord()
  ) {
    clock = PausingClock(start: time)
    shown = value.isFinite ? min(max(value, 0), 1) : 0
    self.record = record
    if let times { learn(times) }
  }

  /// Seconds since the beginning, without the time for which the boot waited for an answer.
  public func elapsed(at now: Double) -> Double { clock.time(at: now) }

  // MARK: Events

  /// Takes the unit times of former boots, even in the middle of a boot.
  public mutating func learn(_ times: UnitTimes) {
    expectedDuration = min(
      max(times.duration, UnitTimes.durations.lowerBound), UnitTimes.durations.upperBound)
    var sorted = times.units.filter { $0.value.missed <= UnitTimes.mostMissed.counted }
      .map { (name: $0.key, unit: $0.value) }
    sorted.sort { a, b in
      a.unit.fraction != b.unit.fraction
        ? a.unit.fraction < b.unit.fraction
        : a.name.bytes.lexicographicallyPrecedes(b.name.bytes)
    }
    landmarks = []
    places = [:]
    mass = 0
    reachedCount = 0
    furthest = []
    var last = 0.0
    for (name, unit) in sorted {
      let fraction = min(max(unit.fraction, last), 1)
      places[name] = landmarks.count
      landmarks.append(
        Landmark(
          name: name, fraction: fraction, deviation: max(unit.deviation, 0), mass: fraction - last))
      last = fraction
    }
    for start in record.starts { noteStart(start.name, at: start.time) }
  }

  /// Records that a unit has started.
  public mutating func start(_ name: UnitName, at now: Double) {
    let time = clock.time(at: now)
    guard !isFinished, record.add(name, at: time) else { return }
    noteStart(name, at: time)
  }

  private mutating func noteStart(_ name: UnitName, at time: Double) {
    guard let place = places[name] else { return }
    credit(place)
    lastLandmark = time
    reachedCount &+= 1
    let fraction = landmarks[place].fraction
    let rank = furthest.firstIndex { $0 < fraction } ?? furthest.count
    furthest.insert(fraction, at: rank)
    if furthest.count > 3 { furthest.removeLast() }
    // The first few units may be out of order.
    guard reachedCount >= 5, let horizon = furthest.last else { return }
    for index in landmarks.indices {
      let landmark = landmarks[index]
      if landmark.fraction > horizon { break }
      if landmark.fraction + landmark.deviation + 0.005 <= horizon { credit(index) }
    }
  }

  private mutating func credit(_ place: Int) {
    guard !landmarks[place].isCredited else { return }
    landmarks[place].isCredited = true
    mass += landmarks[place].mass
  }

  public var isPaused: Bool { clock.isPaused }

  /// Pauses the clock while the boot waits for input, or resumes it.
  public mutating func setPaused(_ isPaused: Bool, at now: Double) {
    clock.setPaused(isPaused, at: now)
  }

  /// Records the end.
  public mutating func finish(at now: Double) {
    guard !isFinished else { return }
    record.duration = clock.time(at: now)
    isFinished = true
    shown = 1
  }

  // MARK: The value

  /// The value to show at a time.
  public mutating func value(at now: Double) -> Double {
    if isFinished { return 1 }
    let time = clock.time(at: now)
    // After a gap without samples, continue as if paused.
    let elapsed = min(max(time - shownTime, 0), 0.25)
    shownTime = time
    let fastest = shown + elapsed * 4 / pace(at: time)
    if landmarks.isEmpty {
      shown = max(shown, min(0.9 * (1 - exp(-time / expectedDuration)), fastest))
      return shown
    }
    let aim = min(Self.most, mass + advance(at: time))
    var next = min(aim, fastest)
    let crawl = elapsed * Self.creep.rate
    if next < shown + crawl {
      next = min(shown + crawl, min(Self.most, aim + Self.creep.limit))
    }
    shown = max(shown, next)
    return shown
  }

  /// The part of the whole beyond the reached landmarks that passing time alone has added.
  private func advance(at time: Double) -> Double {
    let gap = gap
    return 0.8 * gap * (1 - exp(-max(time - lastLandmark, 0) / max(0.05, gap * pace(at: time))))
  }

  /// The distance to the next landmark that is still to come.
  private var gap: Double {
    let next = landmarks.first { !$0.isCredited && $0.fraction > mass }?.fraction ?? 1
    return max(0.01, next - mass + 0.01)
  }

  /// The presently expected seconds of the whole boot.
  private func pace(at time: Double) -> Double {
    guard mass > 0.05 else { return expectedDuration }
    let weight = min(0.8, mass)
    let measured = max(time / mass, 0.2 * expectedDuration)
    return (1 - weight) * expectedDuration + weight * measured
  }

  // MARK: Stalling

  /// A boot in which nothing known has happened for a while.
  public struct Stall: Equatable, Sendable {
    /// The unit that usually starts next; nil if all units have started.
    public var awaited: UnitName?
  }

  /// True if a stall may come.
  private var mayStall: Bool { !isFinished && !landmarks.isEmpty && reachedCount > 0 }

  /// The stall of the boot; nil while the boot continues, or nothing is known.
  public func stall(at now: Double) -> Stall? {
    guard mayStall, !clock.isPaused else { return nil }
    let time = clock.time(at: now)
    guard time - lastLandmark >= max(3, 3 * gap * pace(at: lastLandmark)) else { return nil }
    return Stall(awaited: landmarks.first { !$0.isCredited }?.name)
  }
}

/// Time since a beginning that can be stopped.
struct PausingClock: Equatable, Sendable {
  private let start: Double
  private var paused = 0.0
  private var pauseStart: Double?

  init(start: Double) { self.start = start.isFinite ? start : 0 }

  var isPaused: Bool { pauseStart != nil }

  /// Seconds since the beginning without pauses.
  func time(at now: Double) -> Double {
    let time = min(now, pauseStart ?? now) - start - paused
    return time.isFinite ? max(time, 0) : 0
  }

  mutating func setPaused(_ isPaused: Bool, at now: Double) {
    if isPaused {
      pauseStart = pauseStart ?? now
    } else if let begin = pauseStart {
      pauseStart = nil
      paused += max(now - begin, 0)
    }
  }
}
