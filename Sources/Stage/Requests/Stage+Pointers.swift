public import Geometry
internal import Layers

/// Fingers, pens and pressed buttons of a mouse on the scene's controls: each takes hold of the
/// scrub control whose hit area it touches, unless that is held already, moves it, and releases it;
/// or it presses a button or an option.
extension Stage {
  /// True if the scene has something to take hold of, or a touch brings the keyboard back.
  public var takesPointers: Bool {
    if keyboard.isAsked { return true }
    return playedControls.contains { $0.takesPointers }
  }

  /// A contact begins.
  /// - Parameters:
  ///   - contact: a number below 2⁶³ that no other contact has at the time.
  ///   - point: on the output, in points.
  ///   - time: in seconds of a clock of its own; only the differences for one contact count.
  public func pointerBegan(_ contact: UInt64, at point: Point, time: Double) {
    guard point.isFinite, time.isFinite else { return }
    if keyboard.press(contact, at: point) { return noteUse() }
    // A question takes no touches itself, and may have no other keyboard than this hidden one.
    if shownPrompt != nil, keyboard.isAsked, !keyboard.isVisible { return keyboard.recall() }
    guard let area = hitArea(at: point) else {
      // A touch elsewhere means that the person is done with the field.
      if focusedField != nil, shownPrompt == nil { _ = handle(FocusKey.leave) }
      return
    }
    noteUse()
    if let (control, option) = pressed(area) {
      // A question stands in front of all buttons.
      if shownPrompt == nil { control.press(option, by: contact, at: point) }
      return
    }
    guard let control = scrubControls.first(where: { $0.hitArea === area }),
      let toArea = control.hitArea.projectionToOutside(presented: true).inverse
    else { return }
    let drag = ScrubDrag(contact: contact, on: control, at: point, time: time, toArea)
    guard !control.isHeld, (try? control.begin(by: drag.controlHolder)) != nil else { return }
    drags.append(drag)
    mayHaveToAnnounce = true
  }

  /// True if a control that people press is in sight: of a choice, the chosen option, or else the
  /// first.
  package func isInSight(_ name: String) -> Bool { (try? focusPlace(of: name, nil)) != nil }

  /// A contact begins in the middle of a control that people press.
  /// - Parameters:
  ///   - option: an option of a choice; nil for the chosen one, or else the first.
  ///   - contact: a number below 2⁶³ that no other contact has at the time.
  package func press(
    _ name: String, option: String? = nil, by contact: UInt64
  ) throws(ControlError) {
    let place = try focusPlace(of: name, option)
    let middle = Point(x: place.frame.midX, y: place.frame.midY)
    place.control.press(place.option, by: contact, at: middle)
  }

  /// A contact moves. A contact without a control is ignored, here and below.
  public func pointerMoved(_ contact: UInt64, to point: Point, time: Double) {
    guard point.isFinite, time.isFinite else { return }
    if keyboard.isPressed(by: contact) { return keyboard.move(contact, to: point) }
    if let control = pressControl(of: contact), let option = control.option(pressedBy: contact) {
      return control.move(contact, to: point, isInside: control.contains(point, in: option))
    }
    guard let index = drags.firstIndex(where: { $0.contact == contact })
    else { return }
    let value = drags[index].move(to: point, time: time)
    try? drags[index].control.update(to: value, by: drags[index].holder)
  }

  /// A contact ends at its last point: its control goes to the other end after a tap, and is
  /// otherwise released with the velocity of the contact.
  /// - Returns: the key of the keyboard on the screen that was pressed, if it is for the question
  ///   that is shown.
  @discardableResult
  public func pointerEnded(_ contact: UInt64, time: Double) -> InputKey? {
    if keyboard.isPressed(by: contact) { return endKeyPress(contact) }
    if let control = pressControl(of: contact) {
      mayHaveToAnnounce = true
      noteUse()
      if shownPrompt != nil {
        control.cancel(contact)
      } else if control is FieldControl {
        tap(control, contact)
      } else {
        control.end(contact)
        applySettings()
      }
    } else {
      endDrag(contact, time)
    }
    return nil
  }

