import Geometry
internal import Layers
import Raster

/// Makes layers of a file's elements.
///
/// An element becomes layers in its own space; its effects and its transform are then put around
/// them. An element that others refer to is made anew at every place where it shows, as it may look
/// different there.
final class LayerBuilder {
  /// The state that an element gets from those around it.
  struct Context {
    /// The style of the element around it.
    var parent = ComputedStyle()
    var lengths: LengthContext
    /// Maps the space that elements are in to the whole picture's.
    var toPicture = AffineTransform.identity
    /// Paints of the element that refers to the elements here, for `context-fill` and
    /// `context-stroke`: nil for unknown paints, and outside of markers and `use`.
    var contextFill: ContextPaint?
    var contextStroke: ContextPaint?
    /// False where `toPicture` does not say where elements are seen: in tiles of patterns and
    /// within filters.
    var isPlaced = true
    /// True where elements are made for their box alone.
    var isMeasured = false
    /// References that were followed, and elements around.
    var depth = 0
  }

  /// Layers from back to front, in a space that both sides know.
  struct Piece {
    var layers: [Layer] = []
    /// The box around the boxes of all elements, hidden ones included, without strokes; null for no
    /// elements.
    ///
    /// A rotated box counts with its corners, as in browsers, and not with the outlines in it.
    var box = Rect.null

    /// The box; nil if it is null or not finite, so that lengths cannot be fractions of it.
    var measuredBox: Rect? { box.isNull || !box.isFinite ? nil : box }

    /// The box with strokes.
    var strokedBox: Rect? {
      guard let box = measuredBox else { return nil }
      let extent = layers.reduce(Rect.null) { $0.union($1.strokedExtent) }
      return extent.isNull || !extent.isFinite ? box : box.union(extent)
    }

    mutating func append(_ other: Piece) {
      layers += other.layers
      box = box.union(other.box)
    }
  }

  let document: SVGDocument
  let limits: SVGLimits
  let cascade: Cascade
  private(set) var warnings: WarningList
  /// Elements that are being made, with those that they were referred to from.
  private var active: Set<Int> = []
  /// Counts of everything that was made so far, in this picture and the ones around it.
  var counts = Counts()
  let images: DecodedImages
  /// True if a layer blends with the picture below it by another mode than the normal one.
  var hasBlending = false
  /// The styles of elements in their own place in the file.
  private var ownStyles: [Int: ComputedStyle] = [:]
  private var rootFontSize = 16.0

  /// The whole picture's, in user units around its view box.
  let rootSize: Size
  /// Maps the whole picture to the pixels for which filters are made.
  var pixelTransform = AffineTransform.identity
  /// By the filters' places.
  var filterFacts: [Int: FilterFacts] = [:]
  /// The tiles that were made last.
  var patternTiles: [KnownTile] = []
  /// True if an element may have a paint of the one that refers to it.
  private(set) lazy var hasContextPaints = document.nodes.contains { node in
    [node.attributes["fill"], node.attributes["stroke"], node.attributes["style"], node.text]
      .contains { $0?.contains("context-") ?? false }
  }
  /// Nil before a clip or a mask is used.
  var stencilReferences: StencilReferences?
  /// Measures of paths that texts are set on, by the places of the elements that have them.
  var pathMeasures: [Int: GuidePath.Measure] = [:]

  /// - Parameter warnings: the warnings about the file before it is drawn.
  init(
    _ document: SVGDocument, _ cascade: Cascade, _ images: DecodedImages, limits: SVGLimits,
    size: Size, warnings: WarningList
  ) {
    self.document = document
    self.cascade = cascade
    self.images = images
    self.limits = limits
    rootSize = size
    self.warnings = warnings
    cascade.steps = limits.ruleMatchCount
  }

  func warn(_ message: String, at place: Int) {
    warnings.add(message, line: document[place].line)
  }

  // MARK: Styles

  func declarations(of place: Int) throws(SVGError) -> Declarations {
    try cascade.declarations(of: place)
  }

  /// An element's style, and the measures for lengths in it.
  func style(
    of place: Int, in context: Context
  ) throws(SVGError) -> (style: ComputedStyle, lengths: LengthContext) {
    var lengths = context.lengths
    lengths.fontSize = context.parent.fontSize
    lengths.rootFontSize = rootFontSize
    let declarations = try cascade.declarations(of: place)
    try countAttributeBytes(declarations.byteCount)
    let reader = StyleReader(
      declarations, parent: context.parent, lengths: lengths, of: document[place])
    for warning in reader.warnings { warn(warning, at: place) }
    if place == 0 { rootFontSize = reader.style.fontSize }
    var style = reader.style
    // For elements within that inherit it.
    if style.overflowIsVisible == nil,
      place == 0 || !LayerBuilder.cutting.contains(document[place].name)
    {
      style.overflowIsVisible = true
    }
    return (style, reader.lengths)
  }

