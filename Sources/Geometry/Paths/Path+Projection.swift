extension Path {
  /// The image of the path's area under a projection: polygons, whose sides are off from curves by
  /// at most a tolerance in the image. Parts behind the camera are cut off, and open subpaths are
  /// closed.
  ///
  /// - Parameter area: the part of the image that counts; nil for all. Outside it curves may have
  ///   fewer sides.
  public func projected(
    by projection: Projection, tolerance: Double, within area: Rect? = nil
  ) -> Path {
    var projector = PathProjector(
      projection, tolerance, limit: Flattener.chordLimit(curveCount: curveCount), area)
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
  private let area: Rect?
  private var current = Point.zero
  private var polygon: [Point] = []
  private(set) var result = Path()

  init(_ projection: Projection, _ tolerance: Double, limit: Int, _ area: Rect?) {
    self.projection = projection
    self.tolerance = tolerance
    self.limit = limit
    self.area = area
  }

  mutating func add(_ element: Path.Element) {
    switch element {
    case .move(let point):
      endSubpath()
      line(to: point)
    case .line(let point): line(to: point)
    case .quadratic(let control, let end):
      let curve = QuadraticCurve(start: current, control: control, end: end)
      let tolerance = tolerance(around: [current, control, end])
      addChords(
        Flattener.chordCount(curve, tolerance: tolerance), to: end,
        hull: { curve.part(from: $0, to: $1).hull }, at: { curve.point(at: $0) })
    case .cubic(let control1, let control2, let end):
      let curve = CubicCurve(start: current, control1: control1, control2: control2, end: end)
      let tolerance = tolerance(around: [current, control1, control2, end])
      addChords(
        Flattener.chordCount(curve, tolerance: tolerance), to: end,
        hull: { curve.part(from: $0, to: $1).hull }, at: { curve.point(at: $0) })
    case .arc(let arc):
      let (center, x, y) = (arc.center, arc.xAxis, arc.yAxis)
      let tolerance = tolerance(around: [
        center + x + y, center + x - y, center - x + y, center - x - y,
      ])
      line(to: arc.start)
      addChords(
        Flattener.chordCount(arc, tolerance: tolerance), to: arc.end,
        hull: { arc.part(from: $0, to: $1).bounds }, at: { arc.point(at: $0) })
    case .close: endSubpath()
    }
  }

  /// Adds the chords of a curve.
  ///
  /// - Parameters:
  ///   - hull: a box around the part between two parameters.
  ///   - point: the curve's point at a parameter.
  private mutating func addChords(
    _ count: Int, to end: Point, hull: (Double, Double) -> Rect, at point: (Double) -> Point
  ) {
    let count = max(min(count, limit), 1)
    if let area {
      let projection = projection
      Flattener.ends(
        of: count, within: area,
        hull: { first, last in
          Self.image(
            of: hull(Double(first) / Double(count), Double(last) / Double(count)), by: projection)
            ?? area
        }, { line(to: point(Double($0) / Double(count))) })
    } else {
      for index in 1..<count { line(to: point(Double(index) / Double(count))) }
    }
    line(to: end)
  }

  /// The box around a box's image; nil if only a part of the box is in front of the camera.
  private static func image(of box: Rect, by projection: Projection) -> Rect? {
    var image = Rect.null
    var cornersBehind = 0
    for corner in [
      Point(x: box.minX, y: box.minY), Point(x: box.maxX, y: box.minY),
      Point(x: box.minX, y: box.maxY), Point(x: box.maxX, y: box.maxY),
    ] {
      let depth = projection.depth(at: corner)
      guard depth >= Projection.nearest else {
        cornersBehind += 1
        continue
      }
      let place = projection.numerators.apply(to: corner)
      image = image.union(Point(x: place.x / depth, y: place.y / depth))
    }
    return cornersBehind == 0 || cornersBehind == 4 ? image : nil
  }

  private mutating func line(to point: Point) {
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
