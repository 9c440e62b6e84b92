extension Region {
  /// What a region's pixels are covered by: shapes that a caller counts in a list of its own.
  ///
  /// Where something looks other than before in one shape's pixels alone, as when it fades, the
  /// rectangles around it hold many that look right already. A region with a cover still holds these;
  /// whoever knows the list may leave them out.
  public struct Cover: Equatable, Sendable {
    /// The most shapes.
    public static var limit: Int { 16 }

    /// Which list: covers of two are not compared.
    public let list: Int
    /// Each once, in order.
    public private(set) var shapes: [Int]

    public init(list: Int, shape: Int) {
      self.list = list
      shapes = [shape]
    }

    /// The cover of two regions together; nil where it is not known, or takes too many shapes.
    func union(_ other: Cover) -> Cover? {
      if self == other { return self }
      guard list == other.list else { return nil }
      var result = self
      for shape in other.shapes where !shapes.contains(shape) {
        if result.shapes.count == Cover.limit { return nil }
        let place = result.shapes.firstIndex { $0 > shape } ?? result.shapes.count
        result.shapes.insert(shape, at: place)
      }
      return result
    }
  }
}
