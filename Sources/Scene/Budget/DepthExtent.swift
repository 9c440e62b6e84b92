import Animation
import Geometry

/// The greatest distance by which a layer may come nearer to the viewer than its superlayer's
/// plane, by itself, by animations and by controls, and the magnification that results.
struct DepthExtent {
  /// Points along z towards the viewer.
  private(set) var nearness = 0.0
  /// True if the layer may be rotated about x or y.
  private(set) var isRotated = false
  /// The least distance of the viewer in the perspectives that were added; nil without one.
  private(set) var distance: Double?

  init(_ transform: TransformDescription?, zPosition: Double = 0, _ context: LengthContext) {
    nearness = max(zPosition, 0)
    if let transform { add(transform, times: 1, context) }
  }

  mutating func add(
    _ transform: TransformDescription, times factor: Double, _ context: LengthContext
  ) {
    if transform.translation.count > 2 {
      move(context.side(transform.translation[2]) * factor)
    }
    isRotated = isRotated || transform.rotation.dx != 0 || transform.rotation.dy != 0
    if let perspective = transform.perspective { see(from: context.side(perspective)) }
  }

  /// Adds a value of an animation or a control.
  mutating func add(_ keyPath: AnimationKeyPath, _ number: Double) {
    switch (keyPath.property, keyPath.component) {
    case (.transform, .translationZ), (.sublayerTransform, .translationZ), (.zPosition, _):
      move(number)
    case (.transform, .rotationX), (.transform, .rotationY), (.sublayerTransform, .rotationX),
      (.sublayerTransform, .rotationY):
      isRotated = true
    default: break
    }
  }

  mutating func see(from distance: Double) {
    guard distance > 0 else { return }
    self.distance = min(self.distance ?? distance, max(distance, 1))
  }

  private mutating func move(_ z: Double) { nearness = max(nearness, z) }

  /// The most points towards the viewer for anything in a layer of this extent, which rotates about
  /// an anchor.
  func of(_ extent: Size, anchor: Point) -> Double {
    guard isRotated else { return nearness }
    let arm = max(abs(anchor.x), abs(1 - anchor.x), abs(anchor.y), abs(1 - anchor.y))
    return nearness + arm * max(extent.width, extent.height)
  }

  /// The magnification at a nearness, capped at the greatest one that is drawn.
  static func magnification(_ nearness: Double, from distance: Double?) -> Double {
    guard let distance, nearness > 0 else { return 1 }
    return 1 / max(1 - nearness / distance, Projection.nearest)
  }
}
