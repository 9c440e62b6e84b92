internal import Layers

/// Coming to rest, before the last picture.
extension Stage {
  /// Brings the scene to a steady picture: animations that repeat end at their seam, and emitters
  /// send out nothing more. Not allowed between the slices of an advance.
  /// - Parameter limit: the time by which all is over, in seconds of the stage.
  public func land(by limit: Double) {
    landingLimit = limit
    tree.land(by: limit - (start ?? time))
  }

  /// True if nothing will change by itself until the time that `land(by:)` was given.
  public var hasLanded: Bool {
    guard !needsFrame else { return false }
    return nextChange.map { $0 > landingLimit } ?? true
  }
}
