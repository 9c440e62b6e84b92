import Geometry
import Layers
import Scene

/// The part of the panel that the content takes, for scenes that keep their size in points on
/// panels that are much larger.
extension SizeCheck {
  /// Content that is narrower and lower than this part of a panel is lost on it.
  private static let leastPart = 0.25
  /// The longest shorter side of the panels on which lengths such as `max(14, 5vmin)` are commonly
  /// at their least.
  private static let smallSide = 720

  /// Adds a layer to the extent of the content. Colours, gradients and pictures that fill the
  /// screen are backdrops.
  mutating func noteExtent(of layer: Layer, _ visible: Rect) {
    let isBackdrop =
      switch layer.contentKind {
      case .plain, .gradient, .image: visible.contains(screen)
      case .shape, .progress, .emitter, .replicator, .text: false
      }
    if !isBackdrop { noteExtent(visible) }
  }

  mutating func noteExtent(_ visible: Rect) {
    guard !visible.isEmpty else { return }
    extent = extent.map { $0.union(visible) } ?? visible
  }

  /// The pixels that the content takes on a panel on which it is lost: it takes as many on a panel
  /// of half the size, and a small one also on a panel of twice the size. Nil for all other panels.
  static func lostExtent(
    of scene: Scene, _ extent: Rect?, on panel: PixelSize, locale: String,
    settings: [ControlAssignment]
  ) -> Size? {
    guard let extent, extent.width < Double(panel.width) * leastPart,
      extent.height < Double(panel.height) * leastPart
    else { return nil }
    let half = PixelSize(width: max(1, panel.width / 2), height: max(1, panel.height / 2))
    var sizes = [half]
    if min(panel.width, panel.height) <= smallSide {
      sizes.append(PixelSize(width: panel.width * 2, height: panel.height * 2))
    }
    for size in sizes {
      let trial = SizeCheck(scene, size: size, states: [], locale: locale, settings: settings)
      guard let other = trial.firstExtent, abs(other.width - extent.width) <= tolerance,
        abs(other.height - extent.height) <= tolerance
      else { return nil }
    }
    return extent.size
  }
}