  /// The style of an element where it stands in the file, for elements that are referred to.
  func ownStyle(of place: Int, _ lengths: LengthContext) throws(SVGError) -> ComputedStyle {
    var line: [Int] = []
    var style = ComputedStyle()
    var current = place
    while current >= 0 {
      if let known = ownStyles[current] {
        style = known
        break
      }
      line.append(current)
      current = document[current].parent
    }
    for element in line.reversed() {
      style = try self.style(of: element, in: Context(parent: style, lengths: lengths)).style
      ownStyles[element] = style
    }
    return style
  }

  /// The colour behind the whole picture, which CSS knows.
  func background() throws(SVGError) -> Color? {
    let declarations = try cascade.declarations(of: 0)
    guard let text = declarations["background-color"] ?? declarations["background"],
      case .color(let color)? = ColorValue(text)
    else { return nil }
    return color.alpha > 0 ? color : nil
  }

  // MARK: Elements

  /// True while an element is being made, or something that it shows.
  func isActive(_ place: Int) -> Bool { active.contains(place) }

  /// Does something while an element counts as being made.
  func whileActive<Result>(
    _ place: Int, _ body: () throws(SVGError) -> Result
  ) throws(SVGError) -> Result {
    let isNew = active.insert(place).inserted
    defer { if isNew { active.remove(place) } }
    return try body()
  }

  /// An element's layers, in the space of the one around it.
  ///
  /// - Parameter size: the size that a `use` element gives to the element that it shows.
  func build(
    _ place: Int, in context: Context, size: UsedSize? = nil
  ) throws(SVGError) -> Piece {
    let node = document[place]
    guard isShown(place, isUsed: size != nil), meetsConditions(place) else { return Piece() }
    try countElement(place, depth: context.depth)
    let styled = try self.style(of: place, in: context)
    let lengths = styled.lengths
    var style = styled.style
    // Clips and masks of a 'use' lie in the space that it has moved, too (SVG 2, section 5.6).
    let offset = node.name == "use" ? try useOffset(place, lengths) : .identity
    // Symbols and markers are shown where they are referred to, and nowhere else (SVG 2, section
    // 5.5).
    guard style.isDisplayed || node.name == "symbol" else { return Piece() }
    if style.display == .contents, ["g", "a", "use", "switch", "svg"].contains(node.name),
      node.parent >= 0
    {
      return try contents(of: place, style, lengths, in: context)
    }
    if style.isCollapsed { return Piece() }
    var inner = context
    inner.parent = style
    inner.lengths = lengths
    inner.toPicture = offset.followed(by: style.transform).followed(by: context.toPicture)
    if !style.filter.isEmpty || style.originInBox != nil { inner.isPlaced = false }
    // The transform to the element that refers to this one is not known yet.
    if style.originInBox != nil { inner.forgetContextServers() }
    inner.depth += 1
    let content = try content(of: place, in: inner, size: size)
    if style.originInBox != nil {
      style.transform = boxedTransform(style, content, offset, lengths)
      if style.transform.inverse == nil { return Piece() }
    }
    style.transform = offset.followed(by: style.transform)
    // The content of an inner viewport has been filtered and cut out in its own space.
    if LayerBuilder.viewports.contains(node.name), node.parent >= 0 {
      style.clipPath = nil
      style.mask = nil
      style.filter = []
    }
    // The filter itself is applied where the element is.
    inner.isPlaced = context.isPlaced && style.originInBox == nil
    let piece = try finish(content, of: place, style, in: inner)
    nameLayer(of: place, in: piece)
    return piece
  }

  /// The layers of an element's content, without the element's own effects.
  private func content(
    of place: Int, in context: Context, size: UsedSize?
  ) throws(SVGError) -> Piece {
    try whileActive(place) { () throws(SVGError) -> Piece in
      switch document[place].name {
      case "g", "a": try children(of: place, in: context)
      case "switch": try firstChild(of: place, in: context)
      case "svg", "symbol": try viewport(place, in: context, size: size)
      case "use": try use(place, in: context)
      case "image": try image(place, in: context)
      case "text": try text(place, in: context)
      default: try shape(place, in: context)
      }
    }
  }

  /// Gives an element's name to its own layer, or to the fill below a line: importers find it so.
  private func nameLayer(of place: Int, in piece: Piece) {
    let node = document[place]
    if let first = piece.layers.first, first.name == nil,
      piece.layers.count == 1 || ShapePath.names.contains(node.name)
    {
      first.name = node.attributes["id"].map { String($0) }
    }
  }

  /// An element's transform where it is measured by the element's own box.
  func boxedTransform(
    _ style: ComputedStyle, _ content: Piece, _ offset: AffineTransform, _ lengths: LengthContext
  ) -> AffineTransform {
    guard let origin = style.originInBox,
      let box = style.boxHasStroke ? content.strokedBox : content.measuredBox
    else { return style.transform }
    var transform = style.transform
    if let list = style.transformInBox {
      var own = lengths
      own.viewport = box.size
      transform = StyleReader.transform(list, own) ?? .identity
    }
    return transform.about(offset.apply(to: origin.point(in: box, lengths)))
  }

  /// All children's layers, in the space of the element.
  func children(of place: Int, in context: Context) throws(SVGError) -> Piece {
    var piece = Piece()
    for child in document[place].children { piece.append(try build(child, in: context)) }
    return piece
  }

