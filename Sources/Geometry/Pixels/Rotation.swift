/// The rotation of a picture on its scanout, clockwise, by a multiple of 90 degrees.
///
/// The picture's space is that of all drawing: x to the right and y down as the viewer sees it. The
/// scanout's space is that of the framebuffer's memory: its rows, top row first, as the display
/// reads them. A case is named for the side of the scanout at which the picture's top edge lies.
///
/// DRM's `panel orientation` names the side of the panel that is up in the device. The picture's
/// top edge has to lie there, so the case of the same name cancels it:
///
/// | `panel orientation` | rotation | turns the picture by |
/// |---|---|---|
/// | Normal | `upright` | 0° |
/// | Right Side Up | `right` | 90° clockwise |
/// | Upside Down | `upsideDown` | 180° |
/// | Left Side Up | `left` | 270° clockwise, a quarter turn to the left |
///
/// (A plane's `rotation` property counts the other way: its `rotate-90` is `left`.)
public enum Rotation: CaseIterable, Sendable {
  /// Unchanged: the pixel at x, y of a picture of w×h pixels lies at x, y of the scanout.
  case upright
  /// By 90° clockwise: the pixel at x, y of a picture of w×h pixels lies at h − 1 − y, x.
  case right
  /// By 180°: the pixel at x, y of a picture of w×h pixels lies at w − 1 − x, h − 1 − y.
  case upsideDown
  /// By 270° clockwise: the pixel at x, y of a picture of w×h pixels lies at y, w − 1 − x.
  case left

  /// The rotation in the opposite direction.
  public var inverse: Rotation {
    switch self {
    case .right: .left
    case .left: .right
    default: self
    }
  }

  /// True if the picture's width lies along the scanout's height.
  public var swapsSides: Bool { self == .right || self == .left }

  /// The scanout's size for a picture's size, and the reverse.
  public func rotated(_ size: PixelSize) -> PixelSize {
    swapsSides ? PixelSize(width: size.height, height: size.width) : size
  }

  /// The rectangle of the scanout that shows a rectangle of the picture.
  ///
  /// - Parameter size: the picture's.
  public func scanoutRect(_ rect: PixelRect, ofPicture size: PixelSize) -> PixelRect {
    switch self {
    case .upright: rect
    case .right:
      PixelRect(
        minX: size.height - rect.maxY, minY: rect.minX, maxX: size.height - rect.minY,
        maxY: rect.maxX)
    case .upsideDown:
      PixelRect(
        minX: size.width - rect.maxX, minY: size.height - rect.maxY, maxX: size.width - rect.minX,
        maxY: size.height - rect.minY)
    case .left:
      PixelRect(
        minX: rect.minY, minY: size.width - rect.maxX, maxX: rect.maxY,
        maxY: size.width - rect.minX)
    }
  }

  /// The rectangle of the picture that a rectangle of the scanout shows.
  ///
  /// - Parameter size: the scanout's.
  public func pictureRect(_ rect: PixelRect, ofScanout size: PixelSize) -> PixelRect {
    inverse.scanoutRect(rect, ofPicture: size)
  }

  /// The point of the picture at a point of the scanout; the middle of a pixel becomes the middle
  /// of its pixel.
  ///
  /// - Parameter size: the scanout's, in the units of the point.
  public func picturePoint(_ point: Point, ofScanout size: Size) -> Point {
    switch self {
    case .upright: point
    case .right: Point(x: point.y, y: size.width - point.x)
    case .upsideDown: Point(x: size.width - point.x, y: size.height - point.y)
    case .left: Point(x: size.height - point.y, y: point.x)
    }
  }
}
