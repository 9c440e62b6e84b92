import Geometry

extension Layer {
  /// False hides the layer, with all layers below it, while its back faces the viewer.
  public final var isDoubleSided: Bool {
    get { values.isDoubleSided }
    set {
      values.isDoubleSided = newValue
      markUncommitted()
    }
  }

  /// True if the layer or its sublayers are rotated out of the superlayer's plane, moved along z,
  /// or in perspective. Read on a presentation.
  public final var hasDepth: Bool {
    keepsDepth || !values.transform.keepsDepth || !values.sublayerTransform.keepsDepth
  }

  /// True if the sublayers are drawn in the order of their depth, and not of their z positions
  /// alone.
  final func ordersByDepth(asPresented isPresented: Bool) -> Bool {
    func shown(_ layer: Layer) -> Layer { isPresented ? layer.presented ?? layer : layer }
    if keepsDepth || !shown(self).values.sublayerTransform.keepsDepth { return true }
    let layers = isPresented ? instanceLayers ?? sublayers : sublayers
    return layers.contains { $0.keepsDepth || !shown($0).values.transform.keepsDepth }
  }

  /// The layers from back to front by their depth; those whose order does not matter stay in
  /// order.
  final func orderedByDepth(_ layers: [Layer], asPresented isPresented: Bool) -> [Layer] {
    func shown(_ layer: Layer) -> Layer { isPresented ? layer.presented ?? layer : layer }
    if layers.count < 2 { return layers }
    var space = shown(self).sublayerTransformInBounds ?? .identity
    var layer = self
    while layer.keepsDepth, let outer = layer.superlayer {
      space = space.followed(
        by: shown(layer).spaceToSuperlayer(through: shown(outer).sublayerTransformInBounds))
      layer = outer
    }
    let planes = layers.map { layer in
      DepthPlane(
        shown(layer).values.bounds, shown(layer).spaceToSuperlayer(through: space),
        isPlace: layer.keepsDepth)
    }
    return DepthPlane.order(planes).map { layers[$0] }
  }
}

/// A layer's area in space, seen along the z axis, with greater z nearer to the viewer.
private struct DepthPlane {
  /// Corners, or the one point that stands for a layer without a plane.
  private var corners: [Vector3D] = []
  /// z = dx·x + dy·y + dz on the plane; nil if it is seen from its edge.
  private var slope: Vector3D?
  private var box = Rect.null
  private let isPlace: Bool

  /// Points by which depths may differ and count as the same.
  private static var tolerance: Double { 1e-3 }
  /// Beyond this many siblings their middles alone are compared.
  private static var mostCompared: Int { 128 }

  init(_ bounds: Rect, _ space: Transform3D, isPlace: Bool) {
    self.isPlace = isPlace
    func image(_ x: Double, _ y: Double) -> Vector3D {
      let w = max(x * space.m14 + y * space.m24 + space.m44, Projection.nearest)
      return Vector3D(
        dx: (x * space.m11 + y * space.m21 + space.m41) / w,
        dy: (x * space.m12 + y * space.m22 + space.m42) / w,
        dz: (x * space.m13 + y * space.m23 + space.m43) / w)
    }
    if isPlace {
      let middle = image(bounds.midX, bounds.midY)
      corners = [middle]
      slope = Vector3D(dx: 0, dy: 0, dz: middle.dz)
      return
    }
    corners = [
      image(bounds.minX, bounds.minY), image(bounds.maxX, bounds.minY),
      image(bounds.maxX, bounds.maxY), image(bounds.minX, bounds.maxY),
    ]
    for corner in corners {
      box = box.union(Rect(x: corner.dx, y: corner.dy, width: 0, height: 0))
    }
    let (p, q, r) = (corners[0], corners[1], corners[3])
    let (ux, uy, uz) = (q.dx - p.dx, q.dy - p.dy, q.dz - p.dz)
    let (vx, vy, vz) = (r.dx - p.dx, r.dy - p.dy, r.dz - p.dz)
    let area = ux * vy - uy * vx
    guard abs(area) > 1e-6 else { return }
    let (a, b) = ((uz * vy - uy * vz) / area, (ux * vz - uz * vx) / area)
    slope = Vector3D(dx: a, dy: b, dz: p.dz - a * p.dx - b * p.dy)
  }

  private func depth(_ x: Double, _ y: Double) -> Double? {
    slope.map { $0.dx * x + $0.dy * y + $0.dz }
  }

  private var middle: Double { corners.reduce(0) { $0 + $1.dz } / Double(corners.count) }

  /// Positive if another plane is nearer than this one where both are seen, negative if it is
  /// farther, 0 if that does not matter.
  private func sign(of other: DepthPlane) -> Int {
    if !isPlace, !other.isPlace,
      box.maxX <= other.box.minX || other.box.maxX <= box.minX || box.maxY <= other.box.minY
        || other.box.maxY <= box.minY
    {
      return 0
    }
    if let side = side(of: other.corners) { return side }
    if let side = other.side(of: corners) { return -side }
    // The planes intersect: the order in the middle of their common area counts.
    let (x, y) = (
      (max(box.minX, other.box.minX) + min(box.maxX, other.box.maxX)) / 2,
      (max(box.minY, other.box.minY) + min(box.maxY, other.box.maxY)) / 2
    )
    guard let own = depth(x, y), let others = other.depth(x, y) else { return 0 }
    return abs(own - others) <= Self.tolerance ? 0 : others > own ? 1 : -1
  }

  /// 1 if all points are in front of the plane or in it, −1 if all are behind it, 0 if all are in
  /// it, nil if there are some on both sides.
  private func side(of points: [Vector3D]) -> Int? {
    var (isBefore, isBehind) = (false, false)
    for point in points {
      guard let depth = depth(point.dx, point.dy) else { return nil }
      if point.dz > depth + Self.tolerance { isBefore = true }
      if point.dz < depth - Self.tolerance { isBehind = true }
    }
    return isBefore && isBehind ? nil : isBefore ? 1 : isBehind ? -1 : 0
  }

  /// The places of planes from back to front.
  static func order(_ planes: [DepthPlane]) -> [Int] {
    let middles = planes.map { $0.middle }
    func isFarther(_ a: Int, _ b: Int) -> Bool {
      middles[a] == middles[b] ? a < b : middles[a] < middles[b]
    }
    // A depth that is no number has no order.
    guard middles.allSatisfy({ $0.isFinite }) else { return Array(planes.indices) }
    if planes.count > mostCompared { return planes.indices.sorted(by: isFarther) }
    // For each plane, the number of remaining planes that have to be behind it.
    var behind = [Int](repeating: 0, count: planes.count)
    var before = [[Int]](repeating: [], count: planes.count)
    for a in planes.indices {
      for b in (a + 1)..<planes.count {
        let sign = planes[a].sign(of: planes[b])
        if sign == 0 { continue }
        let (far, near) = sign > 0 ? (a, b) : (b, a)
        before[far].append(near)
        behind[near] += 1
      }
    }
    var left = Array(planes.indices)
    var result: [Int] = []
    while !left.isEmpty {
      // Planes may overlap in a circle: then the farthest one is first.
      let next =
        left.firstIndex { behind[$0] == 0 }
        ?? left.indices.min { isFarther(left[$0], left[$1]) } ?? 0
      let plane = left.remove(at: next)
      result.append(plane)
      for near in before[plane] { behind[near] -= 1 }
    }
    return result
  }
}
