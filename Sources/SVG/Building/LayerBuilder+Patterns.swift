import Geometry
internal import Layers
import Raster

/// Patterns: a tile is made as pixels once, and the shape is painted with the picture that its
/// tiles make.
///
/// Separate layers for the tiles, each cut at its edges, would leave translucent seams where tiles
/// meet within a pixel, and pixels at the shape's edge would get the coverage of the tile, its
/// content and the shape multiplied.
extension LayerBuilder {
  /// A pattern as a shape's paint.
  struct Pattern: Equatable {
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

  func pattern(
    _ place: Int, box: Rect, _ lengths: LengthContext
  ) throws(SVGError) -> Server {
    let chain = chain(of: place, ["pattern"])
    try countChain(chain)
    let isBoxed = attribute("patternUnits", in: chain)?.text != "userSpaceOnUse"
    let isBoxedContent = attribute("patternContentUnits", in: chain)?.text == "objectBoundingBox"
    let hasViewBox = attribute("viewBox", in: chain) != nil
    if box.isEmpty {
      if isBoxed { return .missing }
      // The content has no size then, but for browsers the pattern still exists: it paints nothing.
      if isBoxedContent, !hasViewBox { return .nothing }
    }
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
    guard tile.width > 0, tile.height > 0 else { return .missing }
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
    guard let transform = try gradientTransform(chain, "patternTransform", lengths) else {
      return .nothing
    }
    return .pattern(
      Pattern(
        content: content, transform: transform, tile: tile, contentTransform: contentTransform,
        lengths: inner))
  }

  /// A shape with a pattern as its paint.
  func tiles(
    _ pattern: Pattern, in shape: Shape, opacity: Double, _ context: Context
  ) throws(SVGError) -> [Layer] {
    guard opacity > 0, let area = PatternArea(shape.extent, in: self, context),
      let toPattern = pattern.transform.inverse
    else { return [] }
    guard !area.isTooLong,
      let grid = PatternTile.Grid(
        pattern.tile, seen: area.seen.transformed(by: toPattern),
        toPicture: pattern.transform.followed(by: area.toPixels))
    else {
      warn("the pattern is not drawn: the shape or the tile is too long", at: pattern.content)
      return []
    }
    if area.isReduced {
      warn("the pattern fills a large shape, and is drawn with fewer pixels", at: pattern.content)
    }
    let cost = area.pixels.width * area.pixels.height
    if let known = patternTiles.first(where: { $0.holds(pattern, grid, context) }) {
      guard spendPatternPixels(cost, pattern) else { return [] }
      return try filled(shape, with: known.tile, area, toPattern, opacity: opacity)
    }
    guard let layers = try content(of: pattern, grid, context), !layers.isEmpty else { return [] }
    if !grid.isRepeated,
      let paint = picture(covering: pattern.tile.size, in: layers)
    {
      let place = AffineTransform.translation(x: grid.origin.x, y: grid.origin.y)
        .followed(by: pattern.transform)
      var own = paint.image
      own.transform = own.transform.followed(by: place)
      return try painted(shape, .image(own), opacity: opacity * paint.opacity)
    }
    let size = PixelSize(width: grid.pixels.width, height: grid.pixels.height)
    // A pixel of the area takes as long as four of a tile.
    guard spendPatternPixels(cost + size.width * size.height / 4, pattern) else { return [] }
    let image = try drawn(layers, size, grid.toPixels)
    let tile = PatternTile(image, grid)
    keep(KnownTile(pattern: pattern, toPicture: context.toPicture, tile: tile))
    return try filled(shape, with: tile, area, toPattern, opacity: opacity)
  }

  private func spendPatternPixels(_ count: Int, _ pattern: Pattern) -> Bool {
    if spendFilterPixels(max(count, 1024)) { return true }
    warn("the pattern is not drawn: filters and patterns have too many pixels", at: pattern.content)
    return false
  }

  /// The layers of a tile whose corner is the origin.
  private func content(
    of pattern: Pattern, _ grid: PatternTile.Grid, _ context: Context
  ) throws(SVGError) -> [Layer]? {
    let own = try ownStyle(of: pattern.content, pattern.lengths)
    var inner = Context(parent: own, lengths: pattern.lengths, depth: context.depth + 1)
    inner.lengths.fontSize = own.fontSize
    // Tiles are seen in many places, so `toPicture` tells none.
    inner.isPlaced = false
    let place = AffineTransform.translation(x: grid.origin.x, y: grid.origin.y)
      .followed(by: pattern.transform).followed(by: context.toPicture)
    inner.toPicture = pattern.contentTransform.followed(by: place)
    guard let inverse = place.inverse else { return nil }
    // Filters and patterns in a tile are made for the tile's pixels.
    let outer = pixelTransform
    pixelTransform = inverse.followed(by: grid.toPixels)
    defer { pixelTransform = outer }
    return try whileActive(pattern.content) { () throws(SVGError) -> [Layer] in
      try transformed(try children(of: pattern.content, in: inner), by: pattern.contentTransform)
        .layers
    }
  }

  private func filled(
    _ shape: Shape, with tile: PatternTile, _ area: PatternArea, _ toPattern: AffineTransform,
    opacity: Double
  ) throws(SVGError) -> [Layer] {
    guard let inverse = area.toPixels.inverse else { return [] }
    let image = tile.filling(area.pixels, through: inverse.followed(by: toPattern))
    let corner = AffineTransform.translation(
      x: Double(area.pixels.minX), y: Double(area.pixels.minY))
    let paint = ImagePaint(
      image: image, transform: corner.followed(by: inverse), extendsBorders: true)
    return try painted(shape, .image(paint), opacity: opacity)
  }

