public import Animation
public import Geometry
public import Raster

/// A layer that fills and strokes a path, the stroke above the fill. The path is not clipped.
open class ShapeLayer: Layer {
  private struct Values: Equatable {
    var path: Path?
    var fillColor: Color? = .black
    var fillRule = FillRule.nonZero
    var strokeColor: Color?
    var strokeStart = 0.0
    var strokeEnd = 1.0
    var style = StrokeStyle(width: 1)
  }

  private final var shape = Values()

  open override var kind: LayerKind { .shape }

  open override func makePresentation() -> Layer { ShapeLayer() }

  open override func presentation() -> ShapeLayer? { super.presentation() as? ShapeLayer }

  open override func updatePresentation(_ presentation: Layer) -> LayerChanges {
    guard let presentation = presentation as? ShapeLayer else { return [] }
    let before = presentation.shape
    presentation.shape = shape
    var changes = super.updatePresentation(presentation)
    if presentation.shape != before { changes.insert(.content) }
    return changes
  }

  open override func animatableValue(of property: AnimatableProperty) -> AnimatableValue? {
    switch property {
    case .path: shape.path.map { .path($0) }
    case .fillColor: AnimatableValue(shape.fillColor)
    case .strokeColor: AnimatableValue(shape.strokeColor)
    case .lineWidth: .scalar(shape.style.width)
    case .miterLimit: .scalar(shape.style.miterLimit)
    case .lineDashPhase: .scalar(shape.style.dashPhase)
    case .strokeStart: .scalar(shape.strokeStart)
    case .strokeEnd: .scalar(shape.strokeEnd)
    default: super.animatableValue(of: property)
    }
  }

  @discardableResult
  open override func storeAnimatableValue(
    _ value: AnimatableValue, of property: AnimatableProperty
  ) -> Bool {
    switch (property, value) {
    case (.path, .path(let path)): shape.path = path
    case (.fillColor, .color(let color)): shape.fillColor = Color(color)
    case (.strokeColor, .color(let color)): shape.strokeColor = Color(color)
    case (.lineWidth, .scalar(let number)): shape.style.width = number
    case (.miterLimit, .scalar(let number)): shape.style.miterLimit = number
    case (.lineDashPhase, .scalar(let number)): shape.style.dashPhase = number
    case (.strokeStart, .scalar(let number)): shape.strokeStart = number
    case (.strokeEnd, .scalar(let number)): shape.strokeEnd = number
    default: return super.storeAnimatableValue(value, of: property)
    }
    return true
  }

  /// In the layer's own coordinates. Setting it never animates; an explicit animation can.
  public final var path: Path? {
    get { shape.path }
    set { change(.path, unless: path == newValue) { shape.path = newValue } }
  }

  /// Opaque black unless set; nil fills nothing.
  public final var fillColor: Color? {
    get { shape.fillColor }
    set { change(.fillColor, unless: fillColor == newValue) { shape.fillColor = newValue } }
  }

  public final var fillRule: FillRule {
    get { shape.fillRule }
    set {
      shape.fillRule = newValue
      markUncommitted()
    }
  }

  /// Nil, as at first, strokes nothing.
  public final var strokeColor: Color? {
    get { shape.strokeColor }
    set { change(.strokeColor, unless: strokeColor == newValue) { shape.strokeColor = newValue } }
  }

  /// The start of the stroke, as a fraction of the path's length. Kept as set, clamped when drawn.
  public final var strokeStart: Double {
    get { shape.strokeStart }
    set { change(.strokeStart, unless: strokeStart == newValue) { shape.strokeStart = newValue } }
  }

  /// The end of the stroke, as a fraction of the path's length. Kept as set, clamped when drawn.
  public final var strokeEnd: Double {
    get { shape.strokeEnd }
    set { change(.strokeEnd, unless: strokeEnd == newValue) { shape.strokeEnd = newValue } }
  }

  /// The stroked part of the path, as fractions of its length within 0…1; nil if it is empty.
  public final var strokeRange: ClosedRange<Double>? {
    let start = min(max(strokeStart, 0), 1)
    let end = min(max(strokeEnd, 0), 1)
    return start < end ? start...end : nil
  }

  /// The pen: width, cap, join, miter limit and dashes together.
  public final var strokeStyle: StrokeStyle { shape.style }

  public final var lineWidth: Double {
    get { shape.style.width }
    set { change(.lineWidth, unless: lineWidth == newValue) { shape.style.width = newValue } }
  }

  public final var lineCap: LineCap {
    get { shape.style.cap }
    set {
      shape.style.cap = newValue
      markUncommitted()
    }
  }

  public final var lineJoin: LineJoin {
    get { shape.style.join }
    set {
      shape.style.join = newValue
      markUncommitted()
    }
  }

  public final var miterLimit: Double {
    get { shape.style.miterLimit }
    set {
      change(.miterLimit, unless: miterLimit == newValue) { shape.style.miterLimit = newValue }
    }
  }

  /// Lengths of dashes and gaps in turn; empty for a solid line.
  public final var lineDashPattern: [Double] {
    get { shape.style.dashes }
    set {
      shape.style.dashes = newValue
      markUncommitted()
    }
  }

  public final var lineDashPhase: Double {
    get { shape.style.dashPhase }
    set {
      change(.lineDashPhase, unless: lineDashPhase == newValue) { shape.style.dashPhase = newValue }
    }
  }
}
