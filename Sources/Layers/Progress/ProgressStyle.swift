import Animation
public import Geometry
public import Raster

/// How a progress layer looks: an interchangeable strategy. One style belongs to one layer.
///
/// A style may show something in two ways, or in both:
/// - It *draws*: `drawsContent` is true and `draw(_:in:into:)` records the layer's own content anew
///   for every progress that is presented.
/// - It has *layers*, which lie behind the other sublayers of the progress layer. `layOut(in:)`
///   places them, `show(_:)` gives them what follows from the presented values, and
///   `transition(to:animated:)` takes them from a known progress to an unknown one and back.
open class ProgressStyle {
  /// The style's own layers, from back to front.
  public final let layers: [Layer]
  /// The tint of layers that were not given one.
  public final var progressColor: Color { didSet { settingsDidChange() } }
  /// The track's colour in layers that were not given one; nil takes the tint.
  public final var trackColor: Color? { didSet { settingsDidChange() } }
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

  /// How long a change of progress takes.
  open var pace: ProgressPace { .distance }

  /// True if `draw(_:in:into:)` makes part of what is shown.
  open var drawsContent: Bool { false }

  /// Records what is shown, in the progress layer's own coordinates.
  open func draw(_ values: ProgressValues, in bounds: Rect, into drawing: inout Drawing) {}

  /// Places the style's layers in the presented bounds of the progress layer. Nothing animates.
  open func layOut(in bounds: Rect) {}

  /// Gives the style's layers what follows from the presented values. Nothing animates: the values
  /// are those of this very frame.
  open func show(_ values: ProgressValues) {}

  /// Takes the style's layers to an activity from any other, or begins it anew when the layer comes
  /// into a tree. What is set animates by its actions; if not `animated`, nothing does but what runs
  /// for ever.
  open func transition(to activity: ProgressActivity, animated: Bool) {}

  // MARK: Endless animations

  /// Key of the animations that run while the progress is not known, and of their return.
  static var endlessKey: String { "indeterminate" }

  /// Seconds in which what shows an unknown progress repeats itself.
  static var period: Double { 1.6 }

  /// True while an endless animation runs under a key.
  final func isEndless(_ layer: Layer, key: String) -> Bool {
    layer.animation(forKey: key)?.timing.repeatCount == .infinity
  }

  /// Ends an endless animation of a property: from what is presented it goes on to `rest`, which
  /// looks like the model's value and is that if left out.
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

  /// How many of `count` equal parts a progress in 0…1 completes: the segments that it lights, or its
  /// whole percents.
  public static func completeParts(of count: Int, at progress: Double) -> Int {
    // Not a number completes nothing.
    let exact = progress > 0 ? Double(count) * min(progress, 1) : 0
    let nearest = exact.rounded()
    // A third of twelve is four, whatever the last bit of the product.
    return Int(abs(exact - nearest) < 1e-9 ? nearest : exact.rounded(.down))
  }
}

/// How long a change of progress takes, and how it moves.
public enum ProgressPace: Equatable, Sendable {
  /// Updated, as many seconds as there are wholes on the way; set, as long as the transaction says.
  /// It eases in and out.
  case distance
  /// These seconds on every way, evenly.
  case even(seconds: Double)
}
