import Geometry
import Raster

/// Paints the parts of a shape layer once their paths no longer change.
struct ShapePainter {
  let store: PathStore
  let budget: EvaluationBudget

  /// The most areas that an intersection of paths has beside its first.
  static let mostIntersections = 64
  /// The most merged areas that exclude each other: each one doubles the work.
  static let mostExclusions = 8
  /// Areas that a fill or a stroke examines in the time of one step.
  private static let areasOfStep = 64

  /// - Parameters:
  ///   - transform: from the space of the parts to the layer's.
  ///   - slots: number that is added to the slots of all paths.
  func nodes(
    _ parts: [ShapePart], _ transform: AffineTransform, slots: Int = 0
  ) -> [PictureNode] {
    var nodes: [PictureNode] = []
    for part in parts.reversed() { append(part, transform, slots, to: &nodes) }
    return nodes
  }

  private func append(
    _ part: ShapePart, _ transform: AffineTransform, _ slots: Int, to nodes: inout [PictureNode]
  ) {
    switch part {
    case .fill(let list, let rule, let paint):
      guard budget.spend(steps: list.count / Self.areasOfStep) else { return }
      let areas = list.areas
      let (uses, others) = split(areas, slots)
      if others.isEmpty {
        guard let path = path(uses) else { return }
        return append(.fill(path, rule), paint, transform, to: &nodes)
      }
      let made = painted(paint) { united(areas, rule, $0, slots) }
      nodes += PictureNode.blended(made.map { $0.transformed(by: transform) }, paint.blendMode)
    case .stroke(let list, var style, let paint):
      guard budget.spend(steps: list.count / Self.areasOfStep) else { return }
      var uses: [PathUse] = []
      var rings: [Ring] = []
      let isDashed = !style.dashes.isEmpty
      for area in list.areas { collect(area, .identity, slots, isDashed, &uses, &rings) }
      let path = self.path(uses)
      if let path, isDashed, !budget.spend(vertices: 4 * path.dashCount(style.dashes)) {
        style.dashes = []
      }
      if rings.isEmpty {
        guard let path else { return }
        return append(.stroke(path, style), paint, transform, to: &nodes)
      }
      let made = painted(paint) { color in
        var nodes = rings.flatMap { ring($0, style, color) }
        if let path {
          nodes.append(.command(DrawCommand(shape: .stroke(path, style), paint: color)))
        }
        return nodes
      }
      nodes += PictureNode.blended(made.map { $0.transformed(by: transform) }, paint.blendMode)
    case .group(let group):
      let transform = group.transform.followed(by: transform)
      let slots = slots + group.slotOffset
      if group.opacity >= 1, group.blendMode == .normal {
        for part in group.parts.reversed() { append(part, transform, slots, to: &nodes) }
      } else if group.opacity > 0 {
        let made = self.nodes(group.parts, transform, slots: slots)
        nodes += PictureNode.blended(
          PictureNode.faded(made, opacity: group.opacity), group.blendMode)
      }
    }
  }

  private func append(
    _ shape: Shape, _ paint: PaintValue, _ transform: AffineTransform, to nodes: inout [PictureNode]
  ) {
    let command = DrawCommand(
      shape: shape, paint: paint.paint, opacity: paint.opacity, transform: transform)
    if paint.blendMode == .normal { return nodes.append(.command(command)) }
    nodes += PictureNode.blended([.command(command)], paint.blendMode)
  }

  /// The paths as one; nil where there is none, or too many vertices.
  private func path(_ uses: [PathUse], isOriented: Bool = false) -> Path? {
    guard budget.spend(vertices: store.vertexCount(uses)) else { return nil }
    let path = store.path(uses, isOriented: isOriented)
    return path.isEmpty ? nil : path
  }

  // MARK: Areas

