import Animation
import Geometry
import Raster

/// The properties that every layer has, in the model or in the presentation.
struct LayerValues: Equatable {
  var position = Point.zero
  var bounds = Rect.zero
  var anchorPoint = Point(x: 0.5, y: 0.5)
  var zPosition = 0.0
  @Rare private var ownTransform: Transform3D? = nil
  @Rare private var ownSublayerTransform: Transform3D? = nil
  var opacity = 1.0
  var isHidden = false
  var isCollapsed = false
  var masksToBounds = false
  var isDoubleSided = true
  var blendMode = BlendMode.normal
  var isolatesBlending = false
  var maskMode = MaskMode.alpha
  var backgroundColor: Color?
  var cornerRadius = 0.0
  var maskedCorners = CornerMask.all
  var cornerCurve = CornerCurve.circular
  var borderWidth = 0.0
  var borderColor: Color? = .black
  var contentsScale = 1.0
  /// Nil for none.
  @Rare var backgroundBlur: Double? = nil
  @Rare private var ownShadow: ShadowValues? = nil
  /// The properties of custom layers.
  var custom: [AnimatableProperty: AnimatableValue] = [:]

  var transform: Transform3D {
    get { ownTransform ?? .identity }
    set { ownTransform = newValue == .identity ? nil : newValue }
  }

  var sublayerTransform: Transform3D {
    get { ownSublayerTransform ?? .identity }
    set { ownSublayerTransform = newValue == .identity ? nil : newValue }
  }

  var shadow: ShadowValues {
    get { ownShadow ?? ShadowValues() }
    set { ownShadow = newValue == ShadowValues() ? nil : newValue }
  }

  func changes(since old: LayerValues) -> LayerChanges {
    var changes: LayerChanges = []
    if position != old.position || bounds != old.bounds || transform != old.transform
      || anchorPoint != old.anchorPoint || zPosition != old.zPosition
      || sublayerTransform != old.sublayerTransform
    {
      changes.insert(.geometry)
    }
    if opacity != old.opacity || isHidden != old.isHidden || masksToBounds != old.masksToBounds
      || blendMode != old.blendMode || isolatesBlending != old.isolatesBlending
      || maskMode != old.maskMode || isDoubleSided != old.isDoubleSided
    {
      changes.insert(.compositing)
    }
    if backgroundColor != old.backgroundColor || cornerRadius != old.cornerRadius
      || borderWidth != old.borderWidth || borderColor != old.borderColor
      || maskedCorners != old.maskedCorners || cornerCurve != old.cornerCurve
      || backgroundBlur != old.backgroundBlur
    {
      changes.insert(.decoration)
    }
    if contentsScale != old.contentsScale { changes.insert(.content) }
    if _ownShadow != old._ownShadow { changes.insert(.shadow) }
    return changes
  }
}

/// The values of a layer and of its presentation, as long as no animation changes them. A layer
/// makes a copy before it changes values that another layer shares.
///
/// Values are read by `get` and not by `_read`: where a `_read` is not inlined, the compiler (Swift
/// 6.3) reads parts of a value of this size after the coroutine that yielded it has ended, when its
/// memory is freed. Each kind has a class of its own for its values: with a generic one for all,
/// the same compiler crashes in the Embedded build.
final class SharedLayerValues {
  var values: LayerValues

  init(_ values: LayerValues) { self.values = values }
}
