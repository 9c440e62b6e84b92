import Geometry

/// Finds polygons that are star-shaped: all of the inside is visible from one point, as with spikes
/// around a centre.
///
/// Such an outline neither crosses itself nor winds twice anywhere, so the sums of a row's areas
/// are its coverage however many of its edges meet in a pixel. Each side is seen from one half of
/// the plane. The search starts with the outline's box, and cuts off the points that do not see a
/// side. Sides from all around come first, so that the rest is soon small, and most later sides are
/// so far from it that they cut nothing.
struct StarPolygon: ~Copyable {
  /// The most corners of the area that is left; a small area has few.
  private static let cornerLimit = 64

  private var corners: Scratch<Point>
  /// The corners of the area from which all sides so far are seen, clockwise or not.
  private var seen = Scratch<Point>(capacity: StarPolygon.cornerLimit + 2)
  private var cut = Scratch<Point>(capacity: StarPolygon.cornerLimit + 2)
  /// The middle of that area, and the square of the greatest distance of its corners from it.
  private var middle = Point.zero
  private var squaredRadius = 0.0
  /// 1 or −1, so that the inside has positive distances from sides.
  private var sign = 1.0

  /// True if an outline is one such polygon of lines.
  static func holds(_ outline: borrowing DeviceOutline) -> Bool {
    guard var polygon = StarPolygon(outline), polygon.findMiddle() else { return false }
    return polygon.turnsOnce()
  }

  private init?(_ outline: borrowing DeviceOutline) {
    corners = Scratch<Point>(capacity: outline.elements.count + 1)
    var box = Rect.null
    var isClosed = false
    for element in outline.elements {
      if isClosed { return nil }
      switch element {
      case .move(let point):
        if corners.count > 0 { return nil }
        corners.append(point)
      case .line(let point): corners.append(point)
      case .close: isClosed = true
      case .quadratic, .cubic, .arc: return nil
      }
    }
    guard corners.count > 2 else { return nil }
    var area = 0.0
    let first = corners[0]
    for index in 0..<corners.count {
      let (a, b) = side(index)
      area += (a - first).cross(b - first)
      box = box.union(a)
    }
    guard area.isFinite, area != 0 else { return nil }
    sign = area > 0 ? 1 : -1
    for (x, y) in [
      (box.minX, box.minY), (box.maxX, box.minY), (box.maxX, box.maxY), (box.minX, box.maxY),
    ] { seen.append(Point(x: x, y: y)) }
    measure()
  }

  /// A side's two ends.
  @inline(__always) private func side(_ index: Int) -> (Point, Point) {
    unsafe (corners.base[index], corners.base[index &+ 1 == corners.count ? 0 : index &+ 1])
  }

  /// The depth of a point inside a side, times the side's length.
  @inline(__always) private func depth(of point: Point, _ a: Point, _ b: Point) -> Double {
    sign * (b - a).cross(point - a)
  }

  private mutating func findMiddle() -> Bool {
    // All sides once, neighbours far apart.
    let count = corners.count
    var step = max(count * 5 / 13, 1)
    while StarPolygon.divisor(step, count) != 1 { step += 1 }
    var index = 0
    for _ in 0..<count {
      let (a, b) = side(index)
      index += step
      if index >= count { index %= count }
      let depth = depth(of: middle, a, b)
      let way = b - a
      if depth > 0, depth * depth >= way.dot(way) * squaredRadius { continue }
      guard keepInside(of: a, b) else { return false }
    }
    return true
  }

  private static func divisor(_ a: Int, _ b: Int) -> Int {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }

  /// Cuts off the points that do not see a side.
  private mutating func keepInside(of a: Point, _ b: Point) -> Bool {
    cut.removeAll()
    for index in 0..<seen.count {
      let (point, next) = (seen[index], seen[index + 1 == seen.count ? 0 : index + 1])
      let (before, after) = (depth(of: point, a, b), depth(of: next, a, b))
      if before >= 0 { cut.append(point) }
      if before >= 0 && after < 0 || before < 0 && after >= 0 {
        cut.append(point.interpolated(to: next, fraction: before / (before - after)))
      }
    }
    guard cut.count > 2, cut.count <= StarPolygon.cornerLimit else { return false }
    swap(&seen, &cut)
    measure()
    return true
  }

  private mutating func measure() {
    var sum = Vector.zero
    let first = seen[0]
    for index in 0..<seen.count { sum = sum + (seen[index] - first) }
    middle = first + sum * (1 / Double(seen.count))
    squaredRadius = 0
    for index in 0..<seen.count {
      let way = seen[index] - middle
      squaredRadius = max(squaredRadius, way.dot(way))
    }
  }

  /// True if all sides go around the middle, and together once.
  private func turnsOnce() -> Bool {
    var crossings = 0
    for index in 0..<corners.count {
      let (a, b) = side(index)
      if a == b { continue }
      guard depth(of: middle, a, b) > 0 else { return false }
      if (a.y > middle.y) == (b.y > middle.y) { continue }
      // The middle lies inside every side, so a side's direction tells on which side of the middle
      // it crosses this height. Only crossings on one side of the middle count.
      if (b.y > a.y) == (sign > 0) { crossings &+= 1 }
    }
    return crossings == 1
  }
}
