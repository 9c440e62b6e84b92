import Geometry

/// The contours of a shape layer at one time, to which styles refer: an entry that changes a path
/// also changes the styles before it that paint the path.
struct PathStore {
  var slots: [[Contour]] = []

  /// - Returns: its slot.
  mutating func add(_ contours: [Contour]) -> Int {
    slots.append(contours)
    return slots.count - 1
  }

  func vertexCount(_ uses: [PathUse]) -> Int {
    uses.reduce(0) { $0 + vertexCount(in: $1.slot) }
  }

  func vertexCount(in slot: Int) -> Int { slots[slot].reduce(0) { $0 + $1.vertices.count } }

  /// All paths as one, in the space of their user.
  ///
  /// - Parameter isOriented: true if all run clockwise, so that where they overlap both count as
  ///   inside.
  func path(_ uses: [PathUse], isOriented: Bool = false) -> Path {
    var path = Path()
    for use in uses {
      let contours = slots[use.slot].map { $0.transformed(by: use.transform) }
      let isReversed = isOriented && contours.reduce(0) { $0 + $1.windingArea } < 0
      for contour in contours { (isReversed ? contour.reversed : contour).append(to: &path) }
    }
    return path
  }
}

/// A path with its place in the space of its user.
struct PathUse {
  var slot: Int
  var transform = AffineTransform.identity

  func transformed(by next: AffineTransform, slots: Int) -> PathUse {
    PathUse(slot: slot + slots, transform: transform.followed(by: next))
  }
}
