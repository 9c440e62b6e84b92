import CodeUnits
import Stage

/// The messages of a boot's programs in the scenes' controls for them, and the texts of clients and
/// scenes that they cover, which come back after the last message.
struct CoveredTexts {
  private struct Item {
    let show: ObjectIdentifier
    let control: String
    /// The text of the control while the message covers its other text.
    var message = ""
    /// A client's text; nil for the scene's own.
    let text: String?
  }

  private var items: [Item] = []

  /// - Parameter message: nil where none is left. A text that a client has set since the last
  ///   message stays then.
  mutating func show(_ message: String?, on shows: Shows) {
    let all = shows.all
    let formers = all.map { former(on: $0) }
    items = []
    guard let message else {
      for (show, former) in zip(all, formers) {
        guard let former else { continue }
        restore(former, on: show, of: shows)
      }
      return shows.noteChange()
    }
    for (show, former) in zip(all, formers) {
      guard let control = Shows.messageControl(on: show.stage) else { continue }
      let text =
        if let former { former.text } else { Shows.clientText(of: control.name, on: show.stage) }
      items.append(Item(show: ObjectIdentifier(show), control: control.name, text: text))
    }
    shows.show(message: message)
    for index in items.indices {
      for show in all where ObjectIdentifier(show) == items[index].show {
        items[index].message = Shows.messageControl(on: show.stage)?.text ?? ""
      }
    }
  }

  private func restore(_ former: Item, on show: Show, of shows: Shows) {
    if let text = former.text {
      return shows.apply(.setText(control: former.control, text), to: show.views)
    }
    // The scene's own text may go on with the boot.
    for view in show.views { _ = try? view.stage.takeBackText(former.control) }
  }

  /// Adopts a message that the former process has shown over a text of the scene.
  mutating func adopt(_ message: String, on shows: Shows) {
    for show in shows.all {
      guard let control = Shows.messageControl(on: show.stage), let shown = control.text,
        !shown.utf8.isEmpty, message.utf8.starts(with: shown.utf8)
      else { continue }
      items.append(
        Item(show: ObjectIdentifier(show), control: control.name, message: shown, text: nil))
    }
  }

  /// The text that a message covers in a scene; nil if the control's text is no longer the message.
  private func former(on show: Show) -> Item? {
    guard let control = Shows.messageControl(on: show.stage) else { return nil }
    return items.first {
      $0.show == ObjectIdentifier(show) && $0.control.isIdentical(to: control.name)
        && $0.message.isIdentical(to: control.text ?? "")
    }
  }
}
