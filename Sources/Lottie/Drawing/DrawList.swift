import Geometry
public import Raster

/// A picture as the rasterizer takes it.
public struct DrawList {
  /// From back to front.
  public var commands: [DrawCommand] = []
  public var groups: [DrawGroup] = []

  let size: PixelSize
  private let budget: EvaluationBudget
  private let effects: EffectCache

  /// - Parameters:
  ///   - size: of the picture, in pixels.
  ///   - layers: the layers that own the nodes, if they are known.
  init(
    _ nodes: [PictureNode], size: PixelSize, _ budget: EvaluationBudget, _ effects: EffectCache,
    layers: [LayerNodes] = []
  ) {
    self.size = size
    self.budget = budget
    self.effects = effects
    var start = 0
    // Once nodes were merged into one, their layers cannot be told apart.
    for layer in layers.last?.end == nodes.count ? layers : [] {
      budget.layer = layer.name
      append(nodes[start..<layer.end])
      start = layer.end
    }
    append(nodes[start...])
  }

  /// Appends nodes up to the limit of their work.
  ///
  /// - Returns: the pixels of the picture that they may change.
  @discardableResult private mutating func append(
    _ nodes: some Sequence<PictureNode>
  ) -> PixelRect {
    var box = PixelRect.empty
    for node in nodes {
      if budget.hasNoWork { break }
      switch node {
      case .command(let command): box = box.union(append(command))
      case .group(let group): box = box.union(append(group))
      }
    }
    return box
  }

  private mutating func append(_ command: DrawCommand) -> PixelRect {
    let box = command.bounds.intersection(PixelRect(size))
    guard budget.spend(work: DrawingCost.of(command, in: box)) else { return .empty }
    commands.append(command)
    return box
  }

  private mutating func append(_ group: PictureGroup) -> PixelRect {
    if !group.effects.isEmpty {
      var plain = group
      plain.effects = []
      plain.opacity = 1
      plain.mask = nil
      plain.composition = .over
      let drawn = effects.applied(group.effects, to: plain.nodes, size: size, budget)
      plain.clips = []
      plain.nodes = group.clips.reduce(drawn) { nodes, area in
        nodes.map { $0.clipped(to: area) }
      }
      plain.opacity = group.opacity
      plain.mask = group.mask
      plain.composition = group.composition
      return append(plain)
    }
    if group.opacity >= 1, group.mask == nil, group.composition == .over {
      return append(group.nodes)
    }
    let place = groups.count
    // Outer groups come before those in them; their end is known later.
    groups.append(
      DrawGroup(commands: 0..<0, opacity: group.opacity, composition: group.composition))
    let first = commands.count
    var box = append(group.nodes)
    let end = commands.count
    groups[place].commands = first..<end
    if let mask = group.mask {
      switch mask.kind {
      case .alpha: box = box.intersection(append(mask.nodes))
      case .luma:
        groups[place].maskMode = .luminance
        box = box.intersection(append(mask.nodes))
      case .invertedAlpha: appendInverted(mask, .alpha, in: box, at: place)
      case .invertedLuma: appendInverted(mask, .luma, in: box, at: place)
      }
      groups[place].mask = end..<commands.count
    }
    // A group without the whole of its mask would show what the mask hides.
    guard budget.spend(work: DrawingCost.of(groups[place], in: box)), !budget.hasNoWork else {
      commands.removeSubrange(first...)
      groups.removeSubrange(place...)
      return .empty
    }
    return box
  }

  /// Appends a mask that is white in the box of a group, with the group's own mask in black over
  /// it: the luminance is the inverted mask.
  private mutating func appendInverted(
    _ mask: PictureMask, _ kind: LayerModel.Matte.Kind, in box: PixelRect, at place: Int
  ) {
    let all = Shape.fill(.rect(Rect(box)), .nonZero)
    groups[place].maskMode = .luminance
    _ = append(DrawCommand(shape: all, paint: .color(.white)))
    _ = append(
      PictureGroup(
        nodes: [.command(DrawCommand(shape: all, paint: .color(.black)))],
        mask: PictureMask(nodes: mask.nodes, kind: kind)))
  }
}
