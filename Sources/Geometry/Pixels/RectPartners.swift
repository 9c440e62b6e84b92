/// Reduces the number of disjoint rectangles, which it keeps in the order of their left edges.
///
/// Each rectangle remembers its partner: the one behind it whose union with it has the fewest
/// additional pixels. A gap between two rectangles costs at least its width times the height of
/// either, so distant ones need not be examined. A union takes the place of its leftmost part,
/// which keeps the order.
struct RectPartners {
  private struct Place {
    /// Empty once the rectangle is a part of another one.
    var rect: PixelRect
    /// The partner's index; −1 without one.
    var partner = -1
  }

  private var places: [Place]
  /// The additional pixels of the union with the partner, by place; .max without one.
  private var losses: [Int]
  private(set) var count: Int

  init(_ rects: [PixelRect]) {
    places = rects.sorted { ($0.minX, $0.minY) < ($1.minX, $1.minY) }.map { Place(rect: $0) }
    losses = Array(repeating: .max, count: rects.count)
    count = rects.count
    for index in places.indices { findPartner(of: index) }
  }

  var rects: [PixelRect] { places.map { $0.rect }.filter { !$0.isEmpty } }

  /// Merges the pair with the fewest additional pixels, and all rectangles that the union overlaps.
  /// There must be at least two.
  mutating func mergeNearest() {
    var first = 0
    for index in losses.indices where losses[index] < losses[first] { first = index }
    var united = places[first].rect
    var next = places[first].partner
    remove(first)
    while next >= 0 {
      united = united.union(places[next].rect)
      first = min(first, next)
      remove(next)
      // An empty rectangle overlaps none.
      next = places.firstIndex { $0.rect.intersects(united) } ?? -1
    }
    places[first].rect = united
    count += 1
    settle(first)
  }

  private mutating func remove(_ index: Int) {
    places[index] = Place(rect: .empty)
    losses[index] = .max
    count -= 1
  }

  /// Finds partners after a union, at an index, has replaced others.
  private mutating func settle(_ union: Int) {
    for index in places.indices where !places[index].rect.isEmpty {
      let partner = places[index].partner
      if index == union || partner == union || (partner >= 0 && places[partner].rect.isEmpty) {
        findPartner(of: index)
      } else if index < union {
        offer(union, to: index)
      }
    }
  }

  private mutating func findPartner(of index: Int) {
    let rect = places[index].rect
    places[index].partner = -1
    losses[index] = .max
    for other in places.indices[(index + 1)...] where !places[other].rect.isEmpty {
      let gap = places[other].rect.minX - rect.maxX
      if gap > 0, gap * rect.height >= losses[index] { break }
      offer(other, to: index)
    }
  }

  private mutating func offer(_ other: Int, to index: Int) {
    let loss = places[index].rect.loss(with: places[other].rect)
    if loss < losses[index] { (places[index].partner, losses[index]) = (other, loss) }
  }
}

extension PixelRect {
  /// The pixels of the union that are in neither of two disjoint rectangles.
  fileprivate func loss(with other: PixelRect) -> Int { union(other).area - area - other.area }
}
