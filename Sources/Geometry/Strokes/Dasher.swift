import CMath

/// A dash pattern to walk along: lengths of dashes and gaps in turn.
struct Dasher {
  /// The most dashes that one path is cut into; a finer pattern is drawn as a solid line.
  static let dashLimit = 100_000

  private let lengths: [Double]
  /// The end of each length, from the start of the pattern.
  private let ends: [Double]
  private let period: Double
  private let phase: Double

  /// Fails if the pattern means a solid line: no lengths, a negative or infinite length or NaN, or
  /// lengths that are all zero.
  init?(_ lengths: [Double], phase: Double) {
    guard lengths.allSatisfy({ $0 >= 0 && $0.isFinite }) else { return nil }
    // An odd pattern swaps dashes and gaps every time around.
    self.lengths = lengths.count % 2 == 0 ? lengths : lengths + lengths
    var end = 0.0
    ends = self.lengths.map { length in
      end += length
      return end
    }
    period = end
    guard period > 0, period.isFinite else { return nil }
    let rest = phase.isFinite ? fmod(phase, period) : 0
    self.phase = rest < 0 ? rest + period : rest
  }

  /// The most dashes on a length.
  func dashCount(over length: Double) -> Double {
    (length / period + 2) * Double(lengths.count / 2)
  }

  func dashCount(over measure: PathMeasure) -> Double {
    measure.subpaths.reduce(0) { $0 + dashCount(over: $1.end - $1.start) }
  }

  /// A length over which there are some dashes.
  var grain: Double { 8 * period / Double(lengths.count / 2) }

  /// Calls `emit` with the ends of the dashes of a line that touch some stretches of it. The line
  /// begins at the pattern's phase.
  ///
  /// The place of a dash depends on the pattern and its number alone, not on the dashes before it.
  ///
  /// - Parameter stretches: all visible stretches in order, from the start on; nil for the whole
  ///   line.
  @inline(__always)
  func forEachDash(
    over length: Double, in stretches: [Stretch]? = nil,
    _ emit: (_ from: Double, _ to: Double) -> Void
  ) {
    let stretches = stretches ?? [Stretch(start: 0, end: length)]
    var turn = 0.0
    var index = 0
    for stretch in stretches {
      skip(to: stretch.start, &turn, &index)
      while true {
        let start = turn * period + (index > 0 ? ends[index - 1] : 0) - phase
        guard start < length, start <= stretch.end else { break }
        let end = turn * period + ends[index] - phase
        // A dash that ended just before the start is not visible.
        if index % 2 == 0, end > 0 || start == 0 { emit(max(0, start), min(length, end)) }
        index += 1
        if index == lengths.count {
          index = 0
          turn += 1
        }
      }
    }
  }

  /// Goes on to the first dash or gap that does not end before a place, if that is further on.
  @inline(__always)
  private func skip(to place: Double, _ turn: inout Double, _ index: inout Int) {
    let place = place + phase
    let first = max((place / period).rounded(.down) - 1, 0)
    if first > turn { (turn, index) = (first, 0) }
    while turn * period + ends[index] < place {
      index += 1
      if index == lengths.count {
        index = 0
        turn += 1
      }
    }
  }
}

extension Path {
  /// The most dashes of `dashed`; 0 if it leaves a solid line.
  public func dashCount(_ lengths: [Double]) -> Int {
    guard let dasher = Dasher(lengths, phase: 0) else { return 0 }
    let count = dasher.dashCount(over: PathMeasure(self))
    return count <= Double(Dasher.dashLimit) ? Int(count) : 0
  }

  /// The dashes of the path, each an open subpath, trimmed to two fractions of the path's length.
  ///
  /// The pattern starts again with every subpath, `phase` into it, and trimming does not move it.
  /// On a closed subpath that is not trimmed, the last dash and the first are joined if they meet.
  /// A dash of length zero becomes a mark too short to be visible, which shows its caps. An invalid
  /// pattern, and one that cuts the path into more than 100,000 dashes, leaves a solid line.
  ///
  /// - Parameter area: most dashes that do not touch it are left out.
  public func dashed(
    _ lengths: [Double], phase: Double = 0, from start: Double = 0, to end: Double = 1,
    within area: Rect? = nil
  ) -> Path {
    if start >= end || end <= 0 || start >= 1 { return Path() }
    guard let dasher = Dasher(lengths, phase: phase) else {
      return trimmed(from: start, to: end)
    }
    let measure = PathMeasure(self)
    guard dasher.dashCount(over: measure) <= Double(Dasher.dashLimit) else {
      return trimmed(from: start, to: end)
    }
    let first = start > 0 ? start * measure.length : 0
    let last = end < 1 ? end * measure.length : measure.length
    var result = Path()
    for subpath in measure.subpaths {
      if subpath.end > subpath.start {
        append(dasher, of: subpath, measure, from: first, to: last, within: area, to: &result)
      } else if first <= subpath.start && last >= subpath.end {
        // A dot has no length to cut.
        result.append(elements[subpath.elements])
      }
    }
    return result
  }

  /// Appends the dashes of a subpath, between two lengths of the path.
  private func append(
    _ dasher: Dasher, of subpath: PathMeasure.Subpath, _ measure: PathMeasure,
    from first: Double, to last: Double, within area: Rect?, to result: inout Path
  ) {
    let length = subpath.end - subpath.start
    let isWhole = first <= subpath.start && last >= subpath.end
    var cursor = subpath.curves.lowerBound
    // The first dash of a closed subpath waits for the last one.
    var opening: Double?
    var isOpeningDone = false
    let stretches = area.map { measure.stretches(of: subpath, within: $0, grain: dasher.grain) }
    dasher.forEachDash(over: length, in: stretches) { dashStart, dashEnd in
      if subpath.isClosed && isWhole && dashStart == 0 && opening == nil && dashEnd > 0 {
        opening = dashEnd
        if dashEnd < length { return }
        isOpeningDone = true
        result.append(self.elements[subpath.elements])
        return
      }
      if isOpeningDone { return }
      let from = max(first, subpath.start + dashStart)
      let to = min(last, subpath.start + dashEnd)
      if dashStart == dashEnd {
        if subpath.start + dashStart >= first && subpath.start + dashStart <= last {
          measure.appendMark(
            at: subpath.start + dashStart, of: subpath, cursor: &cursor, to: &result)
        }
      } else if from < to {
        measure.append(from: from, to: to, of: subpath, cursor: &cursor, to: &result)
        if let opening, dashEnd >= length {
          var cursor = subpath.curves.lowerBound
          measure.append(
            from: subpath.start, to: subpath.start + opening, of: subpath, cursor: &cursor,
            continuing: true, to: &result)
          isOpeningDone = true
        }
      }
    }
    if let opening, !isOpeningDone {
      var cursor = subpath.curves.lowerBound
      measure.append(
        from: subpath.start, to: subpath.start + opening, of: subpath, cursor: &cursor,
        to: &result)
    }
  }
}
