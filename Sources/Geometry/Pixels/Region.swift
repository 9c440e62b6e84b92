/// A set of pixels, as rectangles that do not overlap, in no order.
///
/// A region never has more than `rectLimit` rectangles: instead of more it uses fewer, larger ones,
/// so that a region may grow but never loses a pixel. Coordinates are clamped to
/// ±`PixelRect.limit`.
///
/// The usual form, bands of rectangles of one height, cuts each of many scattered rectangles at the
/// top and bottom of every other one: 50 moving layers made 400 pieces, or a few that also covered
/// the unchanged space between them.
public struct Region: Sendable {
  /// The most rectangles of a region.
  public static var rectLimit: Int { 64 }

  /// Disjoint and not empty, after every operation.
  public private(set) var rects: [PixelRect] = []
  /// The shapes that hold all that changed in the region, if they are known.
  public private(set) var shapes: Shapes?

  public init() {}

  /// - Parameter shapes: the shapes that hold all that changed in the rectangle, if they are known.
  public init(_ rect: PixelRect, shapes: Shapes? = nil) {
    let rect = Region.clamped(rect)
    if rect.isEmpty { return }
    rects.append(rect)
    self.shapes = shapes
  }

  public var isEmpty: Bool { rects.isEmpty }

  /// The number of pixels.
  public var area: Int { rects.reduce(0) { $0 + $1.area } }

  /// The smallest rectangle that contains the region.
  public var bounds: PixelRect { rects.reduce(.empty) { $0.union($1) } }

  /// True if the region contains the pixel at x, y.
  public func contains(x: Int, y: Int) -> Bool { rects.contains { $0.contains(x: x, y: y) } }

  /// Adds the rectangle's pixels. Unless it is empty this drops `shapes`, since those of the
  /// rectangle are not known.
  public mutating func formUnion(_ rect: PixelRect) {
    let rect = Region.clamped(rect)
    if rect.isEmpty { return }
    shapes = nil
    insert(rect)
    mergeDownToLimit()
  }

  /// Adds the other region's pixels.
  ///
  /// `shapes` become those of both together: nil if one has none, if the two are of different
  /// lists, and if they are more than `Shapes.limit`. An empty region changes nothing.
  public mutating func formUnion(_ other: Region) {
    if isEmpty {
      self = other
      return
    }
    if other.isEmpty { return }
    shapes = other.shapes.flatMap { shapes?.union($0) }
    for rect in other.rects { insert(rect) }
    mergeDownToLimit()
  }

  /// The pixels of either region, with the same shapes as after `formUnion`.
  public func union(_ other: Region) -> Region {
    var result = self
    result.formUnion(other)
    return result
  }

  /// The pixels of this region within the rectangle. `shapes` stay, as they hold every part.
  public func intersection(_ rect: PixelRect) -> Region { intersection(Region(rect)) }

  /// The pixels in both regions. This region's `shapes` stay, as they hold every part; the other's
  /// are ignored.
  public func intersection(_ other: Region) -> Region {
    var result = Region()
    result.shapes = shapes
    for rect in rects {
      for factor in other.rects where factor.intersects(rect) {
        result.rects.append(rect.intersection(factor))
      }
    }
    result.mergeDownToLimit()
    return result
  }

  /// The pixels of this region that are not in the other. This region's `shapes` stay, as they hold
  /// every part.
  public func subtracting(_ other: Region) -> Region {
    var result = Region()
    result.shapes = shapes
    for rect in rects { result.rects += Region.pieces(of: rect, outside: other.rects) }
    result.mergeDownToLimit()
    return result
  }

  private static func clamped(_ rect: PixelRect) -> PixelRect {
    let limit = PixelRect.limit
    return rect.intersection(PixelRect(minX: -limit, minY: -limit, maxX: limit, maxY: limit))
  }

  // MARK: Pieces

  /// Adds the parts of a rectangle that are not in the region yet.
  private mutating func insert(_ rect: PixelRect) {
    if rect.isEmpty || rects.contains(where: { $0.contains(rect) }) { return }
    rects.removeAll { rect.contains($0) }
    let pieces = Region.pieces(of: rect, outside: rects)
    if pieces.count > Region.rectLimit { return absorb(rect) }
    for piece in pieces { join(piece) }
  }

  /// The parts of a rectangle outside of others.
  private static func pieces(of rect: PixelRect, outside others: [PixelRect]) -> [PixelRect] {
    var pieces = [rect]
    for other in others where other.intersects(rect) {
      var index = 0
      while index < pieces.count {
        let piece = pieces[index]
        guard piece.intersects(other) else {
          index += 1
          continue
        }
        pieces.remove(at: index)
        let parts = piece.parts(outside: other)
        pieces.insert(contentsOf: parts, at: index)
        index += parts.count
      }
    }
    return pieces
  }

  /// Adds a rectangle that overlaps none, merged with the neighbours that form a rectangle with it.
  private mutating func join(_ rect: PixelRect) { unite(rect) { $0.continues($1) } }

  /// Adds a rectangle, enlarged until it contains all rectangles that it overlaps.
  private mutating func absorb(_ rect: PixelRect) { unite(rect) { $0.intersects($1) } }

  /// Adds a rectangle, united with others while there is one that belongs to the result.
  @inline(__always)
  private mutating func unite(
    _ rect: PixelRect, belongs: (_ other: PixelRect, _ united: PixelRect) -> Bool
  ) {
    var united = rect
    while let index = rects.firstIndex(where: { belongs($0, united) }) {
      united = united.union(rects[index])
      rects.swapAt(index, rects.count - 1)
      rects.removeLast()
    }
    rects.append(united)
  }

  /// The number of rectangles after merging at the limit. It is lower than the limit; otherwise
  /// each of thousands of added scattered rectangles would examine all pairs.
  private static var mergedCount: Int { rectLimit / 4 * 3 }

  /// Merges pairs with the fewest additional pixels until the count is within the limit.
  private mutating func mergeDownToLimit() {
    guard rects.count > Region.rectLimit else { return }
    var partners = RectPartners(rects)
    while partners.count > Region.mergedCount { partners.mergeNearest() }
    rects = partners.rects
  }
}

extension Region: Equatable {
  /// True if both contain the same pixels, regardless of their rectangles and shapes.
  public static func == (a: Region, b: Region) -> Bool {
    if a.rects == b.rects { return true }
    return a.area == b.area
      && a.rects.allSatisfy { Region.pieces(of: $0, outside: b.rects).isEmpty }
  }
}

extension PixelRect {
  /// The parts of this rectangle outside of one that overlaps it.
  fileprivate func parts(outside other: PixelRect) -> [PixelRect] {
    let top = max(minY, other.minY)
    let bottom = min(maxY, other.maxY)
    let parts = [
      PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: top),
      PixelRect(minX: minX, minY: top, maxX: other.minX, maxY: bottom),
      PixelRect(minX: other.maxX, minY: top, maxX: maxX, maxY: bottom),
      PixelRect(minX: minX, minY: bottom, maxX: maxX, maxY: maxY),
    ]
    return parts.filter { !$0.isEmpty }
  }

  /// True if this rectangle and a disjoint one together form a rectangle.
  fileprivate func continues(_ other: PixelRect) -> Bool {
    (minX == other.minX && maxX == other.maxX && (minY == other.maxY || maxY == other.minY))
      || (minY == other.minY && maxY == other.maxY && (minX == other.maxX || maxX == other.minX))
  }
}
