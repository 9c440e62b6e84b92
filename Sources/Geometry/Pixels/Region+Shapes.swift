extension Region {
  /// The shapes that hold all that changed in a region, as numbers in a list that the caller keeps.
  ///
  /// If something changes only in one shape's pixels, for example when it fades, many pixels of the
  /// rectangles around the shape do not change. A region with shapes still contains these; a
  /// caller that knows the list may leave them out.
  public struct Shapes: Equatable, Sendable {
    /// The most shapes.
    public static var limit: Int { 16 }

    /// The list of the shapes: shapes of two lists are not compared.
    public let list: Int
    /// Each shape's number once, in ascending order.
    public private(set) var numbers: [Int]

    public init(list: Int, shape: Int) {
      self.list = list
      numbers = [shape]
    }

    /// The shapes of two regions together; nil if they are unknown, or too many.
    func union(_ other: Shapes) -> Shapes? {
      if self == other { return self }
      guard list == other.list else { return nil }
      var result = self
      for number in other.numbers where !numbers.contains(number) {
        if result.numbers.count == Shapes.limit { return nil }
        let index = result.numbers.firstIndex { $0 > number } ?? result.numbers.count
        result.numbers.insert(number, at: index)
      }
      return result
    }
  }
}
