/// Reduces the number of disjoint rectangles. Each one remembers its partner: the rectangle with
/// which its union has the fewest additional pixels. Merging two takes one look at each of the
/// others, and not at every pair.
struct RectPartners {
  private(set) var rects: [PixelRect]
  /// By rectangle: the index of its partner, or −1 if that has to be found, and the additional
  /// pixels of their union.
  private var partners: [Int]
  private var losses: [Int]

  init(_ rects: [PixelRect]) {
    self.rects = rects
    partners = Array(repeating: -1, count: rects.count)
    losses = Array(repeating: .max, count: rects.count)
    findPartners()
  }

  /// Merges the pair with the fewest additional pixels, and all rectangles that the union overlaps.
  mutating func mergeNearest() {
    var first = 0
    for index in rects.indices where losses[index] < losses[first] { first = index }
    let second = partners[first]
    var merged = rects[first].union(rects[second])
    remove(max(first, second))
    remove(min(first, second))
    while let index = rects.firstIndex(where: { $0.intersects(merged) }) {
      merged = merged.union(rects[index])
      remove(index)
    }
    append(merged)
    findPartners()
  }

  private mutating func remove(_ index: Int) {
    let last = rects.count - 1
    rects.swapAt(index, last)
    partners.swapAt(index, last)
    losses.swapAt(index, last)
    rects.removeLast()
    partners.removeLast()
    losses.removeLast()
    for other in partners.indices {
      if partners[other] == index {
        partners[other] = -1
        losses[other] = .max
      } else if partners[other] == last {
        partners[other] = index
      }
    }
  }

  private mutating func append(_ rect: PixelRect) {
    for index in rects.indices where partners[index] >= 0 {
      let loss = rects[index].loss(with: rect)
      if loss < losses[index] { (partners[index], losses[index]) = (rects.count, loss) }
    }
    rects.append(rect)
    partners.append(-1)
    losses.append(.max)
  }

  /// Finds the partners of the rectangles that have none.
  private mutating func findPartners() {
    for index in rects.indices where partners[index] < 0 {
      for other in rects.indices where other != index {
        let loss = rects[index].loss(with: rects[other])
        if loss < losses[index] { (partners[index], losses[index]) = (other, loss) }
      }
    }
  }
}

extension PixelRect {
  /// The pixels of the union that are in neither of two disjoint rectangles.
  fileprivate func loss(with other: PixelRect) -> Int { union(other).area - area - other.area }
}
