import Geometry
import Raster

/// The style of an element: its own declarations over the inherited ones.
struct ComputedStyle {
  /// `contents` shows an element's children alone.
  enum Display { case none, box, contents }
  enum Visibility { case visible, hidden }
  enum PaintStep { case fill, stroke, markers }

  // Inherited.
  var color = Color.black
  var fill = PaintValue.color(.black)
  var fillOpacity = 1.0
  var fillRule = FillRule.nonZero
  var clipRule = FillRule.nonZero
  var stroke = PaintValue.none
  var strokeOpacity = 1.0
  var strokeStyle = StrokeStyle(width: 1, miterLimit: 4)
  /// True for mitres that are cut off at their limit, and do not become bevels there.
  var clipsMiters = false
  var visibility = Visibility.visible
  var paintOrder: [PaintStep] = [.fill, .stroke, .markers]
  var markerStart: String?
  var markerMid: String?
  var markerEnd: String?
  var fontSize = 16.0
  var text = TextLook()
  /// True for `crispEdges` and `optimizeSpeed`.
  var isCrisp = false
  /// True for pictures whose pixels are seen as squares.
  var isPixelated = false
  var interpolatesLinearly = false
  /// True where filters change colours in linearRGB, false for sRGB.
  var filtersLinearly = true

  // Not inherited.
  var display = Display.box
  var opacity = 1.0
  var clipPath: ClipValue?
  var mask: String?
  var filter: [FilterFunction] = []
  var blendMode: String?
  var isIsolated = false
  /// Nil if no value is given: the default depends on the element.
  var overflowIsVisible: Bool?
  var stopColor = Color.black
  var stopOpacity = 1.0
  var floodColor = Color.black
  var floodOpacity = 1.0
  var lightingColor = Color.white
  var isAlphaMask = false
  var transform = AffineTransform.identity
  /// The origin of the transform if it refers to the element's own box: `transform` is then still
  /// without it.
  var originInBox: TransformOrigin?
  /// The transform if its percentages refer to the element's own box.
  var transformInBox: [TransformProperty]?
  /// True if that box has the stroke in it.
  var boxHasStroke = false
  /// True if the transform cannot be drawn, for example without an inverse.
  var isCollapsed = false
  var hasFixedStroke = false

  init() {}

  var isDisplayed: Bool { display != .none }

  /// The corners of strokes.
  var join: (kind: LineJoin, clipsMiters: Bool) {
    get { (strokeStyle.join, clipsMiters) }
    set { (strokeStyle.join, clipsMiters) = newValue }
  }

  /// The properties that change the drawn element as a whole, except for its opacity.
  var effects: [String] {
    var names: [String] = []
    if clipPath != nil { names.append("clip-path") }
    if mask != nil { names.append("mask") }
    if !filter.isEmpty { names.append("filter") }
    return names
  }

  /// The style for an element's children to begin with.
  var inherited: ComputedStyle {
    var style = self
    let initial = ComputedStyle()
    style.display = initial.display
    style.opacity = initial.opacity
    style.clipPath = initial.clipPath
    style.mask = initial.mask
    style.filter = initial.filter
    style.blendMode = initial.blendMode
    style.isIsolated = initial.isIsolated
    style.overflowIsVisible = initial.overflowIsVisible
    style.stopColor = initial.stopColor
    style.stopOpacity = initial.stopOpacity
    style.floodColor = initial.floodColor
    style.floodOpacity = initial.floodOpacity
    style.lightingColor = initial.lightingColor
    style.isAlphaMask = initial.isAlphaMask
    style.transform = initial.transform
    style.originInBox = initial.originInBox
    style.transformInBox = initial.transformInBox
    style.boxHasStroke = initial.boxHasStroke
    style.isCollapsed = initial.isCollapsed
    style.hasFixedStroke = initial.hasFixedStroke
    return style
  }
}
