import Animation
import Layers

/// Layers that a state control changes.
extension SceneLayout {
  /// The values of the layers are those without a state.
  func stateLayers(_ descriptions: [StateDescription]) -> StateLayers {
    var rest: [StateLayers.Change] = []
    var known: Set<StateLayers.Target> = []
    let states = descriptions.map { state in
      state.changes.compactMap { description -> StateLayers.Change? in
        guard let place = laidOut[description.layer] else { return nil }
        let change = StateLayers.Change(
          layer: place.layer, start: description.start, duration: description.duration,
          timingFunction: description.timingFunction,
          effect: description.effect.resolved(inner: place.inner, outer: place.outer),
          origin: description.origin)
        if let target = change.target, !known.contains(target), let value = change.withoutState {
          known.insert(target)
          rest.append(value)
        }
        return change
      }
    }
    return StateLayers(states: states, rest: rest)
  }

  /// Nil if mistakes left out a hit area.
  func pressLayers(_ control: PressControlDescription) -> PressLayers? {
    let areas = control.options.compactMap { laidOut[$0.hitArea]?.layer }
    guard areas.count == control.options.count else { return nil }
    return PressLayers(areas: areas, looks: stateLayers(control.states))
  }
}

extension StateDescription.Effect {
  fileprivate func resolved(inner: LengthContext, outer: LengthContext) -> StateLayers.Effect {
    switch self {
    case .value(let keyPath, let value, let spring):
      .value(keyPath, value.resolved(inner: inner, outer: outer), spring)
    case .text(let text): .text(text)
    case .collapse(let isCollapsed): .collapse(isCollapsed)
    case .motion(let animation):
      .motion(
        animation.resolved(inner: inner, outer: outer), isEssential: animation.isEssential)
    }
  }
}

extension StateLayers.Change {
  /// The change back to the layer's present value; nil for a motion.
  fileprivate var withoutState: StateLayers.Change? {
    let effect: StateLayers.Effect
    switch self.effect {
    case .value(let keyPath, _, _):
      guard let value = layer.value(for: keyPath) else { return nil }
      effect = .value(keyPath, value, nil)
    case .text:
      guard let text = layer as? TextLayer else { return nil }
      effect = .text(text.string)
    case .collapse: effect = .collapse(layer.isCollapsed)
    case .motion: return nil
    }
    return StateLayers.Change(
      layer: layer, start: 0, duration: 0, timingFunction: .linear, effect: effect)
  }
}
