internal import Animation
internal import Layers
internal import Scene

/// Plays the changes of a control's states on layers. Several states may be active: where two set
/// the same, the later one wins.
final class StatePlayer {
  private let name: String
  private let layers: StateLayers
  /// Indices of states, the stronger ones later.
  private(set) var active: [Int]
  /// Texts, and layers that close or open their space, that wait for a time of the stage.
  private var waiting: [WaitingChange] = []

  private struct WaitingChange {
    var time: Double
    var change: StateLayers.Change
  }

  /// A change of an active state.
  private struct Part {
    var state: Int
    var index: Int
    var change: StateLayers.Change

    /// True also for a change that a state has taken over from the other one: it goes on.
    func isSame(as other: Part) -> Bool {
      if let origin = change.origin, let other = other.change.origin { return origin == other }
      return state == other.state && index == other.index
    }
  }

  /// - Parameter name: the control's, for the keys of animations.
  init(_ layers: StateLayers, active: [Int], name: String) {
    (self.layers, self.active, self.name) = (layers, active, name)
    place(active)
  }

  /// Brings layers that have not been shown yet into states.
  func place(_ active: [Int]) {
    self.active = active
    waiting = []
    for change in layers.rest { set(change) }
    for (state, changes) in layers.states.enumerated() {
      for (index, change) in changes.enumerated() {
        change.layer.removeAnimation(forKey: key(Part(state: state, index: index, change: change)))
      }
    }
    for part in parts(of: active) {
      set(part.change)
      guard case .motion(let animation, let isEssential) = part.change.effect else { continue }
      part.change.layer.add(animation, forKey: key(part), isEssential: isEssential)
    }
  }

  /// Continues from the same states in a layout for another size.
  func adopt(_ former: StatePlayer) {
    place(former.active)
    for waiting in former.waiting {
      guard
        let index = former.layers.rest.firstIndex(where: { $0.sets(sameAs: waiting.change) })
      else { continue }
      var change = layers.rest[index]
      switch waiting.change.effect {
      case .text(let text):
        guard let shown = waiting.change.layer as? TextLayer, let layer = change.layer as? TextLayer
        else { continue }
        layer.string = self.text(for: shown.string, on: shown, in: former.layers)
        change.effect = .text(self.text(for: text, on: shown, in: former.layers))
      case .collapse:
        change.layer.isCollapsed = waiting.change.layer.isCollapsed
        change.effect = waiting.change.effect
      case .value, .motion: continue
      }
      self.waiting.append(WaitingChange(time: waiting.time, change: change))
    }
  }

  /// The text here for one of another layout, which may be in another locale.
  private func text(
    for text: String, on layer: Layer, in former: StateLayers
  ) -> String {
    for (changes, others) in zip([layers.rest] + layers.states, [former.rest] + former.states) {
      for (change, other) in zip(changes, others) where other.layer === layer {
        guard case .text(let own) = change.effect, case .text(let known) = other.effect,
          known.utf8.elementsEqual(text.utf8)
        else { continue }
        return own
      }
    }
    return text
  }

  /// Goes from the active states to others at a time of the stage.
  func play(
    _ next: [Int], leaving: StateDescription.Leaving, in tree: LayerTree, at time: Double
  ) {
    let (formerParts, parts) = (self.parts(of: active), self.parts(of: next))
    active = next
    let left = formerParts.filter { part in !parts.contains { $0.isSame(as: part) } }
    let entered = parts.filter { part in !formerParts.contains { $0.isSame(as: part) } }
    let delay = leaving.isFirst ? leaving.duration : 0
    waiting.removeAll { waiting in left.contains { $0.change.sets(sameAs: waiting.change) } }
    tree.transact(disableActions: true) {
      for part in left { leave(part, for: parts, leaving) }
      for part in entered { enter(part, after: delay) }
    }
    // Transitions are played.
    tree.transact {
      for part in left { leaveAtOnce(part.change, for: parts) }
      for part in entered { enterAtOnce(part.change, after: delay, at: time) }
    }
  }

  /// The time at which the next text, or the next layer without a motion, is due.
  var nextChange: Double? { waiting.map { $0.time }.min() }

  func advance(in tree: LayerTree, to time: Double) {
    tree.transact {
      for change in waiting where change.time <= time { set(change.change) }
    }
    waiting.removeAll { $0.time <= time }
  }

  // MARK: Parts

  /// The changes of states, without those that a later one covers.
  private func parts(of states: [Int]) -> [Part] {
    var parts: [Part] = []
    for state in states {
      for (index, change) in layers.states[state].enumerated() {
        parts.removeAll { $0.change.sets(sameAs: change) }
        parts.append(Part(state: state, index: index, change: change))
      }
    }
    return parts
  }

  /// Ends a motion, or brings back a property that no next state sets.
  private func leave(_ part: Part, for parts: [Part], _ leaving: StateDescription.Leaving) {
    let change = part.change
    switch change.effect {
    case .motion:
      change.layer.settleAnimation(
        forKey: key(part), duration: leaving.duration,
        timingFunction: leaving.timingFunction)
    case .value(let keyPath, _, _):
      guard !parts.contains(where: { $0.change.sets(sameAs: change) }),
        case .value(_, let rest, _)? = rest(of: change)
      else { return }
      change.layer.move(
        keyPath, to: rest, duration: leaving.duration, timingFunction: leaving.timingFunction)
    case .text, .collapse: return
    }
  }

  private func enter(_ part: Part, after delay: Double) {
    let change = part.change
    switch change.effect {
    case .motion(let animation, let isEssential):
      change.layer.add(
        animation, forKey: key(part), isEssential: isEssential,
        after: delay + change.start)
    case .value(let keyPath, let value, let spring):
      change.layer.move(
        keyPath, to: value, delay: delay + change.start, duration: change.duration,
        timingFunction: change.timingFunction, spring: spring)
    case .text, .collapse: return
    }
  }

  /// Brings back what has no motion and no next state sets.
  private func leaveAtOnce(_ change: StateLayers.Change, for parts: [Part]) {
    guard change.isAtOnce, !parts.contains(where: { $0.change.sets(sameAs: change) }),
      let rest = layers.rest.first(where: { $0.sets(sameAs: change) })
    else { return }
    set(rest)
  }

  private func enterAtOnce(_ change: StateLayers.Change, after delay: Double, at time: Double) {
    guard change.isAtOnce else { return }
    let start = change.start + delay
    if start > 0 {
      waiting.append(WaitingChange(time: time + start, change: change))
    } else {
      set(change)
    }
  }

  private func set(_ change: StateLayers.Change) {
    switch change.effect {
    case .value(let keyPath, let value, _): change.layer.setValue(value, for: keyPath)
    case .text(let text): (change.layer as? TextLayer)?.string = text
    case .collapse(let isCollapsed): change.layer.isCollapsed = isCollapsed
    case .motion: return
    }
  }

  private func rest(of change: StateLayers.Change) -> StateLayers.Effect? {
    layers.rest.first { $0.sets(sameAs: change) }?.effect
  }

  private func key(_ part: Part) -> String {
    name + "#" + (part.change.origin.map { "\($0)" } ?? "\(part.state).\(part.index)")
  }
}

extension StateLayers.Change {
  /// True if it has no motion.
  fileprivate var isAtOnce: Bool {
    switch effect {
    case .text, .collapse: true
    case .value, .motion: false
    }
  }
}
