internal import Layers
internal import Scene
internal import Text

/// The prompt of the scene in play: its state, and the change that is still to be applied.
///
/// Requests of clients do not name it: prompts come from the daemon's queue.
final class PromptControl {
  private let layers: PromptLayers
  private(set) var state: PromptState?
  private(set) var hasPending = false

  /// True while a keyboard on the screen comes up for questions. The layout is then on its space
  /// bar, and the layout of the machine's keyboard is not shown.
  var hasScreenKeyboard = false {
    didSet { if hasScreenKeyboard != oldValue, state != nil { hasPending = true } }
  }

  private let list: PromptList?

  struct Announcement: Equatable {
    var number: Int
    var text: String
  }
  /// The last report of a question to people who cannot see it; nil without a question.
  var announced: Announcement?

  /// The layer with all that belongs to a question.
  var panel: Layer { layers.panel }
  /// The layer that shows where the answer is typed, and the fonts of the answer.
  var area: Layer? {
    if list != nil, case .choices? = state?.entry { return layers.list }
    return layers.field ?? layers.entry.first
  }
  /// The layer inside the area with the line that is typed.
  var entryLayer: Layer? { area === layers.list ? area : layers.entry.first }
  var fonts: FontStack? { layers.entry.first?.fonts }
  var inputMode: InputMode { layers.inputMode }

  init(_ layers: PromptLayers) {
    self.layers = layers
    list = PromptList(layers)
  }

  func set(_ state: PromptState?) {
    guard state != self.state else { return }
    self.state = state
    hasPending = true
  }

  /// Shows the state that was set since the last frame. Transitions are played.
  func applyPending(in tree: LayerTree) {
    guard hasPending else { return }
    hasPending = false
    tree.transact { show() }
  }

  /// Continues with the prompt of another layout. The layers have not been presented.
  func adopt(_ former: PromptControl) {
    (state, hasScreenKeyboard) = (former.state, former.hasScreenKeyboard)
    announced = former.announced
    hasPending = former.hasPending
    if !hasPending { show() }
  }

  private func show() {
    guard let state else {
      layers.panel.isHidden = true
      // The answer vanishes at once, while the rest fades.
      set("", in: layers.entry)
      layers.capsLock?.isHidden = true
      return
    }
    set(state.message, in: layers.message)
    if let list, case .choices(let choices, let chosen) = state.entry {
      list.show(choices, chosen: chosen) { text, layer in set(text, in: [layer]) }
      layers.field?.isHidden = true
    } else {
      list?.hide()
      layers.field?.isHidden = false
    }
    // The end of a long answer is shown, where typing continues.
    set(entry(of: state).suffix(bytes: layers.byteLimit), in: layers.entry)
    set(hasScreenKeyboard ? "" : state.keyboardLayout, in: layers.keyboardLayout)
    set(state.waitingCount > 1 ? "1/\(state.waitingCount)" : "", in: layers.queue)
    layers.capsLock?.isHidden = !state.isCapsLockOn
    layers.panel.isHidden = false
  }

  private func entry(of state: PromptState) -> String {
    switch state.entry {
    case .text(let text): text
    // Bullets beyond the width of a field carry no information.
    case .bullets(let count):
      String(repeating: layers.bullet, count: min(max(count, 0), PromptState.mostBullets))
    case .hidden: ""
    case .choices(let choices, let chosen):
      choices.indices.contains(chosen)
        ? choices[chosen] + "   \(chosen + 1)/\(choices.count)" : ""
    }
  }

  private func set(_ text: String, in texts: [TextLayer]) {
    let shown = text.utf8.count <= layers.byteLimit ? text : text.prefix(bytes: layers.byteLimit)
    for layer in texts { layer.setString(shown, isLiteral: true) }
  }
}

extension String {
  /// The last scalars that fit into a number of bytes.
  fileprivate func suffix(bytes limit: Int) -> String {
    var rest = unicodeScalars[...]
    var count = utf8.count
    while count > limit, let scalar = rest.popFirst() { count -= UTF8.width(scalar) }
    return String(rest)
  }

  /// The first scalars that fit into a number of bytes.
  func prefix(bytes limit: Int) -> String {
    var result = String.UnicodeScalarView()
    var count = 0
    for scalar in unicodeScalars {
      count += UTF8.width(scalar)
      if count > limit { break }
      result.append(scalar)
    }
    return String(result)
  }
}