  /// A picture of areas in a paint.
  ///
  /// - Parameter nodes: the areas in an opaque colour, over each other.
  private func painted(
    _ paint: PaintValue, _ nodes: (Paint) -> [PictureNode]
  ) -> [PictureNode] {
    if case .color(let color) = paint.paint, color.alpha >= 1 {
      return PictureNode.faded(nodes(paint.paint), opacity: paint.opacity)
    }
    // A gradient has one place for all areas, and counts once where they overlap.
    let mask = nodes(.color(.white))
    let box = mask.reduce(PixelRect.empty) { $0.union($1.bounds) }
    guard !box.isEmpty else { return [] }
    let cover = DrawCommand(
      shape: .fill(.rect(Rect(box)), .nonZero), paint: paint.paint, opacity: paint.opacity)
    return PictureNode.masked([.command(cover)], by: PictureMask(nodes: mask))
  }

  /// Paths that a fill takes as one, and the other areas, whose slots are still without `slots`.
  private func split(
    _ areas: ArraySlice<ShapeArea>, _ slots: Int
  ) -> (uses: [PathUse], others: [ShapeArea]) {
    var uses: [PathUse] = []
    var others: [ShapeArea] = []
    for area in areas {
      if case .path(let slot) = area.kind {
        uses.append(PathUse(slot: slot + area.slotOffset + slots, transform: area.transform))
      } else if let operands = area.operands(of: .merge) {
        let inner = split(operands[...], slots)
        uses += inner.uses
        others += inner.others
      } else {
        others.append(area)
      }
    }
    return (uses, others)
  }

  private func united(
    _ areas: ArraySlice<ShapeArea>, _ rule: FillRule, _ paint: Paint, _ slots: Int
  ) -> [PictureNode] {
    let (uses, others) = split(areas, slots)
    return filled(uses, rule, paint) + others.flatMap { nodes($0, rule, paint, slots) }
  }

  private func filled(
    _ uses: [PathUse], _ rule: FillRule, _ paint: Paint, isOriented: Bool = false
  ) -> [PictureNode] {
    guard let path = path(uses, isOriented: isOriented) else { return [] }
    return [.command(DrawCommand(shape: .fill(path, rule), paint: paint))]
  }

  private func nodes(
    _ area: ShapeArea, _ rule: FillRule, _ paint: Paint, _ slots: Int
  ) -> [PictureNode] {
    guard budget.spend(steps: 1) else { return [] }
    let slots = slots + area.slotOffset
    let made =
      switch area.kind {
      case .path(let slot): filled([PathUse(slot: slot + slots)], rule, paint)
      case .merged(let operands, .merge): united(operands[...], rule, paint, slots)
      case .merged(let operands, let mode): merged(operands, mode, paint, slots)
      case .offset(let uses, let edge):
        offset(uses.map { $0.transformed(by: .identity, slots: slots) }, rule, edge, paint)
      }
    return made.map { $0.transformed(by: area.transform) }
  }

  private func merged(
    _ operands: [ShapeArea], _ mode: MergeMode, _ paint: Paint, _ slots: Int
  ) -> [PictureNode] {
    func nodes(_ area: ShapeArea, _ paint: Paint) -> [PictureNode] {
      self.nodes(area, .nonZero, paint, slots)
    }
    guard let first = operands.first else { return [] }
    let white = Paint.color(.white)
    switch mode {
    case .subtract:
      let cuts = operands.dropFirst().flatMap { nodes($0, white) }
      return PictureNode.masked(
        nodes(first, paint), by: PictureMask(nodes: cuts, kind: .invertedAlpha))
    case .intersect:
      // Each operand is a further mask around the others. Intersections of more areas are not
      // drawn.
      guard operands.count - 1 <= Self.mostIntersections else { return [] }
      return operands.dropFirst().reduce(nodes(first, paint)) {
        PictureNode.masked($0, by: PictureMask(nodes: nodes($1, white)))
      }
    case .merge, .add, .exclude:
      var uses: [PathUse] = []
      var others: [ShapeArea] = []
      for area in operands {
        if case .path(let slot) = area.kind {
          uses.append(PathUse(slot: slot + area.slotOffset + slots, transform: area.transform))
        } else {
          others.append(area)
        }
      }
      if mode == .exclude { return exclusive(uses, others[...], paint, slots) }
      return filled(uses, .nonZero, paint, isOriented: true)
        + others.flatMap { nodes($0, paint) }
    }
  }

