import Animation
import Geometry
import Raster

/// Fills and strokes with their trims.
extension ShapeLayerBuilder {
  func fill(
    _ uses: [SlotUse], _ paint: PaintModel, _ rule: FillRule
  ) throws(LayerObstacle) -> LayerNode? {
    for use in uses where slots[use.slot].trim != nil { throw refuse("a fill that is trimmed") }
    guard let path = try path(uses) else { return nil }
    var node = LayerNode("")
    node.kind = .shape
    node.fillRule = rule
    return try painted(node, path, paint, .fillColor, .fillColor, edge: 0)
  }

  /// A stroke whose paths are trimmed one by one becomes a layer for each path.
  func strokes(
    _ uses: [SlotUse], _ paint: PaintModel, _ stroke: StrokeModel
  ) throws(LayerObstacle) -> [LayerNode] {
    let cuts = uses.compactMap { slots[$0.slot].trim }
    guard let cut = cuts.first else {
      return try self.stroke(uses, paint, stroke, nil).map { [$0] } ?? []
    }
    guard cuts.count == uses.count, cuts.allSatisfy({ $0 == cut }) else {
      throw refuse("a stroke of paths that are trimmed in parts")
    }
    let trim = trims[cut]
    let isInSequence = trim.isSequential && uses.count > 1
    // Layers measure a line after the transforms of its groups, files before them.
    for transform in uses.flatMap({ $0.chain })
    where isInSequence ? !transform.keepsLengths : !transform.keepsProportions {
      throw refuse("a trim of paths in a group that is scaled")
    }
    if uses.count == 1 || trim.isSequential {
      guard !trim.isSequential || trimmed[cut] == uses.map({ $0.slot }) else {
        throw refuse("a trim of several strokes one after the other")
      }
      return try self.stroke(uses, paint, stroke, trim).map { [$0] } ?? []
    }
    var nodes: [LayerNode] = []
    for use in uses {
      if let node = try self.stroke([use], paint, stroke, trim) { nodes.append(node) }
    }
    if nodes.count > 1, !paint.opacity.isFixed || paint.opacity.first.x < 100 {
      throw refuse("a trim of several paths that are painted as one with an opacity")
    }
    return nodes
  }

  private func stroke(
    _ uses: [SlotUse], _ paint: PaintModel, _ stroke: StrokeModel, _ trim: TrimModel?
  ) throws(LayerObstacle) -> LayerNode? {
    let width = try scope.timeline(stroke.width)
    guard !width.isFixed || width.first.x > 0, var path = try path(uses) else { return nil }
    var style = StrokeStyle(
      width: 1, cap: stroke.cap, join: stroke.join, miterLimit: max(stroke.miterLimit, 1),
      dashes: stroke.dashes.map { max($0.first.x, 0) })
    var node = LayerNode("")
    node.kind = .shape
    let most = width.keys.reduce(0) { max($0, $1.value.x) }
    scope.set(.lineWidth, .lineWidth, width, usual: Numbers(1, 0, 0, 0), of: &node) {
      .scalar(max($0.x, 0))
    }
    if style.dashes.reduce(0, +) <= 0 { style.dashes = [] }
    if !style.dashes.isEmpty {
      scope.set(
        .lineDashPhase, .lineDashPhase, try scope.timeline(stroke.dashOffset), usual: .zero,
        of: &node
      ) { .scalar($0.x) }
    }
    node.strokeStyle = style
    if let trim {
      // Dashes of a file begin at the start of the trim, dashes of a layer at the start of the
      // path.
      let isFromStart =
        trim.start.isFixed && trim.start.first.x <= 0 && trim.offset.isFixed
        && trim.offset.first.x == 0
      guard style.dashes.isEmpty || isFromStart else {
        throw refuse("dashes of a line whose beginning is trimmed")
      }
      let laps = try self.trim(&node, trim)
      if laps > 1 { path.change { $0.repeated(laps) } }
    }
    return try painted(
      node, path, paint, .strokeColor, .strokeColor,
      edge: most * (stroke.join == .miter ? min(style.miterLimit, 4) : 1))
  }

  /// Sets the part of a line that is seen.
  ///
  /// - Returns: the number of laps of the path that the part needs, since it passes the path's end.
  private func trim(
    _ node: inout LayerNode, _ trim: TrimModel
  ) throws(LayerObstacle) -> Int {
    func part(_ frame: Double) -> (start: Double, end: Double, turns: Double) {
      let start = min(max(trim.start.number(at: frame) / 100, 0), 1)
      let end = min(max(trim.end.number(at: frame) / 100, 0), 1)
      return (min(start, end), max(start, end), trim.offset.number(at: frame) / 360)
    }
    let times = [trim.start.times, trim.end.times, trim.offset.times].compactMap { $0 }
    let all = try scope.timeline(times, isLinear: false, tolerance: 1e-4) { frame in
      let part = part(frame)
      return Numbers(part.start, part.end, part.turns, 0)
    }
    let first = all.keys.reduce(Double.infinity) { min($0, $1.value.z) }.rounded(.down)
    let end = all.keys.reduce(0) { max($0, $1.value.y + $1.value.z - first) }
    guard end <= Self.mostLaps else { throw refuse("a trim that goes round too often") }
    let laps = max((end - 1e-9).rounded(.up), 1)
    // If the ends do not pass each other, they keep their keyframes.
    let starts = try scope.timeline(trim.start)
    let ends = try scope.timeline(trim.end)
    let isOrdered =
      (starts.keys.map { $0.value.x }.max() ?? 0) <= (ends.keys.map { $0.value.x }.min() ?? 0)
    func set(
      _ key: LayerNode.Key, _ property: AnimatableProperty, _ own: Track<Numbers>, usual: Double,
      _ value: (Double) -> Double
    ) throws(LayerObstacle) {
      let moving = isOrdered ? [own.times, trim.offset.times].compactMap { $0 } : times
      let timeline = try scope.timeline(moving, isLinear: isOrdered, tolerance: 1e-4) { frame in
        Numbers((value(frame) + part(frame).turns - first) / laps, 0, 0, 0)
      }
      scope.set(key, property, timeline, usual: Numbers(usual, 0, 0, 0), of: &node) {
        .scalar(min(max($0.x, 0), 1))
      }
    }
    try set(.strokeStart, .strokeStart, trim.start, usual: 0) { part($0).start }
    try set(.strokeEnd, .strokeEnd, trim.end, usual: 1) { part($0).end }
    return Int(laps)
  }
}

extension TransformModel {
  /// True if lengths in all directions change by one factor.
  fileprivate var keepsProportions: Bool {
    scale.isFixed && abs(scale.first.x) == abs(scale.first.y)
  }

  fileprivate var keepsLengths: Bool { keepsProportions && abs(scale.first.x) == 100 }
}
