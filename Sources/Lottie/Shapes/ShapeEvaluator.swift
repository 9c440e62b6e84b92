import CMath
import Geometry
import Raster

/// Goes through the entries of a shape layer at one time: makes paths, changes them and paints them.
struct ShapeEvaluator {
  /// The most areas that an intersection of paths has beside its first.
  static let mostIntersections = 64

  private var store = PathStore()
  private let frame: Double
  private let budget: EvaluationBudget

  /// Copies that one repeater makes at most.
  private static let copyLimit = 1000

  /// The nodes that a layer's entries paint, from back to front, in the layer's space.
  static func nodes(
    _ items: [ShapeItem], at frame: Double, _ budget: EvaluationBudget
  ) -> [PictureNode] {
    var evaluator = ShapeEvaluator(frame: frame, budget: budget)
    let parts = evaluator.evaluate(items).parts
    return evaluator.nodes(parts, .identity)
  }

  private init(frame: Double, budget: EvaluationBudget) {
    self.frame = frame
    self.budget = budget
  }

  /// The paths and painted parts of a list of entries; parts are from front to back.
  private struct Content {
    var uses: [PathUse] = []
    var parts: [ShapePart] = []
    /// The rule by which the paths make an area, if it is not the fill's.
    var merge: MergeMode?
    /// Number of the first paths that were merged into one, which a further merge takes as one.
    var joinedCount = 0
    /// The edge that areas are grown or shrunk by.
    var edge: StrokeStyle?
    var isShrunk = false
    /// Number of parts, with those in groups.
    var partCount = 0
  }

  private mutating func evaluate(_ items: [ShapeItem]) -> Content {
    var content = Content()
    for item in items where budget.spend(steps: 1) {
      switch item {
      case .group(let group): add(group, to: &content)
      case .path(let track, let isReversed):
        let outlines = track.value(at: frame).outlines
        add(isReversed ? outlines.map { $0.reversed } : outlines, to: &content)
      case .ellipse(let center, let size, let isReversed):
        let size = size.value(at: frame)
        let ellipse = BasicShapes.ellipse(
          center: center.point(at: frame), size: Size(width: size.x, height: size.y))
        add([isReversed ? ellipse.reversed : ellipse], to: &content)
      case .rectangle(let center, let size, let radius, let isReversed):
        let size = size.value(at: frame)
        let rectangle = BasicShapes.rectangle(
          center: center.point(at: frame), size: Size(width: size.x, height: size.y),
          radius: radius.number(at: frame))
        add([isReversed ? rectangle.reversed : rectangle], to: &content)
      case .star(let model):
        let star = BasicShapes.star(model, at: frame)
        add([model.isReversed ? star.reversed : star], to: &content)
      case .fill(let model, let rule):
        guard let paint = PaintValue(model, at: frame) else { continue }
        content.parts.append(fill(content, rule, paint))
        content.partCount += 1
      case .stroke(let model, let stroke):
        guard let paint = PaintValue(model, at: frame),
          let style = stroke.style(at: frame)
        else { continue }
        content.parts.append(.stroke(content.uses, style, paint))
        content.partCount += 1
      case .trim(let model): trim(content.uses, model)
      case .rounding(let track):
        let radius = track.number(at: frame)
        change(content.uses) { $0.rounded(radius: radius) }
      case .pucker(let track):
        let amount = track.number(at: frame)
        change(content.uses) { $0.puckered(amount: amount) }
      case .offset(let amount, let join, let miterLimit):
        let distance = amount.number(at: frame)
        content.edge = StrokeStyle(
          width: 2 * abs(distance), join: join, miterLimit: max(miterLimit.number(at: frame), 1))
        content.isShrunk = distance < 0
      case .merge(.merge): if content.merge == nil { content.joinedCount = content.uses.count }
      case .merge(let mode):
        // A path by itself stays as it is.
        guard content.uses.count > max(content.joinedCount, 1) else { continue }
        content.merge = mode
        if mode == .add { orient(content.uses) }
      case .repeater(let model): content = repeated(content, model)
      }
    }
    return content
  }

  private mutating func add(_ outlines: [Outline], to content: inout Content) {
    guard budget.spend(changes: outlines.reduce(0) { $0 + $1.vertices.count }) else { return }
    content.uses.append(store.add(outlines))
  }

  private mutating func add(_ group: ShapeGroup, to content: inout Content) {
    let matrix = group.transform?.matrix(at: frame) ?? .identity
    let opacity = (group.transform?.opacity.number(at: frame) ?? 100) / 100
    let inner = evaluate(group.items)
    for use in inner.uses { content.uses.append(use.transformed(by: matrix)) }
    content.partCount += inner.partCount
    if !inner.parts.isEmpty {
      content.parts.append(
        .group(inner.parts, matrix, opacity: min(max(opacity, 0), 1), group.blendMode))
    }
  }

