// The enumerations of the interface file, in its order.

extension DisplayInterface {
  /// Kind of a layer.
  public enum LayerKind: String, InterfaceEnumeration {
    case layer, shape, image, frames, gradient, text, qr, log, progress, loader, emitter,
      replicator, transform, row, column, overlay
  }

  /// The kind of a control.
  public enum ControlKind: String, InterfaceEnumeration {
    case progress, text, image, log, reveal, scrub, state, button, choice, field
  }

  /// The source of time.
  public enum ClockKind: String, InterfaceEnumeration {
    case vsync, step
  }

  /// Kind of an event.
  public enum EventKind: String, InterfaceEnumeration {
    case ready
    case progressChanged = "progress_changed"
    case textChanged = "text_changed"
    case imageChanged = "image_changed"
    case valueChanged = "value_changed"
    case stateChanged = "state_changed"
    case pressed
    case chosen
    case submitted
    case accessibilityChanged = "accessibility_changed"
    case animationStarted = "animation_started"
    case animationStopped = "animation_stopped"
    case revealFinished = "reveal_finished"
    case scrubSettled = "scrub_settled"
    case sceneLoaded = "scene_loaded"
    case outputError = "output_error"
    case eventsLost = "events_lost"
    case quitting
  }

  /// The role of a node for people who cannot see the screen.
  public enum AccessibilityRole: String, InterfaceEnumeration {
    case progressBar = "progressbar", slider, toggle = "switch", status, image, text, group, button,
      radioGroup = "radiogroup", log, textField = "textbox"
  }

  /// A further state of a node.
  public enum AccessibilityState: String, InterfaceEnumeration {
    case busy, checked, focused
  }

  /// The severity of a diagnostic.
  public enum Severity: String, InterfaceEnumeration {
    case warning, error

    /// Takes the name of former versions.
    public init?(otherwise name: String) {
      guard name == "failure" else { return nil }
      self = .error
    }
  }
}
