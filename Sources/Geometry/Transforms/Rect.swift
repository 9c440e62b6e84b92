/// An axis-aligned rectangle.
///
/// A negative size is allowed: such a rectangle is empty, and contains no point and no pixel. But
/// paths made from it, and `transformed(by:)`, have the area of its `standardized` form, which lies
/// on the other side of the origin.
@frozen public struct Rect: Equatable, Sendable {
  public var origin: Point
  public var size: Size

  @inlinable public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  @inlinable public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.init(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
  }

  @inlinable public init(center: Point, size: Size) {
    self.init(
      x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width,
      height: size.height)
  }

  @inlinable public static var zero: Rect { Rect(x: 0, y: 0, width: 0, height: 0) }

  /// No rectangle at all, not even a point: the neutral element of `union`.
  @inlinable public static var null: Rect {
    Rect(x: .infinity, y: .infinity, width: 0, height: 0)
  }

  @inlinable public var width: Double { size.width }
  @inlinable public var height: Double { size.height }
  @inlinable public var minX: Double { origin.x }
  @inlinable public var minY: Double { origin.y }
  @inlinable public var maxX: Double { origin.x + size.width }
  @inlinable public var maxY: Double { origin.y + size.height }
  @inlinable public var midX: Double { origin.x + size.width / 2 }
  @inlinable public var midY: Double { origin.y + size.height / 2 }
  @inlinable public var center: Point { Point(x: midX, y: midY) }
  @inlinable public var isEmpty: Bool { !(size.width > 0 && size.height > 0) }
  @inlinable public var isNull: Bool { origin.x == .infinity || origin.y == .infinity }

  /// True if all four numbers are finite, and the far corner, too.
  @inlinable public var isFinite: Bool {
    origin.isFinite && size.width.isFinite && size.height.isFinite && maxX.isFinite
      && maxY.isFinite
  }

  /// The rectangle of this area whose width and height are not negative.
  @inlinable public var standardized: Rect {
    Rect(
      x: size.width < 0 ? origin.x + size.width : origin.x,
      y: size.height < 0 ? origin.y + size.height : origin.y,
      width: abs(size.width), height: abs(size.height))
  }

  /// The smallest rectangle that contains both; a rectangle without area counts with its position.
  @inlinable public func union(_ other: Rect) -> Rect {
    if isNull { return other }
    if other.isNull { return self }
    return Rect(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY))
  }

  /// The smallest rectangle that also contains `point`.
  @inlinable public func union(_ point: Point) -> Rect {
    union(Rect(x: point.x, y: point.y, width: 0, height: 0))
  }

  /// Smaller by `dx` at the left and the right, and by `dy` at the top and the bottom.
  ///
  /// Negative values grow the rectangle. It becomes `null` where it would turn inside out.
  @inlinable public func insetBy(dx: Double, dy: Double) -> Rect {
    let result = Rect(
      x: origin.x + dx, y: origin.y + dy, width: size.width - 2 * dx, height: size.height - 2 * dy)
    return result.width >= 0 && result.height >= 0 && !isNull ? result : .null
  }

  /// True if the point lies inside, or on the left or the top edge.
  @inlinable public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// True if all of `other` lies in this rectangle.
  @inlinable public func contains(_ other: Rect) -> Bool {
    !isNull && !other.isNull && other.minX >= minX && other.maxX <= maxX && other.minY >= minY
      && other.maxY <= maxY
  }

  /// True if all of the rectangle lies to one side of another one.
  func isBeside(_ other: Rect) -> Bool {
    maxX < other.minX || minX > other.maxX || maxY < other.minY || minY > other.maxY
  }

  /// The bounding box of the transformed rectangle.
  @inlinable public func transformed(by transform: AffineTransform) -> Rect {
    if isNull { return .null }
    let corner = transform.apply(to: origin)
    let across = transform.apply(to: Vector(dx: size.width, dy: 0))
    let down = transform.apply(to: Vector(dx: 0, dy: size.height))
    return Rect(
      minX: corner.x + min(0, across.dx) + min(0, down.dx),
      minY: corner.y + min(0, across.dy) + min(0, down.dy),
      maxX: corner.x + max(0, across.dx) + max(0, down.dx),
      maxY: corner.y + max(0, across.dy) + max(0, down.dy))
  }
}
