import Animation

/// Replacing a tree by another one, for example when its scene was edited.
extension LayerTree {
  /// Continues from another tree: the time is the same, and layers of the same name in the same
  /// place start with the look of the former ones and change to their own in some seconds, or have
  /// their own look at once for a duration of 0.
  ///
  /// Their animations run as if this tree had been there from the beginning, or at the phase of an
  /// equal one of the other tree. Motions that were added since go on at the layers' own speed. A
  /// motion to a value leads to the layer's value here. No motion goes on in a layer whose time
  /// stands or runs back. New layers begin now. To be called before the tree's first advance, with
  /// a handler of stops set after it.
  public func migrate(from former: LayerTree, duration: Double) {
    var pairs: [(layer: Layer, former: Layer)] = []
    var fresh: [Layer] = []
    LayerTree.match(root, former.root, &pairs, &fresh)
    root.timing = former.root.timing
    for pair in pairs { pair.layer.adoptPause(of: pair.former) }
    let waiting = fresh.map { ($0, $0.animations) }
    for layer in fresh { layer.animations = AnimationList() }
    advance(to: 0)
    advance(to: former.time)
    for (layer, animations) in waiting where !animations.isEmpty {
      layer.animations = animations
      markAnimating(layer)
      markUncommitted(layer)
    }
    for pair in pairs {
      pair.layer.continueAnimations(of: pair.former)
      pair.layer.continueMotions(of: pair.former)
    }
    advance(to: former.time)
    for pair in pairs where duration > 0 && pair.layer.effectiveSpeed > 0 {
      pair.layer.approach(from: pair.former, duration: duration)
    }
    advance(to: former.time)
  }

  /// True for an animation that changes a layer from another tree's look to its own.
  public static func isMigration(_ key: String) -> Bool { key.hasPrefix(migrationPrefix) }

  static var migrationPrefix: String { "migration." }

  /// Pairs the layers of the same kind that have the same names on the way from the root, or the
  /// same indices where they have no names.
  private static func match(
    _ layer: Layer, _ former: Layer, _ pairs: inout [(layer: Layer, former: Layer)],
    _ fresh: inout [Layer]
  ) {
    pairs.append((layer, former))
    // By bytes: Swift compares strings by canonical equivalence, but such names are different.
    var formerByName: [[UInt8]: Layer] = [:]
    for sublayer in former.sublayers {
      guard let name = sublayer.name.map({ Array($0.utf8) }), formerByName[name] == nil else {
        continue
      }
      formerByName[name] = sublayer
    }
    for (index, sublayer) in layer.sublayers.enumerated() {
      var other: Layer?
      if let name = sublayer.name.map({ Array($0.utf8) }) {
        other = formerByName[name]
        formerByName[name] = nil
      } else if index < former.sublayers.count, former.sublayers[index].name == nil {
        other = former.sublayers[index]
      }
      if let other, other.contentKind == sublayer.contentKind {
        match(sublayer, other, &pairs, &fresh)
      } else {
        gather(sublayer, &fresh)
      }
    }
  }

  private static func gather(_ layer: Layer, _ layers: inout [Layer]) {
    layers.append(layer)
    for sublayer in layer.sublayers { gather(sublayer, &layers) }
  }
}

extension Layer {
  /// Stops at the same time as another layer, if that was paused.
  fileprivate final func adoptPause(of former: Layer) {
    guard former.speedBeforePause != nil, timing.speed != 0 || self === tree?.root else { return }
    timing = former.timing
    speedBeforePause = former.speedBeforePause
    if former.isResuming { resume() }
  }

  /// The offset between this layer's local time, in which begin times are given, and another
  /// layer's: the new scene may have changed it.
  private final func shift(from former: Layer) -> Double? {
    guard let time = tree?.time else { return nil }
    return localTime(atTreeTime: time) - former.localTime(atTreeTime: time)
  }

