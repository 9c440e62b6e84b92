extension Double {
  /// Seconds in whole microseconds, as in the protocol, clamped to its integers.
  var wholeMicroseconds: Int64 {
    let microseconds = (self * 1_000_000).rounded()
    return microseconds.isNaN ? 0 : Int64(min(max(microseconds, -9e18), 9e18))
  }
}
