import Animation

extension Layer {
  /// The layer's own time at a tree's, through the timing of all superlayers and its own.
  public final func localTime(atTreeTime time: Double) -> Double {
    timing.localTime(
      atParentTime: superlayer.map { $0.localTime(atTreeTime: time) - $0.sublayerDelay } ?? time)
  }

  /// The layer's own time in the last of its instances under the replicators above it.
  final func lastInstanceTime(atTreeTime time: Double) -> Double {
    timing.localTime(
      atParentTime: superlayer.map {
        $0.lastInstanceTime(atTreeTime: time) - $0.longestInstanceDelay
      } ?? time)
  }

  /// The tree time at a time of the layer; nil where a speed of 0 stops it.
  public final func treeTime(atLocalTime time: Double) -> Double? {
    guard let time = timing.parentTime(atLocalTime: time) else { return nil }
    guard let superlayer else { return time }
    return superlayer.treeTime(atLocalTime: time)
  }

  /// The tree time at which the last of its instances is at a time of the layer; nil where a speed
  /// of 0 stops it.
  final func lastTreeTime(atLocalTime time: Double) -> Double? {
    guard let time = timing.parentTime(atLocalTime: time) else { return nil }
    guard let superlayer else { return time }
    return superlayer.lastTreeTime(atLocalTime: time + superlayer.longestInstanceDelay)
  }

  /// Seconds of the layer's time that pass in one of the tree's.
  public final var effectiveSpeed: Double {
    var speed = timing.speed
    var layer = superlayer
    while let current = layer {
      speed *= current.timing.speed
      layer = current.superlayer
    }
    return speed
  }

  /// The error of a frame's time that is tolerated, in seconds of the layer's time.
  final var frameRounding: Double { abs(MediaTiming.frameRounding * effectiveSpeed) }

  public final var speed: Double {
    get { timing.speed }
    set { timing.speed = newValue }
  }

  public final var timeOffset: Double {
    get { timing.timeOffset }
    set { timing.timeOffset = newValue }
  }

  public final var beginTime: Double {
    get { timing.beginTime }
    set { timing.beginTime = newValue }
  }

  /// True if the layer's own speed is 0 and it is not about to resume.
  public final var isPaused: Bool { timing.speed == 0 && !isResuming }

  /// Stops the animations of the layer and of all layers below it at their presented values.
  public final func pause() {
    isResuming = false
    guard timing.speed != 0 else { return }
    speedBeforePause = timing.speed
    let now = localTime(atTreeTime: tree?.time ?? 0)
    timing.speed = 0
    timing.timeOffset = now
  }

  /// Continues from where `pause()` stopped, without a jump. Takes effect with the next commit,
  /// since a tree at rest has not followed the time.
  public final func resume() {
    guard timing.speed == 0 else { return }
    isResuming = true
    markUncommitted()
  }

  final func resumeIfAsked(at treeTime: Double) {
    guard isResuming else { return }
    isResuming = false
    guard timing.speed == 0 else { return }
    let parentTime = superlayer?.localTime(atTreeTime: treeTime) ?? treeTime
    var resumed = timing
    let speed = speedBeforePause ?? 1
    resumed.speed = speed
    resumed.beginTime = parentTime - timing.timeOffset / speed
    resumed.timeOffset = 0
    timing = resumed
    speedBeforePause = nil
  }
}
