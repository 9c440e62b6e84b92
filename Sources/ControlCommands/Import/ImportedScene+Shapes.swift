import Foundation
import Geometry
import Raster

/// Shapes and gradients as a scene file writes them.
extension ImportedScene.Entry {
  static func fill(
    _ path: Path, _ color: Color, _ rule: FillRule, in box: Rect
  ) -> ImportedScene.Entry {
    var entry = ImportedScene.Entry()
    entry.set("kind", "shape")
    entry.setPath(path, in: box)
    entry.set("fillColor", color.text)
    if rule == .evenOdd { entry.set("fillRule", "even-odd") }
    return entry
  }

  /// Sets a path that is measured in a box, which fills the layer.
  mutating func setPath(_ path: Path, in box: Rect) {
    let view = [box.minX, box.minY, box.width, box.height].map { Self.text($0) }
    set(
      "path", json: "{ \"svg\": \"\(path.data)\", \"viewBox\": [\(view.joined(separator: ", "))] }")
  }

  /// The largest numbers that a scene may have: lengths, limits of mitres, and places of gradients.
  private static let largest = (length: 32_768.0, miterLimit: 1000.0, place: 100.0)

  /// A line within the limits of scenes; nil if one of its lengths is too large.
  static func line(_ style: StrokeStyle, scale: Double) -> StrokeStyle? {
    var line = style
    line.width *= scale
    line.dashes = style.dashes.map { $0 * scale }
    // If all dashes are too short to be written, the line is solid.
    if line.dashes.allSatisfy({ text($0) == "0" }) { line.dashes = [] }
    // A pattern with an odd number of lengths repeats after two runs.
    let whole = 2 * line.dashes.reduce(0, +)
    line.dashPhase =
      whole > 0 ? (style.dashPhase * scale).truncatingRemainder(dividingBy: whole) : 0
    let lengths = line.dashes + [line.width, abs(line.dashPhase)]
    return lengths.allSatisfy { $0 <= largest.length } ? line : nil
  }

  /// Sets all of a line except its colour.
  mutating func setLine(_ line: StrokeStyle) {
    set("lineWidth", line.width)
    setEnds(line)
    guard !line.dashes.isEmpty else { return }
    set("lineDashPattern", line.dashes)
    if line.dashPhase != 0 { set("lineDashPhase", line.dashPhase) }
  }

  /// Sets a line's cap and join.
  mutating func setEnds(_ style: StrokeStyle) {
    switch style.cap {
    case .butt: break
    case .round: set("lineCap", "round")
    case .square: set("lineCap", "square")
    }
    switch style.join {
    case .miter:
      if style.miterLimit != 10 {
        set("miterLimit", min(style.miterLimit, Self.largest.miterLimit))
      }
    case .round: set("lineJoin", "round")
    case .bevel: set("lineJoin", "bevel")
    }
  }

  /// True for a frame that a scene may have.
  static func mayBeFrame(_ box: Rect) -> Bool {
    [box.minX, box.minY, box.width, box.height].allSatisfy { abs($0) <= largest.length }
  }

  /// True for a box without a width or without a height that can be written.
  static func isThin(_ box: Rect) -> Bool {
    box.isEmpty || text(box.width) == "0" || text(box.height) == "0"
  }

  /// Sets a gradient's look, with start and end as fractions of a box, which fills the layer.
  ///
  /// - Returns: false where a scene has no such gradient.
  mutating func setGradient(
    _ gradient: Gradient, _ transform: Geometry.AffineTransform, in box: Rect
  ) -> Bool {
    var geometry = gradient.geometry
    if case .focal(let center, let radius, let focus, 0) = geometry, focus == center {
      geometry = .radial(center: center, radius: radius, scaleY: 1)
    }
    let ends: (start: [Double], end: [Double])?
    switch geometry {
    case .axial(let start, let end):
      ends = Self.axialEnds(start, end, under: transform, in: box)
    case .radial(let center, let radius, let scaleY):
      ends = Self.radialEnds(
        center, Size(width: radius, height: radius * scaleY), under: transform, in: box)
      if ends != nil { set("style", "radial") }
    case .focal, .conic: return false
    }
    guard let ends, (ends.start + ends.end).allSatisfy({ abs($0) <= Self.largest.place }) else {
      return false
    }
    set("start", ends.start)
    set("end", ends.end)
    let colors = gradient.stops.map { "\"\($0.color.text)\"" }
    set("colors", json: "[" + colors.joined(separator: ", ") + "]")
    set("locations", gradient.stops.map(\.offset))
    return true
  }

