internal import Layers
internal import Scene

/// A control that holds a message, which text layers show.
final class TextControl: Control {
  private let layers: [TextLayer]
  private let first: String
  /// What was set last; nil while nothing was.
  private var message: String?
  private var isPending = false

  init(
    _ binding: ControlBinding, _ description: TextControlDescription, _ layers: [TextLayer]
  ) {
    self.layers = layers
    first = description.text ?? layers.first?.string ?? ""
    super.init(binding)
  }

  override var kind: ControlKind { .text }

  override var usualRole: AccessibleRole { .status }

  override var info: ControlInfo {
    ControlInfo(name: name, kind: .text, text: text, label: label, description: text)
  }

  var text: String { message ?? first }

  func set(_ text: String) {
    message = text
    isPending = true
  }

  override var hasPending: Bool { isPending && !layers.isEmpty }

  override func applyPending(in tree: LayerTree, at time: Double, _ events: inout [StageEvent]) {
    guard isPending else { return }
    isPending = false
    // Transitions are played.
    tree.transact { show() }
  }

  /// The layers have not been seen: nothing moves.
  override func carryOver(_ former: Control) {
    guard let former = former as? TextControl, let message = former.message else { return }
    self.message = message
    show()
  }

  private func show() {
    for layer in layers { layer.string = text }
  }
}