  private func fill(_ content: Content, _ rule: FillRule, _ paint: PaintValue) -> ShapePart {
    if let edge = content.edge, edge.width > 0 {
      return .offset(content.uses, rule, edge, isShrunk: content.isShrunk, paint)
    }
    return switch content.merge {
    case .exclude: .fill(content.uses, .evenOdd, paint)
    case .subtract, .intersect:
      content.uses.count > 1
        ? .combined(
          content.uses, firstCount: max(content.joinedCount, 1), content.merge ?? .merge, paint)
        : .fill(content.uses, rule, paint)
    case .add: .fill(content.uses, .nonZero, paint)
    case .merge, nil: .fill(content.uses, rule, paint)
    }
  }

  // MARK: Changing paths

  private mutating func change(_ uses: [PathUse], _ body: (Outline) -> Outline) {
    let slots = ShapeEvaluator.slots(of: uses)
    guard mayChange(slots) else { return }
    for slot in slots { store.slots[slot] = store.slots[slot].map(body) }
  }

  private func mayChange(_ slots: [Int]) -> Bool {
    budget.spend(changes: slots.reduce(0) { $0 + 1 + store.vertexCount(in: $1) })
  }

  /// Each slot once, in order of use.
  private static func slots(of uses: [PathUse]) -> [Int] {
    var result = uses.map { $0.slot }
    // Repeated paths alone are used more than once.
    if zip(result, result.dropFirst()).allSatisfy({ $0 < $1 }) { return result }
    result = []
    var seen: Set<Int> = []
    for use in uses where seen.insert(use.slot).inserted { result.append(use.slot) }
    return result
  }

  /// Has all paths run clockwise, so that where they overlap both count as inside.
  private mutating func orient(_ uses: [PathUse]) {
    let slots = ShapeEvaluator.slots(of: uses)
    guard mayChange(slots) else { return }
    for slot in slots {
      let area = store.slots[slot].reduce(0) { $0 + $1.windingArea }
      if area < 0 { store.slots[slot] = store.slots[slot].map { $0.reversed } }
    }
  }

  private mutating func trim(_ uses: [PathUse], _ model: TrimModel) {
    func unit(_ track: Track<Numbers>) -> Double {
      min(max(track.number(at: frame) / 100, 0), 1)
    }
    var (start, end) = (unit(model.start), unit(model.end))
    if start > end { swap(&start, &end) }
    if end - start >= 1 { return }
    let turns = model.offset.number(at: frame) / 360
    let shift = turns - turns.rounded(.down)
    start += shift
    end += shift
    if start >= 1 { (start, end) = (start - 1, end - 1) }
    let slots = ShapeEvaluator.slots(of: uses)
    guard mayChange(slots) else { return }
    guard model.isSequential, slots.count > 1 else {
      for slot in slots {
        store.slots[slot] = store.slots[slot].trimmed(from: start, to: end)
      }
      return
    }
    let lengths = slots.map { store.slots[$0].length }
    let total = lengths.reduce(0, +)
    guard total > 0, total.isFinite else { return }
    var before = 0.0
    for (slot, length) in zip(slots, lengths) {
      defer { before += length }
      guard length > 0 else { continue }
      var parts: [Outline] = []
      // The part beyond the whole length continues at its beginning.
      for lap in [0.0, 1.0] {
        let from = max(((start - lap) * total - before) / length, 0)
        let to = min(((end - lap) * total - before) / length, 1)
        if to > from { parts += store.slots[slot].trimmed(from: from, to: to) }
      }
      store.slots[slot] = parts
    }
  }

  // MARK: Repeating

  private mutating func repeated(_ content: Content, _ model: RepeaterModel) -> Content {
    let wanted = model.copies.number(at: frame)
    guard wanted > 0 else { return Content() }
    let count = min(Int(min(wanted, 1e6).rounded(.up)), ShapeEvaluator.copyLimit)
    guard budget.spend(steps: count * (content.uses.count + content.partCount)) else {
      return Content()
    }
    let offset = model.offset.number(at: frame)
    let startOpacity = model.startOpacity.number(at: frame) / 100
    let endOpacity = model.endOpacity.number(at: frame) / 100
    var result = Content()
    result.merge = content.merge
    result.partCount = content.partCount * count
    for copy in 0..<count {
      let matrix = model.transform.repeated(offset + Double(copy), at: frame)
      let fraction = count > 1 ? Double(copy) / Double(count - 1) : 0
      let opacity = startOpacity + (endOpacity - startOpacity) * fraction
      for use in content.uses { result.uses.append(use.transformed(by: matrix)) }
      guard !content.parts.isEmpty else { continue }
      let part = ShapePart.group(content.parts, matrix, opacity: min(max(opacity, 0), 1), .normal)
      if model.isFirstOnTop { result.parts.append(part) } else { result.parts.insert(part, at: 0) }
    }
    return result
  }

  // MARK: Painting

  /// - Parameter transform: from the space of the parts to the layer's.
  private func nodes(_ parts: [ShapePart], _ transform: AffineTransform) -> [PictureNode] {
    var nodes: [PictureNode] = []
    for part in parts.reversed() { append(part, transform, to: &nodes) }
    return nodes
  }

