import CodeUnits
internal import Geometry
internal import Layers
internal import Scene

/// A control of the scene in play: its settings, and the requests that are still to be applied.
///
/// Each kind is a subclass in a file of its own, together with its requests.
class Control {
  let name: String
  final let kind: ControlKind
  /// Its name for people who cannot see the screen.
  let label: String?
  /// The control's role for these people; nil for the usual one.
  let role: AccessibleRole?
  /// The words about the control for these people.
  let spoken: SpokenText
  /// The language tag of its texts.
  final let locale: String
  /// The last `textToAnnounce` that was reported to these people.
  final var announcedText = ""

  init(_ binding: ControlBinding) {
    name = binding.name
    kind = binding.kind
    label = binding.label
    role = binding.role
    locale = binding.locale
    spoken = SpokenText(locale: locale)
  }

  /// True for the control's own name, byte by byte: Swift compares strings by canonical
  /// equivalence, but a scene may use such names for different controls.
  final func isCalled(_ other: String) -> Bool { name.isIdentical(to: other) }

  static func control(for binding: ControlBinding) -> Control {
    switch binding.content {
    case .progress(let description, let targets):
      ProgressControl(binding, description, targets)
    case .text(let description, let layers): TextControl(binding, description, layers)
    case .image(let layers): ImageControl(binding, layers)
    case .log(let layers): LogControl(binding, layers)
    case .reveal(let description, let targets, let layers):
      RevealControl(binding, description, targets, layers)
    case .scrub(let description, let layers): ScrubControl(binding, description, layers)
    case .state(let description, let layers): StateControl(binding, description, layers)
    case .press(let description, let layers): PressControl(binding, description, layers)
    case .field(let description, let layers): FieldControl(binding, description, layers)
    }
  }

  // MARK: Overridable

  /// The control as a client sees it.
  var info: ControlInfo { preconditionFailure("a control is of a kind") }

  /// The text whose changes are announced to people who cannot see the screen.
  var textToAnnounce: String { info.description }

  /// Looks at the text that a frame shows.
  /// - Returns: true if it may have to be announced, though no request has changed it.
  func noteShownText() -> Bool { false }

  /// Its role for people who cannot see the screen, if the scene gives none.
  var usualRole: AccessibleRole { .progressBar }

  /// True if people can move or press the control.
  var takesPointers: Bool { false }

  /// For a control whose role is a switch: true if it is on.
  var isOn: Bool { (info.value ?? 0) >= 0.5 }

  /// True if it has the keyboard's focus.
  var hasFocus: Bool { false }

  /// The layers that show the control; empty for a control without layers.
  var faces: [Layer] { [] }

  /// The layers whose texts, together with the texts of the layers below them, are part of the
  /// control's own node.
  var describedLayers: [Layer] { [] }

  /// True if none of the layers that show it is on the screen.
  final var isOutOfSight: Bool {
    let faces = faces
    return !faces.isEmpty && faces.allSatisfy { $0.isOutOfSight }
  }

  /// True if a request waits for the next frame.
  var hasPending: Bool { false }

  /// The time of the control's next change by itself: not after the last frame while it moves, nil
  /// for never.
  var nextChange: Double? { nil }

  /// Applies the requests since the last frame to the layers, at a time of the stage, and reports
  /// the changes.
  func applyPending(in tree: LayerTree, at time: Double, _ events: inout [StageEvent]) {}

  /// Reports typing and presses that were not reported yet.
  func tellInput(_ events: inout [StageEvent]) {}

  /// Takes the settings of other controls that are caused by presses and new states.
  func takeSettings() -> [ControlSetting] { [] }

  /// Makes the changes that are due by a time of the stage without a request.
  func advance(in tree: LayerTree, to time: Double, _ events: inout [StageEvent]) {}

  /// Makes the requests of the control itself that are due by a time of the stage.
  /// - Parameter start: the time of the stage at which the tree's began.
  /// - Returns: the time of the last one; nil if there is none.
  func makeDueRequests(to time: Double, from start: Double) -> Double? { nil }

  /// Called in frames while the time of the whole scene stands still.
  func hold(at time: Double) {}

  /// Called in all other frames, before `advance`.
  func resume(at time: Double) {}

  /// True if the control itself moves something as time passes.
  var isMoving: Bool { false }

  /// Moves with the time, before the layers do.
  func follow(to treeTime: Double, _ events: inout [StageEvent]) {}

  /// The moved layers on which an emitter's particles may depend: the emitter itself, or a layer
  /// around it.
  var leads: [Layer] { [] }

  /// Completes changes whose animations have ended; true if that changes the frame.
  func finish(_ events: inout [StageEvent]) -> Bool { false }

  /// Reports changes that will not be completed, since the scene is leaving.
  func cancel(_ events: inout [StageEvent]) {}

  /// Releases the control if a client holds it.
  func release(from holder: UInt64) {}

  /// True if the control sets the time of a layer.
  func owns(timeOf layer: Layer) -> Bool { false }

  /// Adopts the settings of the same control in another edition of the scene, to be reached at
  /// once.
  func migrate(_ former: Control) {}

  /// Its settings, for another process.
  var record: ControlRecord { ControlRecord(name: name, kind: kind) }

  /// Restores the recorded settings of the same control as far as they are valid, to be reached at
  /// once.
  func restore(_ record: ControlRecord) {}

  /// Continues from the same control in a layout for another size. Its layers have not been
  /// presented; their animations are brought over after this.
  func adopt(_ former: Control) {}

  /// Starts the transitions again that run in the other layout.
  func restartTransitions(in tree: LayerTree) {}

  /// Scales the animations that were brought over from the other layout to this one.
  func fitAnimations(of former: Control) {}

  /// The presented frame of a layer, in the output's points.
  final func frame(of area: Layer) -> Rect {
    (area.presentation() ?? area).bounds.transformed(by: area.projectionToOutside(presented: true))
  }
}
