import CodeUnits
import Scene
import Stage
import System

/// The text about a stalled boot, in the scene's control for messages. A text that a program has
/// set stays.
struct StallNotice {
  private enum State {
    case none
    /// - Parameters:
    ///   - shown: the part of the notice that the control takes.
    ///   - former: the text that a client has set; nil for the scene's own.
    case shown(String, shown: String, former: String?)
    /// During the present stall a program has shown a text of its own in the control.
    case suppressed
  }

  private var state = State.none

  /// The whole notice that is shown; nil for none.
  var notice: BootMessages.Notice? {
    guard case .shown(let text, _, let former) = state else { return nil }
    return BootMessages.Notice(text: text, former: former)
  }

  /// Adopts a notice that the former process has shown.
  mutating func adopt(_ notice: BootMessages.Notice, on shows: Shows) {
    guard let shown = shows.messageControl?.text, !shown.utf8.isEmpty,
      notice.text.utf8.starts(with: shown.utf8)
    else { return }
    state = .shown(notice.text, shown: shown, former: notice.former)
  }

  /// - Parameter text: nil for none.
  mutating func show(_ text: String?, on shows: Shows) {
    switch (state, text) {
    case (.none, nil): return
    case (.none, let text?):
      guard let control = shows.messageControl, isFree(control, on: shows) else {
        state = .suppressed
        return
      }
      show(text, over: Shows.clientText(of: control.name, on: shows.stage), on: shows)
    case (.shown(let notice, let shown, let former), _):
      guard shows.messageControl?.text == shown else {
        state = text == nil ? .none : .suppressed
        return
      }
      guard text != notice else { return }
      if let text { return show(text, over: former, on: shows) }
      // The scene's own text goes on with the boot.
      if let former { shows.show(message: former) } else { shows.takeBackMessage() }
      state = .none
    case (.suppressed, nil): state = .none
    case (.suppressed, _): return
    }
  }

  private mutating func show(_ text: String, over former: String?, on shows: Shows) {
    shows.show(message: text)
    state = .shown(text, shown: shows.messageControl?.text ?? "", former: former)
  }

  /// True if the control has no text, or the scene's own.
  private func isFree(_ control: ControlInfo, on shows: Shows) -> Bool {
    control.text?.isEmpty ?? true || Shows.clientText(of: control.name, on: shows.stage) == nil
  }
}

extension Shows {
  /// The names of the control for messages, the best one first; nil for the first text control.
  private static let messageControls: [String?] = ["message", "status", nil]

  /// The main scene's control for messages.
  var messageControl: ControlInfo? { Self.messageControl(on: stage) }

  static func messageControl(on stage: Stage) -> ControlInfo? {
    let texts = stage.controls.filter { $0.kind == .text }
    for name in messageControls {
      if let control = texts.first(where: { name == nil || $0.name == name }) { return control }
    }
    return nil
  }

  /// The text that a client has set in a control; nil for the scene's own.
  static func clientText(of control: String, on stage: Stage) -> String? {
    for record in stage.record.controls where record.name.isIdentical(to: control) {
      return record.text
    }
    return nil
  }

  /// Shows a message in the control for it, in all scenes; as much of its beginning as the control
  /// takes.
  func show(message: String) {
    for presenter in presenters {
      guard let control = Self.messageControl(on: presenter.stage) else { continue }
      _ = try? presenter.stage.setText(control.name, toBeginningOf: message)
    }
    noteChange()
  }

  /// Removes the message, so that all scenes show their own texts again.
  func takeBackMessage() {
    for presenter in presenters {
      guard let control = Self.messageControl(on: presenter.stage) else { continue }
      _ = try? presenter.stage.takeBackText(control.name)
    }
    noteChange()
  }
}
