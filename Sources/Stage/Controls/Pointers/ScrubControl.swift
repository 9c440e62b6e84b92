internal import Animation
internal import Geometry
internal import Layers
internal import Scene

/// A control that moves through animations by hand: the time of its layers stands still at its
/// value.
final class ScrubControl: Control {
  private enum State {
    case resting
    /// Held by one client or finger, which sets the value.
    case held(Hold)
    /// Released, to start moving with the next frame.
    case leaving(ScrubMotion)
    /// Moving since a time of the layers' surroundings.
    case settling(ScrubMotion, since: Double)
  }

  /// The holder, and the stage time since which nothing was heard of it; nil until the next frame
  /// sets the time.
  private struct Hold {
    var holder: ControlHolder
    var time: Double?
  }

  let description: ScrubControlDescription
  private let layers: ScrubLayers
  private var state = State.resting
  /// The present value, or the one of the next frame, 0…1.
  private(set) var value: Double
  /// The value at which it last came to rest.
  private var settledValue: Double
  // True if the layers have to be brought to the value.
  private var isUnplaced = true

  init(
    _ binding: ControlBinding, _ description: ScrubControlDescription, _ layers: ScrubLayers
  ) {
    self.description = description
    self.layers = layers
    value = description.value
    settledValue = value
    super.init(binding)
  }

  /// A scrub control rests at one of its two ends, unless it was put elsewhere.
  override var usualRole: AccessibleRole { .toggle }

  override var isOn: Bool {
    let destination = destination
    return destination == 1 || destination > 0 && destination >= description.threshold
  }

  override var faces: [Layer] { [layers.hitArea] }

  override var takesPointers: Bool { true }

  override var info: ControlInfo {
    return ControlInfo(
      name: name, kind: .scrub, value: value, label: label,
      description: spokenText, isHeld: isHeld,
      frame: frame(of: layers.hitArea))
  }

  /// People are told the destination, not each value on the way.
  private var spokenText: String {
    (role ?? usualRole) == .toggle
      ? spoken.toggle(isOn: isOn)
      : spoken.progress(destination, phase: nil, remaining: nil)
  }

  /// True if the control sets the time of a layer.
  override func owns(timeOf layer: Layer) -> Bool { layers.layers.contains { $0 === layer } }

  var isHeld: Bool {
    if case .held = state { true } else { false }
  }

  // MARK: Pointers

  var hitArea: Layer { layers.hitArea }

  /// The change of the value that corresponds to a movement between two points of the hit area.
  func part(from start: Point, to end: Point) -> Double {
    let travel = layers.travel
    let part =
      Vector(dx: end.x - start.x, dy: end.y - start.y).dot(travel) / travel.dot(travel)
    return part.isFinite ? part : 0
  }

  /// Goes to 0 if the control was on, and otherwise to 1. A control that may rest anywhere goes to
  /// the value of the point instead; the middle of the hit area is 0.5.
  func tap(at point: Point, wasOn: Bool) {
    let place = max(0, min(1, 0.5 + part(from: hitArea.bounds.center, to: point)))
    let end = wasOn ? 0.0 : 1
    move(to: description.restsAnywhere ? place : end, duration: nil, timingFunction: nil)
  }

  func isHeld(by holder: UInt64) -> Bool {
    if case .held(let hold) = state { hold.holder.identifier == holder } else { false }
  }

  // MARK: Requests

  func begin(by holder: ControlHolder) throws(ControlError) {
    if case .held(let hold) = state, !holder.mayTake(from: hold.holder) {
      throw .held(control: name)
    }
    state = .held(Hold(holder: holder))
  }

  func update(to value: Double, by holder: UInt64) throws(ControlError) {
    let hold = try ownHold(of: holder)
    state = .held(Hold(holder: hold.holder))
    guard value != self.value else { return }
    self.value = value
    isUnplaced = true
  }

  /// Releases it: it settles where it is, or at an end. Without a velocity that is the nearer end,
  /// otherwise the end nearer to where it would get.
  /// - Parameter velocity: in values per second.
  func end(velocity: Double?, by holder: ControlHolder) throws(ControlError) {
    switch state {
    case .held(let hold) where holder.mayTake(from: hold.holder): break
    default: _ = try ownHold(of: holder.identifier)
    }
    settle(velocity: velocity)
  }

  /// Releases it if the holder has it.
  override func release(from holder: UInt64) {
    if isHeld(by: holder) { settle(velocity: nil) }
  }

  /// Goes to the other end.
  func toggle() throws(ControlError) {
    guard !isHeld else { throw .held(control: name) }
    move(to: isOn ? 0 : 1, duration: nil, timingFunction: nil)
  }

  /// Goes to a value. No holder may have it.
  func move(to value: Double, duration: Double?, timingFunction: MediaTimingFunction?) {
    state = .leaving(
      ScrubMotion(
        from: self.value, to: value, duration: duration ?? description.settleDuration,
        timingFunction ?? description.timingFunction))
  }

