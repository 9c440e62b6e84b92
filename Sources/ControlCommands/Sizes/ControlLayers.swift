import Animation
import Geometry
import Layers
import Scene

/// The layers that people touch, and those that controls change, in a scene as it is laid out for
/// one panel.
///
/// A layer is given by its place among its siblings, after the places of the layers around it.
struct ControlLayers {
  /// The hit areas of controls.
  private(set) var areas: Set<[Int]> = []
  /// The hit areas of fields by the names of these.
  private(set) var fields: [String: [Int]] = [:]
  /// Layers whose place or visibility changes with controls.
  private(set) var shifted: Set<[Int]> = []
  /// Layers that controls change in any way.
  private(set) var changed: Set<[Int]> = []
  /// Layers whose texts take other colours with states and options.
  private(set) var recolored: Set<[Int]> = []
  /// The hit areas of controls that people press, and the layers that their looks change, by the
  /// controls' names.
  private(set) var looked: [String: [[Int]]] = [:]
  /// The layers of the looks with the focus.
  private(set) var focusLayers: [Pressed: FocusLayers] = [:]
  /// All layers of `focusLayers`.
  private(set) var focusing: Set<[Int]> = []
  /// The panel of the prompt, if a question is shown.
  private(set) var panel: [Int]?

  /// A button, a field, or an option of a choice.
  struct Pressed: Hashable {
    var control: String
    /// Nil for a button and a field.
    var option: String?
  }

  struct FocusLayers {
    /// The hit area.
    var area: [Int]
    /// The layers that the look changes.
    var changed: [[Int]]
  }

  private static let placing: [AnimatableProperty] = [
    .position, .bounds, .transform, .sublayerTransform, .zPosition, .opacity, .isHidden,
  ]
  private static let coloring: [AnimatableProperty] = [.foregroundColor, .progressColor]

  /// - Parameters:
  ///   - locale: a language tag; empty for the scene's own.
  ///   - hasQuestion: true if a question is shown, in the scene's prompt or in the usual one.
  init(_ scene: Scene, size: PixelSize, locale: String, hasQuestion: Bool = false) {
    if scene.controls.isEmpty, !hasQuestion { return }
    let instance = scene.instantiate(
      size: Size(width: Double(size.width), height: Double(size.height)), scale: 1, locale: locale,
      hasPrompt: hasQuestion)
    // Layers do not keep those around them alive.
    withExtendedLifetime(instance) {
      if hasQuestion { panel = instance.prompt?.panel.indices }
      for control in instance.controls { add(control) }
    }
  }

  private mutating func add(_ control: ControlBinding) {
    for target in control.targets { note(target.layer, target.keyPath.property) }
    switch control.content {
    case .reveal(_, _, let layers):
      for layer in [layers.content, layers.loader, layers.background] {
        if let layer { noteShift(layer) }
      }
    case .scrub(_, let layers):
      for layer in layers.layers { noteShift(layer) }
      addArea(layers.hitArea)
    case .state(_, let layers):
      for state in layers.states { for change in state { note(change) } }
    case .press(let press, let layers):
      noteLooks(layers, of: control.name)
      noteFocus(layers, of: press, control.name)
      for (option, area) in layers.areas.enumerated() {
        addArea(area)
        let chosen = PressControlDescription.state(of: option, .chosen)
        guard layers.looks.states.indices.contains(chosen) else { continue }
        // A chosen option may show other layers. Its own look hides none.
        for change in layers.looks.states[chosen] where !change.layer.isInside(area) {
          note(change)
        }
      }
    case .field(let field, let layers):
      noteLooks(layers.press, of: control.name)
      noteFocus(layers.press, of: field.press, control.name)
      for area in layers.press.areas {
        addArea(area)
        fields[control.name] = area.indices
      }
    default: break
    }
  }

  private mutating func noteLooks(_ layers: PressLayers, of control: String) {
    let changed = layers.looks.states.flatMap { $0.compactMap(\.layer.indices) }
    looked[control] = layers.areas.compactMap(\.indices) + changed
  }

  private mutating func noteFocus(
    _ layers: PressLayers, of press: PressControlDescription, _ control: String
  ) {
    for (option, area) in layers.areas.enumerated() {
      let look = PressControlDescription.state(of: option, .focused)
      guard layers.looks.states.indices.contains(look), let area = area.indices else { continue }
      let changed = layers.looks.states[look].compactMap(\.layer.indices)
      let name = press.isChoice ? press.options[option].name : nil
      focusLayers[Pressed(control: control, option: name)] = FocusLayers(
        area: area, changed: changed)
      focusing.formUnion(changed + [area])
    }
  }

  private mutating func addArea(_ layer: Layer) {
    if let indices = layer.indices { areas.insert(indices) }
  }

  private mutating func note(_ change: StateLayers.Change) {
    switch change.effect {
    case .value(let keyPath, _, _): note(change.layer, keyPath.property)
    case .motion(let animation, _):
      guard let indices = change.layer.indices else { return }
      changed.insert(indices)
      if animation.animates(where: { Self.placing.contains($0) }) { shifted.insert(indices) }
    case .collapse: noteShift(change.layer)
    case .text: break
    }
  }

  private mutating func note(_ layer: Layer, _ property: AnimatableProperty) {
    guard let indices = layer.indices else { return }
    changed.insert(indices)
    if Self.placing.contains(property) { shifted.insert(indices) }
    if Self.coloring.contains(property) { recolored.insert(indices) }
  }

  private mutating func noteShift(_ layer: Layer) {
    guard let indices = layer.indices else { return }
    changed.insert(indices)
    shifted.insert(indices)
  }
}

extension Layer {
  /// The places among siblings from the root's sublayers on; nil for a layer in a mask.
  fileprivate var indices: [Int]? {
    var indices: [Int] = []
    var layer = self
    while let superlayer = layer.superlayer {
      guard let index = layer.indexInSuperlayer else { return nil }
      indices.append(index)
      layer = superlayer
    }
    return indices.reversed()
  }
}
