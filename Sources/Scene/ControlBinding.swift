public import Animation
public import Layers

/// A control of a scene, joined to the layers of one instance.
public struct ControlBinding {
  public enum Kind {
    case progress(ProgressControlDescription, [ControlTarget])
    case text(TextControlDescription, [TextLayer])
    case reveal(RevealControlDescription, [ControlTarget], RevealLayers)
    case scrub(ScrubControlDescription, ScrubLayers)
  }

  public let name: String
  /// What it is, for people who cannot see the screen.
  public let label: String?
  /// What it is to them; nil for what controls of its kind usually are.
  public let role: AccessibleRole?
  public let kind: Kind

  /// The properties that follow the control's progress; none where it has none.
  public var targets: [ControlTarget] {
    switch kind {
    case .progress(_, let targets), .reveal(_, let targets, _): targets
    case .text, .scrub: []
    }
  }
}

/// A property of a layer that follows a progress control.
public struct ControlTarget {
  public let layer: Layer
  /// `progress` of a progress layer, or any other property that animates.
  public let keyPath: AnimationKeyPath
  /// What the property is at the control's value 0, and at 1.
  public let from: AnimatableValue
  public let to: AnimatableValue

  /// What the property is at a value of the control in 0…1.
  public func value(at fraction: Double) -> AnimatableValue {
    from.interpolated(to: to, at: fraction)
  }

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