  /// The value to which the control moves, or its present one.
  var destination: Double {
    switch state {
    case .resting, .held: value
    case .leaving(let motion), .settling(let motion, _): motion.end
    }
  }

  /// Seconds for which a velocity is extrapolated.
  private static var foresight: Double { 0.2 }

  private func settle(velocity: Double?) {
    if description.restsAnywhere { return move(to: value, duration: 0, timingFunction: nil) }
    let reached = value + (velocity ?? 0) * Self.foresight
    let end = reached >= description.threshold ? 1.0 : 0.0
    guard let velocity else { return move(to: end, duration: nil, timingFunction: nil) }
    state = .leaving(
      ScrubMotion(from: value, to: end, velocity: velocity, description.spring))
  }

  private func ownHold(of holder: UInt64) throws(ControlError) -> Hold {
    switch state {
    case .held(let hold) where hold.holder.identifier == holder: return hold
    case .held: throw .held(control: name)
    case .resting, .leaving, .settling: throw .notHeld(control: name)
    }
  }

  // MARK: Frames

  override var hasPending: Bool {
    switch state {
    case .leaving: true
    // The time of the hold has to be noted.
    case .held(let hold): isUnplaced || hold.time == nil && hold.holder.expires
    case .resting, .settling: isUnplaced
    }
  }

  /// The time at which a hold without updates ends.
  override var nextChange: Double? {
    guard case .held(let hold) = state, hold.holder.expires else { return nil }
    return hold.time.map { $0 + ControlHolder.longestHold }
  }

  override func advance(in tree: LayerTree, to time: Double, _ events: inout [StageEvent]) {
    settle(velocity: nil)
  }

  override var isMoving: Bool {
    guard case .settling = state else { return false }
    return isTimeRunning
  }

  override func migrate(_ former: Control) {
    guard let former = former as? ScrubControl else { return }
    value = former.value
    settledValue = former.settledValue
    switch former.state {
    case .resting, .held, .leaving: state = former.state
    case .settling(let motion, _): state = .leaving(motion)
    }
  }

  /// Adopts the hold on the same control of another layout, or a release before the next frame.
  /// - Returns: true if its value changes by that.
  func mirrorInput(from other: ScrubControl) -> Bool {
    switch (state, other.state) {
    case (_, .held), (_, .leaving), (.held, _): break
    case (.resting, _), (.leaving, _), (.settling, _): return false
    }
    value = other.value
    isUnplaced = true
    state = other.state
    return true
  }

  override var record: ControlRecord {
    var record = super.record
    record.value = destination
    return record
  }

  override func restore(_ record: ControlRecord) {
    guard let value = record.value, 0...1 ~= value, value != self.value else { return }
    self.value = value
    settledValue = value
    isUnplaced = true
  }

  override func adopt(_ former: Control) {
    guard let former = former as? ScrubControl else { return }
    value = former.value
    settledValue = former.settledValue
    isUnplaced = former.isUnplaced
    state = former.state
  }

  override func applyPending(
    in tree: LayerTree, at time: Double, _ events: inout [StageEvent]
  ) {
    if case .held(var hold) = state, hold.time == nil {
      hold.time = time
      state = .held(hold)
    }
    // A scene that replaces another one first advances to that one's time.
    if case .leaving(let motion) = state, layers.layers[0].presentation() != nil {
      state = .settling(motion, since: now(in: tree.time))
    }
    place()
  }

  override func follow(to treeTime: Double, _ events: inout [StageEvent]) {
    guard case .settling(var motion, let since) = state else { return }
    let now = now(in: treeTime)
    let elapsed = motion.spent + max(now - since, 0)
    if elapsed < motion.duration - MediaTiming.frameRounding && !isCalm {
      value = motion.value(at: elapsed)
      motion.spent = elapsed
      state = .settling(motion, since: now)
    } else {
      value = motion.end
      state = .resting
      events.append(.scrubSettled(control: name, value: value))
      if value != settledValue { events.append(.valueChanged(control: name, value: value)) }
      settledValue = value
    }
    place()
  }

  override var leads: [Layer] { layers.layers }

  private func place() {
    isUnplaced = false
    for layer in layers.layers { layer.timeOffset = value * layers.duration }
  }

  /// True if nothing may travel by itself: after a release, the control is at its destination in
  /// the next frame in which time runs.
  private var isCalm: Bool { layers.layers.contains { $0.reducesMotion } && isTimeRunning }

  private var isTimeRunning: Bool {
    layers.layers[0].superlayer.map { $0.effectiveSpeed > 0 } ?? true
  }

  /// The time around the layers, which stands still while theirs is paused.
  private func now(in treeTime: Double) -> Double {
    layers.layers[0].superlayer?.localTime(atTreeTime: treeTime) ?? treeTime
  }
}
