import CMath
import Geometry
import Raster

/// Goes through the entries of a shape layer at one time: makes paths, changes them and paints
/// them.
struct ShapeEvaluator {
  private var store = PathStore()
  private let frame: Double
  private let budget: EvaluationBudget
  /// Vertices that entries have added.
  private var grownCount = 0

  /// Changes that a trimmed vertex counts for.
  private static let trimWork = 4
  /// Copies that one repeater makes at most.
  private static let copyLimit = 1000

  /// The nodes that a layer's entries paint, from back to front, in the layer's space.
  static func nodes(
    _ items: [ShapeItem], at frame: Double, _ budget: EvaluationBudget
  ) -> [PictureNode] {
    var evaluator = ShapeEvaluator(frame: frame, budget: budget)
    let parts = evaluator.evaluate(items).parts
    return ShapePainter(store: evaluator.store, budget: budget).nodes(parts, .identity)
  }

  private init(frame: Double, budget: EvaluationBudget) {
    self.frame = frame
    self.budget = budget
  }

  /// The paths and painted parts of a list of entries; parts are from front to back.
  private struct Content {
    var list = AreaList()
    var areas: [ShapeArea] { list.areas }
    var parts: [ShapePart] = []
    /// Number of parts, with those in groups.
    var partCount = 0
    /// The slot of the first path. All from there on are the content's.
    let firstSlot: Int

    mutating func paint(_ part: ShapePart) {
      parts.append(part)
      partCount += 1
    }
  }

  private mutating func evaluate(_ items: [ShapeItem]) -> Content {
    var content = Content(firstSlot: store.slots.count)
    for item in items where budget.spend(steps: 1) {
      switch item {
      case .group(let group): add(group, to: &content)
      case .path, .ellipse, .rectangle, .star: add(contours(of: item), to: &content)
      case .fill(let model, let rule):
        guard let paint = paint(model) else { continue }
        content.paint(.fill(content.list.current, rule, paint))
      case .stroke(let model, let stroke):
        guard let paint = paint(model), let style = stroke.style(at: frame) else { continue }
        content.paint(.stroke(content.list.current, style, paint))
      case .trim(let model): trim(content, model)
      case .rounding(let track):
        let radius = track.number(at: frame)
        change(content) { $0.rounded(radius: radius) }
      case .pucker(let track):
        let amount = track.number(at: frame)
        change(content) { $0.puckered(amount: amount) }
      case .zigZag(let amplitude, let ridges, let pointKind):
        let wanted = ridges.number(at: frame).rounded()
        let count = Int(min(max(wanted, 0), EvaluationBudget.ridgeLimit))
        let size = amplitude.number(at: frame)
        let isSmooth = pointKind.number(at: frame).rounded() == 2
        change(content, growth: count + 1) {
          $0.zigzagged(amplitude: size, ridges: count, isSmooth: isSmooth)
        }
      case .offset(let amount, let join, let miterLimit):
        guard budget.spend(changes: store.slots.count - content.firstSlot) else { continue }
        let edge = AreaEdge(
          distance: amount.number(at: frame), join: join,
          miterLimit: max(miterLimit.number(at: frame), 1))
        content.list = AreaList(ShapeArea.offset(content.areas, edge))
      case .merge(let mode):
        // A path by itself stays as it is.
        guard content.areas.count > 1,
          budget.spend(changes: store.slots.count - content.firstSlot)
        else { continue }
        content.list = AreaList([ShapeArea.merged(content.areas, mode)])
      case .repeater(let model): content = repeated(content, model)
      }
    }
    return content
  }

  /// The contours of an entry that makes a path; none for another one.
  private func contours(of item: ShapeItem) -> [Contour] {
    switch item {
    case .path(let track): return track.value(at: frame).contours
    case .ellipse(let center, let size, let isReversed):
      let size = size.value(at: frame)
      let ellipse = BasicShapes.ellipse(
        center: center.point(at: frame), size: Size(width: size.x, height: size.y))
      return [isReversed ? ellipse.reversed : ellipse]
    case .rectangle(let center, let size, let radius, let isReversed):
      let size = size.value(at: frame)
      let rectangle = BasicShapes.rectangle(
        center: center.point(at: frame), size: Size(width: size.x, height: size.y),
        radius: radius.number(at: frame))
      return [isReversed ? rectangle.reversed : rectangle]
    case .star(let model):
      let star = BasicShapes.star(model, at: frame)
      return [model.isReversed ? star.reversed : star]
    default: return []
    }
  }

