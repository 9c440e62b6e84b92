import Geometry
import Raster

/// A thing to paint, or things that are painted as one picture; lists of them are from back to
/// front.
enum PictureNode: Equatable {
  case command(DrawCommand)
  indirect case group(PictureGroup)

  /// The number of nodes, with those in groups.
  static func count(_ nodes: [PictureNode]) -> Int {
    nodes.reduce(nodes.count) { count, node in
      guard case .group(let group) = node else { return count }
      return count + Self.count(group.nodes)
    }
  }

  /// The node in the space around it, by its transform to there.
  func transformed(by transform: AffineTransform) -> PictureNode {
    switch self {
    case .command(var command):
      command.transform = command.transform.followed(by: transform)
      return .command(command)
    case .group(var group):
      group.nodes = group.nodes.map { $0.transformed(by: transform) }
      if let mask = group.mask {
        group.mask?.nodes = mask.nodes.map { $0.transformed(by: transform) }
      }
      return .group(group)
    }
  }

  /// The node at another place of the framebuffer, with all areas that cut it.
  func shifted(x: Double, y: Double) -> PictureNode {
    let shift = AffineTransform.translation(x: x, y: y)
    switch self {
    case .command(var command):
      command.transform = command.transform.followed(by: shift)
      command.clips = command.clips.map { $0.transformed(by: shift) }
      return .command(command)
    case .group(var group):
      group.nodes = group.nodes.map { $0.shifted(x: x, y: y) }
      if let mask = group.mask { group.mask?.nodes = mask.nodes.map { $0.shifted(x: x, y: y) } }
      group.clips = group.clips.map { $0.transformed(by: shift) }
      return .group(group)
    }
  }

  /// The part of the node within an area, in framebuffer pixels.
  func clipped(to area: Shape) -> PictureNode {
    switch self {
    case .command(var command):
      command.clips.append(area)
      return .command(command)
    case .group(var group):
      if group.effects.isEmpty {
        group.nodes = group.nodes.map { $0.clipped(to: area) }
      } else {
        group.clips.append(area)
      }
      return .group(group)
    }
  }

  /// The nodes as one, at an opacity of 0…1.
  static func faded(_ nodes: [PictureNode], opacity: Double) -> [PictureNode] {
    guard opacity < 1, !nodes.isEmpty else { return nodes }
    guard opacity > 0 else { return [] }
    if nodes.count == 1, case .command(var command) = nodes[0] {
      command.opacity *= opacity
      return [.command(command)]
    }
    return [.group(PictureGroup(nodes: nodes, opacity: opacity))]
  }

  /// The nodes as one, blended with the picture below by a mode.
  static func blended(_ nodes: [PictureNode], _ mode: BlendMode) -> [PictureNode] {
    mode == .normal ? nodes : composed(nodes, .blended(mode))
  }

  /// The nodes as one picture, whose blend modes do not depend on the picture below.
  static func isolated(_ nodes: [PictureNode]) -> [PictureNode] { composed(nodes, .isolated) }

  private static func composed(
    _ nodes: [PictureNode], _ composition: DrawGroup.Composition
  ) -> [PictureNode] {
    guard !nodes.isEmpty else { return [] }
    if nodes.count == 1, case .group(var group) = nodes[0], group.composition == .over {
      group.composition = composition
      return [.group(group)]
    }
    return [.group(PictureGroup(nodes: nodes, composition: composition))]
  }

  /// Masks nodes by a mask, both in framebuffer pixels. A node that only an area clips needs no
  /// group.
  static func cut(_ nodes: [PictureNode], by mask: PictureMask) -> [PictureNode] {
    guard nodes.count == 1, case .command = nodes[0], let area = mask.area else {
      return masked(nodes, by: mask)
    }
    return [nodes[0].clipped(to: area)]
  }

  /// The nodes as one, masked.
  static func masked(_ nodes: [PictureNode], by mask: PictureMask) -> [PictureNode] {
    guard !nodes.isEmpty else { return [] }
    if mask.nodes.isEmpty {
      // An empty mask hides everything; an inverted one nothing.
      return mask.kind == .invertedAlpha || mask.kind == .invertedLuma ? nodes : []
    }
    return [.group(PictureGroup(nodes: nodes, mask: mask))]
  }
}

/// Nodes that are painted by themselves and then composited, as one picture, over the picture
/// below.
struct PictureGroup: Equatable {
  var nodes: [PictureNode]
  /// 0…1.
  var opacity = 1.0
  var mask: PictureMask?
  /// Changes of the finished picture, in order.
  var effects: [PictureEffect] = []
  /// Areas in framebuffer pixels that cut the picture once it has its effects.
  var clips: [Shape] = []
  var composition = DrawGroup.Composition.over
}

extension Shape {
  /// An area at another place.
  fileprivate func transformed(by shift: AffineTransform) -> Shape {
    switch self {
    case .fill(let path, let rule): .fill(path.transformed(by: shift), rule)
    case .stroke(let path, let style): .stroke(path.transformed(by: shift), style)
    case .glyphs(let glyphs): .fill(glyphs.path.transformed(by: shift), .nonZero)
    }
  }
}

/// Nodes whose picture is the mask of another one.
struct PictureMask: Equatable {
  var nodes: [PictureNode]
  var kind = LayerModel.Matte.Kind.alpha

  /// The area, in the space around the nodes, inside which all shows and outside nothing; nil for
  /// any other mask.
  var area: Shape? {
    guard kind == .alpha, nodes.count == 1, case .command(let command) = nodes[0],
      command.clips.isEmpty, command.opacity >= 1, case .color(let color) = command.paint,
      color.alpha >= 1, case .fill(let path, let rule) = command.shape
    else { return nil }
    return .fill(path.transformed(by: command.transform), rule)
  }
}

/// A change of a picture, with lengths in framebuffer pixels.
enum PictureEffect: Equatable {
  /// One colour in place of all colours, with their alpha times an opacity of 0…1.
  case fill(Color, opacity: Double)
  /// Dark becomes `black` and light `white`, by 0…1.
  case tint(black: Color, white: Color, amount: Double)
  case blur(across: Double, down: Double)
  case shadow(Color, offset: Vector, deviation: Double, isAlone: Bool = false)
}
