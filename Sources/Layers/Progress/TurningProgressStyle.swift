import Animation

/// The base of round styles whose track, while the progress is unknown, turns with a gap of 36° and
/// whose ring fades away.
open class TurningProgressStyle: CircularProgressStyle {
  /// The part of the track that turns.
  static var turningPart: Double { 0.9 }

  open override func transition(to activity: ProgressActivity, animated: Bool) {
    ring.opacity = activity == .known ? 1 : 0
    track.strokeEnd = activity == .unknown ? TurningProgressStyle.turningPart : 1
    if activity == .unknown { turn() } else { endTurn(animated: animated) }
  }

  /// Turns the track, starting from its presented angle.
  private func turn() {
    guard !isEndless(track, key: ProgressStyle.endlessKey) else { return }
    let start = presentedAngle
    track.add(
      .basic(
        BasicAnimation(
          keyPath: .rotation, from: .scalar(start), to: .scalar(start + 2 * .pi),
          timing: MediaTiming(duration: ProgressStyle.period, repeatCount: .infinity),
          timingFunction: .linear)),
      forKey: ProgressStyle.endlessKey)
  }

  /// Completes the track's turn at the same speed.
  private func endTurn(animated: Bool) {
    let angle = presentedAngle
    let rest = angle > -.pi / 2 ? 1.5 * Double.pi : -.pi / 2
    end(
      .rotation, of: track, key: ProgressStyle.endlessKey, at: .scalar(rest),
      in: (rest - angle) / (2 * .pi) * ProgressStyle.period, animated: animated)
  }

  /// Within a turn that begins at −180°.
  private var presentedAngle: Double {
    guard case .scalar(let angle)? = (track.presentation() ?? track).value(for: .rotation) else {
      preconditionFailure("a layer has a rotation")
    }
    return angle
  }
}
