import Stage

/// Holders that are known by their number alone.
extension Stage {
  func beginScrub(_ name: String?, by holder: UInt64) throws(ControlError) -> Double {
    try beginScrub(name, by: ControlHolder(holder))
  }

  func endScrub(
    _ name: String?, velocity: Double? = nil, by holder: UInt64
  ) throws(ControlError) -> Double {
    try endScrub(name, velocity: velocity, by: ControlHolder(holder))
  }
}
