public import Animation
import Geometry
import Raster

/// A style made of any layers: the progress drives some of their properties, the tint colours
/// some, and while the progress is not known some change and move.
public final class LayeredProgressStyle: ProgressStyle {
  /// A colour that follows the tint with the alpha that it has at first.
  public struct Tinted {
    public let layer: Layer
    public let property: AnimatableProperty
    let original: Color

    /// Nil if the layer has no such colour.
    public init?(layer: Layer, property: AnimatableProperty) {
      guard case .color(let color)? = layer.animatableValue(of: property) else { return nil }
      self.layer = layer
      self.property = property
      original = Color(color)
    }
  }

  /// What a property is while the progress is not known.
  public struct Change {
    public let layer: Layer
    public let keyPath: AnimationKeyPath
    public let value: AnimatableValue

    public init(layer: Layer, keyPath: AnimationKeyPath, value: AnimatableValue) {
      self.layer = layer
      self.keyPath = keyPath
      self.value = value
    }
  }

  /// What moves while the progress is not known.
  public struct Motion {
    public let layer: Layer
    public let animation: Animation

    public init(layer: Layer, animation: Animation) {
      self.layer = layer
      self.animation = animation
    }
  }

  private let drives: [DrivenProperty]
  private let tinted: [Tinted]
  private let changes: [Change]
  /// The values of `changes` while the progress is known.
  private let knownValues: [AnimatableValue?]
  private let motions: [Motion]
  private var shownProgress = 0.0
  private var isUnknown = false

  /// - Parameters:
  ///   - layers: from back to front, laid out.
  ///   - tinted: keep the colours that they have until the progress layer is given another tint than
  ///     the first one's.
  public init(
    layers: [Layer], drives: [DrivenProperty], tinted: [Tinted] = [], changes: [Change] = [],
    motions: [Motion] = []
  ) {
    self.drives = drives
    self.tinted = tinted
    self.changes = changes
    self.motions = motions
    knownValues = changes.map { $0.layer.value(for: $0.keyPath) }
    super.init(layers: layers, progressColor: tinted.first?.original ?? .progressBlue)
  }

  public override func show(_ values: ProgressValues) {
    shownProgress = values.progress
    for drive in drives where !isUnknown || !isChanged(drive) {
      drive.layer.setValue(drive.value(at: shownProgress), for: drive.keyPath)
    }
    for item in tinted {
      var color = item.original
      if values.progressColor != progressColor {
        color = values.progressColor
        color.alpha *= item.original.alpha
      }
      item.layer.setValue(AnimatableValue(color), for: AnimationKeyPath(item.property))
    }
  }

  public override func transition(to activity: ProgressActivity, animated: Bool) {
    isUnknown = activity != .known
    for (change, known) in zip(changes, knownValues) {
      let driven = drives.last { $0.layer === change.layer && $0.keyPath == change.keyPath }
      let value = isUnknown ? change.value : driven?.value(at: shownProgress) ?? known
      guard let value else { continue }
      change.layer.setValue(value, for: change.keyPath)
    }
    for (index, motion) in motions.enumerated() {
      let key = ProgressStyle.endlessKey + "#\(index)"
      if activity != .unknown {
        settle(motion, key, animated: animated)
      } else if motion.layer.animation(forKey: key) == nil {
        motion.layer.add(motion.animation, forKey: key)
      }
    }
  }

  private func isChanged(_ drive: DrivenProperty) -> Bool {
    changes.contains { $0.layer === drive.layer && $0.keyPath == drive.keyPath }
  }

  /// Ends a motion: what it moved goes back from where it is presented, a turning layer the shorter
  /// way. A group of motions ends at once.
  private func settle(_ motion: Motion, _ key: String, animated: Bool) {
    let layer = motion.layer
    guard layer.animation(forKey: key) != nil else { return }
    let start = motion.animation.keyPath.flatMap { layer.presentation()?.value(for: $0) }
    layer.removeAnimation(forKey: key)
    guard animated, let keyPath = motion.animation.keyPath, let start,
      var rest = layer.value(for: keyPath), start != rest
    else { return }
    if keyPath == .rotation, case (.scalar(let from), .scalar(let to)) = (start, rest) {
      rest = .scalar(to - ((to - from) / (2 * .pi)).rounded() * 2 * .pi)
    }
    layer.add(
      .basic(
        BasicAnimation(keyPath: keyPath, from: start, to: rest, timingFunction: .easeInEaseOut)),
      forKey: keyPath.name)
  }
}

extension Animation {
  /// What the animation moves; nil for a group and a transition.
  fileprivate var keyPath: AnimationKeyPath? {
    switch self {
    case .basic(let animation): animation.keyPath
    case .spring(let animation): animation.basic.keyPath
    case .keyframe(let animation): animation.keyPath
    case .group, .transition: nil
    }
  }
}
