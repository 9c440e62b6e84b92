internal import Layers
internal import Scene

/// The prompt of the scene in play: what it shows, and what of that is still to be applied.
///
/// No request of a client names it: prompts come from the daemon's queue.
final class PromptControl {
  private let layers: PromptLayers
  private(set) var state: PromptState?
  private(set) var hasPending = false

  init(_ layers: PromptLayers) { self.layers = layers }

  func set(_ state: PromptState?) {
    guard state != self.state else { return }
    self.state = state
    hasPending = true
  }

  /// Gives the layers what was asked for since the last frame. Transitions are played.
  func applyPending(in tree: LayerTree) {
    guard hasPending else { return }
    hasPending = false
    tree.transact { show() }
  }

  /// Goes on with what the prompt of another layout shows. The layers have not been presented.
  func takeUp(_ former: PromptControl) {
    state = former.state
    hasPending = former.hasPending
    if !hasPending { show() }
  }

  private func show() {
    guard let state else {
      layers.panel.isHidden = true
      // The answer goes at once, while the rest fades.
      set("", in: layers.entry)
      layers.capsLock?.isHidden = true
      return
    }
    set(state.message, in: layers.message)
    // Of a long answer the end is seen, where keys go.
    set(entry(of: state).suffix(bytes: layers.byteLimit), in: layers.entry)
    set(state.keyboardLayout, in: layers.keyboardLayout)
    set(state.waitingCount > 1 ? "1 of \(state.waitingCount)" : "", in: layers.queue)
    layers.capsLock?.isHidden = !state.isCapsLockOn
    layers.panel.isHidden = false
  }

  private func entry(of state: PromptState) -> String {
    switch state.entry {
    case .text(let text): text
    // More of them than a field has room for say no more.
    case .bullets(let count):
      String(repeating: layers.bullet, count: min(max(count, 0), PromptState.mostBullets))
    }
  }

  private func set(_ text: String, in texts: [TextLayer]) {
    let shown = text.utf8.count <= layers.byteLimit ? text : text.prefix(bytes: layers.byteLimit)
    for layer in texts { layer.setString(shown, isLiteral: true) }
  }
}

extension String {
  /// The last scalars, in at most so many bytes.
  fileprivate func suffix(bytes limit: Int) -> String {
    var rest = unicodeScalars[...]
    var count = utf8.count
    while count > limit, let scalar = rest.popFirst() { count -= UTF8.width(scalar) }
    return String(rest)
  }

  /// The first scalars, in at most so many bytes.
  fileprivate func prefix(bytes limit: Int) -> String {
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
