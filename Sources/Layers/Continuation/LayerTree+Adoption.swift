public import Animation
import Geometry

/// Replacing a tree by one of the same layers in another size.
extension LayerTree {
  /// Continues everything that another tree does: its time, pauses, animations and particles.
  ///
  /// Animations that the layers came with are taken from this tree, so that their lengths fit its
  /// size; in animations that were added since, lengths are scaled with the layers. To be called
  /// before the tree's first advance, and without handlers of starts and stops.
  ///
  /// - Parameter restart: starts the transitions again that run in the other tree. The layers have
  ///   then been presented with their look before these transitions.
  public func adopt(_ former: LayerTree, restart: () -> Void = {}) {
    var pairs: [(layer: Layer, former: Layer)] = []
    LayerTree.pair(root, former.root, &pairs)
    for pair in pairs { pair.layer.adoptTiming(of: pair.former) }
    // The first commit lays layers out and starts endless animations.
    advance(to: former.time)
    restart()
    advance(to: former.time)
    for pair in pairs { pair.layer.adoptAnimations(of: pair.former) }
    advance(to: former.time)
    for pair in pairs {
      // A requested resume takes effect with the next frame.
      if pair.former.isResuming { pair.layer.resume() }
      pair.layer.adoptState(of: pair.former)
    }
    guard !emitters.isEmpty else { return }
    // Emitters come after the layers that set their properties.
    var layers: [ObjectIdentifier: Layer] = [:]
    for pair in pairs { layers[ObjectIdentifier(pair.former)] = pair.layer }
    var seen: Set<ObjectIdentifier> = []
    let continued = former.animating.compactMap { layers[ObjectIdentifier($0)] }
      .filter { $0.isListedAsAnimating }
    animating = (continued + animating).filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  /// Calls the functions that wait for the ends of animations and transactions.
  public func finishTurn() {
    for _ in 0..<2 {
      deliver()
      swap(&ready, &queued)
    }
  }

  private static func pair(
    _ layer: Layer, _ former: Layer, _ pairs: inout [(layer: Layer, former: Layer)]
  ) {
    guard layer.contentKind == former.contentKind else { return }
    pairs.append((layer, former))
    for (sublayer, other) in zip(layer.sublayers, former.sublayers) {
      pair(sublayer, other, &pairs)
    }
    if let mask = layer.mask, let other = former.mask { pair(mask, other, &pairs) }
  }
}

extension Layer {
  fileprivate final func adoptTiming(of former: Layer) {
    timing = former.timing
    speedBeforePause = former.speedBeforePause
  }

  /// Continues the animations of another layer on this one, from the same times on.
  fileprivate final func adoptAnimations(of former: Layer) {
    var taken = AnimationList()
    for other in former.animations {
      var running = other
      running.onStart = nil
      running.onStop = nil
      running.completion = nil
      let own = animations[other.key]?.animation
      if let own, other.isInitial || own.animates(where: { $0.isLength }) || own.isTransition {
        running.animation = own
        running.animation.timing = other.animation.timing
      } else if other.animation.isTransition {
        // The former look, which the transition would show, is gone.
        continue
      } else {
        running.animation = other.animation.mappingValues { scaled($1, of: $0, from: former) }
      }
      taken.append(running)
    }
    guard !taken.isEmpty || !animations.isEmpty else { return }
    animations = taken
    needsDisplay = true
    unsafe host?.markAnimating(self)
    markUncommitted()
  }

  /// Replaces the values of a running animation, whose time goes on.
  public final func replaceValues(ofAnimation key: String, by animation: Animation) {
    guard let index = animations.index(forKey: key) else { return }
    let timing = animations[index].animation.timing
    animations[index].animation = animation
    animations[index].animation.timing = timing
    markUncommitted()
  }

  /// A value of another layer's property, scaled to this layer's size.
  private final func scaled(
    _ value: AnimatableValue, of keyPath: AnimationKeyPath, from former: Layer
  ) -> AnimatableValue {
    let property = keyPath.property
    if let part = keyPath.part {
      guard part.isLength, partValue(of: part) != former.partValue(of: part) else {
        return value
      }
    } else {
      guard property.isLength, animatableValue(of: property) != former.animatableValue(of: property)
      else { return value }
    }
    let isPlace = property == .position || property == .bounds
    let size = (isPlace ? superlayer ?? self : self).bounds.size
    let formerSize = (isPlace ? former.superlayer ?? former : former).bounds.size
    let x = formerSize.width > 0 ? size.width / formerSize.width : 1
    let y = formerSize.height > 0 ? size.height / formerSize.height : 1
    switch value {
    case .scalar(let number):
      switch keyPath.component {
      case .x, .originX, .width, .sizeWidth: return .scalar(number * x)
      case .y, .originY, .height, .sizeHeight: return .scalar(number * y)
      default: return .scalar(number * min(x, y))
      }
    case .point(let point): return .point(Point(x: point.x * x, y: point.y * y))
    case .size(let size): return .size(Size(width: size.width * x, height: size.height * y))
    case .rect(let rect):
      return .rect(
        Rect(
          x: rect.minX * x, y: rect.minY * y, width: rect.width * x, height: rect.height * y))
    case .path(let path): return .path(path.transformed(by: .scale(x: x, y: y)))
    default: return value
    }
  }
}

extension Animation {
  fileprivate var isTransition: Bool {
    if case .transition = self { true } else { false }
  }
}

extension AnimatableProperty {
  /// True if its values are in points.
  fileprivate var isLength: Bool {
    switch self {
    case .position, .bounds, .cornerRadius, .borderWidth, .shadowRadius, .shadowOffset, .shadowPath,
      .backgroundBlur, .path, .lineWidth, .lineDashPhase, .fontSize, .emitterPosition, .emitterSize:
      true
    default: false
    }
  }
}
