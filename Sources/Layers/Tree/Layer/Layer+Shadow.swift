import Animation
public import Geometry
public import Raster

/// The shadow that lies under a layer: the alpha of its background, contents, sublayers and border
/// taken together, blurred, in one colour.
///
/// The layer's opacity and its mask apply to the shadow with the rest. A layer that clips to its
/// bounds cuts its own shadow off there.
extension Layer {
  /// Black unless set; nil casts none.
  public final var shadowColor: Color? {
    get { values.shadow.color }
    set {
      change(.shadowColor, unless: shadowColor == newValue) { values.shadow.color = newValue }
    }
  }

  /// Multiplies the colour's alpha, 0…1. At 0, as at first, there is no shadow.
  public final var shadowOpacity: Double {
    get { values.shadow.opacity }
    set {
      change(.shadowOpacity, unless: shadowOpacity == newValue) {
        values.shadow.opacity = newValue
      }
    }
  }

  /// Half of the distance by which the shadow extends beyond its source, in points of the layer's
  /// own coordinates.
  public final var shadowRadius: Double {
    get { values.shadow.radius }
    set {
      change(.shadowRadius, unless: shadowRadius == newValue) { values.shadow.radius = newValue }
    }
  }

  /// The displacement of the shadow from the layer, in the layer's own coordinates.
  public final var shadowOffset: Size {
    get { values.shadow.offset }
    set {
      change(.shadowOffset, unless: shadowOffset == newValue) { values.shadow.offset = newValue }
    }
  }

  /// The filled path that casts the shadow instead of the layer, in the layer's own coordinates.
  /// Setting it never animates; an explicit animation can.
  public final var shadowPath: Path? {
    get { values.shadow.path }
    set { change(.shadowPath, unless: shadowPath == newValue) { values.shadow.path = newValue } }
  }
}
