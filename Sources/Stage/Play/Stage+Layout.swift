import CodeUnits
public import Geometry
internal import Layers
internal import Scene

/// Laying the scene out again while it is in play.
extension Stage {
  /// Lays the scene out again with the texts of another locale: the nearest that it has. Motion
  /// continues as after another size; messages of clients stay as they are. The keyboard on the
  /// screen gets the layout of the language. Not allowed while an advance is done.
  ///
  /// - Parameter locale: a language tag; empty for the scene's own.
  public func setLocale(_ locale: String) throws(ControlError) {
    try askForLocale(locale)
    finishLayout()
  }

  /// Sets the locale later: in the next `advance(to:)`, or in slices before it. It is allowed
  /// between slices.
  public func askForLocale(_ locale: String) throws(ControlError) {
    guard locale.isEmpty || Scene.isLocale(locale) else {
      throw .invalidValue(
        field: "locale", reason: "a language tag of at most 128 bytes is expected, as in de-AT")
    }
    usualLocale = locale
    requestLocale(locale)
  }

  /// Asks for a locale of the scene in play alone.
  /// - Parameter locale: a valid one.
  func requestLocale(_ locale: String) {
    guard !locale.isIdentical(to: self.locale) else { return }
    self.locale = locale
    keyboard.usualLayout.locale = KeyboardLayout.index(for: locale)
    mayHaveToAnnounce = true
    // A layout that was asked for before is finished first, or a client that asks again and again
    // would put it off for ever.
    if !awaitsLayout { awaitNextLayout() }
  }

  private func awaitNextLayout() {
    awaitsLayout = true
    nextLocale = locale
  }

  /// True if another locale was requested after the one of the awaited layout.
  public var hasLaterLocale: Bool {
    awaitsLayout && !nextLocale.isIdentical(to: locale)
  }

  /// Prepares a text, or some dozens of other layers, of the scene in the locale that was asked
  /// for. It may be done between two frames, and changes nothing visible.
  /// - Returns: true if `showLayout()` has only to show it.
  public func layOutSlice() -> Bool {
    guard awaitsLayout else { return true }
    if let pendingLayout { return pendingLayout.prepareSlice() }
    // Making the layers is a slice of its own.
    pendingLayout = PreparedScene(
      unprepared: scene, size: size, scale: scale, locale: nextLocale, hasPrompt: prompt != nil)
    return false
  }

  /// Shows the scene in the locale of the layout that is awaited. If another one was asked for
  /// since, its layout is awaited then. Not allowed while an advance is done.
  public func showLayout() {
    guard awaitsLayout else { return }
    while !layOutSlice() {}
    guard let pendingLayout else { return }
    let isLast = !hasLaterLocale
    layOut(pendingLayout)
    mayHaveToAnnounce = true
    if !isLast { awaitNextLayout() }
  }

  /// Shows the scene in the locale that was asked for last. Not allowed while an advance is done.
  public func finishLayout() {
    if hasLaterLocale {
      pendingLayout = nil
      nextLocale = locale
    }
    showLayout()
  }

  /// Lays the scene out once more with the usual prompt above it.
  func addUsualPrompt() { layOut(hasPrompt: true) }

  func layOut(hasPrompt: Bool) {
    layOut(
      PreparedScene(scene, size: size, scale: scale, locale: locale, hasPrompt: hasPrompt))
  }

  /// The scene for another size, which may be prepared in slices ahead of `resize(to:scale:as:)`.
  /// Requests may be made meanwhile.
  /// - Returns: nil if the size is the same.
  public func layout(for size: PixelSize, scale: Double) -> PreparedScene? {
    guard size != self.size || scale != self.scale else { return nil }
    return PreparedScene(
      unprepared: scene, size: size, scale: scale, locale: locale, hasPrompt: prompt != nil)
  }

  /// True if a layout fits the scene in its present state.
  func isCurrent(_ layout: PreparedScene) -> Bool {
    layout.scene === scene && layout.fits(size, scale: scale, locale: locale)
      && (layout.prompt == nil) == (prompt == nil)
  }

  func layOut(_ prepared: PreparedScene) {
    while !prepared.prepareSlice() {}
    releaseDrags()
    tree.finishTurn()
    let (formerControls, formerTree, formerStart) = (playedControls, tree, treeStart)
    let (formerPrompt, formerVariant) = (prompt, variant)
    install(prepared)
    if let formerPrompt { prompt?.adopt(formerPrompt) }
    adopt(formerControls, formerTree, start: formerStart, from: formerVariant)
    for case let control as PressableControl in playedControls { control.followAreas() }
    updateKeyboard()
  }
}
