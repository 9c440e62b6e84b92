import Geometry
internal import Layers
import Raster

/// Shapes: their fill, their stroke and their markers.
extension LayerBuilder {
  /// A shape's path, counted; nil where it shows nothing.
  func path(of place: Int, _ lengths: LengthContext) throws(SVGError) -> Path? {
    var shape = ShapePath(document[place], try declarations(of: place), lengths)
    let path = shape.path()
    for warning in shape.warnings { warn(warning, at: place) }
    if let path { try countSegments(path) }
    return path
  }

  func shape(_ place: Int, in context: Context) throws(SVGError) -> Piece {
    guard let path = try path(of: place, context.lengths) else { return Piece() }
    guard path.elements.count > 1 else {
      // A path of a single move shows its markers and nothing else.
      guard context.parent.visibility == .visible else { return Piece() }
      return Piece(layers: try markers(on: path, of: place, in: context))
    }
    var piece = Piece(box: path.bounds)
    piece.layers = try painted(path, box: path.bounds, of: place, in: context)
    return piece
  }

  /// Outlines with fill, stroke and markers.
  ///
  /// - Parameters:
  ///   - box: the box to which lengths of paints may refer.
  ///   - rule: nil for the style's own.
  func painted(
    _ path: Path, box: Rect, rule: FillRule? = nil, of place: Int, in context: Context
  ) throws(SVGError) -> [Layer] {
    let style = context.parent
    guard style.visibility == .visible else { return [] }
    if style.isCrisp { warn("shape-rendering: crispEdges is drawn smoothly", at: place) }
    var layers: [Layer] = []
    for step in style.paintOrder {
      switch step {
      case .fill:
        // A line has no inside.
        if document[place].name == "line" { continue }
        layers += try paint(
          box, .fill(path, rule ?? style.fillRule), with: style.fill, opacity: style.fillOpacity,
          of: place, in: context)
      case .stroke:
        layers += try stroke(path, box: box, of: place, in: context)
      case .markers:
        layers += try markers(on: path, of: place, in: context)
      }
    }
    return layers
  }

  private func stroke(
    _ path: Path, box: Rect, of place: Int, in context: Context
  ) throws(SVGError) -> [Layer] {
    let style = context.parent
    guard style.stroke != .none, style.strokeStyle.width > 0 else { return [] }
    var pen = style.strokeStyle
    if !pen.dashes.isEmpty, let text = document[place].attribute("pathLength"),
      let length = LengthValue(text), length.calculation == nil, length.number >= 0
    {
      let factor = path.length / length.number
      if length.number == 0, pen.dashes[0] > 0 {
        // The first dash is longer than the path (SVG 2, section 9.6.1).
        pen.dashes = []
      } else if factor.isFinite {
        pen.dashes = pen.dashes.map { $0 * factor }
        pen.dashPhase *= factor
      }
    }
    let line = pen.dashes.isEmpty ? path : path.withoutStillSubpaths
    if line.isEmpty { return [] }
    return try paint(
      box, try strokeShape(line, pen, in: context), with: style.stroke,
      opacity: style.strokeOpacity, of: place, in: context)
  }

  /// A stroke, as an outline where the usual pen cannot draw it: with a width in the picture's
  /// units, whatever the element's transform, or with clipped mitres.
  private func strokeShape(
    _ path: Path, _ pen: StrokeStyle, in context: Context
  ) throws(SVGError) -> Shape {
    let style = context.parent
    guard style.hasFixedStroke || style.clipsMiters, let inverse = context.toPicture.inverse else {
      return .stroke(path, pen)
    }
    let line = (style.hasFixedStroke ? path.transformed(by: context.toPicture) : path)
      .dashed(pen.dashes, phase: pen.dashPhase)
    let corners = style.clipsMiters ? ClippedMiters.path(of: line, pen) : Path()
    guard style.hasFixedStroke || !corners.isEmpty else { return .stroke(path, pen) }
    var pen = pen
    pen.dashes = []
    // Fine enough for pictures that are drawn several times as large as they are.
    let tolerance = 0.005 / (style.hasFixedStroke ? 1 : context.toPicture.largestScale)
    var outline = line.stroked(pen, tolerance: tolerance)
    outline.append(corners)
    // A line of an outline takes less time than a segment whose stroke is yet to be found.
    try countSegments(outline.elements.count / 2)
    return .fill(
      style.hasFixedStroke ? outline.transformed(by: inverse) : outline, .nonZero)
  }

