import Stage
import Wire

extension StageEvent {
  /// True if the event changes the state that a next start continues from.
  var isOfState: Bool {
    switch self {
    case .progressChanged, .textChanged, .stateChanged, .chosen, .revealFinished, .scrubSettled,
      .valueChanged, .pressed, .submitted:
      true
    case .animationStarted, .animationStopped, .accessibilityChanged, .sceneLoaded,
      .imageChanged:
      false
    }
  }
}

extension DisplayInterface.Event {
  /// The message about an event on a stage.
  /// - Parameter time: microseconds of the monotonic clock.
  init(_ stageEvent: StageEvent, at time: Int64) {
    self.init(
      sequence: 0, kind: DisplayInterface.EventKind(stageEvent), monotonicMicroseconds: time)
    switch stageEvent {
    case .progressChanged(let control, let value, let isIndeterminate, let phase, let remaining):
      self.control = control
      self.progress = value
      self.isIndeterminate = isIndeterminate
      self.phase = phase
      self.remainingMicroseconds = remaining.map { $0.wholeMicroseconds }
    case .textChanged(let control, let text), .accessibilityChanged(let control, let text):
      self.control = control
      self.text = text
    case .scrubSettled(let control, let value), .valueChanged(let control, let value):
      self.control = control
      self.value = value
    case .submitted(let control, let text):
      self.control = control
      self.text = text
    case .pressed(let control), .imageChanged(let control): self.control = control
    case .stateChanged(let control, let state):
      self.control = control
      self.state = state
    case .chosen(let control, let option):
      self.control = control
      self.option = option
      // Older clients look for the option here.
      self.state = option
    case .revealFinished(let control, let finished):
      self.control = control
      self.isFinished = finished
    case .animationStarted(let layer, let key):
      self.layer = layer
      self.animation = key
    case .animationStopped(let layer, let key, let finished):
      self.layer = layer
      self.animation = key
      self.isFinished = finished
    case .sceneLoaded(let name, let generation):
      self.scene = name
      self.generation = Int64(generation)
    }
  }
}

extension DisplayInterface.EventKind {
  fileprivate init(_ event: StageEvent) {
    self =
      switch event {
      case .progressChanged: .progressChanged
      case .textChanged: .textChanged
      case .imageChanged: .imageChanged
      case .accessibilityChanged: .accessibilityChanged
      case .scrubSettled: .scrubSettled
      case .valueChanged: .valueChanged
      case .stateChanged: .stateChanged
      case .pressed: .pressed
      case .chosen: .chosen
      case .submitted: .submitted
      case .revealFinished: .revealFinished
      case .animationStarted: .animationStarted
      case .animationStopped: .animationStopped
      case .sceneLoaded: .sceneLoaded
      }
  }
}
