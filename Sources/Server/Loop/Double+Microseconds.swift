extension Double {
  /// Seconds in whole microseconds, as the protocol counts; at most what its integers hold.
  var wholeMicroseconds: Int64 {
    let microseconds = (self * 1_000_000).rounded()
    return microseconds.isNaN ? 0 : Int64(min(max(microseconds, -9e18), 9e18))
  }
}
