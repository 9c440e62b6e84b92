import Geometry
import Raster

/// Drawing with effects: each has the picture before it drawn by itself.
extension PictureEffect {
  /// The margin of pixels around a picture that may be drawn, too, since effects bring them in.
  static func largestExtent(in size: PixelSize) -> Int { max(size.width, size.height) / 2 }

  /// The greatest distance, in pixels, from which the effect brings pixels in.
  private var extent: Double {
    switch self {
    case .fill, .tint: 0
    case .blur(let across, let down): 3 * max(across, down)
    case .shadow(_, let offset, let deviation, _):
      max(abs(offset.dx), abs(offset.dy)) + 3 * deviation
    }
  }

  /// - Returns: true if there is room for the pixels of a blurred area, which is larger by the
  ///   blur's margin.
  private static func spendBlur(
    _ area: PixelRect, across: Double, down: Double, _ budget: EvaluationBudget
  ) -> Bool {
    let (x, y) = (GaussianBlur.margin(deviation: across), GaussianBlur.margin(deviation: down))
    let blurred = PixelRect(
      minX: area.minX - x, minY: area.minY - y, maxX: area.maxX + x, maxY: area.maxY + y)
    return budget.spend(pixels: blurred.area)
  }

  /// The nodes that show others changed by effects.
  static func applied(
    _ effects: [PictureEffect], to nodes: [PictureNode], size: PixelSize,
    _ budget: EvaluationBudget, _ cache: EffectCache
  ) -> [PictureNode] {
    let sum = effects.reduce(0) { $0 + $1.extent }
    // A shadow's distance may be infinite.
    let extent = sum.isFinite ? sum : 0
    let margin = Int(min(extent.rounded(.up), Double(largestExtent(in: size))))
    let surface = PixelRect(size).insetBy(-margin)
    var area = surface.intersection(nodes.bounds)
    var nodes = nodes
    for effect in effects {
      if area.isEmpty { return [] }
      let origin = Point(x: Double(area.minX), y: Double(area.minY))
      guard let buffer = EffectImage.buffer(of: nodes, in: area, budget, cache) else { return [] }
      switch effect {
      case .shadow(_, let offset, _, _) where !(offset.dx + offset.dy).isFinite: break
      case .shadow(let color, let offset, let deviation, let isAlone):
        guard spendBlur(area, across: deviation, down: deviation, budget) else { return [] }
        let plane = AlphaPlane(of: buffer).blurred(deviation: deviation)
        let margin = Double((plane.size.width - area.width) / 2)
        // Whole pixels: the blur hides the lost fractions.
        let place = Point(
          x: origin.x + offset.dx.rounded() - margin, y: origin.y + offset.dy.rounded() - margin)
        let shadow = EffectImage.command(Image(tinting: plane, with: color), at: place)
        nodes = [.command(shadow)] + (isAlone ? [] : nodes)
      case .blur(let across, let down):
        guard spendBlur(area, across: across, down: down, budget) else { return [] }
        let image = buffer.makeImage().blurred(across: across, down: down)
        let place = Point(
          x: origin.x - Double((image.size.width - area.width) / 2),
          y: origin.y - Double((image.size.height - area.height) / 2))
        nodes = [.command(EffectImage.command(image, at: place))]
      case .fill(let color, let opacity):
        let image = buffer.makeImage().toned(dark: color, light: color, amount: 1)
        nodes = PictureNode.faded(
          [.command(EffectImage.command(image, at: origin))], opacity: opacity)
      case .tint(let black, let white, let amount):
        let image = buffer.makeImage().toned(dark: black, light: white, amount: amount)
        nodes = [.command(EffectImage.command(image, at: origin))]
      }
      area = surface.intersection(nodes.bounds)
    }
    return nodes
  }
}

extension [PictureNode] {
  /// The framebuffer pixels that they may change.
  fileprivate var bounds: PixelRect {
    reduce(.empty) { box, node in
      switch node {
      case .command(let command): box.union(command.bounds)
      case .group(let group): box.union(group.bounds)
      }
    }
  }
}

extension PictureGroup {
  /// The framebuffer pixels that it may change: all of them where effects move its pixels.
  fileprivate var bounds: PixelRect {
    guard effects.isEmpty else {
      let limit = PixelRect.limit
      return PixelRect(minX: -limit, minY: -limit, maxX: limit, maxY: limit)
    }
    return nodes.bounds
  }
}

extension PixelRect {
  fileprivate func insetBy(_ distance: Int) -> PixelRect {
    PixelRect(
      minX: minX + distance, minY: minY + distance, maxX: maxX - distance, maxY: maxY - distance)
  }
}
