public import Geometry
internal import Layers

/// Fingers, pens and pressed buttons on the scene's scrub controls: each takes hold of the control
/// whose hit area it touches, unless that is held already, moves it, and releases it.
extension Stage {
  /// True if the scene has something to take hold of.
  public var takesPointers: Bool { playedControls.contains { $0.kind == .scrub } }

  /// A contact begins.
  /// - Parameters:
  ///   - contact: a number below 2⁶³ that no other contact has at the time.
  ///   - point: on the output, in points.
  ///   - time: in seconds of a clock of its own; only the differences for one contact count.
  public func pointerBegan(_ contact: UInt64, at point: Point, time: Double) {
    guard point.isFinite, time.isFinite, let control = scrubControl(at: point),
      let toArea = control.hitArea.transformToOutside(presented: true).inverse
    else { return }
    let drag = ScrubDrag(contact: contact, on: control, at: point, time: time, toArea)
    guard !control.isHeld, (try? control.begin(by: drag.controlHolder)) != nil else { return }
    drags.append(drag)
    mayHaveToAnnounce = true
  }

  /// A contact moves. A contact without a control is ignored, here and below.
  public func pointerMoved(_ contact: UInt64, to point: Point, time: Double) {
    guard point.isFinite, time.isFinite,
      let index = drags.firstIndex(where: { $0.contact == contact })
    else { return }
    let value = drags[index].move(to: point, time: time)
    try? drags[index].control.update(to: value, by: drags[index].holder)
  }

  /// A contact ends at its last point: its control goes to the other end after a tap, and is
  /// otherwise released with the velocity of the contact.
  public func pointerEnded(_ contact: UInt64, time: Double) {
    // Another holder may have taken it meanwhile.
    guard let drag = takeDrag(contact), drag.control.isHeld(by: drag.holder) else { return }
    guard !drag.isTap else { return drag.control.tap(at: drag.tappedPoint, wasOn: drag.wasOn) }
    let limit = Stage.highestVelocity
    let velocity = drag.velocity(at: time.isFinite ? time : 0).map { max(-limit, min(limit, $0)) }
    try? drag.control.end(velocity: velocity, by: drag.controlHolder)
  }

  /// A contact is lost without an end: its control settles from its present value.
  public func pointerCancelled(_ contact: UInt64) {
    guard let drag = takeDrag(contact) else { return }
    drag.control.release(from: drag.holder)
  }

  /// Moves the scrub controls as fingers do on another stage of the same scene.
  public func takeScrubs(of other: Stage) {
    for (control, touched) in zip(playedControls, other.playedControls) {
      guard let control = control as? ScrubControl, let touched = touched as? ScrubControl,
        control.takeHand(of: touched)
      else { continue }
      mayHaveToAnnounce = true
    }
  }

  /// Releases all controls that fingers hold, since the touched layers are leaving.
  public func cancelPointers() {
    while let drag = drags.popLast() { drag.control.release(from: drag.holder) }
  }

  private func takeDrag(_ contact: UInt64) -> ScrubDrag? {
    guard let index = drags.firstIndex(where: { $0.contact == contact }) else { return nil }
    mayHaveToAnnounce = true
    return drags.remove(at: index)
  }

  /// The control whose hit area is the frontmost at a point of the screen.
  private func scrubControl(at point: Point) -> ScrubControl? {
    let controls = playedControls.compactMap { $0 as? ScrubControl }
    guard !controls.isEmpty else { return nil }
    let area = tree.root.hitTest(point, presented: true) { layer in
      controls.contains { $0.hitArea === layer }
    }
    return controls.first { $0.hitArea === area }
  }
}
