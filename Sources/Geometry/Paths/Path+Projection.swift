extension Path {
  /// The image of the path's area under a projection: polygons, whose sides are off from curves by at
  /// most a tolerance in the image. Parts behind the camera are cut off, and open subpaths are closed.
  public func projected(by projection: Projection, tolerance: Double) -> Path {
    var projector = PathProjector(
      projection, tolerance, limit: Flattener.chordLimit(curveCount: curveCount))
    for element in elements { projector.add(element) }
    projector.endSubpath()
    return projector.result
  }
}

extension Rect {
  /// The box around the image of the area, as far as it is in front of the camera.
  public func transformed(by projection: Projection) -> Rect {
    if projection.isAffine { return transformed(by: projection.numerators) }
    return Path.rect(self).projected(by: projection, tolerance: 1).bounds
  }
}

private struct PathProjector {
  private let projection: Projection
  private let tolerance: Double
  private let limit: Int
  private var current = Point.zero
  private var start = Point.zero
  private var polygon: [Point] = []
  private(set) var result = Path()

  init(_ projection: Projection, _ tolerance: Double, limit: Int) {
    self.projection = projection
    self.tolerance = tolerance
    self.limit = limit
  }

  mutating func add(_ element: Path.Element) {
    switch element {
    case .move(let point):
      endSubpath()
      start = point
      line(to: point)
    case .line(let point): line(to: point)
    case .quadratic(let control, let end):
      let curve = QuadraticCurve(start: current, control: control, end: end)
      let tolerance = tolerance(around: [current, control, end])
      Flattener.flatten(curve, tolerance: tolerance, limit: limit) { line(to: $0) }
    case .cubic(let control1, let control2, let end):
      let curve = CubicCurve(start: current, control1: control1, control2: control2, end: end)
      let tolerance = tolerance(around: [current, control1, control2, end])
      Flattener.flatten(curve, tolerance: tolerance, limit: limit) { line(to: $0) }
    case .arc(let arc):
      let (center, x, y) = (arc.center, arc.xAxis, arc.yAxis)
      let tolerance = tolerance(around: [
        center + x + y, center + x - y, center - x + y, center - x - y,
      ])
      line(to: arc.start)
      Flattener.flatten(arc, tolerance: tolerance, limit: limit) { line(to: $0) }
    case .close:
      let start = start
      endSubpath()
      current = start
    }
  }

  private mutating func line(to point: Point) {
    // A close may be followed by a line without a move.
    if polygon.isEmpty, point != start { polygon.append(start) }
    polygon.append(point)
    current = point
  }

  /// The tolerance in the path's own space near some points.
  private func tolerance(around points: [Point]) -> Double {
    var scale = 0.0
    for point in points { scale = max(scale, projection.derivative(at: point).largestScale) }
    return scale > 0 && scale < .infinity ? tolerance / scale : 1
  }

  /// Cuts the polygon where it goes behind the camera, and adds its image.
  mutating func endSubpath() {
    defer { polygon.removeAll(keepingCapacity: true) }
    guard let last = polygon.last else { return }
    let near = Projection.nearest
    var isFirst = true
    func emit(_ point: Point, _ depth: Double, to path: inout Path) {
      let image = projection.numerators.apply(to: point)
      let place = Point(x: image.x / depth, y: image.y / depth)
      if isFirst { path.move(to: place) } else { path.addLine(to: place) }
      isFirst = false
    }
    var (former, formerDepth) = (last, projection.depth(at: last))
    for point in polygon {
      let depth = projection.depth(at: point)
      if (depth >= near) != (formerDepth >= near) {
        let part = (near - formerDepth) / (depth - formerDepth)
        emit(former + (point - former) * part, near, to: &result)
      }
      if depth >= near { emit(point, depth, to: &result) }
      (former, formerDepth) = (point, depth)
    }
    if !isFirst { result.close() }
  }
}
