/// Requests to scrub controls. A holder is whoever has taken hold of a control, by a number that the
/// caller gives; nobody else may move a control that is held.
extension Stage {
  /// Takes hold of a control where it is, and stops it there.
  /// - Returns: its value.
  public func beginScrub(_ name: String?, by holder: UInt64) throws(ControlError) -> Double {
    try beginScrub(name, by: ScrubHolder(holder))
  }

  /// Takes hold of a control, also out of another's hands where the holder may.
  /// - Returns: its value.
  public func beginScrub(_ name: String?, by holder: ScrubHolder) throws(ControlError) -> Double {
    let control = try scrubControl(name)
    try control.begin(by: holder)
    mayHaveToAnnounce = true
    return control.value
  }

  /// Seconds of the stage's time after which a hold ends of which nothing is heard.
  public static var longestHold: Double { 30 }

  /// Moves a control that the holder has, or only says that it is still there. The last value before a frame is what shows.
  /// - Parameter value: clamped to 0…1.
  public func updateScrub(
    _ name: String?, to value: Double, by holder: UInt64
  ) throws(ControlError) {
    guard value.isFinite else {
      throw .invalidValue(field: "value", reason: "a number between 0 and 1 is expected")
    }
    try scrubControl(name).update(to: max(0, min(1, value)), by: holder)
  }

  /// Lets go of a control, which then settles at 0 or 1: by a curve where no velocity is given, by a
  /// spring from a velocity.
  ///
  /// - Parameter velocity: in values a second.
  /// - Returns: the value at which it settles.
  public func endScrub(
    _ name: String?, velocity: Double? = nil, by holder: UInt64
  ) throws(ControlError) -> Double {
    try endScrub(name, velocity: velocity, by: ScrubHolder(holder))
  }

  /// Lets go of a control, also for another who has hold of it where the holder may take it.
  /// - Returns: the value at which it settles.
  public func endScrub(
    _ name: String?, velocity: Double? = nil, by holder: ScrubHolder
  ) throws(ControlError) -> Double {
    if let velocity, !(abs(velocity) <= Stage.highestVelocity) {
      throw .invalidValue(field: "velocity", reason: "-1,000 to 1,000 values a second are expected")
    }
    let control = try scrubControl(name)
    try control.end(velocity: velocity, by: holder)
    return control.destination
  }

  /// The highest velocity of a request, in values a second.
  public static var highestVelocity: Double { 1000 }

  /// Lets a control go to the other end.
  /// - Returns: the value at which it settles.
  public func toggleScrub(_ name: String?) throws(ControlError) -> Double {
    let control = try scrubControl(name)
    try control.toggle()
    return control.destination
  }

  /// Lets go of all that a holder has.
  public func releaseScrubs(heldBy holder: UInt64) {
    for control in playedControls { control.release(from: holder) }
  }

  /// True if somebody has hold of a control.
  public var isHeld: Bool {
    playedControls.contains { ($0 as? ScrubControl)?.isHeld ?? false }
  }

  private func scrubControl(_ name: String?) throws(ControlError) -> ScrubControl {
    try control(name, ScrubControl.self, called: "scrub")
  }
}
