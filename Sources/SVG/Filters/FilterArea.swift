import Geometry

/// The area of pixels that a filter covers, and its place in the space of the filtered element.
struct FilterArea {
  /// The filter's region in user units.
  let region: Rect
  /// Pixels to a user unit.
  let scaleX: Double
  let scaleY: Double
  /// Maps user units to pixels of the area, whose corner is the origin.
  let toPixels: AffineTransform
  let width: Int
  let height: Int
  /// True if the area has fewer pixels than the picture has there.
  let isReduced: Bool

  /// The most pixels of one area; larger ones have fewer pixels to a unit.
  private static let pixelLimit = 4_000_000.0

  /// Nil where the region has no area.
  ///
  /// - Parameters:
  ///   - visible: the part of the region that makes a difference, in user units; nil for all of it.
  ///   - toPixels: maps user units to pixels of the whole picture.
  init?(_ whole: Rect, visible: Rect? = nil, toPixels: AffineTransform) {
    guard whole.isFinite, !whole.isEmpty, toPixels.isFinite else { return nil }
    var region = whole
    if let visible {
      region = whole.intersection(visible)
      guard region.isFinite, !region.isEmpty else { return nil }
    }
    var scaleX = Vector(dx: toPixels.a, dy: toPixels.b).length
    var scaleY = Vector(dx: toPixels.c, dy: toPixels.d).length
    guard scaleX > 0, scaleY > 0 else { return nil }
    let count = region.width * scaleX * region.height * scaleY
    guard count.isFinite else { return nil }
    // Where the filter's pixels are as large as the picture's, their edges coincide, too.
    var offset = Point.zero
    let isUpright = toPixels.b == 0 && toPixels.c == 0 && toPixels.a > 0 && toPixels.d > 0
    isReduced = count > Self.pixelLimit
    if isReduced {
      let factor = (Self.pixelLimit / count).squareRoot()
      scaleX *= factor
      scaleY *= factor
    } else if isUpright {
      offset = Point(x: toPixels.tx, y: toPixels.ty)
    }
    let minX = (region.minX * scaleX + offset.x + 1e-6).rounded(.down)
    let minY = (region.minY * scaleY + offset.y + 1e-6).rounded(.down)
    let maxX = (region.maxX * scaleX + offset.x - 1e-6).rounded(.up)
    let maxY = (region.maxY * scaleY + offset.y - 1e-6).rounded(.up)
    let (spanX, spanY) = (max(1, maxX - minX), max(1, maxY - minY))
    // A narrow region may be very long.
    guard spanX * spanY <= 2 * Self.pixelLimit else { return nil }
    self.region = whole
    self.scaleX = scaleX
    self.scaleY = scaleY
    self.toPixels = AffineTransform(
      a: scaleX, b: 0, c: 0, d: scaleY, tx: offset.x - minX, ty: offset.y - minY)
    width = Int(spanX)
    height = Int(spanY)
  }

  var pixelCount: Int { width * height }
}

extension Rect {
  /// The part that both rectangles have; null for none.
  func intersection(_ other: Rect) -> Rect {
    if isNull || other.isNull { return .null }
    let (left, top) = (max(minX, other.minX), max(minY, other.minY))
    let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
    guard left <= right, top <= bottom else { return .null }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
