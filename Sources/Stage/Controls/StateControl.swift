internal import Layers
internal import Scene

/// A control that is in one of several named states. Each state sets properties and texts and runs
/// animations. Properties and texts that the next state does not set return to their values without
/// a state.
final class StateControl: Control {
  let description: StateControlDescription
  private let player: StatePlayer
  /// The index of the last requested state.
  private var state: Int
  private var shownState: Int
  /// The state whose settings were taken last.
  private var settledState: Int
  /// States that have ended since, each once, in the order of their last ends.
  private var passedStates: [Int] = []
  private var holder: ControlHolder?
  private var wait = HolderWait.none
  private var limit = Limit.none

  /// The time limit of a state that leads to another one.
  private enum Limit {
    case none
    /// From the next frame on.
    case beginning
    /// From a time of the stage on.
    case since(Double)
    /// These seconds have passed, and the time of the scene stands still.
    case standing(Double)
  }

  /// The wait for a holder of the former process, which may come back.
  private enum HolderWait {
    case none
    /// From the next frame on.
    case beginning
    /// For `ControlHolder.longestHold` from a time of the stage on.
    case since(Double)
  }

  init(
    _ binding: ControlBinding, _ description: StateControlDescription, _ layers: StateLayers
  ) {
    self.description = description
    state = description.initial
    shownState = state
    settledState = state
    player = StatePlayer(layers, active: [state], name: binding.name)
    super.init(binding)
    beginLimit()
  }

  override var usualRole: AccessibleRole { .status }

  override var info: ControlInfo {
    ControlInfo(
      name: name, kind: .state, states: description.states.map { $0.name },
      state: description.states[state].name, label: label,
      description: description.states[state].label, isHeld: holder != nil)
  }

  // MARK: Requests

  /// - Parameter holds: true if the control is held from then on, until the same caller sets
  ///   another state without that, or is lost.
  func set(_ state: Int, by caller: ControlHolder, holds: Bool) throws(ControlError) {
    if let holder, !caller.mayTake(from: holder) { throw .held(control: name) }
    holder = holds ? caller : nil
    wait = .none
    request(state)
  }

  private func request(_ state: Int) {
    self.state = state
    beginLimit()
  }

  private func beginLimit() { limit = description.states[state].after == nil ? .none : .beginning }

  /// Restarts the time limit, since a person uses the scene.
  func restartLimit() {
    if case .none = limit { return }
    limit = .beginning
  }

  /// Mirrors the time limit of the same control on another stage.
  func adoptLimit(of other: StateControl) {
    if state == other.state { limit = other.limit }
  }

  func isHeld(by holder: UInt64) -> Bool { self.holder?.identifier == holder }

  /// True while the holder of another process's control may come back.
  var isAwaitingHolder: Bool {
    if case .none = wait { false } else { true }
  }

  /// Releases the control if its holder is lost. The holder has not set a last state, so the
  /// scene's state for the loss is set instead.
  override func release(from holder: UInt64) {
    guard isHeld(by: holder) else { return }
    self.holder = nil
    if let lost = description.onDisconnect { request(lost) }
  }

  override var hasPending: Bool {
    if case .beginning = wait { return true }
    if case .beginning = limit { return true }
    return state != shownState
  }

  /// True if a client that holds the control may be lost.
  private var awaitsHolder: Bool {
    isAwaitingHolder || holder != nil && description.onDisconnect != nil
  }

  override var record: ControlRecord {
    var record = super.record
    record.state = description.states[state].name
    record.isHeld = awaitsHolder
    return record
  }

  /// A holder of the control has lost its connection to the former process. It has as much time to
  /// come back as any other holder has without an update.
  override func restore(_ record: ControlRecord) {
    guard let index = record.state.flatMap({ description.index(of: $0) }) else { return }
    request(index)
    (shownState, settledState) = (index, index)
    player.place([index])
    if record.isHeld, description.onDisconnect != nil { wait = .beginning }
  }

  override func migrate(_ former: Control) {
    guard let former = former as? StateControl else { return }
    (holder, wait) = (former.holder, former.wait)
    let shown = former.description.states[former.shownState].name
    if let index = description.index(of: shown) { (shownState, settledState) = (index, index) }
    player.place([shownState])
    guard let index = description.index(of: former.description.states[former.state].name) else {
      return request(shownState)
    }
    request(index)
    // Set with the request, before the state is shown.
    settledState = index
    if case .none = former.limit { return }
    if case .beginning = limit { limit = former.limit }
  }

  override func adopt(_ former: Control) {
    guard let former = former as? StateControl else { return }
    (state, shownState, holder) = (former.state, former.shownState, former.holder)
    (settledState, passedStates) = (former.settledState, former.passedStates)
    (wait, limit) = (former.wait, former.limit)
    player.adopt(former.player)
  }

  // MARK: Frames

  override func takeSettings() -> [ControlSetting] {
    guard state != settledState || !passedStates.isEmpty else { return [] }
    let new = passedStates.filter { $0 != state } + [state]
    passedStates = []
    settledState = state
    return new.flatMap { description.states[$0].settings }
  }

  override func applyPending(in tree: LayerTree, at time: Double, _ events: inout [StageEvent]) {
    if case .beginning = wait { wait = .since(time) }
    if case .beginning = limit { limit = .since(time) }
    guard state != shownState else { return }
    let leaving = description.states[shownState].leaving
    shownState = state
    events.append(.stateChanged(control: name, state: description.states[state].name))
    player.play([state], leaving: leaving, in: tree, at: time)
  }

  /// The end of the state's time limit; nil without one.
  private var limitEnd: Double? {
    guard case .since(let start) = limit, let after = description.states[state].after else {
      return nil
    }
    return start + after.duration
  }

  /// States that follow one another within the time since the last frame are not shown.
  override func makeDueRequests(to time: Double, from start: Double) -> Double? {
    if case .standing(let elapsed) = limit { limit = .since(time - elapsed) }
    var last: Double?
    for _ in 0..<Self.mostDueRequests {
      guard let after = description.states[state].after, let end = limitEnd, end <= time else {
        return last
      }
      last = end
      state = after.state
      passedStates.removeAll { $0 == state }
      passedStates.append(state)
      limit = description.states[state].after == nil ? .none : .since(end)
    }
    beginLimit()
    return last
  }

  /// The most states that are left out in a frame.
  private static var mostDueRequests: Int { 1000 }

  override func hold(at time: Double) {
    if case .since(let start) = limit { limit = .standing(max(time - start, 0)) }
  }

  override var nextChange: Double? {
    var next = player.nextChange
    if case .since(let start) = wait {
      let end = start + ControlHolder.longestHold
      next = min(next ?? end, end)
    }
    // Time that has stood still goes on with the next frame.
    if case .standing = limit { return 0 }
    if let end = limitEnd { next = min(next ?? end, end) }
    return next
  }

  override func advance(in tree: LayerTree, to time: Double, _ events: inout [StageEvent]) {
    player.advance(in: tree, to: time)
    guard case .since(let start) = wait, start + ControlHolder.longestHold <= time else { return }
    wait = .none
    if let lost = description.onDisconnect { request(lost) }
  }
}
