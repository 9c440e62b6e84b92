public import Geometry

/// The placement of an image in its layer's bounds.
public enum ContentsGravity: Sendable, Equatable, CaseIterable {
  case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
  /// Stretched to the bounds.
  case resize
  /// As large as possible within the bounds, in its own proportions.
  case resizeAspect
  /// As small as possible while covering the bounds, in its own proportions.
  case resizeAspectFill

  /// Nil for a name that no gravity has.
  public init?(name: String) {
    for gravity in ContentsGravity.allCases where gravity.name == name {
      self = gravity
      return
    }
    return nil
  }

  /// Apple's string for the gravity, for example `resizeAspect`.
  public var name: String {
    switch self {
    case .center: "center"
    case .top: "top"
    case .bottom: "bottom"
    case .left: "left"
    case .right: "right"
    case .topLeft: "topLeft"
    case .topRight: "topRight"
    case .bottomLeft: "bottomLeft"
    case .bottomRight: "bottomRight"
    case .resize: "resize"
    case .resizeAspect: "resizeAspect"
    case .resizeAspectFill: "resizeAspectFill"
    }
  }

  /// The rectangle of contents of a size in points. It may extend beyond the bounds.
  public func rect(for size: Size, in bounds: Rect) -> Rect {
    guard !bounds.isEmpty, size.width > 0, size.height > 0 else { return bounds }
    let ratioX = bounds.width / size.width
    let ratioY = bounds.height / size.height
    let scale: Double
    switch self {
    case .resize: return bounds
    case .resizeAspect: scale = min(ratioX, ratioY)
    case .resizeAspectFill: scale = max(ratioX, ratioY)
    default: scale = 1
    }
    let width = size.width * scale
    let height = size.height * scale
    let x =
      switch self {
      case .left, .topLeft, .bottomLeft: bounds.minX
      case .right, .topRight, .bottomRight: bounds.maxX - width
      default: bounds.midX - width / 2
      }
    let y =
      switch self {
      case .top, .topLeft, .topRight: bounds.minY
      case .bottom, .bottomLeft, .bottomRight: bounds.maxY - height
      default: bounds.midY - height / 2
      }
    return Rect(x: x, y: y, width: width, height: height)
  }
}
