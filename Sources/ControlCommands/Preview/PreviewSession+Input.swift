import Geometry
import Scene
import Stage

/// Keys and pointers on the picture. A press, a typed text and a drag are kept as requests to their
/// controls, so that a new player has their effects, too. The focus, a finger that is down and a
/// concealed text are not kept.
extension PreviewSession {
  /// Passes keys to the control with the focus, or moves the focus.
  func typeKeys(_ keys: [InputKey], isRepeated: Bool, _ now: Int64) throws(PreviewError) {
    catchUp(now)
    var isTaken = false
    for key in keys where try typeKey(key, isRepeated: isRepeated) { isTaken = true }
    // A key that nothing takes leaves the requests of later times.
    if isTaken { forgetLaterRequests() }
  }

  /// - Returns: true if something took the key.
  private func typeKey(_ key: InputKey, isRepeated: Bool) throws(PreviewError) -> Bool {
    let former = try shownStage().controls
    guard let player else { return false }
    var isTaken = false
    let events = player.handleInput { isTaken = $0.handle(key, isRepeated: isRepeated) }
    guard isTaken else { return false }
    // A press that is kept sets its texts again, so these are not kept themselves.
    let presses = presses(in: events, byKey: true)
    guard presses.isEmpty else {
      try keep(presses)
      return true
    }
    for (control, before) in zip(player.stage.controls, former)
    where control.kind == .field && control.text != before.text {
      guard let text = control.text else { continue }
      try keep([
        ControlAssignment(control: control.name, value: text, time: present, isTyped: true)
      ])
    }
    return true
  }

  /// The contact that presses a button by its name; a pointer on the picture is another one.
  private static let pressingContact: UInt64 = 2

  /// Presses a button by its name, as a finger would that touches and leaves it, whatever lies over
  /// the button.
  func press(_ control: String, _ now: Int64) throws(PreviewError) {
    catchUp(now)
    guard try shownStage().shownPrompt == nil, let player else {
      throw PreviewError("cannot press '\(control)': a question stands in front of it")
    }
    var fault: ControlError?
    let events = player.handleInput { stage in
      do throws(ControlError) {
        try stage.press(control, by: Self.pressingContact)
        stage.pointerEnded(Self.pressingContact, time: stage.time)
      } catch {
        fault = error
      }
    }
    if let fault { throw PreviewError("cannot press '\(control)': \(fault.reason)") }
    try keep(presses(in: events, byKey: false))
  }

  /// - Parameter point: nil for a pointer that is lost.
  func handlePointer(
    _ phase: PreviewAction.PointerPhase, at point: Point?, _ now: Int64
  ) throws(PreviewError) {
    // Layers may have moved since the last picture: the finger touches them where they are now.
    catchUp(now)
    guard let player else { return }
    guard let point else { return player.stage.cancelPointers() }
    let seconds = Double(sceneTime) / 1_000_000
    let events = player.handleInput { stage in
      switch phase {
      case .began: stage.pointerBegan(1, at: point, time: seconds)
      case .moved: stage.pointerMoved(1, to: point, time: seconds)
      case .ended: stage.pointerEnded(1, time: seconds)
      }
    }
    for control in player.stage.controls where control.kind == .scrub && control.isHeld == true {
      draggedControls.insert(control.name)
    }
    try keep(presses(in: events, byKey: false))
    keepDrags(events)
  }

  /// Keeps the values of scrub controls that have come to rest after a drag.
  func keepDrags() {
    guard !draggedControls.isEmpty, let player else { return }
    keepDrags(player.stage.takeEvents())
  }

  private func keepDrags(_ events: [StageEvent]) {
    for case .valueChanged(let control, let value) in events {
      guard draggedControls.remove(control) != nil else { continue }
      // If too many requests are kept, a new player will not have this value.
      try? keep([ControlAssignment(resting: control, at: value, time: present)])
    }
  }

  /// Keeps the values that dragged scrub controls have at the present time, for a new player in
  /// which no finger moves them.
  func settleDrags() {
    guard !draggedControls.isEmpty, let player else { return }
    let dragged = draggedControls
    draggedControls = []
    for control in player.stage.controls where dragged.contains(control.name) {
      guard let value = control.value else { continue }
      try? keep([ControlAssignment(resting: control.name, at: value, time: present)])
    }
  }

  private var present: TimeSpan { TimeSpan(microseconds: sceneTime) }

  /// The requests that have the effects of presses.
  private func presses(in events: [StageEvent], byKey: Bool) -> [ControlAssignment] {
    var presses: [ControlAssignment] = []
    for event in events {
      switch event {
      case .submitted(let control, _):
        presses.append(
          ControlAssignment(pressing: .enter, named: "Enter", at: control, time: present))
      case .pressed(let control) where byKey:
        presses.append(
          ControlAssignment(pressing: .enter, named: "Enter", at: control, time: present))
      case .pressed(let control): presses += Self.touch(control, "", at: present)
      case .chosen(let control, let option):
        presses += Self.touch(control, option + "=", at: present)
      default: break
      }
    }
    return presses
  }

  private static func touch(
    _ control: String, _ option: String, at time: TimeSpan
  ) -> [ControlAssignment] {
    ["pressed", "released"].map {
      ControlAssignment(control: control, value: option + $0, time: time)
    }
  }

  /// Keeps requests whose effects the player shows already.
  private func keep(_ requests: [ControlAssignment]) throws(PreviewError) {
    // The requests are kept together or not at all: a press without its release would last for
    // ever.
    guard requests.count < 2 || self.requests.count + requests.count <= Self.mostRequests else {
      restart()
      throw PreviewError(
        "\(Self.mostRequests) requests are kept, and no more; clear them first")
    }
    for request in requests {
      let kind = stage?.controls.first { $0.name == request.control }?.kind
      do throws(PreviewError) {
        keep(request, after: try stayingCount(before: request, toControlOf: kind))
      } catch {
        // Plays again, so that the picture shows only the kept requests.
        restart()
        throw error
      }
    }
  }
}
