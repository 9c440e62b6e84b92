import Animation
import Layers

/// Controls, joined to the layers that were laid out.
extension SceneLayout {
  func binding(_ control: ControlDescription) -> ControlBinding {
    let kind: ControlBinding.Kind =
      switch control.kind {
      case .progress(let progress): .progress(progress, targets(of: progress))
      case .text(let text): .text(text)
      }
    return ControlBinding(name: control.name, label: control.label, kind: kind)
  }

  /// The properties that follow a progress, which begin at its first value.
  private func targets(of progress: ProgressControlDescription) -> [ControlTarget] {
    var targets: [ControlTarget] = []
    for drive in progress.drives {
      guard let place = laidOut[drive.layer] else { continue }
      targets.append(
        ControlTarget(
          layer: place.layer, keyPath: drive.keyPath,
          from: drive.from.resolved(inner: place.inner, outer: place.outer),
          to: drive.to.resolved(inner: place.inner, outer: place.outer)))
    }
    for target in targets {
      if let layer = target.layer as? ProgressLayer, target.keyPath.property == .progress {
        layer.isIndeterminate = progress.isIndeterminate
      }
      target.layer.setValue(target.value(at: progress.value), for: target.keyPath)
    }
    return targets
  }
}
