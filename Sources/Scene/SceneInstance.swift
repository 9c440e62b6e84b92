public import Animation
import Geometry
public import Layers

/// A scene laid out for one output: a layer tree of its own, and what its controls move in it.
public final class SceneInstance {
  /// The root has the output's size in points and the scene's background.
  public let tree: LayerTree
  /// In the order of the file.
  public let controls: [ControlBinding]

  init(tree: LayerTree, controls: [ControlBinding]) {
    self.tree = tree
    self.controls = controls
  }
}

/// A control of a scene, joined to the layers that it drives.
public struct ControlBinding {
  public let control: ControlDescription
  /// Empty for a text control.
  public let targets: [ControlTarget]
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
}
