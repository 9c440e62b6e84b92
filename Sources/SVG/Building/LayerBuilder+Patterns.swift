import Geometry
internal import Layers
import Raster

/// Patterns: their tiles as layers, cut out by the shape that they fill.
extension LayerBuilder {
  /// A pattern as a shape's paint.
  struct Pattern {
    /// The element whose children are the content.
    var content: Int
    /// Maps the pattern's space to the shape's.
    var transform: AffineTransform
    /// The first tile, in the pattern's space.
    var tile: Rect
    /// Maps the content to a tile whose corner is the origin.
    var contentTransform: AffineTransform
    /// The measures for lengths in the content.
    var lengths: LengthContext
  }

  /// The most tiles of one shape.
  private static let tileLimit = 20_000.0

  func pattern(
    _ place: Int, box: Rect, _ lengths: LengthContext
  ) throws(SVGError) -> Server {
    let chain = chain(of: place, ["pattern"])
    let isBoxed = attribute("patternUnits", in: chain)?.text != "userSpaceOnUse"
    let isBoxedContent = attribute("patternContentUnits", in: chain)?.text == "objectBoundingBox"
    let hasViewBox = attribute("viewBox", in: chain) != nil
    if isBoxed || (isBoxedContent && !hasViewBox), box.isEmpty { return .missing }
    let style = try ownStyle(of: place, lengths)
    func length(_ name: String, _ axis: LengthAxis) -> Double {
      guard let (owner, text) = attribute(name, in: chain) else { return 0 }
      guard let value = LengthValue(text) else {
        warn("'\(text.prefix(40))' is not a value for \(name)", at: owner)
        return 0
      }
      var own = isBoxed ? LengthContext.unit : lengths
      own.fontSize = style.fontSize
      return own.resolve(value, axis)
    }
    var tile = Rect(
      x: length("x", .horizontal), y: length("y", .vertical),
      width: length("width", .horizontal), height: length("height", .vertical))
    if isBoxed { tile = tile.transformed(by: box.unitTransform) }
    guard tile.width > 0, tile.height > 0, tile.isFinite else { return .missing }
    guard let content = chain.first(where: { !document[$0].children.isEmpty }) else {
      return .missing
    }
    var contentTransform = AffineTransform.identity
    var inner = lengths
    if let (owner, _) = attribute("viewBox", in: chain), let viewBox = document[owner].viewBox {
      let fit = AspectRatio(attribute("preserveAspectRatio", in: chain)?.text)
      let target = Rect(origin: .zero, size: tile.size)
      guard let map = fit.transform(from: viewBox, to: target) else { return .nothing }
      contentTransform = map
      inner.viewport = viewBox.size
    } else if isBoxedContent {
      contentTransform = .scale(x: box.width, y: box.height)
    }
    return .pattern(
      Pattern(
        content: content, transform: gradientTransform(chain, "patternTransform", lengths),
        tile: tile, contentTransform: contentTransform, lengths: inner))
  }

  /// Layers of all tiles that a shape shows.
  func tiles(
    _ pattern: Pattern, in shape: Shape, opacity: Double, _ context: Context
  ) throws(SVGError) -> [Layer] {
    guard let inverse = pattern.transform.inverse, opacity > 0 else { return [] }
    let area = shape.extent.transformed(by: inverse)
    let tile = pattern.tile
    let firstX = ((area.minX - tile.minX) / tile.width).rounded(.down)
    let endX = ((area.maxX - tile.minX) / tile.width).rounded(.up)
    let firstY = ((area.minY - tile.minY) / tile.height).rounded(.down)
    let endY = ((area.maxY - tile.minY) / tile.height).rounded(.up)
    let count = (endX - firstX) * (endY - firstY)
    guard count <= LayerBuilder.tileLimit else {
      warn(
        "the pattern has more than \(Int(LayerBuilder.tileLimit)) tiles in a shape, and is not drawn",
        at: pattern.content)
      return []
    }
    guard count > 0 else { return [] }
    let own = try ownStyle(of: pattern.content, pattern.lengths)
    var inner = Context(parent: own, lengths: pattern.lengths, depth: context.depth + 1)
    inner.lengths.fontSize = own.fontSize
    inner.toPicture = pattern.contentTransform.followed(by: pattern.transform)
      .followed(by: context.toPicture)
    var layers: [Layer] = []
    for row in 0..<Int(endY - firstY) {
      for column in 0..<Int(endX - firstX) {
        let content = try whileActive(pattern.content) { () throws(SVGError) -> Piece in
          try children(of: pattern.content, in: inner)
        }
        var tileLayers = try transformed(content, by: pattern.contentTransform).layers
        if tileLayers.isEmpty { return [] }
        // As browsers do, also where `overflow` says otherwise.
        tileLayers = [try clipped(tileLayers, to: Rect(origin: .zero, size: tile.size))]
        let x = tile.minX + (firstX + Double(column)) * tile.width
        let y = tile.minY + (firstY + Double(row)) * tile.height
        layers.append(try group(tileLayers, transform: .translation(x: x, y: y)))
      }
    }
    let all = try group([try group(layers, transform: pattern.transform)])
    all.opacity = opacity
    all.mask = try layer(of: shape, .black)
    return [all]
  }
}

extension Shape {
  /// A rectangle that holds all that the shape covers.
  fileprivate var extent: Rect {
    switch self {
    case .fill(let path, _): return path.bounds
    case .glyphs(let glyphs): return glyphs.path.bounds
    case .stroke(let path, let style):
      let outset = style.width / 2 * max(style.join == .miter ? style.miterLimit : 1, 1.5)
      return path.bounds.insetBy(dx: -outset, dy: -outset)
    }
  }
}
