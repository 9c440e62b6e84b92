import Animation
import Geometry

/// The greatest values that a layer's properties take, by themselves, by animations and by
/// controls.
struct LayerExtremes {
  /// Factors of the layer's transform across and down.
  var scale: Vector
  /// True if animations or controls scale the layer, its sublayers or a replicator's instances:
  /// they may be smaller than by the greatest factors.
  private(set) var isScaled = false
  /// True if the layer may be drawn before layers that precede it in the file, or after layers that
  /// follow it.
  private(set) var isReordered = false
  var size: Size
  var lineWidth = 0.0
  var fontSize = 0.0
  var shadowRadius: Double
  var instanceCount = 0.0
  var instanceScale = 0.0
  /// A factor of the size of particles.
  var particleScale = 1.0
  /// Factors of an emitter's births and lifetimes, where they change.
  var birthRate = 0.0
  var lifetime = 0.0
  /// Values of an emitter's cells, where they change.
  private(set) var cells: [(key: EmitterCellKey, value: Double)] = []
  var hasShadow = false
  var hasBackgroundBlur = false
  var hasBorder = false
  var hasColor = false
  var isFaded = false
  /// The paths to which the layer's own path changes.
  var paths: [PathDescription] = []
  private(set) var animationCount = 0
  /// Depth of the layer itself and of the space of its sublayers.
  private(set) var depth: DepthExtent

  private let inner: LengthContext
  private let outer: LengthContext

  /// - Parameter motions: animations that controls add to the layer's own.
  init(
    of layer: LayerDescription, size: Size, drives: [DriveDescription],
    motions: [AnimationDescription] = [], inner: LengthContext, outer: LengthContext
  ) {
    (self.inner, self.outer, self.size) = (inner, outer, size)
    scale = layer.transform.greatestScale
    depth = DepthExtent(layer.transform, zPosition: layer.zPosition, inner)
    isReordered = layer.zPosition != 0 || layer.transform.hasDepth
    shadowRadius = layer.compositing.shadowRadius.map { inner.side($0) } ?? 3
    hasBackgroundBlur = layer.compositing.backgroundBlur != nil
    for animation in layer.animations + motions { add(animation) }
    for drive in drives {
      for value in drive.values { add(value, for: drive.keyPath, times: 1) }
    }
  }

  private mutating func add(_ animation: AnimationDescription) {
    animationCount += 1
    // Values that add up: one cycle on top of the other, or on top of the layer's own value.
    let cycles = animation.isCumulative ? min(max(animation.timing.repeatCount, 1), 1000) : 1
    let factor = animation.isAdditive ? cycles + 1 : cycles
    switch animation.motion {
    case .basic(let keyPath, let ends): add(ends, for: keyPath, times: factor)
    // A spring may overshoot its end by the same distance again.
    case .spring(let keyPath, let ends, _): add(ends, for: keyPath, times: 2 * factor)
    case .keyframes(let keyPath, let keyframes):
      for value in keyframes.values { add(value, for: keyPath, times: factor) }
    case .group(let parts): for part in parts { add(part) }
    }
  }

  private mutating func add(_ ends: EndsDescription, for keyPath: AnimationKeyPath, times: Double) {
    for value in [ends.from, ends.to, ends.by] {
      if let value { add(value, for: keyPath, times: ends.by == nil ? times : times + 1) }
    }
  }

