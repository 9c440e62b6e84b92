import Animation
public import Geometry
public import Raster

/// The look of a progress layer: an interchangeable strategy. One style belongs to one layer.
///
/// A style may show something in two ways, or in both:
/// - It *draws*: `drawsContent` is true and `draw(_:in:into:)` records the layer's own content for
///   every progress that is presented.
/// - It has *layers*, which lie behind the other sublayers of the progress layer. `layOut(in:)`
///   places them, `show(_:)` updates them from the presented values, and `transition(to:animated:)`
///   takes them from a known progress to an unknown one and back.
open class ProgressStyle {
  /// The style's own layers, from back to front.
  public final let layers: [Layer]
  /// The tint of layers that have none of their own.
  public final var progressColor: Color { didSet { settingsDidChange() } }
  /// The track's colour of layers that have none of their own; nil takes the tint.
  public final var trackColor: Color? { didSet { settingsDidChange() } }
  /// Called with the style and the presented size of its layer before `layOut(in:)`, to adapt the
  /// lengths that are relative to that size. The function must not keep the style or its layer, and
  /// must set only values that change.
  public final var sizeHandler: ((ProgressStyle, Size) -> Void)?
  unowned(unsafe) final var owner: ProgressLayer?

  public init(layers: [Layer] = [], progressColor: Color, trackColor: Color? = nil) {
    self.layers = layers
    self.progressColor = progressColor
    self.trackColor = trackColor
  }

  /// The layer that has the style.
  public final var layer: ProgressLayer? { unsafe owner }

  /// To be called when something changes that `layOut(in:)`, `show(_:)` or drawing depends on.
  public final func settingsDidChange() { layer?.styleDidChange() }

  // MARK: Overridable

  /// The duration of a change of progress.
  open var pace: ProgressPace { .distance }

  /// True if the style draws with `draw(_:in:into:)`.
  open var drawsContent: Bool { false }

  /// Records the style's drawing in the progress layer's own coordinates.
  open func draw(_ values: ProgressValues, in bounds: Rect, into drawing: inout Drawing) {}

  /// Places the style's layers in the presented bounds of the progress layer. Nothing animates.
  open func layOut(in bounds: Rect) {}

  /// Updates the style's layers from the presented values, which are those of this very frame.
  /// Nothing animates.
  open func show(_ values: ProgressValues) {}

  /// Takes the style's layers to an activity from any other, or starts it when the layer comes into
  /// a tree. Changes animate by the layers' actions; if not `animated`, only endless animations
  /// run.
  open func transition(to activity: ProgressActivity, animated: Bool) {}

  /// Shows the state of the job in texts. Called after a transition, and when the phase or the
  /// remaining time changes.
  open func show(_ job: JobState) {}

  // MARK: Endless animations

  /// Key of the animations that run while the progress is not known, and of their return.
  static var endlessKey: String { "indeterminate" }

  /// The period in seconds of motions that show an unknown progress.
  static var period: Double { 1.6 }

  /// The time in seconds in which the drawing of an unknown progress gives way to that of a known
  /// one.
  static var fadeDuration: Double { 0.25 }

  /// True while an endless animation runs under a key.
  final func isEndless(_ layer: Layer, key: String) -> Bool {
    layer.animation(forKey: key)?.timing.repeatCount == .infinity
  }

  /// Ends an endless animation of a property: it moves on from its presented value to `rest`, which
  /// has to look like the model's value; nil stands for the model's value itself.
  final func end(
    _ keyPath: AnimationKeyPath, of layer: Layer, key: String, at rest: AnimatableValue? = nil,
    in duration: Double, animated: Bool
  ) {
    guard animated else { return layer.removeAnimation(forKey: key) }
    guard isEndless(layer, key: key) else { return }
    guard duration > 0, let rest = rest ?? layer.value(for: keyPath),
      let presented = layer.presentation()?.value(for: keyPath), presented != rest
    else { return layer.removeAnimation(forKey: key) }
    layer.add(
      .basic(
        BasicAnimation(
          keyPath: keyPath, from: presented, to: rest, timing: MediaTiming(duration: duration),
          timingFunction: .linear)),
      forKey: key)
  }
}

/// The duration of a change of progress, and its pace.
public enum ProgressPace: Equatable, Sendable {
  /// Seconds in proportion to the distance, 1 s for all of it, when updated; the transaction's
  /// duration when set. It eases in and out.
  case distance
  /// An even speed that takes this number of seconds for every distance.
  case even(seconds: Double)
}
