public import Geometry

/// Something that a progress layer shows within its style: one layer in the middle.
///
/// A subclass says where the layer is and what it shows of the progress. One content belongs to one
/// progress layer.
open class ProgressContent {
  public final let layer: Layer

  public init(layer: Layer) { self.layer = layer }

  /// Places the layer around the middle of the progress layer's presented bounds. Nothing animates.
  ///
  /// - Parameter radius: half the shorter side of the bounds.
  open func layOut(center: Point, radius: Double) {}

  /// Gives the layer what follows from the presented values. Nothing animates.
  open func show(_ values: ProgressValues) {}

  /// Takes the layer to an activity from any other. What is set animates by its actions.
  open func transition(to activity: ProgressActivity) {}
}
