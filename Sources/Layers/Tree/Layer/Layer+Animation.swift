public import Animation

extension Layer {
  /// Adds a copy of an animation, which begins with the next commit unless it has a begin time.
  ///
  /// It replaces one with the same key; a transition's key is always `transition`. A duration of 0
  /// becomes the transaction's, and a missing timing function does, too. An essential animation is
  /// shown unchanged even if motion is to be reduced.
  ///
  /// The functions correspond to the methods of Core Animation's delegate. `onStart`, for
  /// `animationDidStart`, is called one turn after the commit in which the animation's active time
  /// began; `onStop`, for `animationDidStop(finished:)`, one turn after it ended (`true`), or was
  /// removed or replaced or left the tree (`false`). Each is called once, a start before its stop.
  /// An animation that is removed before its active time is only reported as stopped. Changes that
  /// the functions make belong to the turn in which they are called.
  public final func add(
    _ animation: Animation, forKey key: String, isEssential: Bool = false,
    onStart: (() -> Void)? = nil,
    onStop: ((_ finished: Bool) -> Void)? = nil
  ) {
    var key = key
    if case .transition = animation { key = Transition.key }
    let tree = unsafe host
    let transaction = tree?.transaction ?? Transaction()
    var running = RunningAnimation(
      key: key, animation: animation, beginsWhenAdded: animation.timing.beginTime == 0)
    running.isEssential = isEssential
    running.isInitial = tree == nil
    running.onStart = onStart
    running.onStop = onStop
    if animation.timing.duration <= 0 { running.animation.timing.duration = transaction.duration }
    if animation.timingFunction == nil {
      running.animation.timingFunction = transaction.timingFunction
    }
    if isCommitted, let presented {
      running.animation = running.animation.starting(fromPresented: { presented.value(for: $0) })
    }
    running.continuedFrom = momentOfMotion(forKey: key)
    if let former = animations.remove(forKey: key) { drop(former) }
    running.completion = tree?.currentCompletion
    running.completion?.enter()
    animations.append(running)
    unsafe host?.markAnimating(self)
    markUncommitted()
  }

  /// Removes an animation: from the next commit on the model's value is shown.
  public final func removeAnimation(forKey key: String) {
    guard let removed = animations.remove(forKey: key) else { return }
    drop(removed)
    markUncommitted()
  }

  /// Removes all animations, as `removeAnimation(forKey:)` removes one.
  public final func removeAllAnimations() {
    let removed = animations
    animations = AnimationList()
    for animation in removed { drop(animation) }
    if !removed.isEmpty { markUncommitted() }
  }

  /// The keys of the animations in the order in which they are applied.
  public final var animationKeys: [String] { animations.map { $0.key } }

  /// The animation under a key, with the values that the layer filled in.
  public final func animation(forKey key: String) -> Animation? {
    animations[key]?.animation
  }

  /// The tree time at which an animation is over in all instances, by the present speeds of its
  /// layers; nil if there is none, and infinite if it has not begun yet, stands still, runs back or
  /// has no end.
  final func endOfAnimation(forKey key: String) -> Double? {
    guard let running = animations[key] else { return nil }
    guard !running.isPending, effectiveSpeed > 0, let end = running.animation.timing.activeEnd
    else { return .infinity }
    return lastTreeTime(atLocalTime: end) ?? .infinity
  }

  /// Applies the animations, in order, to a presentation that has the model's values.
  final func applyAnimations(to presentation: Layer) {
    guard !animations.isEmpty, let tree = unsafe host else { return }
    let time = localTime(atTreeTime: tree.time)
    let rounding = frameRounding
    for index in animations.indices
    where animations.holds(index) && !animations[index].isPending {
      let animation = animations[index].animation
      var position = animation.timing.position(atParentTime: time, rounding: rounding)
      if position.phase == .active, let rate = frameRate(of: animation) {
        // Between its own frames the animation keeps its value, but it starts and ends at its exact
        // times.
        let moment = animation.timing.frameTime(at: time, rate: rate, rounding: halfFrame)
        let earlier = animation.timing.position(atParentTime: moment, rounding: rounding)
        if earlier.phase == .active { position = earlier }
      }
      if !tree.isPresentingInstances {
        if position.phase != .before { reportStart(ofAnimationAt: index, to: tree) }
        animations[index].phase =
          tree.hasReplicators && position.phase == .after
          ? lastPhase(of: animation, tree, rounding: rounding) : position.phase
        if animation.animates(where: { needsDisplay(forKey: $0) }) { needsDisplay = true }
      }
      // An animation that is about to be removed is no longer applied: its last value would stay.
      guard position.isVisible, position.phase != .after || !animation.isRemovedOnCompletion
      else { continue }
      if showsCalmly(animations[index]) {
        animation.forEachCalmChange(at: position) { presentation.apply($1, to: $0) }
      } else {
        animation.forEachChange(at: position) { presentation.apply($1, to: $0) }
      }
    }
  }

  /// The frames of an animation in a second of this layer's time, if they are fewer than the
  /// display's.
  final func frameRate(of animation: Animation) -> Double? {
    guard let range = animation.timing.preferredFrameRateRange, let tree = unsafe host,
      let rate = range.rate(on: tree.refreshRate)
    else { return nil }
    return rate / frameSpeed
  }

