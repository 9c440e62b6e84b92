import Geometry

/// The columns or rows of a part of a rotated picture in which nothing is seen but the opaque item
/// below all others: there nothing has to be composed.
@safe struct BareStrips: ~Copyable {
  enum Axis { case columns, rows }

  struct Strip: BitwiseCopyable {
    var rect: PixelRect
    var isBare: Bool
  }

  /// Fewer columns, or rows, are composed with those beside them.
  private static let least = 64
  /// Among more items than this hardly a strip is bare.
  private static let mostItems = 48

  private var strips = Scratch<Strip>(capacity: 40)
  /// The opaque item's slot.
  private var backdrop = Scratch<Int>(capacity: 1)
  private var covered = RowStretches()

  /// Strips of the rectangle that are left to be drawn, from left to right or downward.
  var count: Int { strips.count }
  subscript(index: Int) -> PixelRect { strips[index].rect }

  /// Writes bare columns or rows of a rectangle.
  ///
  /// - Parameter order: the items that cross the rectangle's rows, back to front, without groups.
  mutating func write(
    _ axis: Axis, of rect: PixelRect, order: borrowing Scratch<Int>,
    items: borrowing Slots<DrawItem>,
    to surface: Surface, through band: inout RotatedBand
  ) {
    guard look(for: axis, in: rect, order: order, items: items, on: surface) else {
      strips.removeAll()
      return strips.append(Strip(rect: rect, isBare: false))
    }
    var count = 0
    for index in 0..<strips.count {
      let strip = strips[index]
      if strip.isBare,
        let direct = BandPlan.direct(
          strip.rect, order: backdrop, items: items, on: surface, through: &band)
      {
        direct.write(strip.rect, to: surface, through: &band)
        continue
      }
      strips[count] = strip
      count += 1
    }
    strips.count = count
  }

  /// Looks for bare columns or rows in a rectangle.
  ///
  /// - Parameter order: the items that cross the rectangle's rows, back to front.
  /// - Returns: true if there are any.
  private mutating func look(
    for axis: Axis, in rect: PixelRect, order: borrowing Scratch<Int>,
    items: borrowing Slots<DrawItem>, on surface: Surface
  ) -> Bool {
    if order.count == 0 || order.count > BareStrips.mostItems { return false }
    backdrop.removeAll()
    covered.removeAll()
    for place in 0..<order.count {
      let item = unsafe items.base + order.base[place]
      let bounds = unsafe item.pointee.bounds.intersection(rect)
      if unsafe bounds == rect && item.pointee.isRect && item.pointee.shader.isOpaque {
        backdrop.removeAll()
        unsafe backdrop.append(order.base[place])
        covered.removeAll()
      } else if !bounds.isEmpty {
        switch axis {
        case .columns: covered.add(from: bounds.minX, to: bounds.maxX)
        case .rows: covered.add(from: bounds.minY, to: bounds.maxY)
        }
      }
    }
    if backdrop.count == 0 { return false }
    strips.removeAll()
    let (first, limit) = axis == .columns ? (rect.minX, rect.maxX) : (rect.minY, rect.maxY)
    var composed = first
    var last = first
    for index in 0...covered.count {
      var (start, end) = (limit, limit)
      if index < covered.count {
        (start, end) = (covered[index].start, covered[index].end)
        switch axis {
        case .columns:
          // Whole blocks are rotated faster.
          start = first + (start - first) & ~7
          end = min(first + (end - first + 7) & ~7, limit)
        case .rows:
          // Of four-byte pixels whole lines of the scanout are written then.
          start = max(RotatedBand.end(after: start, height: 16, on: surface) - 16, first)
          end = min(RotatedBand.end(after: end - 1, height: 16, on: surface), limit)
        }
      }
      if start - last >= BareStrips.least {
        append(composed..<last, isBare: false, axis, of: rect)
        append(last..<start, isBare: true, axis, of: rect)
        composed = start
      }
      last = end
    }
    append(composed..<limit, isBare: false, axis, of: rect)
    return strips.count > 1 || strips[0].isBare
  }

  private mutating func append(
    _ places: Range<Int>, isBare: Bool, _ axis: Axis, of rect: PixelRect
  ) {
    if places.isEmpty { return }
    var strip = rect
    switch axis {
    case .columns: (strip.minX, strip.maxX) = (places.lowerBound, places.upperBound)
    case .rows: (strip.minY, strip.maxY) = (places.lowerBound, places.upperBound)
    }
    strips.append(Strip(rect: strip, isBare: isBare))
  }
}