  private mutating func add(
    _ value: ValueDescription, for keyPath: AnimationKeyPath, times factor: Double
  ) {
    let resolved = value.resolved(inner: inner, outer: outer)
    var number = 0.0
    if case .scalar(let scalar) = resolved {
      number = abs(scalar) * factor
      depth.add(keyPath, scalar * factor)
    }
    if case .cell(let cell)? = keyPath.part { return cells.append((cell, number)) }
    note(keyPath, value)
    switch (keyPath.property, keyPath.component) {
    case (.transform, .scale):
      scale = Vector(dx: max(scale.dx, number), dy: max(scale.dy, number))
    case (.transform, .scaleX): scale.dx = max(scale.dx, number)
    case (.transform, .scaleY): scale.dy = max(scale.dy, number)
    case (.transform, .whole), (.sublayerTransform, .whole):
      guard case .transform(let transform) = value else { return }
      depth.add(transform, times: factor, inner)
      let greatest = transform.greatestScale
      scale = Vector(
        dx: max(scale.dx, greatest.dx * factor), dy: max(scale.dy, greatest.dy * factor))
    case (.sublayerTransform, .scale), (.sublayerTransform, .scaleX),
      (.sublayerTransform, .scaleY):
      scale = Vector(dx: max(scale.dx, number), dy: max(scale.dy, number))
    case (.bounds, _): grow(resolved, keyPath.component, number, factor)
    case (.lineWidth, _): lineWidth = max(lineWidth, number)
    case (.fontSize, _): fontSize = max(fontSize, number)
    case (.shadowRadius, _): shadowRadius = max(shadowRadius, number)
    case (.backgroundBlur, _): hasBackgroundBlur = true
    case (.shadowOpacity, _): hasShadow = hasShadow || number > 0
    case (.borderWidth, _): hasBorder = true
    case (.backgroundColor, _), (.fillColor, _), (.strokeColor, _), (.instanceColor, _),
      (.instanceAlphaOffset, _):
      hasColor = true
    case (.opacity, _): isFaded = true
    case (.instanceCount, _): instanceCount = max(instanceCount, number)
    case (.instanceTransform, .whole):
      guard case .transform(let transform) = value else { return }
      instanceScale = max(instanceScale, transform.greatestScale.longest * factor)
    case (.instanceTransform, .scale), (.instanceTransform, .scaleX),
      (.instanceTransform, .scaleY):
      instanceScale = max(instanceScale, number)
    case (.scale, _): particleScale = max(particleScale, number)
    case (.birthRate, _): birthRate = max(birthRate, number)
    case (.lifetime, _): lifetime = max(lifetime, number)
    case (.path, _), (.shadowPath, _):
      if case .path(let path) = value { paths.append(path) }
    default: break
    }
  }

  /// Notes that a key path scales the layer, or may move it before or behind another.
  private mutating func note(_ keyPath: AnimationKeyPath, _ value: ValueDescription) {
    switch (keyPath.property, keyPath.component) {
    case (.transform, .scale), (.transform, .scaleX), (.transform, .scaleY), (.transform, .whole),
      (.sublayerTransform, .scale), (.sublayerTransform, .scaleX), (.sublayerTransform, .scaleY),
      (.sublayerTransform, .whole), (.instanceTransform, .scale), (.instanceTransform, .scaleX),
      (.instanceTransform, .scaleY), (.instanceTransform, .whole):
      isScaled = true
    default: break
    }
    switch (keyPath.property, keyPath.component) {
    case (.zPosition, _), (.transform, .translationZ), (.transform, .rotationX),
      (.transform, .rotationY):
      isReordered = true
    case (.transform, .whole):
      if case .transform(let transform) = value {
        isReordered = isReordered || transform.hasDepth
      }
    default: break
    }
  }

  private mutating func grow(
    _ value: AnimatableValue, _ component: AnimationKeyPath.Component, _ number: Double,
    _ factor: Double
  ) {
    switch (value, component) {
    case (.size(let other), _): grow(other, factor)
    case (.rect(let rect), _): grow(rect.size, factor)
    case (.scalar, .sizeWidth): size.width = max(size.width, number)
    case (.scalar, .sizeHeight): size.height = max(size.height, number)
    default: break
    }
  }

  private mutating func grow(_ other: Size, _ factor: Double) {
    size.width = max(size.width, abs(other.width) * factor)
    size.height = max(size.height, abs(other.height) * factor)
  }
}

extension TransformDescription {
  /// True if it may bring a layer out of its superlayer's plane.
  fileprivate var hasDepth: Bool {
    translation.count > 2 || rotation.dx != 0 || rotation.dy != 0
  }

  /// The greatest factors of size across and down.
  var greatestScale: Vector {
    let (dx, dy) = (abs(scale.dx), abs(scale.dy))
    // If it is rotated, each side may lie along the other axis.
    guard rotation.dz != 0 else { return Vector(dx: dx, dy: dy) }
    return Vector(dx: max(dx, dy), dy: max(dx, dy))
  }
}

extension Vector {
  var longest: Double { max(dx, dy) }
}
