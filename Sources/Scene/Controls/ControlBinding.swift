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
  /// What it is, for people who cannot see the screen.
  public let label: String?
  /// What it is to them; nil for what controls of its kind usually are.
  public let role: AccessibleRole?
  public let kind: Kind

  /// The properties that follow the control's progress; none where it has none.
  public var targets: [DrivenProperty] {
    switch kind {
    case .progress(_, let targets), .reveal(_, let targets, _): targets
    case .text, .scrub: []
    }
  }
}

extension DrivenProperty {
  /// Lets a text layer that shows the progress tell what is being done, and how many seconds it
  /// takes.
  public func show(phase: String, remaining: Double?) {
    guard keyPath.property == .progress, let layer = layer as? TextLayer else { return }
    layer.phase = phase
    layer.remaining = remaining
  }

  /// Lets a layer that shows a progress tell that it is not known, or known again.
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
