/// Requests to scrub controls. A holder is identified by a number that the caller gives; while a
/// control is held, only its holder may move it.
extension Stage {
  /// Takes hold of a control and stops it at its present value, also from another holder if the new
  /// one may do so.
  /// - Returns: its value.
  public func beginScrub(_ name: String?, by holder: ControlHolder) throws(ControlError) -> Double {
    let control = try scrubControl(name)
    try control.begin(by: holder)
    mayHaveToAnnounce = true
    return control.value
  }

  /// Moves a control that the holder has, or only shows that the holder is still there. The last
  /// value before a frame is shown.
  /// - Parameter value: clamped to 0…1.
  public func updateScrub(
    _ name: String?, to value: Double, by holder: UInt64
  ) throws(ControlError) {
    guard value.isFinite else {
      throw .invalidValue(field: "value", reason: "a number between 0 and 1 is expected")
    }
    try scrubControl(name).update(to: max(0, min(1, value)), by: holder)
  }

  /// Releases a control, which then settles at 0 or 1: along a curve without a velocity, with a
  /// spring from a velocity. The caller may release a control that it may take from its holder.
  ///
  /// - Parameter velocity: in values per second.
  /// - Returns: the value at which it settles.
  public func endScrub(
    _ name: String?, velocity: Double?, by holder: ControlHolder
  ) throws(ControlError) -> Double {
    if let velocity, !(abs(velocity) <= Stage.highestVelocity) {
      throw .invalidValue(field: "velocity", reason: "-1,000 to 1,000 values a second are expected")
    }
    let control = try scrubControl(name)
    try control.end(velocity: velocity, by: holder)
    return control.destination
  }

  /// The highest velocity of a request, in values per second.
  public static var highestVelocity: Double { 1000 }

  /// Moves a control to the other end.
  /// - Returns: the value at which it settles.
  public func toggleScrub(_ name: String?) throws(ControlError) -> Double {
    let control = try scrubControl(name)
    try control.toggle()
    return control.destination
  }

  /// True if a control is held.
  public var isHeld: Bool {
    playedControls.contains { ($0 as? ScrubControl)?.isHeld ?? false }
  }

  private func scrubControl(_ name: String?) throws(ControlError) -> ScrubControl {
    try control(name, ScrubControl.self, called: "scrub")
  }
}
