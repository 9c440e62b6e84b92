import Animation

/// An animation that was added to a layer.
struct RunningAnimation {
  let key: String
  var animation: Animation
  /// True if it was there when the layer came into its first tree.
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

  /// Finds the animations of a layer by their keys: in a table where there are many, since a layer
  /// may have thousands.
  struct Table {
    private let animations: [RunningAnimation]
    /// Nil where the animations are few.
    private var indices: [[UInt8]: Int]?

    private static var fewest: Int { 16 }

    init(_ animations: [RunningAnimation]) {
      self.animations = animations
      guard animations.count >= Self.fewest else { return }
      // By bytes, as names are.
      var indices: [[UInt8]: Int] = [:]
      for index in animations.indices { indices[Array(animations[index].key.utf8)] = index }
      self.indices = indices
    }

    subscript(key: String) -> RunningAnimation? {
      guard let indices else {
        return animations.first { $0.key.utf8.elementsEqual(key.utf8) }
      }
      return indices[Array(key.utf8)].map { animations[$0] }
    }
  }
}
