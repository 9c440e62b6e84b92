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

  /// See `SharedLayerValues`.
  private final class SharedValues {
    var values: Values

    init(_ values: Values) { self.values = values }
  }

  private final var sharedContent = SharedValues(Values())

  private final var content: Values {
    @inline(__always) get { sharedContent.values }
    @inline(__always) _modify {
      if !isKnownUniquelyReferenced(&sharedContent) {
        sharedContent = SharedValues(sharedContent.values)
      }
      yield &sharedContent.values
    }
  }

  open override var contentKind: ContentKind { .shape }

  open override var kind: LayerKind { .shape }

  open override func makePresentation() -> Layer { ShapeLayer() }

  open override func presentation() -> ShapeLayer? { super.presentation() as? ShapeLayer }

  open override func updatePresentation(_ presentation: Layer) -> LayerChanges {
    guard let presentation = presentation as? ShapeLayer else { return [] }
    let before = presentation.sharedContent
    presentation.sharedContent = sharedContent
    var changes = super.updatePresentation(presentation)
    if presentation.sharedContent !== before, presentation.content != before.values {
      changes.insert(.content)
    }
    return changes
  }

  open override func animatableValue(of property: AnimatableProperty) -> AnimatableValue? {
    switch property {
    case .path: content.path.map { .path($0) }
    case .fillColor: AnimatableValue(content.fillColor)
    case .strokeColor: AnimatableValue(content.strokeColor)
    case .lineWidth: .scalar(content.style.width)
    case .miterLimit: .scalar(content.style.miterLimit)
    case .lineDashPhase: .scalar(content.style.dashPhase)
    case .strokeStart: .scalar(content.strokeStart)
    case .strokeEnd: .scalar(content.strokeEnd)
    default: super.animatableValue(of: property)
    }
  }

  @discardableResult
  open override func storeAnimatableValue(
    _ value: AnimatableValue, of property: AnimatableProperty
  ) -> Bool {
    switch (property, value) {
    case (.path, .path(let path)): content.path = path
    case (.fillColor, .color(let color)): content.fillColor = Color(color)
    case (.strokeColor, .color(let color)): content.strokeColor = Color(color)
    case (.lineWidth, .scalar(let number)): content.style.width = number
    case (.miterLimit, .scalar(let number)): content.style.miterLimit = number
    case (.lineDashPhase, .scalar(let number)): content.style.dashPhase = number
    case (.strokeStart, .scalar(let number)): content.strokeStart = number
    case (.strokeEnd, .scalar(let number)): content.strokeEnd = number
    default: return super.storeAnimatableValue(value, of: property)
    }
    return true
  }

  /// In the layer's own coordinates. Setting it never animates; an explicit animation can.
  public final var path: Path? {
    get { content.path }
    set { change(.path, unless: path == newValue) { content.path = newValue } }
  }

  /// Opaque black unless set; nil fills nothing.
  public final var fillColor: Color? {
    get { content.fillColor }
    set { change(.fillColor, unless: fillColor == newValue) { content.fillColor = newValue } }
  }

  public final var fillRule: FillRule {
    get { content.fillRule }
    set {
      content.fillRule = newValue
      markUncommitted()
    }
  }

  /// Nil, as at first, strokes nothing.
  public final var strokeColor: Color? {
    get { content.strokeColor }
    set { change(.strokeColor, unless: strokeColor == newValue) { content.strokeColor = newValue } }
  }

  /// The start of the stroke, as a fraction of the path's length. Kept as set, clamped when drawn.
  public final var strokeStart: Double {
    get { content.strokeStart }
    set { change(.strokeStart, unless: strokeStart == newValue) { content.strokeStart = newValue } }
  }

  /// The end of the stroke, as a fraction of the path's length. Kept as set, clamped when drawn.
  public final var strokeEnd: Double {
    get { content.strokeEnd }
    set { change(.strokeEnd, unless: strokeEnd == newValue) { content.strokeEnd = newValue } }
  }

  /// The stroked part of the path, as fractions of its length within 0…1; nil if it is empty.
  public final var strokeRange: ClosedRange<Double>? {
    let start = min(max(strokeStart, 0), 1)
    let end = min(max(strokeEnd, 0), 1)
    return start < end ? start...end : nil
  }

  /// The pen: width, cap, join, miter limit and dashes together.
  public final var strokeStyle: StrokeStyle { content.style }

  public final var lineWidth: Double {
    get { content.style.width }
    set { change(.lineWidth, unless: lineWidth == newValue) { content.style.width = newValue } }
  }

  public final var lineCap: LineCap {
    get { content.style.cap }
    set {
      content.style.cap = newValue
      markUncommitted()
    }
  }

  public final var lineJoin: LineJoin {
    get { content.style.join }
    set {
      content.style.join = newValue
      markUncommitted()
    }
  }

  public final var miterLimit: Double {
    get { content.style.miterLimit }
    set {
      change(.miterLimit, unless: miterLimit == newValue) { content.style.miterLimit = newValue }
    }
  }

  /// Lengths of dashes and gaps in turn; empty for a solid line.
  public final var lineDashPattern: [Double] {
    get { content.style.dashes }
    set {
      content.style.dashes = newValue
      markUncommitted()
    }
  }

  public final var lineDashPhase: Double {
    get { content.style.dashPhase }
    set {
      change(.lineDashPhase, unless: lineDashPhase == newValue) {
        content.style.dashPhase = newValue
      }
    }
  }
}