  // MARK: Known tiles

  /// A tile that other shapes may have, too.
  struct KnownTile {
    fileprivate var pattern: Pattern
    /// The transform of the shape that it was made for. Strokes of a fixed width depend on its
    /// scale.
    fileprivate var toPicture: AffineTransform
    fileprivate var tile: PatternTile

    /// True if a tile would have the same pixels.
    fileprivate func holds(
      _ other: Pattern, _ grid: PatternTile.Grid, _ context: Context
    ) -> Bool {
      let own = context.toPicture
      return pattern == other && tile.grid == grid && toPicture.a == own.a && toPicture.b == own.b
        && toPicture.c == own.c && toPicture.d == own.d
    }
  }

  private static let knownTileLimit = 8
  /// The most pixels of a tile that is kept.
  private static let knownPixelLimit = 1 << 19

  private func keep(_ known: KnownTile) {
    let pixels = known.tile.grid.pixels
    guard pixels.width * pixels.height <= Self.knownPixelLimit else { return }
    if patternTiles.count == Self.knownTileLimit { patternTiles.removeFirst() }
    patternTiles.append(known)
  }

  // MARK: Pictures

  /// The only picture of a tile as a paint, if it covers the tile; drawing programs fill shapes
  /// with pictures so.
  private func picture(
    covering tile: Size, in layers: [Layer]
  ) -> (image: ImagePaint, opacity: Double)? {
    var transform = AffineTransform.identity
    var opacity = 1.0
    var layers = layers
    while layers.count == 1 {
      let layer = layers[0]
      guard layer.mask == nil, layer.backgroundColor == nil, !layer.masksToBounds else {
        return nil
      }
      opacity *= layer.opacity
      transform = layer.transformToSuperlayer.followed(by: transform)
      guard layer.sublayers.isEmpty else {
        layers = layer.sublayers
        continue
      }
      guard let picture = layer as? ImageLayer, let image = picture.contents,
        image.size.width > 0, image.size.height > 0, transform.b == 0, transform.c == 0
      else { return nil }
      let place = picture.bounds.transformed(by: transform)
      let slack = Vector(dx: tile.width * 1e-3, dy: tile.height * 1e-3)
      guard place.minX <= slack.dx, place.minY <= slack.dy,
        place.maxX >= tile.width - slack.dx, place.maxY >= tile.height - slack.dy
      else { return nil }
      let toBounds = AffineTransform(
        a: picture.bounds.width / Double(image.size.width), b: 0, c: 0,
        d: picture.bounds.height / Double(image.size.height), tx: picture.bounds.minX,
        ty: picture.bounds.minY)
      let paint = ImagePaint(
        image: image, transform: toBounds.followed(by: transform), filter: picture.filter,
        extendsBorders: true)
      return (paint, opacity)
    }
    return nil
  }
}

/// The pixels of a picture that a shape with a pattern may show.
private struct PatternArea {
  /// In the shape's space.
  let seen: Rect
  /// Maps that space to pixels; fewer than the picture has where it is very large.
  let toPixels: AffineTransform
  let pixels: PixelRect
  let isReduced: Bool

  /// The pixels of a picture of 3840 × 2160, and some more.
  private static let pixelLimit = 8_500_000.0

  /// True if the pixels are too many: the visible part of a narrow shape may still have a large
  /// box.
  var isTooLong: Bool {
    Double(pixels.width) * Double(pixels.height) > 2 * Self.pixelLimit
  }

  /// Nil where nothing is seen.
  init?(_ extent: Rect, in builder: LayerBuilder, _ context: LayerBuilder.Context) {
    var map = context.toPicture.followed(by: builder.pixelTransform)
    guard extent.isFinite, !extent.isEmpty, map.isFinite, let inverse = map.inverse else {
      return nil
    }
    var part = extent
    var bounds = extent.transformed(by: map)
    if context.isPlaced {
      let frame = Rect(origin: .zero, size: builder.rootSize)
        .transformed(by: builder.pixelTransform)
      bounds = bounds.intersection(frame)
      part = part.intersection(frame.transformed(by: inverse))
    }
    guard bounds.isFinite, !bounds.isEmpty, part.isFinite, !part.isEmpty else { return nil }
    let count = bounds.width * bounds.height
    isReduced = count > Self.pixelLimit
    if isReduced {
      let factor = (Self.pixelLimit / count).squareRoot()
      let smaller = AffineTransform.scale(x: factor, y: factor)
      map = map.followed(by: smaller)
      bounds = bounds.transformed(by: smaller)
    }
    guard bounds.isFinite, map.isFinite else { return nil }
    seen = part
    toPixels = map
    // Edges of the shape may cover a part of a pixel around it.
    pixels = PixelRect(
      minX: PixelRect.clamped(bounds.minX.rounded(.down) - 1),
      minY: PixelRect.clamped(bounds.minY.rounded(.down) - 1),
      maxX: PixelRect.clamped(bounds.maxX.rounded(.up) + 1),
      maxY: PixelRect.clamped(bounds.maxY.rounded(.up) + 1))
    if pixels.isEmpty { return nil }
  }
}

extension Shape {
  /// A rectangle around everything that the shape covers.
  var extent: Rect {
    switch self {
    case .fill(let path, _): return path.bounds
    case .glyphs(let glyphs): return glyphs.path.bounds
    case .stroke(let path, let style):
      let outset = style.width / 2 * max(style.join == .miter ? style.miterLimit : 1, 1.5)
      return path.bounds.insetBy(dx: -outset, dy: -outset)
    }
  }
}