  private func append(
    _ part: ShapePart, _ transform: AffineTransform, to nodes: inout [PictureNode]
  ) {
    switch part {
    case .fill(let uses, let rule, let paint):
      guard let path = path(uses) else { return }
      append(.fill(path, rule), paint, transform, to: &nodes)
    case .stroke(let uses, var style, let paint):
      guard let path = path(uses) else { return }
      if !style.dashes.isEmpty, !budget.spend(vertices: 4 * path.dashCount(style.dashes)) {
        style.dashes = []
      }
      append(.stroke(path, style), paint, transform, to: &nodes)
    case .combined(let uses, let firstCount, let mode, let paint):
      let made = combined(uses, firstCount, mode, paint).map { $0.transformed(by: transform) }
      nodes += PictureNode.blended(made, paint.blendMode)
    case .offset(let uses, let rule, let edge, let isShrunk, let paint):
      guard let path = path(uses) else { return }
      let made = offset(path, rule, edge, isShrunk, paint).map { $0.transformed(by: transform) }
      nodes += PictureNode.blended(made, paint.blendMode)
    case .group(let parts, let inner, let opacity, let mode):
      let transform = inner.followed(by: transform)
      if opacity >= 1, mode == .normal {
        for part in parts.reversed() { append(part, transform, to: &nodes) }
      } else if opacity > 0 {
        let made = self.nodes(parts, transform)
        nodes += PictureNode.blended(PictureNode.faded(made, opacity: opacity), mode)
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
  private func path(_ uses: [PathUse]) -> Path? {
    guard budget.spend(vertices: store.vertexCount(uses)) else { return nil }
    let path = store.path(uses)
    return path.isEmpty ? nil : path
  }

  private func offset(
    _ path: Path, _ rule: FillRule, _ edge: StrokeStyle, _ isShrunk: Bool, _ paint: PaintValue
  ) -> [PictureNode] {
    let area = PictureNode.command(DrawCommand(shape: .fill(path, rule), paint: paint.paint))
    let line = PictureNode.command(DrawCommand(shape: .stroke(path, edge), paint: paint.paint))
    let nodes =
      isShrunk
      ? PictureNode.masked([area], by: PictureMask(nodes: [line], kind: .invertedAlpha))
      : [area, line]
    return PictureNode.faded(nodes, opacity: paint.opacity)
  }

  /// The area of the first path, or of so many that are one, cut by the others'.
  private func combined(
    _ uses: [PathUse], _ firstCount: Int, _ mode: MergeMode, _ paint: PaintValue
  ) -> [PictureNode] {
    guard !uses.isEmpty, budget.spend(vertices: store.vertexCount(uses)) else { return [] }
    var nodes: [PictureNode] = [
      .command(
        DrawCommand(
          shape: .fill(store.path(Array(uses.prefix(firstCount))), .nonZero), paint: paint.paint,
          opacity: paint.opacity))
    ]
    let cuts = uses.dropFirst(firstCount).map { use in
      PictureNode.command(
        DrawCommand(shape: .fill(store.path([use]), .nonZero), paint: .color(.white)))
    }
    guard !cuts.isEmpty else { return nodes }
    if mode == .subtract {
      return PictureNode.masked(nodes, by: PictureMask(nodes: cuts, kind: .invertedAlpha))
    }
    // Each one is a mask more around the others. Areas that so many have together are not drawn.
    guard cuts.count <= Self.mostIntersections else { return [] }
    for cut in cuts { nodes = PictureNode.masked(nodes, by: PictureMask(nodes: [cut])) }
    return nodes
  }
}

extension StrokeModel {
  /// Nil where the line is too thin to be.
  func style(at frame: Double) -> StrokeStyle? {
    let width = width.number(at: frame)
    guard width > 0 else { return nil }
    return StrokeStyle(
      width: width, cap: cap, join: join, miterLimit: max(miterLimit, 1),
      dashes: dashes.map { max($0.number(at: frame), 0) },
      dashPhase: dashOffset.number(at: frame))
  }
}

extension TransformModel {
  /// The transform taken so many times, about the anchor.
  func repeated(_ times: Double, at frame: Double) -> AffineTransform {
    let anchor = anchor.point(at: frame)
    let position = position.point(at: frame)
    let scale = scale.value(at: frame)
    func power(_ percent: Double) -> Double {
      let base = percent / 100
      // A negative number has no power in parts.
      if base < 0 { return pow(-base, times) * (fmod(times.rounded(), 2) == 0 ? 1 : -1) }
      return pow(base, times)
    }
    return AffineTransform.translation(x: -anchor.x, y: -anchor.y)
      .followed(by: .scale(x: power(scale.x), y: power(scale.y)))
      .followed(by: .rotation(rotation.number(at: frame) * times * .pi / 180))
      .followed(
        by: .translation(x: anchor.x + position.x * times, y: anchor.y + position.y * times))
  }
}
