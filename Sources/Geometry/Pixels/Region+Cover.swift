extension Region {
  /// The shapes that cover a region's pixels, as numbers in a list that the caller keeps.
  ///
  /// If something changes only in one shape's pixels, for example when it fades, many pixels of the
  /// rectangles around the shape do not change. A region with a cover still contains these; a
  /// caller that knows the list may leave them out.
  public struct Cover: Equatable, Sendable {
    /// The most shapes.
    public static var limit: Int { 16 }

    /// The list of the shapes: covers of two lists are not compared.
    public let list: Int
    /// Each shape once, in ascending order.
    public private(set) var shapes: [Int]

    public init(list: Int, shape: Int) {
      self.list = list
      shapes = [shape]
    }

    /// The cover of two regions together; nil if it is unknown, or needs too many shapes.
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
