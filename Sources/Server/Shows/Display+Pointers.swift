import Geometry
import Input
import Output
import Stage

/// Where people touch what is shown.
extension Display {
  /// True if a scene is on a screen, which people may touch.
  var isOnScreen: Bool {
    presenters.contains { $0.output.headless == nil && $0.isOnOutput }
  }

  /// True if what is drawn gets to a screen, or to where it was meant to get without one.
  var isThere: Bool {
    presenters.contains { $0.isOnOutput }
  }

  /// True if there is something to take hold of, and the screen is not another program's.
  var takesPointers: Bool {
    for presenter in presenters { if case .suspended = presenter.output.state { return false } }
    return main.stage.takesPointers
      || ownShows.contains { $0.lead.isOnOutput && $0.stage.takesPointers }
  }

  /// Lets go of all that fingers hold on a screen, there and on those that show the same.
  func letGo(of presenter: Presenter) {
    presenter.stage.cancelPointers()
    for other in followers(of: presenter) { other.stage.takeScrubs(of: presenter.stage) }
  }

  /// Where a device's pointer is on an output's stage, in points.
  func position(ofPointer event: PointerEvent, on output: Output) -> Point {
    var place = event.position
    if !event.isInPicture {
      place = output.mode.rotation.picturePoint(place, ofScanout: Size(width: 1, height: 1))
    }
    return Point(
      x: place.x * Double(output.size.width) / output.scale,
      y: place.y * Double(output.size.height) / output.scale)
  }

  /// What is touched by a device of a screen, or by one of which nobody has said where it is: what is
  /// on the built-in panel, or else on the first screen. Nil for a screen that is not there.
  func touched(_ screen: String?) -> Presenter? {
    if let screen { return presenters.first { $0.isOnOutput && $0.output.name == screen } }
    let output = outputs.first { $0.isBuiltIn } ?? outputs.first
    return presenters.first { $0.output === output } ?? main.lead
  }
}
