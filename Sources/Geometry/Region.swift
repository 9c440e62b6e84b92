/// A set of pixels, as rectangles that do not overlap.
///
/// The rectangles lie in bands: those of one band share `minY` and `maxY`, bands go down and
/// rectangles in a band to the right, neither touching its neighbour. A region
/// never holds more than `rectLimit` rectangles: what would need more is covered with fewer,
/// larger ones, so a region may grow but never loses a pixel. Coordinates are
/// clamped to ±`PixelRect.limit`.
public struct Region: Equatable, Sendable {
  /// The most rectangles that a region holds.
  public static var rectLimit: Int { 16 }

  public private(set) var rects: [PixelRect] = []

  public init() {}

  public init(_ rect: PixelRect) {
    let rect = Region.clamped(rect)
    if !rect.isEmpty { rects.append(rect) }
  }

  public var isEmpty: Bool { rects.isEmpty }

  /// The number of pixels.
  public var area: Int { rects.reduce(0) { $0 + $1.area } }

  /// The smallest rectangle that holds the region.
  public var bounds: PixelRect { rects.reduce(.empty) { $0.union($1) } }

  public func contains(x: Int, y: Int) -> Bool { rects.contains { $0.contains(x: x, y: y) } }

  public func intersects(_ rect: PixelRect) -> Bool { rects.contains { $0.intersects(rect) } }

  public mutating func removeAll() { rects.removeAll(keepingCapacity: true) }

  public mutating func formUnion(_ rect: PixelRect) {
    let rect = Region.clamped(rect)
    if rect.isEmpty || rects.contains(where: { $0.contains(rect) }) { return }
    if rects.isEmpty || rect.contains(bounds) {
      rects.removeAll(keepingCapacity: true)
      rects.append(rect)
      return
    }
    formUnion(Region(rect))
  }

  public mutating func formUnion(_ other: Region) {
    if other.isEmpty { return }
    if isEmpty {
      self = other
      return
    }
    self = combined(with: other) { $0 || $1 }
  }

  public func union(_ rect: PixelRect) -> Region {
    var result = self
    result.formUnion(rect)
    return result
  }

  public func union(_ other: Region) -> Region {
    var result = self
    result.formUnion(other)
    return result
  }

  public func intersection(_ rect: PixelRect) -> Region { intersection(Region(rect)) }

  public func intersection(_ other: Region) -> Region { combined(with: other) { $0 && $1 } }

  public func subtracting(_ rect: PixelRect) -> Region { subtracting(Region(rect)) }

  public func subtracting(_ other: Region) -> Region { combined(with: other) { $0 && !$1 } }

  private static func clamped(_ rect: PixelRect) -> PixelRect {
    let limit = PixelRect.limit
    return rect.intersection(PixelRect(minX: -limit, minY: -limit, maxX: limit, maxY: limit))
  }

  /// Cuts the plane at every edge and keeps the pieces that `keeps` wants, band by band.
  @inline(__always)
  private func combined(with other: Region, _ keeps: (Bool, Bool) -> Bool) -> Region {
    var edges: [Int] = []
    edges.reserveCapacity(2 * (rects.count + other.rects.count))
    for rect in rects { edges += [rect.minY, rect.maxY] }
    for rect in other.rects { edges += [rect.minY, rect.maxY] }
    edges.sort()
    var result = Region()
    var cuts: [Int] = []
    for index in edges.indices.dropLast() where edges[index] < edges[index + 1] {
      let top = edges[index]
      let bottom = edges[index + 1]
      cuts.removeAll(keepingCapacity: true)
      for rect in rects where rect.minY <= top && rect.maxY >= bottom {
        cuts += [rect.minX, rect.maxX]
      }
      for rect in other.rects where rect.minY <= top && rect.maxY >= bottom {
        cuts += [rect.minX, rect.maxX]
      }
      cuts.sort()
      let first = result.rects.count
      for cut in cuts.indices.dropLast() where cuts[cut] < cuts[cut + 1] {
        let left = cuts[cut]
        guard keeps(contains(x: left, y: top), other.contains(x: left, y: top)) else { continue }
        if result.rects.count > first, result.rects[result.rects.count - 1].maxX == left {
          result.rects[result.rects.count - 1].maxX = cuts[cut + 1]
        } else {
          result.rects.append(
            PixelRect(minX: left, minY: top, maxX: cuts[cut + 1], maxY: bottom))
        }
      }
      result.joinBand(at: first)
    }
    result.mergeDownToLimit()
    return result
  }

