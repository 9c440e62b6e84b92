internal import Animation
internal import Layers
internal import Scene

/// A control that holds a message, which text layers show.
final class TextControl: Control {
  private let layers: [TextLayer]
  private let first: String
  /// True if the first message has placeholders, which the first layer fills in.
  private let isFirstFilled: Bool
  private let firstHasPhase: Bool
  /// The texts that the layers have in the scene.
  private let ownTexts: [String]
  /// The longest message, in bytes.
  let byteLimit: Int
  /// The last message; nil before the first one.
  private(set) var message: String?
  private var isPending = false
  /// The phase that the first message last showed; nil if it was not seen.
  private var toldPhase: String?
  /// The text of the layers before the last message.
  private var former: (text: String, isLiteral: Bool)?
  /// Layers whose transitions start again, with their texts; `isLiteral` for messages.
  private var restarted: [(layer: TextLayer, text: String, isLiteral: Bool)] = []

  init(
    _ binding: ControlBinding, _ description: TextControlDescription, _ layers: [TextLayer]
  ) {
    self.layers = layers
    byteLimit = description.byteLimit
    first = description.text ?? layers.first?.plainString ?? ""
    let template = TextTemplate(first)
    isFirstFilled = layers.first?.code == nil && !template.placeholders.isEmpty
    firstHasPhase = isFirstFilled && template.hasPhase
    ownTexts = layers.map { $0.string }
    super.init(binding)
  }

  override var usualRole: AccessibleRole { .status }

  override var faces: [Layer] { layers.map { $0 as Layer } }

  override var describedLayers: [Layer] { faces }

  override var info: ControlInfo {
    ControlInfo(name: name, kind: .text, text: text, label: label, description: text)
  }

  /// The message as it is shown.
  var text: String {
    if let message { return message }
    // The layers fill the placeholders of the scene's texts in.
    return isFirstFilled ? layers.first?.filled(first) ?? first : first
  }

  /// The message, or the first one if that stays as it is; nil for a text that follows a progress.
  var fixedText: String? { message ?? (isFirstFilled ? nil : first) }

  /// The text without percentages and times, which change all the time.
  override var textToAnnounce: String {
    if message == nil, isFirstFilled, let layer = layers.first {
      return layer.filledByPhase(first)
    }
    return text
  }

  override func noteShownText() -> Bool {
    guard message == nil, firstHasPhase, let phase = layers.first?.shownPhase, phase != toldPhase
    else { return false }
    toldPhase = phase
    return true
  }

  /// - Parameter text: nil for the texts that the layers have in the scene.
  func set(_ text: String?) {
    message = text
    isPending = true
    toldPhase = nil
  }

  override var hasPending: Bool { isPending && !layers.isEmpty }

  override func applyPending(in tree: LayerTree, at time: Double, _ events: inout [StageEvent]) {
    guard isPending else { return }
    isPending = false
    // Transitions are played.
    tree.transact { show() }
  }

  /// The layers have not been shown yet: nothing moves.
  override func migrate(_ former: Control) {
    guard let former = former as? TextControl, let message = former.message else { return }
    self.message = message
    show()
  }

  override var record: ControlRecord {
    var record = super.record
    record.text = message
    return record
  }

  override func restore(_ record: ControlRecord) {
    guard let text = record.text, text.utf8.count <= TextControlDescription.longestText else {
      return
    }
    message = text
    show()
  }

  override func adopt(_ former: Control) {
    guard let former = former as? TextControl else { return }
    message = former.message
    self.former = former.former
    isPending = former.isPending
    restarted = []
    // Before the first message the layers have texts of the scene, perhaps in another locale.
    guard self.former != nil else { return }
    let isOwn = message == nil && !isPending
    for (layer, other) in zip(layers, former.layers) {
      // A text of the scene is that of the new layout.
      let isLiteral = isOwn ? layer.isLiteral : other.isLiteral
      let string = isOwn ? layer.string : fitted(other.string, isLiteral: isLiteral, layer)
      layer.setString(string, isLiteral: isLiteral)
      guard let shown = self.former, other.animation(forKey: Transition.key) != nil else {
        continue
      }
      layer.setString(
        fitted(shown.text, isLiteral: shown.isLiteral, layer), isLiteral: shown.isLiteral)
      restarted.append((layer, string, isLiteral))
    }
  }

  override func restartTransitions(in tree: LayerTree) {
    tree.transact {
      for (layer, text, isLiteral) in restarted { layer.setString(text, isLiteral: isLiteral) }
    }
    restarted = []
  }

  /// A text for a layer. A message is cut to the longest that the layers may show, since it may
  /// come from a scene with a higher limit; for a QR code nothing is left, since a cut message
  /// would be a wrong code.
  private func fitted(_ text: String, isLiteral: Bool, _ layer: TextLayer) -> String {
    guard isLiteral, text.utf8.count > byteLimit else { return text }
    return layer.code == nil ? text.prefix(bytes: byteLimit) : ""
  }

  private func show() {
    former = layers.first.map { ($0.string, $0.isLiteral) }
    // Placeholders are replaced in the scene's texts, but never in a client's message.
    for (layer, own) in zip(layers, ownTexts) {
      if let message {
        layer.setString(fitted(message, isLiteral: true, layer), isLiteral: true)
      } else {
        layer.setString(own, isLiteral: false)
      }
    }
  }
}