  /// Layers of a shape with its paint.
  ///
  /// - Parameter box: the box to which lengths of a paint may refer.
  private func paint(
    _ box: Rect, _ shape: Shape, with value: PaintValue, opacity: Double, of place: Int,
    in context: Context
  ) throws(SVGError) -> [Layer] {
    switch value {
    case .none: return []
    case .ofContext(let name):
      switch context.contextPaint(of: value) {
      case .color(let color): return try plain(shape, color, opacity: opacity)
      case .server(let paint):
        return try self.paint(shape, with: paint, opacity: opacity, of: place, in: context)
      case nil:
        warn("the paint \(name) is not drawn", at: place)
        return []
      }
    case .color(let color): return try plain(shape, color, opacity: opacity)
    case .currentColor: return try plain(shape, context.parent.color, opacity: opacity)
    case .server(let name, let fallback):
      let server = try server(
        name, box: box, opacity: opacity, of: place, in: context)
      switch server {
      case .color(let color): return try plain(shape, color, opacity: 1)
      case .gradient(let gradient): return try painted(shape, .gradient(gradient))
      case .pattern(let pattern):
        return try tiles(pattern, in: shape, opacity: opacity, context)
      case .nothing: return []
      case .missing:
        guard let fallback else { return [] }
        return try paint(box, shape, with: fallback, opacity: opacity, of: place, in: context)
      }
    }
  }

  /// Layers of a shape with a gradient or a pattern that lies in the space of another element.
  private func paint(
    _ shape: Shape, with paint: ContextPaint.Server, opacity: Double, of place: Int,
    in context: Context
  ) throws(SVGError) -> [Layer] {
    guard let inverse = context.toPicture.inverse else { return [] }
    let map = paint.toPicture.followed(by: inverse)
    var outer = context
    outer.lengths = paint.lengths
    let server = try server(paint.name, box: paint.box, opacity: opacity, of: place, in: outer)
    switch server {
    case .color(let color): return try plain(shape, color, opacity: 1)
    case .gradient(var gradient):
      gradient.transform = gradient.transform.followed(by: map)
      return try painted(shape, .gradient(gradient))
    case .pattern(var pattern):
      pattern.transform = pattern.transform.followed(by: map)
      return try tiles(pattern, in: shape, opacity: opacity, context)
    case .nothing: return []
    case .missing: return try plain(shape, paint.fallback, opacity: opacity)
    }
  }

  private func plain(_ shape: Shape, _ color: Color, opacity: Double) throws(SVGError) -> [Layer] {
    var color = color
    color.alpha *= opacity
    guard color.alpha > 0 else { return [] }
    return [try layer(of: shape, color)]
  }

  /// A shape of one colour.
  func layer(of shape: Shape, _ color: Color) throws(SVGError) -> ShapeLayer {
    try countLayer()
    let layer = ShapeLayer()
    layer.anchorPoint = .zero
    layer.fillColor = nil
    switch shape {
    case .fill(let path, let rule):
      layer.path = path
      layer.fillColor = color
      layer.fillRule = rule
    case .glyphs(let glyphs):
      layer.path = glyphs.path
      layer.fillColor = color
    case .stroke(let path, let style):
      layer.path = path
      layer.strokeColor = color
      layer.lineWidth = style.width
      layer.lineCap = style.cap
      layer.lineJoin = style.join
      layer.miterLimit = style.miterLimit
      layer.lineDashPattern = style.dashes
      layer.lineDashPhase = style.dashPhase
    }
    return layer
  }

  /// A shape with a paint that is no colour.
  func painted(
    _ shape: Shape, _ paint: Paint, opacity: Double = 1
  ) throws(SVGError) -> [Layer] {
    try countLayer()
    var shape = shape
    if case .stroke(let path, var style) = shape, !style.dashes.isEmpty {
      let dashed = path.dashed(style.dashes, phase: style.dashPhase)
      try countSegments(dashed)
      style.dashes = []
      shape = .stroke(dashed, style)
    }
    let layer = PaintedLayer([DrawCommand(shape: shape, paint: paint, opacity: opacity)])
    layer.anchorPoint = .zero
    return [layer]
  }
}

extension Path {
  /// The path without its subpaths that have no length. Solid strokes show their caps there, but
  /// dashed ones show nothing in browsers and resvg.
  fileprivate var withoutStillSubpaths: Path {
    var result = Path()
    var subpath = Path()
    var current = Point.zero
    var hasLength = false
    func finish() {
      if hasLength { result.append(subpath) }
    }
    for element in elements {
      var points: [Point] = []
      switch element {
      case .move(let point):
        finish()
        subpath = Path()
        hasLength = false
        current = point
      case .line(let end): points = [end]
      case .quadratic(let control, let end): points = [control, end]
      case .cubic(let control1, let control2, let end): points = [control1, control2, end]
      case .arc(let arc):
        points = [arc.end]
        if arc.sweep != 0, arc.xAxis.length > 0 || arc.yAxis.length > 0 { hasLength = true }
      case .close: break
      }
      if points.contains(where: { $0 != current }) { hasLength = true }
      current = points.last ?? current
      subpath.append(element)
    }
    finish()
    return result
  }
}
