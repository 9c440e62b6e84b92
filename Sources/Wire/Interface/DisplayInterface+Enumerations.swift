// The enumerations of the interface file, in its order.

extension DisplayInterface {
  /// Kind of a layer.
  public enum LayerKind: String, InterfaceEnumeration {
    case layer, shape, image, frames, gradient, text, qr, log, progress, loader, emitter,
      replicator, transform, row, column, overlay

    public var name: String { rawValue }
  }

  /// The kind of a control.
  public enum ControlKind: String, InterfaceEnumeration {
    case progress, text, image, log, reveal, scrub, state, button, choice, field

    public var name: String { rawValue }
  }

  /// Named timing curve.
  public enum TimingFunction: InterfaceEnumeration {
    case linear, easeIn, easeOut, easeInEaseOut, standard

    public var name: String {
      switch self {
      case .linear: "linear"
      case .easeIn: "easeIn"
      case .easeOut: "easeOut"
      case .easeInEaseOut: "easeInEaseOut"
      case .standard: "default"
      }
    }

    public var formerName: String? {
      switch self {
      case .linear: nil
      case .easeIn: "ease_in"
      case .easeOut: "ease_out"
      case .easeInEaseOut: "ease_in_ease_out"
      case .standard: "standard"
      }
    }
  }

  /// The source of time.
  public enum ClockKind: InterfaceEnumeration {
    case vsync, step

    public var name: String {
      switch self {
      case .vsync: "vsync"
      case .step: "step"
      }
    }
  }

  /// Kind of an event.
  public enum EventKind: InterfaceEnumeration {
    case ready, progressChanged, textChanged, imageChanged, valueChanged, stateChanged, pressed,
      chosen, submitted,
      accessibilityChanged,
      animationStarted,
      animationStopped, revealFinished, scrubSettled, sceneLoaded, outputError,
      eventsLost, quitting

    public var name: String {
      switch self {
      case .ready: "ready"
      case .progressChanged: "progress_changed"
      case .textChanged: "text_changed"
      case .imageChanged: "image_changed"
      case .valueChanged: "value_changed"
      case .stateChanged: "state_changed"
      case .pressed: "pressed"
      case .chosen: "chosen"
      case .submitted: "submitted"
      case .animationStarted: "animation_started"
      case .accessibilityChanged: "accessibility_changed"
      case .animationStopped: "animation_stopped"
      case .revealFinished: "reveal_finished"
      case .scrubSettled: "scrub_settled"
      case .sceneLoaded: "scene_loaded"
      case .outputError: "output_error"
      case .eventsLost: "events_lost"
      case .quitting: "quitting"
      }
    }
  }

  /// The role of a node for people who cannot see the screen.
  public enum AccessibilityRole: InterfaceEnumeration {
    case progressBar, slider, toggle, status, image, text, group, button, radioGroup, log, textField

    public var name: String {
      switch self {
      case .progressBar: "progressbar"
      case .slider: "slider"
      case .toggle: "switch"
      case .status: "status"
      case .image: "image"
      case .text: "text"
      case .group: "group"
      case .button: "button"
      case .radioGroup: "radiogroup"
      case .log: "log"
      case .textField: "textbox"
      }
    }
  }

  /// A further state of a node.
  public enum AccessibilityState: InterfaceEnumeration {
    case busy, checked, focused

    public var name: String {
      switch self {
      case .busy: "busy"
      case .checked: "checked"
      case .focused: "focused"
      }
    }
  }

  /// The severity of a diagnostic.
  public enum Severity: InterfaceEnumeration {
    case warning, error

    public var name: String {
      switch self {
      case .warning: "warning"
      case .error: "error"
      }
    }

    public var formerName: String? { self == .error ? "failure" : nil }
  }
}
