extension ArrangementDescription.Alignment {
  /// The distance from the start for space that is left; below 0 for an item that is too large.
  func offset(_ rest: Double) -> Double {
    switch self {
    case .start, .stretch, .baseline: 0
    case .center: rest / 2
    case .end: rest
    }
  }
}

extension ArrangementDescription.Distribution {
  /// The starts of items of these sides in a line. If they do not fit there is no space to share
  /// out.
  func places(_ sides: some Collection<Double>, gap: Double, within length: Double) -> [Double] {
    let count = Double(sides.count)
    let rest = length - sides.reduce(0, +) - gap * max(count - 1, 0)
    let shared = max(rest, 0)
    var (start, between) = (0.0, gap)
    switch self {
    case .start: break
    case .center: start = rest / 2
    case .end: start = rest
    case .spaceBetween: if count > 1 { between += shared / (count - 1) }
    case .spaceAround:
      start = shared / count / 2
      between += shared / count
    case .spaceEvenly:
      start = shared / (count + 1)
      between += start
    }
    var places: [Double] = []
    places.reserveCapacity(sides.count)
    for side in sides {
      places.append(start)
      start += side + between
    }
    return places
  }
}