  /// The children of an element that has no effect itself, except for the style that they inherit
  /// (`display: contents`).
  private func contents(
    of place: Int, _ style: ComputedStyle, _ lengths: LengthContext, in context: Context
  ) throws(SVGError) -> Piece {
    // These two elements show nothing then (CSS Display level 3, appendix B).
    if ["use", "switch"].contains(document[place].name) { return Piece() }
    var inner = context
    inner.parent = style
    inner.lengths = lengths
    inner.depth += 1
    return try children(of: place, in: inner)
  }

  /// The child that a `switch` chooses: the first one that meets its conditions. Definitions count,
  /// and show nothing.
  ///
  /// A `foreignObject` is never chosen, so that the file's own stand-in for it is drawn. Titles,
  /// styles and unknown elements are passed over.
  private func firstChild(of place: Int, in context: Context) throws(SVGError) -> Piece {
    let possible = document[place].children.filter { meetsConditions($0) }
    if let child = possible.first(where: { LayerBuilder.choices.contains(document[$0].name) }) {
      return try build(child, in: context)
    }
    if let child = possible.first(where: { document[$0].name == "foreignObject" }) {
      // Warns of the child that is not drawn.
      _ = isShown(child, isUsed: false)
    }
    return Piece()
  }

  private static let viewports: Set<String> = ["svg", "symbol"]
  /// Elements that are rendered, by their filters, also without content.
  private static let groups: Set<String> = ["a", "g", "switch", "use"]
  /// Elements whose content is cut off unless a style says otherwise.
  private static let cutting = viewports.union(["marker"])
  /// Elements that others refer to. They show nothing where they stand.
  private static let definitions: Set<String> = [
    "clipPath", "defs", "filter", "linearGradient", "marker", "mask", "pattern", "radialGradient",
    "symbol",
  ]
  private static let choices = drawn.union(definitions)
  /// Elements that show nothing where they stand.
  private static let silent: Set<String> = definitions.union(animations).union([
    "", "desc", "metadata", "script", "stop", "style", "title", "view",
  ])
  static let animations: Set<String> = [
    "animate", "animateColor", "animateMotion", "animateTransform", "discard", "set",
  ]
  private static let drawn: Set<String> = ShapePath.names.union([
    "a", "g", "image", "svg", "switch", "text", "use",
  ])

  /// False for elements that show nothing; warns about those that should.
  private func isShown(_ place: Int, isUsed: Bool) -> Bool {
    let name = document[place].name
    if LayerBuilder.drawn.contains(name) || (name == "symbol" && isUsed) { return true }
    if !LayerBuilder.silent.contains(name) {
      warn("the element '\(name.prefix(40))' is not drawn", at: place)
    }
    return false
  }

  /// False if an element requires an extension, or a language other than English.
  func meetsConditions(_ place: Int) -> Bool {
    let node = document[place]
    if node.attributes["requiredExtensions"] != nil { return false }
    guard let languages = node.attributes["systemLanguage"] else { return true }
    return languages.split(separator: ",").contains {
      let language = $0.trimmed.lowercased()
      return language == "en" || language.hasPrefix("en-")
    }
  }

  // MARK: Layers

  /// A layer in whose space its sublayers are.
  func group(
    _ layers: [Layer], transform: AffineTransform = .identity
  ) throws(SVGError) -> Layer {
    try countLayer()
    let group = Layer()
    group.anchorPoint = .zero
    group.affineTransform = transform
    for layer in layers { group.addSublayer(layer) }
    return group
  }

  /// A layer that shows its sublayers within a rectangle.
  func clipped(_ layers: [Layer], to rect: Rect) throws(SVGError) -> Layer {
    let layer = try group(layers)
    layer.bounds = rect
    layer.position = rect.origin
    layer.masksToBounds = true
    return layer
  }

  /// A piece in another space.
  func transformed(_ piece: Piece, by transform: AffineTransform) throws(SVGError) -> Piece {
    if transform == .identity { return piece }
    let box = piece.box.transformed(by: transform)
    if piece.layers.isEmpty { return Piece(box: box) }
    return Piece(layers: [try group(piece.layers, transform: transform)], box: box)
  }

  /// Puts an element's effects and its transform around its content.
  private func finish(
    _ content: Piece, of place: Int, _ style: ComputedStyle, in context: Context
  ) throws(SVGError) -> Piece {
    var piece = Piece(box: content.box.transformed(by: style.transform))
    guard style.opacity > 0 else { return piece }
    if content.layers.isEmpty {
      // A filter may paint even without content, but not for a shape without an extent.
      let isRendered = !content.box.isNull || Self.groups.contains(document[place].name)
      guard isRendered, !style.filter.isEmpty else { return piece }
    }
    // A step of the filter cannot show the element itself.
    let filtered = try whileActive(place) { () throws(SVGError) -> Piece in
      try self.filtered(content, of: place, style, in: context)
    }
    guard !filtered.layers.isEmpty else { return piece }
    piece.layers = try effects(filtered, of: place, style, in: context) ?? []
    return piece
  }
}