  /// Nil for a paint that cannot be seen, or for which the budget has nothing left.
  private func paint(_ model: PaintModel) -> PaintValue? {
    PaintValue(model, at: frame).flatMap { budget.spend(changes: $0.stopCount) ? $0 : nil }
  }

  private mutating func add(_ contours: [Contour], to content: inout Content) {
    guard budget.spend(changes: contours.reduce(0) { $0 + $1.vertices.count }) else { return }
    content.list.append(ShapeArea(slot: store.add(contours)))
  }

  private mutating func add(_ group: ShapeGroup, to content: inout Content) {
    let matrix = group.transform?.matrix(at: frame) ?? .identity
    let opacity = (group.transform?.opacity.number(at: frame) ?? 100) / 100
    let inner = evaluate(group.items)
    for area in inner.areas { content.list.append(area.transformed(by: matrix)) }
    content.partCount += inner.partCount
    if !inner.parts.isEmpty {
      content.parts.append(
        .group(
          ShapeGroupPart(
            parts: inner.parts, transform: matrix, opacity: min(max(opacity, 0), 1),
            blendMode: group.blendMode)))
    }
  }

  // MARK: Changing paths

  /// Changes paths, or leaves them as they are where they would have too many vertices.
  ///
  /// - Parameter growth: vertices that are made of each.
  private mutating func change(
    _ content: Content, growth: Int = 1, _ body: (Contour) -> Contour
  ) {
    let slots = content.firstSlot..<store.slots.count
    if growth > 1 {
      let count = slots.reduce(0) { $0 + store.vertexCount(in: $1) * growth }
      guard budget.fits(vertices: grownCount + count) else { return }
      grownCount += count
    }
    guard mayChange(slots, growth: growth) else { return }
    for slot in slots { store.slots[slot] = store.slots[slot].map(body) }
  }

  private func mayChange(_ slots: Range<Int>, growth: Int = 1) -> Bool {
    budget.spend(changes: slots.reduce(0) { $0 + 1 + store.vertexCount(in: $1) * growth })
  }

  private mutating func trim(_ content: Content, _ model: TrimModel) {
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
    let slots = content.firstSlot..<store.slots.count
    // Curves are measured by many chords.
    guard mayChange(slots, growth: Self.trimWork) else { return }
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
      var parts: [Contour] = []
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
    let slots = content.firstSlot..<store.slots.count
    var result = Content(firstSlot: content.firstSlot)
    let wanted = model.copies.number(at: frame)
    // A fraction of a copy is not drawn, as in Core Animation.
    let count = wanted >= 1 ? Int(min(wanted, Double(ShapeEvaluator.copyLimit))) : 0
    guard count > 0, budget.spend(steps: count * (slots.count + content.partCount)) else {
      store.slots.removeSubrange(slots)
      return result
    }
    let offset = model.offset.number(at: frame)
    let startOpacity = model.startOpacity.number(at: frame) / 100
    let endOpacity = model.endOpacity.number(at: frame) / 100
    result.partCount = content.partCount * count
    for copy in 0..<count {
      let matrix = model.transform.repeated(offset + Double(copy), at: frame)
      let fraction = count > 1 ? Double(copy) / Double(count - 1) : 0
      let opacity = startOpacity + (endOpacity - startOpacity) * fraction
      if copy > 0 { for slot in slots { store.slots.append(store.slots[slot]) } }
      let slotOffset = copy * slots.count
      for area in content.areas {
        result.list.append(area.transformed(by: matrix, slots: slotOffset))
      }
      guard !content.parts.isEmpty else { continue }
      let part = ShapePart.group(
        ShapeGroupPart(
          parts: content.parts, transform: matrix, slotOffset: slotOffset,
          opacity: min(max(opacity, 0), 1)))
      if model.isFirstOnTop { result.parts.append(part) } else { result.parts.insert(part, at: 0) }
    }
    return result
  }
}

extension StrokeModel {
  /// Nil for a line that is too thin to be drawn.
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
  /// The transform applied so many times, about the anchor.
  func repeated(_ times: Double, at frame: Double) -> AffineTransform {
    let anchor = anchor.point(at: frame)
    let position = position.point(at: frame)
    let scale = scale.value(at: frame)
    func power(_ percent: Double) -> Double {
      let base = percent / 100
      // A negative number has no fractional power.
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
