internal import Animation
import CodeUnits
internal import Layers
internal import Scene

/// Plays the changes of a control's states on layers. Several states may be active: where two set
/// the same, the later one wins.
final class StatePlayer {
  private let name: String
  private let layers: StateLayers
  /// For each target, the index of its value without a state.
  private let restIndices: [StateLayers.Target: Int]
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

    /// A change that a state has adopted from another state continues: both have one identity.
    var identity: Identity {
      change.origin.map { .origin($0) } ?? .place(state: state, index: index)
    }

    enum Identity: Hashable {
      case origin(Int)
      case place(state: Int, index: Int)
    }
  }

  /// The changes of states. A scene may have thousands: they are looked up in tables.
  private struct Parts {
    /// The changes, except for those that a later one covers.
    let list: [Part]
    let identities: Set<Part.Identity>
    let targets: Set<StateLayers.Target>

    init(_ states: [Int], of layers: StateLayers) {
      var parts: [Part] = []
      for state in states {
        for (index, change) in layers.states[state].enumerated() {
          parts.append(Part(state: state, index: index, change: change))
        }
      }
      var targets: Set<StateLayers.Target> = []
      let last = parts.reversed().filter { part in
        guard let target = part.change.target else { return true }
        return targets.insert(target).inserted
      }
      list = last.reversed()
      identities = Set(list.map { $0.identity })
      self.targets = targets
    }

    func sets(_ target: StateLayers.Target?) -> Bool {
      if let target { targets.contains(target) } else { false }
    }
  }

  /// - Parameter name: the control's, for the keys of animations.
  init(_ layers: StateLayers, active: [Int], name: String) {
    (self.layers, self.active, self.name) = (layers, active, name)
    var indices: [StateLayers.Target: Int] = [:]
    for (index, change) in layers.rest.enumerated() {
      if let target = change.target { indices[target] = index }
    }
    restIndices = indices
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
    for part in Parts(active, of: layers).list {
      set(part.change)
      guard case .motion(let animation, let isEssential) = part.change.effect else { continue }
      part.change.layer.add(animation, forKey: key(part), isEssential: isEssential)
    }
  }

  /// Continues from the same states in a layout for another size.
  func adopt(_ former: StatePlayer) {
    place(former.active)
    guard !former.waiting.isEmpty else { return }
    let texts = texts(for: former.layers)
    func text(for text: String, on layer: Layer) -> String {
      let pairs = texts[ObjectIdentifier(layer)] ?? []
      return pairs.first { $0.former.isIdentical(to: text) }?.text ?? text
    }
    for waiting in former.waiting {
      guard let index = waiting.change.target.flatMap({ former.restIndices[$0] }),
        layers.rest.indices.contains(index)
      else { continue }
      var change = layers.rest[index]
      switch waiting.change.effect {
      case .text(let string):
        guard let shown = waiting.change.layer as? TextLayer, let layer = change.layer as? TextLayer
        else { continue }
        layer.string = text(for: shown.string, on: shown)
        change.effect = .text(text(for: string, on: shown))
      case .collapse:
        change.layer.isCollapsed = waiting.change.layer.isCollapsed
        change.effect = waiting.change.effect
      case .value, .motion: continue
      }
      self.waiting.append(WaitingChange(time: waiting.time, change: change))
    }
  }

  /// For each layer of another layout, which may be in another locale, its texts there and here.
  private func texts(
    for former: StateLayers
  ) -> [ObjectIdentifier: [(former: String, text: String)]] {
    var texts: [ObjectIdentifier: [(former: String, text: String)]] = [:]
    for (changes, others) in zip([layers.rest] + layers.states, [former.rest] + former.states) {
      for (change, other) in zip(changes, others) {
        guard case .text(let text) = change.effect, case .text(let known) = other.effect
        else { continue }
        texts[ObjectIdentifier(other.layer), default: []].append((known, text))
      }
    }
    return texts
  }

  /// Goes from the active states to others at a time of the stage.
  func play(
    _ next: [Int], leaving: StateDescription.Leaving, in tree: LayerTree, at time: Double
  ) {
    let (former, parts) = (Parts(active, of: layers), Parts(next, of: layers))
    active = next
    let left = former.list.filter { !parts.identities.contains($0.identity) }
    let entered = parts.list.filter { !former.identities.contains($0.identity) }
    let delay = leaving.isFirst ? leaving.duration : 0
    let ended = Set(left.compactMap { $0.change.target })
    waiting.removeAll { $0.change.target.map { ended.contains($0) } ?? false }
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

  /// Ends a motion, or brings back a property that no next state sets.
  private func leave(_ part: Part, for parts: Parts, _ leaving: StateDescription.Leaving) {
    let change = part.change
    switch change.effect {
    case .motion:
      change.layer.settleAnimation(
        forKey: key(part), duration: leaving.duration,
        timingFunction: leaving.timingFunction)
    case .value(let keyPath, _, _):
      guard !parts.sets(change.target),
        case .value(_, let rest, _)? = rest(of: change)?.effect
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

  /// Restores a value without a motion that no next state sets.
  private func leaveAtOnce(_ change: StateLayers.Change, for parts: Parts) {
    guard change.isAtOnce, !parts.sets(change.target), let rest = rest(of: change) else { return }
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

  private func rest(of change: StateLayers.Change) -> StateLayers.Change? {
    change.target.flatMap { restIndices[$0] }.map { layers.rest[$0] }
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
