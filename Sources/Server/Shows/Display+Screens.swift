import Output
import Scene
import Stage
import Wire

/// Screens with scenes of their own: each has a stage for as long as the daemon runs, which goes on
/// in memory while the screen is not there. All other screens show the main scene.
extension Display {
  /// Adds a screen.
  /// - Parameter scene: nil where it has mistakes: the screen shows the main scene for now.
  func add(_ screen: Screen, showing scene: Scene?) {
    screens.append(screen)
    guard let scene else { return }
    let mode = mode(ofScreen: screen.name)
    present(PreparedScene(scene, size: mode.size, scale: mode.scale), in: mode, on: screen)
  }

  /// The mode of a screen, or of the first one while it is not there.
  func mode(ofScreen name: String) -> OutputMode {
    outputs.first { $0.name == name }?.mode ?? presenters[0].output.mode
  }

  /// Gives a screen its first scene, which is laid out for a mode.
  func present(_ prepared: PreparedScene, in mode: OutputMode, on screen: Screen) {
    let own = makeStage(prepared, for: mode)
    own.reducesMotion = stage.reducesMotion
    presenters.append(
      Presenter(
        stage: own, output: StandIn(mode: mode), isPaced: !isStepped, screen: screen,
        monotonic: monotonic))
  }

  /// Brings the screens that are there their own scenes.
  /// - Returns: the outputs that are left for the main scene.
  func showOwnScenes(on outputs: [Output]) -> [Output] {
    var rest = outputs
    for presenter in presenters {
      guard let screen = presenter.screen else { continue }
      if let index = rest.firstIndex(where: { $0.name == screen.name }) {
        let output = rest.remove(at: index)
        if presenter.output !== output || presenter.hasOtherMode { presenter.move(to: output) }
      } else if !(presenter.output is StandIn) {
        presenter.move(to: StandIn(mode: presenter.output.mode))
      }
    }
    return rest
  }

  /// The presenter of a screen's own scene.
  func presenter(of screen: Screen) -> Presenter? {
    presenters.first { $0.screen === screen }
  }

  /// Whose stages answer a request, the first that can: the main scene's and then those of the
  /// screens, or that of the screen which is named.
  func answering(_ name: String?) throws(CallError) -> [Presenter] {
    guard let name else { return [presenters[0]] + presenters.filter { $0.screen != nil } }
    if let own = presenters.first(where: { $0.screen?.name == name }) { return [own] }
    _ = try presenter(onScreen: name)
    return [presenters[0]]
  }

  /// What a screen shows that is there or has a scene of its own.
  func presenter(onScreen name: String) throws(CallError) -> Presenter {
    for presenter in presenters
    where presenter.screen?.name == name || presenter.output.name == name { return presenter }
    throw .noSuchScreen(name)
  }

  /// The screen of a name, which gets to have a scene of its own.
  func screen(named name: String) throws(CallError) -> Screen? {
    if let screen = screens.first(where: { $0.name == name }) { return screen }
    guard outputs.contains(where: { $0.name == name }) else { throw .noSuchScreen(name) }
    return nil
  }

  /// Those who do what a presenter was asked to do.
  func followers(of presenter: Presenter) -> [Presenter] {
    presenters.filter { $0 !== presenter && $0.screen === presenter.screen }
  }

  /// Those that are on outputs; without any, the first one on its stand-in.
  var shownPresenters: [Presenter] {
    let shown = presenters.filter { $0.isOnOutput }
    return shown.isEmpty ? [presenters[0]] : shown
  }

  var screenInfos: [DisplayInterface.ScreenInfo] {
    presenters.compactMap { presenter in
      presenter.screen.map {
        DisplayInterface.ScreenInfo(
          name: $0.name, scene: presenter.stage.scene.name,
          sceneGeneration: Int64(presenter.stage.generation),
          isConnected: presenter.isOnOutput)
      }
    }
  }
}

extension Presenter {
  /// True if the output is more than the stand-in of a screen that is not there.
  var isOnOutput: Bool { !(output is StandIn) }
}