  /// Start and end of an axial gradient under a transform, as fractions of a box; nil if it has no
  /// direction.
  private static func axialEnds(
    _ start: Point, _ end: Point, under transform: Geometry.AffineTransform, in box: Rect
  ) -> (start: [Double], end: [Double])? {
    guard let inverse = transform.inverse else { return nil }
    // The gradient's offset is linear over the plane, and a scene's over the unit square of the
    // box. The slope of the latter is the vector from start to end, divided by its squared length.
    let line = end - start
    let length = line.dx * line.dx + line.dy * line.dy
    let slope = Vector(
      dx: (inverse.a * line.dx + inverse.b * line.dy) / length * box.width,
      dy: (inverse.c * line.dx + inverse.d * line.dy) / length * box.height)
    let steepness = slope.dx * slope.dx + slope.dy * slope.dy
    guard steepness > 0, steepness.isFinite else { return nil }
    let from = fractions(of: transform.apply(to: start), in: box)
    return (from, [from[0] + slope.dx / steepness, from[1] + slope.dy / steepness])
  }

  /// The middle of a radial gradient under a transform, and the corner of the upright ellipse
  /// around it, as fractions of a box; nil if the ellipse is rotated or flat.
  ///
  /// - Parameter radii: half the ellipse's width and height before the transform.
  private static func radialEnds(
    _ center: Point, _ radii: Size, under transform: Geometry.AffineTransform, in box: Rect
  ) -> (start: [Double], end: [Double])? {
    let (x, y) = (
      transform.apply(to: Vector(dx: radii.width, dy: 0)),
      transform.apply(to: Vector(dx: 0, dy: radii.height))
    )
    // The ellipse's half axes, unless it is rotated.
    let across = x.dx * x.dy + y.dx * y.dy
    let (width, height) = (x.dx * x.dx + y.dx * y.dx, x.dy * x.dy + y.dy * y.dy)
    guard abs(across) <= 1e-6 * max(width, height), min(width, height) > 0 else { return nil }
    let middle = transform.apply(to: center)
    let corner = Point(x: middle.x + width.squareRoot(), y: middle.y + height.squareRoot())
    return (fractions(of: middle, in: box), fractions(of: corner, in: box))
  }

  private static func fractions(of point: Point, in box: Rect) -> [Double] {
    [(point.x - box.minX) / box.width, (point.y - box.minY) / box.height]
  }
}

extension Path {
  /// SVG data, to a thousandth of a point; to a millionth where a handle of a curve is short. It
  /// still has a direction then, which the ends of a line follow.
  var data: String {
    var parts: [(letter: String, points: [Point])] = []
    for element in elements {
      switch element {
      case .move(let point): parts.append(("M", [point]))
      case .line(let point): parts.append(("L", [point]))
      case .quadratic(let control, let end): parts.append(("Q", [control, end]))
      case .cubic(let first, let second, let end): parts.append(("C", [first, second, end]))
      case .arc(let arc):
        for curve in arc.cubics { parts.append(("C", [curve.0, curve.1, curve.2])) }
      case .close: parts.append(("Z", []))
      }
    }
    var last = Point.zero
    var hasShortHandle = false
    for (_, points) in parts {
      let isCurve = points.count > 1
      if isCurve, zip([last] + points, points).contains(where: { $0.isNear($1) }) {
        hasShortHandle = true
      }
      // A path has a move behind each close.
      last = points.last ?? last
    }
    let unit = hasShortHandle ? 1e6 : 1000
    var text = ""
    for (letter, points) in parts {
      let numbers = points.flatMap { [$0.x, $0.y] }.map { ($0 * unit).rounded() / unit }
      text += letter + numbers.map(ImportedScene.Entry.text).joined(separator: " ")
    }
    return text
  }
}

extension Point {
  /// True for another point so near that thousandths would lose the direction to it.
  fileprivate func isNear(_ other: Point) -> Bool {
    self != other && abs(x - other.x) < 0.01 && abs(y - other.y) < 0.01
  }
}

extension Color {
  /// `#RRGGBB`, or `#RRGGBBAA` if it is not opaque.
  var text: String {
    let parts = (alpha < 1 ? [red, green, blue, alpha] : [red, green, blue]).map {
      String(format: "%02X", Int((min(max($0, 0), 1) * 255).rounded()))
    }
    return "#" + parts.joined()
  }
}

extension EllipticArc {
  /// Controls and end of a curve for each quarter of a turn, off by less than .0003 of the radius.
  fileprivate var cubics: [(Point, Point, Point)] {
    let count = max(1, Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)))
    let step = sweep / Double(count)
    let handle = 4.0 / 3 * tan(step / 4)
    func point(_ angle: Double, _ tangent: Double) -> Point {
      let (x, y) = (cos(angle) - tangent * sin(angle), sin(angle) + tangent * cos(angle))
      return Point(
        x: center.x + x * xAxis.dx + y * yAxis.dx, y: center.y + x * xAxis.dy + y * yAxis.dy)
    }
    return (0..<count).map { index in
      let from = startAngle + Double(index) * step
      return (point(from, handle), point(from + step, -handle), point(from + step, 0))
    }
  }
}
