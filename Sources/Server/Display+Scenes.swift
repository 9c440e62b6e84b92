import Scene
import Stage

/// Scenes that take the place of those in play.
extension Display {
  /// Puts a scene in play with the next frame.
  /// - Parameters:
  ///   - carryingOver: whether layers and controls go on from what they are.
  ///   - screen: which one is to have it for its own; nil for the main scene.
  func show(
    _ scene: Scene, from origin: SceneOrigin, carryingOver: Bool = false, on screen: Screen? = nil
  ) {
    if let screen {
      screen.origin = origin
      guard presenter(of: screen) == nil else {
        return replaceScene(scene, carryingOver: carryingOver, on: screen)
      }
      present(scene, on: screen)
      show(on: outputs)
    } else {
      self.origin = origin
      replaceScene(scene, carryingOver: carryingOver, on: nil)
    }
  }

  private func replaceScene(_ scene: Scene, carryingOver: Bool, on screen: Screen?) {
    for presenter in presenters where presenter.screen === screen { letGo(of: presenter) }
    for presenter in presenters where presenter.screen === screen {
      presenter.stage.replaceScene(scene, carryingOver: carryingOver)
    }
  }

  /// Reads the scenes' files again; one with mistakes in it leaves the running scene.
  func reload() {
    reload(origin, on: nil)
    for screen in screens { reload(screen.origin, on: screen) }
  }

  private func reload(_ origin: SceneOrigin, on screen: Screen?) {
    do throws(SceneError) {
      show(try origin.load(), from: origin, carryingOver: true, on: screen)
    } catch {
      log.error(
        (screen.map { $0.name + ": " } ?? "") + "the scene stays as it is:",
        details: error.rendered)
    }
  }
}