  /// Half of a frame of the display in this layer's time: frames of the display may come a little
  /// early.
  final var halfFrame: Double {
    guard let tree = unsafe host, tree.refreshRate.isFinite else { return frameRounding }
    return 0.5 / tree.refreshRate * frameSpeed
  }

  /// Seconds of this layer in a second of the display, as long as its time does not stand still.
  private final var frameSpeed: Double {
    let speed = abs(effectiveSpeed)
    return speed > 0 ? speed : 1
  }

  /// The phase of an animation that is over in the first instance: it is over only once the last
  /// instance has ended it.
  private final func lastPhase(
    of animation: Animation, _ tree: LayerTree, rounding: Double
  ) -> MediaTiming.Phase {
    let last = lastInstanceTime(atTreeTime: tree.time)
    let position = animation.timing.position(atParentTime: last, rounding: rounding)
    return position.phase == .after ? .after : .active
  }

  /// Reports, once, that an animation's active time has begun.
  private final func reportStart(ofAnimationAt index: Int, to tree: LayerTree) {
    guard !animations[index].hasStarted else { return }
    animations[index].hasStarted = true
    let onStart = animations[index].onStart
    if onStart != nil || tree.onAnimationStart != nil {
      tree.enqueue(.started(self, animations[index].key, onStart))
    }
  }

  private final func apply(
    _ change: (AnimatableValue) -> AnimatableValue, to keyPath: AnimationKeyPath
  ) {
    guard let whole = wholeValue(for: keyPath),
      let current = whole.component(keyPath.component),
      let new = whole.replacing(keyPath.component, with: change(current))
    else { return }
    if let part = keyPath.part {
      _ = storePartValue(new, of: part)
    } else {
      storeAnimatableValue(new, of: keyPath.property)
    }
  }

  /// Sets when the layer next changes without an animation, as of its last presentation: a time of
  /// its own, −∞ for all the time, nil for never.
  final func expectOwnChange(at time: Double?) {
    ownChange = time
    if time != nil { unsafe host?.markAnimating(self) }
  }

  /// True if the layer is invisible, because of itself or of a layer above it, and no animation
  /// that runs there may change that.
  final var staysUnseen: Bool {
    var layer: Layer? = self
    while let current = layer {
      // During a transition the former look may be visible although the layer is not.
      if current.transition == nil, let shown = current.presented?.values {
        if shown.isHidden && !current.isAnimating(.isHidden) { return true }
        if !(shown.opacity > 0) && !current.isAnimating(.opacity) { return true }
      }
      layer = current.superlayer
    }
    return false
  }

  private final func isAnimating(_ property: AnimatableProperty) -> Bool {
    animations.contains { $0.phase == .active && $0.animation.animates(property) }
  }

  /// Sets the begin time of pending animations to the layer's present time.
  final func beginPendingAnimations(_ tree: LayerTree) {
    for index in animations.indices where animations.holds(index) && animations[index].isPending {
      animations[index].isPending = false
      if animations[index].animation.timing.beginTime == 0 {
        let moment = animations[index].continuedFrom ?? tree.time
        animations[index].animation.timing.beginTime = localTime(atTreeTime: moment)
      }
      if case .transition(var transition) = animations[index].animation {
        if showsCalmly(animations[index]) { transition.style = .fade }
        beginTransition(transition, in: tree)
      }
    }
  }

  /// Removes the animations that are over, and reports those that end but stay.
  final func retireFinishedAnimations() {
    guard animations.contains(where: { $0.isToBeRetired }) else { return }
    for index in animations.indices
    where animations.holds(index) && animations[index].isToBeRetired {
      end(animations[index], finished: true)
      if animations[index].animation.isRemovedOnCompletion {
        animations.leave(at: index)
      } else {
        animations[index].hasStopped = true
        animations[index].onStop = nil
        animations[index].completion = nil
      }
    }
    animations.closeGaps()
  }

  private final func end(_ animation: RunningAnimation, finished: Bool) {
    guard !animation.hasStopped, let tree = unsafe host else { return }
    tree.enqueue(.stopped(self, animation.key, finished, animation.onStop))
    tree.leave(animation.completion)
  }

  /// Ends all animations of a layer that has left a tree.
  final func dropAnimations(reportingTo tree: LayerTree) {
    endTransition(in: tree)
    let dropped = animations
    animations = AnimationList()
    for animation in dropped where !animation.hasStopped {
      tree.enqueue(.stopped(self, animation.key, false, animation.onStop))
      tree.leave(animation.completion)
    }
  }

  /// Ends an animation that was removed or replaced. Its last value is not shown any more.
  private final func drop(_ removed: RunningAnimation) {
    if removed.animation.animates(where: { needsDisplay(forKey: $0) }) { needsDisplay = true }
    end(removed, finished: false)
  }

  /// The tree time of the last sample, if the animation under a key was then in motion.
  private final func momentOfMotion(forKey key: String) -> Double? {
    guard let tree = unsafe host, let former = animations[key] else { return nil }
    if former.isPending { return former.continuedFrom }
    return former.phase == .active ? tree.time : nil
  }
}
