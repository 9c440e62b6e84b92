import Geometry
import Input
import Output
import Stage

/// Touches on the display, and keys for its buttons.
extension Shows {
  /// True if a scene is on a screen that people may touch.
  var isOnScreen: Bool {
    presenters.contains { $0.output.headless == nil && $0.isOnOutput }
  }

  /// True if pictures get to a screen, or to their other destination.
  var isThere: Bool {
    presenters.contains { $0.isOnOutput }
  }

  /// True if another program has the screen.
  var isSuspended: Bool {
    for presenter in presenters { if case .suspended = presenter.output.state { return true } }
    return false
  }

  /// True if the scenes have something that a pointer can act on.
  var takesPointers: Bool {
    main.stage.takesPointers
      || ownShows.contains { $0.lead.isOnOutput && $0.stage.takesPointers }
  }

  /// True while someone types into a field, as long as no question is shown.
  var hasFocusedField: Bool { presenters.contains { $0.stage.wantsKeyboard } }

  /// True if a scene, on a display of ours, has something for keys.
  var takesKeys: Bool {
    main.stage.takesKeys || ownShows.contains { $0.lead.isOnOutput && $0.stage.takesKeys }
  }

  /// Passes a key to the scene whose field has the focus, or else to the main scene.
  /// - Returns: false if it means nothing there.
  func handle(_ key: InputKey, isRepeated: Bool) -> Bool {
    let show =
      main.stage.wantsKeyboard
      ? main : ownShows.first { $0.lead.isOnOutput && $0.stage.wantsKeyboard } ?? main
    guard show.stage.handle(key, isRepeated: isRepeated) else { return false }
    for other in show.mirrors { other.stage.mirrorInput(from: show.stage) }
    return true
  }

  /// Releases all controls that fingers hold on a screen, there and on screens with the same scene.
  func letGo(of presenter: Presenter) {
    presenter.stage.cancelPointers()
    for other in followers(of: presenter) { other.stage.mirrorInput(from: presenter.stage) }
  }

  /// Releases the controls that fingers move there, but not those that they press: a press
  /// continues in another size.
  func letGoOfDrags(on presenter: Presenter) {
    presenter.stage.releaseDrags()
    for other in followers(of: presenter) { other.stage.mirrorInput(from: presenter.stage) }
  }

  /// The point of a device's pointer on an output's stage, in points.
  func position(ofPointer event: PointerEvent, on output: Output) -> Point {
    var place = event.position
    if !event.isInPicture {
      place = output.mode.rotation.picturePoint(place, ofScanout: Size(width: 1, height: 1))
    }
    return Point(
      x: place.x * Double(output.size.width) / output.scale,
      y: place.y * Double(output.size.height) / output.scale)
  }

  /// The presenter that is touched by a device of a screen. For an unassigned device it is the one
  /// on the built-in panel, or else on the preferred output. Nil for a screen that is not
  /// connected.
  func touched(_ screen: String?) -> Presenter? {
    if let screen { return presenters.first { $0.isOnOutput && $0.output.name == screen } }
    let output = outputs.first { $0.isBuiltIn } ?? outputs.preferred
    return presenters.first { $0.output === output } ?? main.lead
  }
}
