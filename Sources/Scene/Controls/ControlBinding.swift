import Animation
public import Layers

/// A control of a scene, joined to the layers of one instance.
public struct ControlBinding {
  public enum Kind {
    case progress(ProgressControlDescription, [DrivenProperty])
    case text(TextControlDescription, [TextLayer])
    case reveal(RevealControlDescription, [DrivenProperty], RevealLayers)
    case scrub(ScrubControlDescription, ScrubLayers)
  }

  public let name: String
  /// Its name for people who cannot see the screen.
  public let label: String?
  /// Its role for them; nil for the usual role of its kind.
  public let role: AccessibleRole?
  public let kind: Kind

  /// The properties that follow the control's progress; empty for a control without progress.
  public var targets: [DrivenProperty] {
    switch kind {
    case .progress(_, let targets), .reveal(_, let targets, _): targets
    case .text, .scrub: []
    }
  }
}

extension DrivenProperty {
  /// Shows the phase of the job and the remaining seconds in a text layer that shows the progress.
  public func show(phase: String, remaining: Double?) {
    guard keyPath.property == .progress, let layer = layer as? TextLayer else { return }
    layer.phase = phase
    layer.remaining = remaining
  }

  /// Switches a layer that shows a progress to indeterminate and back.
  public func show(isIndeterminate: Bool, animated: Bool) {
    if keyPath.property == .progress, let layer = layer as? ProgressLayer {
      layer.setIndeterminate(isIndeterminate, animated: animated)
    } else if keyPath.property == .progress, let layer = layer as? TextLayer {
      layer.isIndeterminate = isIndeterminate
    } else if keyPath.property == .strokeEnd, let layer = layer as? LoaderRingLayer {
      layer.isIndeterminate = isIndeterminate
    }
  }
}
