import Output
import Scene
import Stage
import Wire

/// Screens with scenes of their own: each has a stage as long as the daemon runs, which continues
/// in memory while the screen is not connected. All other screens show the main scene.
extension Shows {
  /// Adds a screen.
  /// - Parameter scene: nil if it has mistakes: the screen shows the main scene for now.
  func add(_ screen: Screen, showing scene: Scene?) {
    screens.append(screen)
    guard let scene else { return }
    let mode = mode(ofScreen: screen.name)
    let prepared = PreparedScene(
      scene, size: mode.size, scale: mode.scale, locale: stage.usualLocale)
    present(prepared, in: mode, on: screen)
  }

  /// The mode of a screen, or while it is not connected that of the first one.
  func mode(ofScreen name: String) -> OutputMode {
    outputs.first { $0.name == name }?.mode ?? main.lead.output.mode
  }

  /// Gives a screen its first scene, which is laid out for a mode.
  func present(_ prepared: PreparedScene, in mode: OutputMode, on screen: Screen) {
    let own = makeStage(prepared, for: mode)
    own.reducesMotion = stage.reducesMotion
    // The locale may have changed while the scene was laid out.
    try? own.setLocale(stage.usualLocale)
    let lead = Presenter(stage: own, output: NullOutput(mode: mode), clock: clock)
    ownShows.append(Show(lead, on: screen))
  }

  /// Shows the own scenes of the connected screens.
  /// - Returns: the outputs that are left for the main scene.
  func showOwnScenes(on outputs: [Output]) -> [Output] {
    var rest = outputs
    for show in ownShows {
      let presenter = show.lead
      if let index = rest.firstIndex(where: { $0.name == show.screen?.name }) {
        let output = rest.remove(at: index)
        if presenter.output !== output || presenter.hasOtherMode {
          presenter.move(to: output, by: servingSlicer)
        }
      } else if !(presenter.output is NullOutput) {
        presenter.move(to: NullOutput(mode: presenter.output.mode))
      }
    }
    return rest
  }

  /// A screen's own scene.
  func ownShow(of screen: Screen) -> Show? { ownShows.first { $0.screen === screen } }

  /// The scene that a screen shows, or the main one.
  func scene(ofScreen name: String?) throws(CallError) -> Show {
    guard let name else { return main }
    if let own = ownShows.first(where: { $0.screen?.name == name }) { return own }
    _ = try presenter(onScreen: name)
    return main
  }

  /// The scenes that a request may address: the main one and then those of the screens, or the
  /// scene of the given screen. The first scene that can answer does.
  func answering(_ name: String?) throws(CallError) -> [Show] {
    if name == nil { return all }
    return [try scene(ofScreen: name)]
  }

  /// The presenter of a screen that is connected or has a scene of its own.
  func presenter(onScreen name: String) throws(CallError) -> Presenter {
    for show in all {
      for view in show.views where show.screen?.name == name || view.output.name == name {
        return view
      }
    }
    throw .noSuchScreen(name)
  }

  /// The screen of a name, which will have a scene of its own.
  func screen(named name: String) throws(CallError) -> Screen? {
    if let screen = screens.first(where: { $0.name == name }) { return screen }
    guard outputs.contains(where: { $0.name == name }) else { throw .noSuchScreen(name) }
    return nil
  }

  /// The other views of a presenter's scene.
  func followers(of presenter: Presenter) -> [Presenter] {
    for show in all where show.views.contains(where: { $0 === presenter }) {
      return show.views.filter { $0 !== presenter }
    }
    return []
  }

  /// The presenters on outputs; if there are none, the first one in memory.
  var shownPresenters: [Presenter] {
    let shown = presenters.filter { $0.isOnOutput }
    return shown.isEmpty ? [main.lead] : shown
  }

  var screenInfos: [DisplayInterface.ScreenInfo] {
    ownShows.compactMap { show in
      show.screen.map {
        DisplayInterface.ScreenInfo(
          name: $0.name, scene: show.stage.scene.name,
          sceneGeneration: Int64(show.stage.generation),
          isConnected: show.lead.isOnOutput)
      }
    }
  }
}

extension Presenter {
  /// True if the output is more than the replacement for a screen that is not connected.
  var isOnOutput: Bool { !(output is NullOutput) }
}
