import Scene
import Stage
import System

/// The text about a stalled boot, in the scene's control for messages. A text that a program has set stays.
struct StallNotice {
  private enum State {
    case none
    case shown(String, former: String)
    /// A program has a text of its own there, during the present stall.
    case suppressed
  }

  private var state = State.none
  /// The text that was put back after the last notice.
  private var restored: String?

  /// - Parameter text: nil for none.
  mutating func show(_ text: String?, on shows: Shows) {
    switch (state, text) {
    case (.none, nil): return
    case (.none, let text?):
      guard let control = shows.messageControl, isFree(control, on: shows) else {
        state = .suppressed
        return
      }
      shows.show(message: text)
      state = .shown(text, former: control.text ?? "")
    case (.shown(let shown, let former), _):
      guard shows.messageControl?.text == shown else {
        state = text == nil ? .none : .suppressed
        return
      }
      guard text != shown else { return }
      shows.show(message: text ?? former)
      state = text.map { .shown($0, former: former) } ?? .none
      restored = former
    case (.suppressed, nil): state = .none
    case (.suppressed, _): return
    }
  }

  /// True if the control has no text, or the scene's own.
  private func isFree(_ control: ControlInfo, on shows: Shows) -> Bool {
    control.text?.isEmpty ?? true || control.text == restored
      || shows.stage.record.controls.contains { $0.name == control.name && $0.text == nil }
  }
}

extension Shows {
  /// The names of the control for messages, the best one first; nil for the first text control.
  private static let messageControls: [String?] = ["message", "status", nil]

  /// The main scene's control for messages.
  var messageControl: ControlInfo? {
    let texts = stage.controls.filter { $0.kind == .text }
    for name in Self.messageControls {
      if let control = texts.first(where: { name == nil || $0.name == name }) { return control }
    }
    return nil
  }

  /// Shows a message in the control for it, in all scenes.
  func show(message: String) {
    let text = String(message.prefix(utf8Count: Stage.longestText))
    apply(firstOf: Self.messageControls.map { .setText(control: $0, text) })
  }
}
