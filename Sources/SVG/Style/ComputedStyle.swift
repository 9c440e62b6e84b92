import Geometry
import Raster

/// The style of an element: its own declarations over the inherited ones.
struct ComputedStyle {
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
  var visibility = Visibility.visible
  var paintOrder: [PaintStep] = [.fill, .stroke, .markers]
  var markerStart: String?
  var markerMid: String?
  var markerEnd: String?
  var fontSize = 12.0
  var text = TextLook()
  /// True for `crispEdges` and `optimizeSpeed`.
  var isCrisp = false
  /// True for pictures whose pixels are seen as squares.
  var isPixelated = false
  var interpolatesLinearly = false
  /// True where filters change amounts of light, not levels of sRGB.
  var filtersLinearly = true

  // Not inherited.
  var isDisplayed = true
  var opacity = 1.0
  var clipPath: String?
  var mask: String?
  var filter: String?
  var blendMode: String?
  var isIsolated = false
  /// Nil where it was not said, which means what suits the element.
  var overflowIsVisible: Bool?
  var stopColor = Color.black
  var stopOpacity = 1.0
  var floodColor = Color.black
  var floodOpacity = 1.0
  var isAlphaMask = false
  var transform = AffineTransform.identity
  /// The origin of the transform where it is measured by the element's own box, which the transform
  /// does not have yet.
  var originInBox: TransformOrigin?
  /// True where the transform cannot be drawn, as one without an inverse.
  var isCollapsed = false
  var hasFixedStroke = false

  init() {}

  /// The style for an element's children to begin with.
  var inherited: ComputedStyle {
    var style = self
    let initial = ComputedStyle()
    style.isDisplayed = initial.isDisplayed
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
    style.isAlphaMask = initial.isAlphaMask
    style.transform = initial.transform
    style.originInBox = initial.originInBox
    style.isCollapsed = initial.isCollapsed
    style.hasFixedStroke = initial.hasFixedStroke
    return style
  }
}