  /// Gives animations the phases of equal ones on another layer, except for those that have a
  /// begin time of their own.
  fileprivate final func continueAnimations(of former: Layer) {
    guard !animations.isEmpty, let shift = shift(from: former) else { return }
    for index in animations.indices
    where animations.holds(index) && animations[index].beginsWhenAdded {
      let running = animations[index]
      guard let other = former.animations[running.key], !other.isPending else { continue }
      var moved = running.animation
      moved.timing.beginTime = other.animation.timing.beginTime
      guard moved == other.animation else { continue }
      moved.timing.beginTime += shift
      // A begin time of 0 would mean now.
      if moved.timing.beginTime == 0 { moved.timing.beginTime = .leastNormalMagnitude }
      animations[index].animation = moved
      markUncommitted()
    }
  }

  /// Goes on with the animations that were added to another layer since it came into its tree: an
  /// animation of properties whose values here are the same, or one to the other layer's value,
  /// which becomes this layer's. A layer whose time stands now or runs back takes none unless its
  /// time is the same as the other layer's: such a motion would not end.
  fileprivate final func continueMotions(of former: Layer) {
    guard let shift = shift(from: former), shift == 0 || effectiveSpeed > 0 else { return }
    var taken: [RunningAnimation] = []
    for other in former.animations where !other.isInitial && !LayerTree.isMigration(other.key) {
      guard animations[other.key] == nil, let animation = continued(other.animation, of: former)
      else { continue }
      var running = other
      running.animation = animation
      running.onStart = nil
      running.onStop = nil
      running.completion = nil
      if !running.isPending { running.animation.timing.beginTime += shift }
      taken.append(running)
    }
    guard !taken.isEmpty else { return }
    for running in taken { animations.append(running) }
    needsDisplay = true
    unsafe host?.markAnimating(self)
    markUncommitted()
  }

  /// An animation of another layer as it goes on here; nil if it cannot.
  private final func continued(_ animation: Animation, of former: Layer) -> Animation? {
    switch animation {
    case .basic(var basic): return retarget(&basic, of: former) ? .basic(basic) : nil
    case .spring(var spring): return retarget(&spring.basic, of: former) ? .spring(spring) : nil
    case .transition: return nil
    case .keyframe, .group:
      let differs = animation.animates(keyPathWhere: {
        wholeValue(for: $0) != former.wholeValue(for: $0)
      })
      return differs ? nil : animation
    }
  }

  private final func retarget(_ animation: inout BasicAnimation, of former: Layer) -> Bool {
    let keyPath = animation.keyPath
    let (own, other) = (value(for: keyPath), former.value(for: keyPath))
    if own == other { return true }
    guard !animation.isAdditive, let own, animation.toValue == other, own.kind == other?.kind else {
      return false
    }
    animation.toValue = own
    return true
  }

  /// Starts with another layer's look and changes to this layer's own.
  fileprivate final func approach(from former: Layer, duration: Double) {
    guard let shown = presentation(), let other = former.presentation() else { return }
    var keyPaths = AnimatableProperty.allCases.map { AnimationKeyPath($0) }
    // Keys of an emitter's cells are left out: they count for particles that are yet to be born.
    for key in partKeys where key.list == .textParts { keyPaths.append(AnimationKeyPath(key)) }
    for keyPath in keyPaths {
      guard keyPath.property != .indeterminatePhase, keyPath.property != .indeterminateStrength,
        keyPath.property != .isHidden,
        let now = shown.wholeValue(for: keyPath),
        let before = other.wholeValue(for: keyPath), now.kind == before.kind, now != before
      else { continue }
      var animation = BasicAnimation(
        keyPath: keyPath, timing: MediaTiming(duration: duration),
        timingFunction: .easeInEaseOut)
      if let difference = now.difference(to: before) {
        animation.fromValue = difference
        animation.toValue = now.neutral
        animation.isAdditive = true
      } else if !animations.contains(where: { $0.animation.animates(keyPath.property) }) {
        animation.fromValue = before
      } else {
        continue
      }
      add(.basic(animation), forKey: LayerTree.migrationPrefix + keyPath.name)
    }
  }
}
