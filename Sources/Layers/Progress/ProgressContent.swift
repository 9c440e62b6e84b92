public import Geometry

/// A layer that a progress layer shows in the middle of its style.
///
/// A subclass places the layer and shows the progress in it. One content belongs to one progress
/// layer.
open class ProgressContent {
  public final let layer: Layer

  public init(layer: Layer) { self.layer = layer }

  /// Places the layer around the middle of the progress layer's presented bounds. Nothing animates.
  ///
  /// - Parameter radius: half the shorter side of the bounds.
  open func layOut(center: Point, radius: Double) {}

  /// Updates the layer from the presented values. Nothing animates.
  open func show(_ values: ProgressValues) {}

  /// Takes the layer to an activity from any other. Changes animate by the layer's actions.
  open func transition(to activity: ProgressActivity) {}
}
