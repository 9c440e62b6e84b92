import Output
import Scene
import Stage

/// Replacing the scenes in play.
extension Shows {
  /// The screen of a name that has or will have a scene of its own.
  func screen(_ name: String?) -> Screen? {
    name.flatMap { name in screens.first { $0.name == name } }
  }

  /// The formats in which a scene has to be laid out for a screen of its own, or as the main scene.
  /// - Parameter migrating: as of `show(_:migrating:on:)`.
  func formats(on name: String?, migrating: Bool = false) -> [LoadDesk.Format] {
    let shown = all.filter { $0.screen?.name == name }.flatMap { $0.views }
    guard shown.isEmpty, let name else {
      return shown.map { Self.format(of: $0.stage, migrating: migrating) }
    }
    let mode = mode(ofScreen: name)
    return [LoadDesk.Format(size: mode.size, scale: mode.scale, locale: stage.usualLocale)]
  }

  /// The format of the stage's next scene: a locale that the present one has set goes with it.
  private static func format(of stage: Stage, migrating: Bool) -> LoadDesk.Format {
    LoadDesk.Format(
      size: stage.size, scale: stage.scale, locale: migrating ? stage.locale : stage.usualLocale)
  }

  /// Puts a scene in play with the next frame.
  /// - Parameters:
  ///   - migrating: true if layers and controls continue from their present state.
  ///   - screen: the screen that gets it as its own scene; nil for the main scene.
  /// - Returns: the former scene.
  @discardableResult
  func show(
    _ loaded: LoadedScene, migrating: Bool = false, on screen: Screen? = nil
  ) -> [RetiredScene] {
    noteScenes(isMain: screen == nil)
    slicer?.forget()
    guard let screen else {
      origin = loaded.origin
      sceneFault = nil
      return replaceScene(of: main, loaded, migrating: migrating)
    }
    if !screens.contains(where: { $0 === screen }) { screens.append(screen) }
    screen.origin = loaded.origin
    if let own = ownShow(of: screen) {
      return replaceScene(of: own, loaded, migrating: migrating)
    }
    let mode = mode(ofScreen: screen.name)
    present(
      loaded.take(for: mode.size, scale: mode.scale, locale: stage.usualLocale), in: mode,
      on: screen)
    show(on: outputs)
    return []
  }

  private func replaceScene(
    of show: Show, _ loaded: LoadedScene, migrating: Bool
  ) -> [RetiredScene] {
    for view in show.views { letGo(of: view) }
    return show.views.map {
      let format = Self.format(of: $0.stage, migrating: migrating)
      return $0.stage.replaceScene(
        loaded.take(for: format.size, scale: format.scale, locale: format.locale),
        migrating: migrating)
    }
  }
}
