import Animation

/// An animation that was added to a layer.
struct RunningAnimation {
  let key: String
  var animation: Animation
  /// True if the layer had the animation when it came into its first tree.
  var isInitial = false
  /// True if it is shown unchanged even if motion is to be reduced.
  var isEssential = false
  /// True until the commit that sets the begin time.
  var isPending = true
  /// True if the begin time is that of the first commit, and not one of its own.
  let beginsWhenAdded: Bool
  /// Tree time of the presented value from which this animation continues, if it replaced one in
  /// motion. It begins at that time, so that a motion that is retargeted every frame still moves.
  var continuedFrom: Double?
  /// True from the first sample in the active time, or after it.
  var hasStarted = false
  /// True from the end of an animation that stays after its completion.
  var hasStopped = false
  /// True once it has left the layer, but its place is still to be closed.
  var hasLeft = false
  /// The phase of the last sample.
  var phase = MediaTiming.Phase.before
  var onStart: (() -> Void)?
  var onStop: ((_ finished: Bool) -> Void)?
  var completion: TransactionCompletion?
}

extension RunningAnimation {
  /// True if it is over, and the layer has still to remove or report it.
  var isToBeRetired: Bool {
    phase == .after && !isPending && (animation.isRemovedOnCompletion || !hasStopped)
  }
}
