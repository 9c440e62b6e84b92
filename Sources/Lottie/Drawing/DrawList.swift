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

  /// - Parameter size: of the picture, in pixels.
  init(
    _ nodes: [PictureNode], size: PixelSize, _ budget: EvaluationBudget, _ effects: EffectCache
  ) {
    self.size = size
    self.budget = budget
    self.effects = effects
    append(nodes)
  }

  private mutating func append(_ nodes: [PictureNode]) {
    for node in nodes {
      switch node {
      case .command(let command): commands.append(command)
      case .group(let group): append(group)
      }
    }
  }

  private mutating func append(_ group: PictureGroup) {
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
    append(group.nodes)
    let end = commands.count
    groups[place].commands = first..<end
    guard let mask = group.mask else { return }
    switch mask.kind {
    case .alpha: append(mask.nodes)
    case .luma:
      groups[place].maskMode = .luminance
      append(mask.nodes)
    case .invertedAlpha: appendInverted(mask, .alpha, at: place)
    case .invertedLuma: appendInverted(mask, .luma, at: place)
    }
    groups[place].mask = end..<commands.count
  }

  /// Appends what is white in the box of a group, except where its mask is, which is black: its
  /// light is the mask turned over.
  private mutating func appendInverted(
    _ mask: PictureMask, _ kind: LayerModel.Matte.Kind, at place: Int
  ) {
    let content = commands[groups[place].commands].reduce(PixelRect.empty) { $0.union($1.bounds) }
    let all = Shape.fill(.rect(Rect(content.intersection(PixelRect(size)))), .nonZero)
    groups[place].maskMode = .luminance
    commands.append(DrawCommand(shape: all, paint: .color(.white)))
    append(
      PictureGroup(
        nodes: [.command(DrawCommand(shape: all, paint: .color(.black)))],
        mask: PictureMask(nodes: mask.nodes, kind: kind)))
  }
}
