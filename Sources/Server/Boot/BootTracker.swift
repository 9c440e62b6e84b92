import Animation
import BootProgress
import Scene
import Stage

/// Tracks a boot by the units that start: the scene's progress follows, at the display's time, as
/// long as no program sets it itself.
///
/// The boot begins with the first unit. Without units nothing moves, and no timer runs.
final class BootTracker {
  private let shows: Shows
  /// Learnt from former boots, and from this one once it has ended; nil without any.
  private(set) var times: UnitTimes?
  /// Nil before the first unit.
  private var progress: BootProgress?
  /// False once a program has set the progress.
  private var isShown = true
  /// False for a boot that others are not to be measured by.
  private var isUsual = true
  /// True while a program has stopped the time.
  private var isHeld = false
  /// True when the boot has ended.
  private(set) var isOver = false
  /// The value that was shown last, and when, in microseconds.
  private var shown = (value: 0.0, time: Int64.min / 2)
  /// The boot's own time at the last unit, in microseconds.
  private var unitTime: Int64 = 0
  /// The time at which the next value is due, in microseconds; nil while there is nothing to wait
  /// for.
  private(set) var nextUpdate: Int64?
  /// Called at the end of the boot.
  var onEnd: () -> Void = {}

  /// Microseconds between two values.
  static let interval: Int64 = 100_000
  /// Microseconds without a visible step after which only another unit wakes the tracker.
  static let restTime: Int64 = 60_000_000
  /// Microseconds after the last unit in which a stall is a long one.
  static let longStall: Int64 = 90_000_000
  /// The least visible step.
  private static let step = 0.0005

  init(_ shows: Shows) { self.shows = shows }

  private var seconds: Double { Double(shows.time) / 1_000_000 }

  /// Microseconds since the boot began, without those in which it waited for an answer. The state
  /// of a former process may give any beginning.
  private var bootTime: Int64 { (progress?.elapsed(at: seconds) ?? 0).wholeMicroseconds }

  /// The boot so far; nil before its first unit.
  var record: BootRecord? { progress?.record }

  /// The value that is shown; nil if it is not the boot's.
  var value: Double? { progress != nil && isShown && !isOver ? shown.value : nil }

  // MARK: Events

  /// Sets the unit times measured in earlier boots.
  func learn(_ times: UnitTimes) {
    guard !isOver else { return }
    self.times = times
    progress?.learn(times)
  }

  func handle(_ event: BootEvent) {
    guard !isOver else { return }
    switch event {
    case .unit(let text):
      guard let name = UnitName(text) else { return }
      if progress == nil { begin(BootRecord(), at: seconds) }
      progress?.start(name, at: seconds)
      unitTime = bootTime
      // Units must survive a crash, although nothing is drawn of a boot whose progress a program
      // sets.
      shows.noteChange()
      wake()
    case .paused: isHeld = true
    case .resumed: isHeld = false
    case .fileSystemCheck: isUsual = false
    case .mode(.bootUp), .rootIsWritable: break
    case .mode:
      isUsual = false
      end()
    }
  }

  private func begin(_ record: BootRecord, at start: Double) {
    let control = shows.stage.controls.first { $0.kind == .progress || $0.kind == .reveal }
    let value = control?.value ?? 0
    progress = BootProgress(times, value: value, at: start, record: record)
    shown = (value, shows.time)
    unitTime = bootTime
    wake()
  }

  private func wake() {
    guard isShown else { return }
    shown.time = shows.time
    nextUpdate = nextUpdate ?? shows.time
  }

  /// Leaves the progress to a program that sets it.
  func yield() {
    isShown = false
    nextUpdate = nil
  }

  /// Ends the boot and keeps the times measured in it.
  func end() {
    guard !isOver else { return }
    isOver = true
    nextUpdate = nil
    progress?.finish(at: seconds)
    times = isUsual ? progress.flatMap { UnitTimes(learning: $0.record, after: times) } : nil
    onEnd()
  }

  // MARK: The value

  /// The longest time to wait for the next value, or for a stall to be a long one, in milliseconds;
  /// nil for no limit.
  var timeout: Int32? {
    guard !shows.isStepped, progress?.isPaused == false else { return nil }
    let rest = unitTime + Self.longStall - bootTime
    let isStalled = awaited != nil && rest > 0
    guard let next = nextUpdate ?? (isStalled ? shows.time + rest : nil) else { return nil }
    return Int32(clamping: max(next - shows.time + 999, 0) / 1000)
  }

  /// Shows the value of the present time.
  /// - Parameter isAsking: true while a person is asked something.
  func update(isAsking: Bool) {
    guard !isOver, progress != nil else { return }
    let isWaiting = isHeld || isAsking
    if progress?.isPaused == true, !isWaiting { wake() }
    progress?.setPaused(isWaiting, at: seconds)
    let now = shows.time
    guard let due = nextUpdate, due <= now, let value = progress?.value(at: seconds) else { return }
    if value - shown.value >= Self.step {
      shown = (value, now)
      show(
        value, in: Double(Self.interval) / 1_000_000, isStalled: progress?.stall(at: seconds) != nil
      )
    }
    nextUpdate = now - shown.time < Self.restTime ? now + Self.interval : nil
  }

  /// Shows the end of a boot that was shown.
  /// - Returns: true if that needs a frame.
  func showEnd() -> Bool {
    guard isOver, isShown, isUsual, progress != nil else { return false }
    show(1, in: 0, isStalled: false)
    return true
  }

  private func show(_ value: Double, in duration: Double, isStalled: Bool) {
    let change = ProgressChange(
      .value(value), duration: duration, timing: .linear, isSignOfLife: !isStalled)
    shows.apply(.setProgress(control: nil, change))
  }

  /// The unit that a stalled boot waits for; nil while the boot continues, or nothing is known.
  private var awaited: UnitName? {
    isShown && !isOver ? progress?.stall(at: seconds)?.awaited : nil
  }

  /// A text on the unit that a stalled boot waits for, in the scene's language; nil while the boot
  /// continues.
  /// - Parameter namesKey: true to name the key that shows the console, once the stall is long.
  func stallText(namesKey: Bool) -> String? {
    guard let awaited else { return nil }
    let isLong = bootTime - unitTime >= Self.longStall
    return shows.stage.bootWords.wait(for: awaited.title, namesKey: namesKey && isLong)
  }

  // MARK: Another process

  /// The boot as another process can go on with it; nil if there is none.
  var state: BootState? {
    guard !isOver, let progress else { return nil }
    return BootState(
      record: progress.record, start: seconds - progress.elapsed(at: seconds), isShown: isShown,
      isUsual: isUsual)
  }

  /// Goes on with a boot that another process has tracked.
  func restore(_ state: BootState) {
    guard progress == nil, !isOver else { return }
    isShown = state.isShown
    isUsual = state.isUsual
    begin(state.record, at: state.start)
  }
}