  private func endDrag(_ contact: UInt64, _ time: Double) {
    // Another holder may have taken it meanwhile.
    guard let drag = takeDrag(contact) else { return }
    noteUse()
    guard drag.control.isHeld(by: drag.holder) else { return }
    guard !drag.isTap else { return drag.control.tap(at: drag.tappedPoint, wasOn: drag.wasOn) }
    let limit = Stage.highestVelocity
    let velocity = drag.velocity(at: time.isFinite ? time : 0).map { max(-limit, min(limit, $0)) }
    try? drag.control.end(velocity: velocity, by: drag.controlHolder)
  }

  /// A contact is lost without an end: its control settles from its present value.
  public func pointerCancelled(_ contact: UInt64) {
    keyboard.cancel(contact)
    pressControl(of: contact)?.cancel(contact)
    guard let drag = takeDrag(contact) else { return }
    drag.control.release(from: drag.holder)
  }

  /// Mirrors presses, drags, focus and the keyboard of another stage of the same scene.
  public func mirrorInput(from other: Stage) {
    for (control, touched) in zip(playedControls, other.playedControls) {
      if let control = control as? PressableControl, let touched = touched as? PressableControl {
        if control.mirrorInput(from: touched) { mayHaveToAnnounce = true }
        control.adoptWait(of: touched)
        continue
      }
      if let control = control as? StateControl, let touched = touched as? StateControl {
        control.adoptLimit(of: touched)
        continue
      }
      guard let control = control as? ScrubControl, let touched = touched as? ScrubControl,
        control.mirrorInput(from: touched)
      else { continue }
      mayHaveToAnnounce = true
    }
    applySettings()
    updateKeyboard()
    keyboard.mirrorInput(from: other.keyboard)
  }

  /// Scales the points of fingers on buttons to another size of the output: on the screen the
  /// fingers have stayed where they were.
  func scaleContacts(to size: PixelSize, _ scale: Double) {
    let x = Double(size.width) / scale * self.scale / Double(self.size.width)
    let y = Double(size.height) / scale * self.scale / Double(self.size.height)
    for case let control as PressableControl in playedControls { control.scaleContacts(x: x, y: y) }
  }

  /// Releases all controls that fingers hold, since the touched layers are leaving.
  public func cancelPointers() {
    for case let control as PressableControl in playedControls { control.cancel(nil) }
    releaseDrags()
  }

  /// Releases the controls that fingers move, and the keys of the keyboard on the screen.
  public func releaseDrags() {
    keyboard.cancel(nil)
    while let drag = drags.popLast() { drag.control.release(from: drag.holder) }
  }

  /// Gives a field the focus at the end of a contact that is still on it.
  private func tap(_ control: PressableControl, _ contact: UInt64) {
    let isInside = control.isPressed(by: contact)
    control.end(contact)
    guard isInside else { return }
    setFocus(FocusPlace(control: control, option: 0))
    updateKeyboard()
    keyboard.recall()
  }

  private func takeDrag(_ contact: UInt64) -> ScrubDrag? {
    guard let index = drags.firstIndex(where: { $0.contact == contact }) else { return nil }
    mayHaveToAnnounce = true
    return drags.remove(at: index)
  }

  private var scrubControls: [ScrubControl] { playedControls.compactMap { $0 as? ScrubControl } }

  private var pressControls: [PressableControl] {
    playedControls.compactMap { $0 as? PressableControl }
  }

  /// The hit area that is the frontmost at a point of the screen.
  private func hitArea(at point: Point) -> Layer? {
    var areas = scrubControls.map { $0.hitArea }
    for control in pressControls { areas += control.areas.filter { !$0.isOutOfSight } }
    guard !areas.isEmpty else { return nil }
    return tree.root.hitTest(point, presented: true) { layer in
      areas.contains { $0 === layer }
    }
  }

  private func pressed(_ area: Layer) -> (control: PressableControl, option: Int)? {
    for control in pressControls {
      if let option = control.areas.firstIndex(where: { $0 === area }) { return (control, option) }
    }
    return nil
  }

  private func pressControl(of contact: UInt64) -> PressableControl? {
    pressControls.first { $0.option(pressedBy: contact) != nil }
  }
}
