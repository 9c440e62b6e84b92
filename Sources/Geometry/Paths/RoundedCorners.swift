/// The corners of a rectangle that a corner radius rounds.
@frozen public struct CornerMask: OptionSet, Sendable, Equatable, BitwiseCopyable {
  public let rawValue: UInt8

  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  @inlinable public static var minXMinYCorner: CornerMask { CornerMask(rawValue: 1) }
  @inlinable public static var maxXMinYCorner: CornerMask { CornerMask(rawValue: 2) }
  @inlinable public static var minXMaxYCorner: CornerMask { CornerMask(rawValue: 4) }
  @inlinable public static var maxXMaxYCorner: CornerMask { CornerMask(rawValue: 8) }
  @inlinable public static var all: CornerMask { CornerMask(rawValue: 15) }
}

/// The form of a rounded corner.
@frozen public enum CornerCurve: Sendable, Equatable, BitwiseCopyable {
  /// A quarter of a circle.
  case circular
  /// A curve that bends gradually, from 1.528665 radii before the corner on. On a side that has no
  /// room for that it comes nearer to a circle.
  case continuous
}

extension Path {
  /// Adds a closed rectangle, with some corners rounded, from the end of the top left one
  /// clockwise. The radius is clamped to half the shorter side.
  public mutating func addRoundedRect(
    _ rect: Rect, radius: Double, corners: CornerMask, curve: CornerCurve
  ) {
    if corners == .all && curve == .circular { return addRoundedRect(rect, radius: radius) }
    let rect = rect.standardized
    let half = min(rect.width, rect.height) / 2
    let radius = min(radius, half)
    // NaN fails the comparison, too.
    guard radius > 0, !corners.isEmpty else { return addRect(rect) }
    let form = CornerForm(
      radius: radius, blend: curve == .circular ? nil : (half / radius - 1) / 0.528665)
    let isFirstRounded = corners.contains(.minXMinYCorner)
    move(to: Point(x: rect.minX + (isFirstRounded ? form.extent : 0), y: rect.minY))
    for quarter in 0..<4 {
      let vertex = Point(
        x: quarter < 2 ? rect.maxX : rect.minX,
        y: quarter == 1 || quarter == 2 ? rect.maxY : rect.minY)
      let mask: CornerMask =
        switch quarter {
        case 0: .maxXMinYCorner
        case 1: .maxXMaxYCorner
        case 2: .minXMaxYCorner
        default: .minXMinYCorner
        }
      if corners.contains(mask) {
        form.add(to: &self, vertex: vertex, quarter: quarter)
      } else if quarter < 3 {
        addLine(to: vertex)
      }
    }
    close()
  }

  public static func roundedRect(
    _ rect: Rect, radius: Double, corners: CornerMask, curve: CornerCurve
  ) -> Path {
    var path = Path()
    path.addRoundedRect(rect, radius: radius, corners: corners, curve: curve)
    return path
  }
}

/// One rounded corner, for each of the four.
private struct CornerForm {
  let radius: Double
  /// The part of the continuous curve in a mixture with the circle; nil for a circular arc.
  let blend: Double?

  init(radius: Double, blend: Double?) {
    self.radius = radius
    self.blend = blend.map { min(max($0, 0), 1) }
  }

  /// Distance from the vertex to the curve's ends.
  var extent: Double { radius * (1 + 0.528665 * (blend ?? 0)) }

  /// Half of the curve's points, up to the second control point in its middle; the others mirror
  /// them. Each is given by the distances from the vertex along both sides, in radii. The
  /// continuous curve is that of Apple's interfaces, as measured from `UIBezierPath`; the circle's
  /// points divide its quarter at the same place.
  private static let continuous = [
    (1.528665, 0.0), (1.088493, 0), (0.868407, 0), (0.631494, 0.074911), (0.372824, 0.169060),
  ]
  private static let circle = [
    (1.0, 0.0), (0.873289, 0), (0.747726, 0.024088), (0.630006, 0.070970), (0.374796, 0.172608),
  ]

  private func point(_ index: Int, _ blend: Double) -> (Double, Double) {
    let isMirrored = index > 4
    let (a, b) = (Self.circle, Self.continuous)
    let place = isMirrored ? 9 - index : index
    let along = a[place].0 + (b[place].0 - a[place].0) * blend
    let across = a[place].1 + (b[place].1 - a[place].1) * blend
    return isMirrored ? (across, along) : (along, across)
  }

  func add(to path: inout Path, vertex: Point, quarter: Int) {
    // The side before the corner and the one after it.
    let sides = [
      Vector(dx: 1, dy: 0), Vector(dx: 0, dy: 1), Vector(dx: -1, dy: 0), Vector(dx: 0, dy: -1),
    ]
    let (before, after) = (sides[quarter], sides[(quarter + 1) & 3])
    func place(_ along: Double, _ across: Double) -> Point {
      Point(
        x: vertex.x + (across * after.dx - along * before.dx) * radius,
        y: vertex.y + (across * after.dy - along * before.dy) * radius)
    }
    guard let blend else {
      path.addLine(to: place(1, 0))
      return path.addArc(
        center: place(1, 1), radius: radius, startAngle: Double(quarter - 1) * .pi / 2,
        sweep: .pi / 2)
    }
    func at(_ index: Int) -> Point {
      let (along, across) = point(index, blend)
      return place(along, across)
    }
    path.addLine(to: at(0))
    for index in [1, 4, 7] {
      path.addCubic(control1: at(index), control2: at(index + 1), to: at(index + 2))
    }
  }
}
