internal import Animation
internal import Layers
internal import Scene

/// Plays the changes of a control's states on layers. Several states may be active: where two set the
/// same, the later one wins.
final class StatePlayer {
  private let name: String
  private let layers: StateLayers
  /// Indices of states, the stronger ones later.
  private(set) var active: [Int]
  /// Texts that wait for a time of the stage.
  private var texts: [WaitingText] = []

  private struct WaitingText {
    var time: Double
    var layer: TextLayer
    var text: String
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
    texts = []
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
    for waiting in former.texts {
      guard
        let index = former.layers.rest.firstIndex(where: { $0.layer === waiting.layer }),
        let layer = layers.rest[index].layer as? TextLayer
      else { continue }
      layer.string = text(for: waiting.layer.string, on: waiting.layer, in: former.layers)
      texts.append(
        WaitingText(
          time: waiting.time, layer: layer,
          text: text(for: waiting.text, on: waiting.layer, in: former.layers)))
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
    texts.removeAll { waiting in
      left.contains { part in
        guard case .text = part.change.effect else { return false }
        return part.change.layer === waiting.layer
      }
    }
    tree.transact(disableActions: true) {
      for part in left { leave(part, for: parts, leaving) }
      for part in entered { enter(part, after: delay) }
    }
    // Transitions are played.
    tree.transact {
      for part in left { leaveText(part.change, for: parts) }
      for part in entered { enterText(part.change, after: delay, at: time) }
    }
  }

  /// The time at which the next text is due.
  var nextChange: Double? { texts.map { $0.time }.min() }

  func advance(in tree: LayerTree, to time: Double) {
    tree.transact {
      for waiting in texts where waiting.time <= time { waiting.layer.string = waiting.text }
    }
    texts.removeAll { $0.time <= time }
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
    case .text: return
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
    case .text: return
    }
  }

  private func leaveText(_ change: StateLayers.Change, for parts: [Part]) {
    guard case .text = change.effect, let layer = change.layer as? TextLayer,
      !parts.contains(where: { $0.change.sets(sameAs: change) }),
      case .text(let text)? = rest(of: change)
    else { return }
    layer.string = text
  }

  private func enterText(_ change: StateLayers.Change, after delay: Double, at time: Double) {
    guard case .text(let text) = change.effect, let layer = change.layer as? TextLayer else {
      return
    }
    let start = change.start + delay
    if start > 0 {
      texts.append(WaitingText(time: time + start, layer: layer, text: text))
    } else {
      layer.string = text
    }
  }

  private func set(_ change: StateLayers.Change) {
    switch change.effect {
    case .value(let keyPath, let value, _): change.layer.setValue(value, for: keyPath)
    case .text(let text): (change.layer as? TextLayer)?.string = text
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