  /// Lengthens the band above where the band that starts at `first` continues it.
  private mutating func joinBand(at first: Int) {
    let count = rects.count - first
    let above = first - count
    guard count > 0, above >= 0, rects[above].maxY == rects[first].minY,
      above == 0 || rects[above - 1].minY != rects[above].minY
    else { return }
    for index in 0..<count {
      let a = rects[above + index]
      let b = rects[first + index]
      guard a.minX == b.minX, a.maxX == b.maxX, a.minY == rects[above].minY else { return }
    }
    let bottom = rects[first].maxY
    for index in above..<first { rects[index].maxY = bottom }
    rects.removeLast(count)
  }

  /// Covers gaps, the cheapest first, until the count is within the limit.
  ///
  /// Each step closes the gap between two neighbours of a band or makes two bands one, so the
  /// sum of rectangles and bands falls and the loop ends.
  private mutating func mergeDownToLimit() {
    while rects.count > Region.rectLimit {
      var best: (cost: Int, range: Range<Int>, isBandMerge: Bool)?
      var bandStart = 0
      while bandStart < rects.count {
        let bandEnd = endOfBand(from: bandStart)
        for index in bandStart..<(bandEnd - 1) {
          let cost = (rects[index + 1].minX - rects[index].maxX) * rects[index].height
          if best.map({ cost < $0.cost }) ?? true { best = (cost, index..<(index + 2), false) }
        }
        if bandEnd < rects.count {
          let range = bandStart..<endOfBand(from: bandEnd)
          let cost =
            mergedBand(range).reduce(0) { $0 + $1.area }
            - rects[range].reduce(0) { $0 + $1.area }
          if best.map({ cost < $0.cost }) ?? true { best = (cost, range, true) }
        }
        bandStart = bandEnd
      }
      guard let best else { return }
      if best.isBandMerge {
        rects.replaceSubrange(best.range, with: mergedBand(best.range))
      } else {
        rects[best.range.lowerBound].maxX = rects[best.range.lowerBound + 1].maxX
        rects.remove(at: best.range.lowerBound + 1)
      }
      rejoinBands()
    }
  }

  private func endOfBand(from start: Int) -> Int {
    var end = start
    while end < rects.count, rects[end].minY == rects[start].minY { end += 1 }
    return end
  }

  /// The union of neighbouring bands' columns over their whole height.
  private func mergedBand(_ range: Range<Int>) -> [PixelRect] {
    let top = rects[range.lowerBound].minY
    let bottom = rects[range.upperBound - 1].maxY
    var merged: [PixelRect] = []
    for rect in rects[range].sorted(by: { $0.minX < $1.minX }) {
      if let last = merged.last, rect.minX <= last.maxX {
        merged[merged.count - 1].maxX = max(last.maxX, rect.maxX)
      } else {
        merged.append(PixelRect(minX: rect.minX, minY: top, maxX: rect.maxX, maxY: bottom))
      }
    }
    return merged
  }

  private mutating func rejoinBands() {
    let old = rects
    rects.removeAll(keepingCapacity: true)
    var start = 0
    while start < old.count {
      let first = rects.count
      let top = old[start].minY
      while start < old.count, old[start].minY == top {
        rects.append(old[start])
        start += 1
      }
      joinBand(at: first)
    }
  }
}
