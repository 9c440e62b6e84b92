internal import Layers
internal import Scene

/// A control of the scene in play: what it was set to, and what of that is still to be applied.
///
/// Each kind is a subclass in a file of its own, with the requests that it takes beside it.
class Control {
  let name: String
  /// What it is, for people who cannot see the screen.
  let label: String?
  /// What it is to them; nil for what is usual.
  let role: AccessibleRole?
  /// What they were told last that it says.
  final var announcedText = ""

  init(_ binding: ControlBinding) {
    name = binding.name
    label = binding.label
    role = binding.role
  }

  /// True for the control's own name, byte by byte: a scene may have names that only Unicode holds for
  /// one.
  final func isCalled(_ other: String) -> Bool { name.utf8.elementsEqual(other.utf8) }

  static func control(for binding: ControlBinding) -> Control {
    switch binding.kind {
    case .progress(let description, let targets):
      ProgressControl(binding, description, targets)
    case .text(let description, let layers): TextControl(binding, description, layers)
    case .reveal(let description, let targets, let layers):
      RevealControl(binding, description, targets, layers)
    case .scrub(let description, let layers): ScrubControl(binding, description, layers)
    }
  }

  // MARK: Overridable

  var kind: ControlKind { preconditionFailure("a control is of a kind") }

  /// What a client sees of it.
  var info: ControlInfo { preconditionFailure("a control is of a kind") }

  /// What it is to people who cannot see, where the scene does not say.
  var usualRole: AccessibleRole { .progressBar }

  /// True if it is on, where it is a switch to them.
  var isOn: Bool { (info.value ?? 0) >= 0.5 }

  /// True if the next frame has something to apply.
  var hasPending: Bool { false }

  /// When the control next does something by itself: at the latest the time of the last frame while
  /// it moves, nil for never.
  var nextChange: Double? { nil }

  /// Gives the layers what was asked for since the last frame, as of a time of the stage, and reports
  /// what changed by that.
  func applyPending(in tree: LayerTree, at time: Double, _ events: inout [StageEvent]) {}

  /// Does what is to be done by itself up to a time of the stage.
  func advance(in tree: LayerTree, to time: Double, _ events: inout [StageEvent]) {}

  /// Told while the time of the whole scene stands.
  func hold() {}

  /// True if the control itself moves something as time passes.
  var isMoving: Bool { false }

  /// Moves with the time, before the layers do.
  func follow(to treeTime: Double, _ events: inout [StageEvent]) {}

  /// The layers it moves on which it may depend what an emitter sends out: the emitter, or one that
  /// it is in.
  var leads: [Layer] { [] }

  /// Ends what the layers have come to the end of; true if that changes the frame.
  func finish(_ events: inout [StageEvent]) -> Bool { false }

  /// Reports what will not be finished, since the scene goes.
  func cancel(_ events: inout [StageEvent]) {}

  /// Lets go of what a client holds.
  func release(from holder: UInt64) {}

  /// True if a layer's time is the control's to say.
  func owns(timeOf layer: Layer) -> Bool { false }

  /// Takes over what the same control was set to in another edition of the scene, to be reached at
  /// once.
  func carryOver(_ former: Control) {}

  /// Its settings, for another process.
  var record: ControlRecord { ControlRecord(name: name, kind: kind) }

  /// Takes what was recorded of the same control, if it makes sense, to be reached at once.
  func restore(_ record: ControlRecord) {}

  /// Goes on in the middle of what the same control does in a layout for another size. Its layers
  /// have not been presented; their animations are brought over after this.
  func takeUp(_ former: Control) {}

  /// Begins the transitions again that run in the other layout.
  func restartTransitions(in tree: LayerTree) {}

  /// Fits the animations that were brought over from the other layout to this one.
  func fitAnimations(of former: Control) {}
}
