import Animation
import Geometry
import Raster

/// Makes layers of the entries of a shape layer, if layers can show all of them.
struct ShapeLayerBuilder {
  let owner: String
  let place: String
  let size: Size
  let span: FrameSpan
  /// Entries that may still be looked at.
  var steps: Int

  private(set) var slots: [ShapeSlot] = []
  private(set) var trims: [TrimModel] = []
  /// Paths that each trim cuts.
  private(set) var trimmed: [[Int]] = []

  static let elementLimit = 50_000
  /// The most points of a path that moves, since it is sampled at thousands of times.
  static let mostMovingPoints = 2_000
  static let mostLaps = 6.0

  init(owner: String, place: String, size: Size, span: FrameSpan, steps: Int) {
    self.owner = owner
    self.place = place
    self.size = size
    self.span = span
    self.steps = steps
  }

  /// The layers of the entries, from back to front.
  mutating func layers(of items: [ShapeItem]) throws(LayerObstacle) -> [LayerNode] {
    if items.isBlended { throw refuse("a blend mode") }
    let content = try walk(items, "")
    return try layers(of: content.parts)
  }

  var scope: PropertyScope { PropertyScope(owner: owner, place: place, span: span) }

  func refuse(_ what: String) -> LayerObstacle {
    LayerObstacle(reason: owner + " has " + what, place: place)
  }

  // MARK: Entries

  private mutating func walk(
    _ items: [ShapeItem], _ group: String
  ) throws(LayerObstacle) -> (uses: [SlotUse], parts: [ShapeLayerPart]) {
    var uses: [SlotUse] = []
    var parts: [ShapeLayerPart] = []
    /// Number of the first paths that were merged into one.
    var joinedCount = 0
    let inGroup = group.utf8.isEmpty ? "" : " in the group '" + group + "'"
    for item in items {
      steps -= 1
      guard steps > 0 else { throw refuse("more entries than fit a scene") }
      switch item {
      case .path, .ellipse, .rectangle, .star:
        slots.append(ShapeSlot(item))
        uses.append(SlotUse(slot: slots.count - 1))
      case .group(let group):
        let transform = try checked(group)
        let inner = try walk(group.items, group.name)
        uses += inner.uses.map { SlotUse(slot: $0.slot, chain: $0.chain + transform) }
        if !inner.parts.isEmpty { parts.append(.group(group, inner.parts)) }
      case .fill(let paint, let rule): parts.append(.fill(uses, paint, rule))
      case .stroke(let paint, let stroke):
        guard stroke.dashes.allSatisfy({ $0.isFixed }) else {
          throw refuse("dashes that change" + inGroup)
        }
        parts.append(.stroke(uses, paint, stroke))
      case .trim(let model):
        for use in uses where slots[use.slot].trim != nil {
          throw refuse("a path that is trimmed twice" + inGroup)
        }
        for use in uses { slots[use.slot].trim = trims.count }
        trims.append(model)
        trimmed.append(uses.map { $0.slot })
      case .rounding(let radius):
        guard radius.isFixed else { throw refuse("rounded corners that change" + inGroup) }
        // A layer trims its line last, and rounds the corners of the whole path.
        for use in uses where radius.first.x > 0 && slots[use.slot].trim != nil {
          throw refuse("corners that are rounded behind a trim" + inGroup)
        }
        for use in uses { slots[use.slot].roundings.append(radius.first.x) }
      case .merge(.merge): joinedCount = uses.count
      // A path by itself stays as it is.
      case .merge where uses.count <= max(joinedCount, 1): break
      case .merge: throw refuse("merged paths" + inGroup)
      case .repeater: throw refuse("a repeater" + inGroup)
      case .offset: throw refuse("offset paths" + inGroup)
      case .pucker: throw refuse("pucker or bloat" + inGroup)
      case .zigZag: throw refuse("a zig zag" + inGroup)
      }
    }
    return (uses, parts)
  }

  private func checked(_ group: ShapeGroup) throws(LayerObstacle) -> [TransformModel] {
    guard let transform = group.transform else { return [] }
    if transform.tilt != nil || !transform.skew.isFixed || transform.skew.first.x != 0 {
      throw refuse("a group '" + group.name + "' that is skewed or turned in space")
    }
    return transform.isIdentity ? [] : [transform]
  }

  // MARK: Layers

  private func layers(of parts: [ShapeLayerPart]) throws(LayerObstacle) -> [LayerNode] {
    var nodes: [LayerNode] = []
    var index = 0
    while index < parts.count {
      defer { index += 1 }
      switch parts[index] {
      case .group(let group, let parts): nodes += try layers(of: group, parts).reversed()
      case .fill(let uses, let paint, let rule):
        nodes += try fill(uses, paint, rule).map { [$0] } ?? []
      case .stroke(let uses, let paint, let stroke):
        // A stroke over a fill of the same paths is one layer.
        var strokes = try self.strokes(uses, paint, stroke)
        if strokes.count == 1, index + 1 < parts.count,
          case .fill(let others, let inner, let rule) = parts[index + 1],
          others.count == uses.count, zip(others, uses).allSatisfy({ $0.slot == $1.slot }),
          case .shape = strokes[0].kind, strokes[0].isBare,
          uses.allSatisfy({ slots[$0.slot].trim == nil }), let fill = try fill(uses, inner, rule),
          case .shape = fill.kind, fill.isBare
        {
          strokes[0].fillRule = rule
          strokes[0].values += fill.values.filter { $0.key == .fillColor }
          strokes[0].animations += fill.animations.filter { $0.keyPath.property == .fillColor }
          index += 1
        }
        nodes += strokes.reversed()
      }
    }
    return nodes.reversed()
  }

  private func layers(
    of group: ShapeGroup, _ parts: [ShapeLayerPart]
  ) throws(LayerObstacle) -> [LayerNode] {
    let inner = try layers(of: parts)
    guard !inner.isEmpty else { return [] }
    let scope = self.scope
    let isPlain =
      group.transform.map {
        $0.isIdentity && $0.opacity.isFixed && $0.opacity.first.x >= 100
      } ?? true
    guard inner.count == 1, inner[0].isBare else {
      if isPlain { return inner }
      var node = LayerNode(group.name)
      node.sublayers = inner
      return try place(&node, group, scope)
    }
    var node = inner[0]
    if node.name.utf8.isEmpty { node.name = group.name }
    return isPlain ? [node] : try place(&node, group, scope)
  }

  private func place(
    _ node: inout LayerNode, _ group: ShapeGroup, _ scope: PropertyScope
  ) throws(LayerObstacle) -> [LayerNode] {
    guard let transform = group.transform else { return [node] }
    try scope.setOpacity(transform.opacity, of: &node)
    try scope.place(transform, &node, in: size)
    return [node]
  }
}