  /// The places that lie in an odd number of areas.
  private func exclusive(
    _ uses: [PathUse], _ others: ArraySlice<ShapeArea>, _ paint: Paint, _ slots: Int
  ) -> [PictureNode] {
    guard let last = others.last else { return filled(uses, .evenOdd, paint) }
    guard others.count <= Self.mostExclusions, budget.spend(steps: 1) else { return [] }
    func rest(_ paint: Paint) -> [PictureNode] {
      exclusive(uses, others.dropLast(), paint, slots)
    }
    func own(_ paint: Paint) -> [PictureNode] { nodes(last, .nonZero, paint, slots) }
    let white = Paint.color(.white)
    return PictureNode.masked(
      rest(paint), by: PictureMask(nodes: own(white), kind: .invertedAlpha))
      + PictureNode.masked(own(paint), by: PictureMask(nodes: rest(white), kind: .invertedAlpha))
  }

  private func offset(
    _ uses: [PathUse], _ rule: FillRule, _ edge: AreaEdge, _ paint: Paint
  ) -> [PictureNode] {
    guard let path = path(uses) else { return [] }
    let area = PictureNode.command(DrawCommand(shape: .fill(path, rule), paint: paint))
    guard edge.distance != 0 else { return [area] }
    let style = StrokeStyle(
      width: 2 * abs(edge.distance), join: edge.join, miterLimit: edge.miterLimit)
    let line = PictureNode.command(DrawCommand(shape: .stroke(path, style), paint: paint))
    guard edge.distance < 0 else { return [area, line] }
    return PictureNode.masked([area], by: PictureMask(nodes: [line], kind: .invertedAlpha))
  }

  // MARK: Lines

  /// Paths whose area has an edge that a line follows.
  private struct Ring {
    var uses: [PathUse]
    var edge: AreaEdge
    var transform: AffineTransform
  }

  /// Adds the paths of an area, and paths with a moved edge, which dashes do not follow.
  private func collect(
    _ area: ShapeArea, _ transform: AffineTransform, _ slots: Int, _ isDashed: Bool,
    _ uses: inout [PathUse], _ rings: inout [Ring]
  ) {
    let transform = area.transform.followed(by: transform)
    let slots = slots + area.slotOffset
    switch area.kind {
    case .path(let slot): uses.append(PathUse(slot: slot + slots, transform: transform))
    case .merged(let operands, _):
      for operand in operands { collect(operand, transform, slots, isDashed, &uses, &rings) }
    case .offset(let own, let edge):
      if isDashed || edge.distance == 0 {
        uses += own.map { $0.transformed(by: transform, slots: slots) }
      } else {
        let own = own.map { $0.transformed(by: .identity, slots: slots) }
        rings.append(Ring(uses: own, edge: edge, transform: transform))
      }
    }
  }

  /// The area between the edges that lie half of a line's width further out and further in.
  private func ring(_ ring: Ring, _ style: StrokeStyle, _ paint: Paint) -> [PictureNode] {
    let scale = ring.transform.scaleFactor
    guard scale > 0, scale.isFinite else { return [] }
    var (outer, inner) = (ring.edge, ring.edge)
    outer.distance += style.width / 2 / scale
    inner.distance -= style.width / 2 / scale
    // Corners that the moved edge kept sharp get the line's own joins.
    if outer.join == .miter { (outer.join, outer.miterLimit) = (style.join, style.miterLimit) }
    let cut = PictureMask(
      nodes: offset(ring.uses, .nonZero, inner, .color(.white)), kind: .invertedAlpha)
    return PictureNode.masked(offset(ring.uses, .nonZero, outer, paint), by: cut)
      .map { $0.transformed(by: ring.transform) }
  }
}

extension PictureNode {
  /// Pixels that the commands may cover, without regard to masks.
  fileprivate var bounds: PixelRect {
    switch self {
    case .command(let command): command.bounds
    case .group(let group): group.nodes.reduce(PixelRect.empty) { $0.union($1.bounds) }
    }
  }
}
