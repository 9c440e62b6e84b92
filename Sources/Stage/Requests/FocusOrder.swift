internal import Geometry

/// The direction of an arrow key.
public enum FocusDirection: Equatable, Sendable {
  case up, down, left, right
}

/// The hit areas that may get the focus, and the way of keys over them.
struct FocusOrder {
  /// Their frames on the output, as presented, in the order of the file.
  var frames: [Rect]

  /// The place that a key leads to; nil if there are no places.
  /// - Parameter start: the place with the focus; nil for none, and then the first or last place is
  ///   next.
  func place(after start: Int?, by key: FocusKey) -> Int? {
    guard !frames.isEmpty else { return nil }
    guard let start else { return key.isForward ? 0 : frames.count - 1 }
    var isForward = key.isForward
    if case .move(let direction) = key {
      if let neighbour = neighbour(of: start, direction) { return neighbour }
      if direction.isHorizontal, isReversed(around: start) { isForward.toggle() }
    }
    return (start + (isForward ? 1 : frames.count - 1)) % frames.count
  }

  /// The nearest place in a direction: in the same row for left and right, in any column for up and
  /// down. A point of distance across the direction counts as two.
  private func neighbour(of start: Int, _ direction: FocusDirection) -> Int? {
    let own = Extent(frames[start], along: direction)
    var nearest: (place: Int, distance: Double, offset: Double)?
    for place in frames.indices where place != start {
      let other = Extent(frames[place], along: direction)
      guard other.isBeyond(own),
        !direction.isHorizontal || frames[place].isInRow(of: frames[start])
      else { continue }
      let aside = max(0, other.low - own.high, own.low - other.high)
      let distance = max(0, other.near - own.far) + 2 * aside
      let offset = abs(other.low + other.high - own.low - own.high)
      if let nearest, (nearest.distance, nearest.offset) <= (distance, offset) { continue }
      nearest = (place, distance, offset)
    }
    return nearest?.place
  }

  /// True if a place's row runs from right to left in the order of the file.
  private func isReversed(around start: Int) -> Bool {
    func side(of place: Int) -> Double {
      guard frames.indices.contains(place), frames[place].isInRow(of: frames[start]) else {
        return 0
      }
      return frames[place].midX - frames[start].midX
    }
    return side(of: start + 1) < 0 || side(of: start - 1) > 0
  }
}

/// A frame along the direction of an arrow, and across it.
private struct Extent {
  /// The edges along the direction, in coordinates that grow with it.
  let near, far: Double
  /// Across it.
  let low, high: Double

  init(_ frame: Rect, along direction: FocusDirection) {
    switch direction {
    case .right: (near, far) = (frame.minX, frame.maxX)
    case .left: (near, far) = (-frame.maxX, -frame.minX)
    case .down: (near, far) = (frame.minY, frame.maxY)
    case .up: (near, far) = (-frame.maxY, -frame.minY)
    }
    (low, high) =
      direction.isHorizontal ? (frame.minY, frame.maxY) : (frame.minX, frame.maxX)
  }

  /// True if this extent lies further along, and at most half of the smaller one lies beside the
  /// other.
  func isBeyond(_ other: Extent) -> Bool {
    near + far > other.near + other.far
      && (other.far - near) * 2 <= min(far - near, other.far - other.near)
  }
}

extension Rect {
  /// True if the common height is more than half of the smaller one: rows may overlap a little.
  fileprivate func isInRow(of other: Rect) -> Bool {
    (min(maxY, other.maxY) - max(minY, other.minY)) * 2 > min(size.height, other.size.height)
  }
}

extension FocusDirection {
  fileprivate var isHorizontal: Bool { self == .left || self == .right }
}

extension FocusKey {
  fileprivate var isForward: Bool {
    switch self {
    case .next, .move(.down), .move(.right): true
    case .previous, .move(.up), .move(.left), .press, .leave: false
    }
  }
}
