import Geometry
import Layers

/// The pixels of the screen in the coordinates of a layer that is not rotated, scaled or moved.
struct PixelGrid {
  /// Pixels in a point.
  var scale: Double
  /// The place of the layer's own origin, in pixels.
  var origin = Point.zero

  /// A frame with its edges between pixels. A side of a whole number of pixels keeps its length.
  func snapped(_ frame: Rect) -> Rect {
    let (x, width) = snapped(frame.minX, frame.width, from: origin.x)
    let (y, height) = snapped(frame.minY, frame.height, from: origin.y)
    return Rect(x: x, y: y, width: width, height: height)
  }

  private func snapped(
    _ start: Double, _ length: Double, from origin: Double
  ) -> (start: Double, length: Double) {
    let first = origin + start * scale
    let pixels = length * scale
    let low = first.rounded()
    let isWhole = abs(pixels - pixels.rounded()) < 1e-6
    let high = isWhole ? low + pixels.rounded() : (first + pixels).rounded()
    // A side thinner than a pixel could vanish.
    guard high > low else { return (start, length) }
    return ((low - origin) / scale, (high - low) / scale)
  }

  /// The grid of a layer with a frame in this one.
  func within(_ frame: Rect) -> PixelGrid {
    PixelGrid(
      scale: scale,
      origin: Point(x: origin.x + frame.minX * scale, y: origin.y + frame.minY * scale))
  }
}

extension SceneDescription {
  /// The motion of each layer by controls.
  var motions: [LayerMotion] {
    var motions = [LayerMotion](repeating: [], count: layerCount)
    func mark(_ drives: [DriveDescription]) {
      for drive in drives { motions[drive.layer].formUnion(LayerMotion(drive.keyPath)) }
    }
    for control in controls {
      if let progress = control.content.progress { mark(progress.drives) }
      for state in control.content.states {
        for change in state.changes {
          switch change.effect {
          case .value(let keyPath, _, _):
            motions[change.layer].formUnion(LayerMotion(keyPath))
          case .motion(let animation):
            motions[change.layer].formUnion(LayerMotion(animation))
          case .text, .collapse: break
          }
        }
      }
    }
    return motions
  }
}

extension LayerDescription {
  /// Its motion by its own animations.
  var motion: LayerMotion {
    animations.reduce(into: []) { $0.formUnion(LayerMotion($1)) }
  }

  /// True if no transform rotates, scales or moves the layer out of its frame.
  var isUntransformed: Bool { transform.isNone }

  /// True if it shows a picture that was drawn for whole pixels.
  var isPicture: Bool {
    if case .image = content { return true }
    return false
  }

  /// True if the sublayers are drawn neither transformed nor in other places than their own.
  var keepsGrid: Bool {
    if compositing.viewBox != nil || compositing.sublayerTransform != nil
      || compositing.perspective != nil
    {
      return false
    }
    return switch content {
    case .replicator, .transform, .arrangement: false
    default: true
    }
  }
}

extension TransformDescription {
  fileprivate var isNone: Bool {
    rotation == .zero && scale == Vector3D(dx: 1, dy: 1, dz: 1) && translation.isEmpty
      && perspective == nil
  }
}
