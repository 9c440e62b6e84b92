import Geometry

/// The columns of some rows of a turned picture in which nothing is seen but the opaque item below all
/// others: there nothing has to be composed.
@safe struct BareColumns: ~Copyable {
  struct Part: BitwiseCopyable {
    var minX: Int
    var maxX: Int
    var isBare: Bool
  }

  /// Fewer columns are composed with those beside them.
  private static let least = 64
  /// Among more items than this hardly a column is bare.
  private static let mostItems = 48

  /// From left to right, those of the rectangle's columns that are left to be drawn.
  private(set) var parts = Scratch<Part>(capacity: 40)
  /// The opaque item's slot.
  private var ground = Scratch<Int>(capacity: 1)
  private var covered = RowStretches()

  /// Writes bare columns of a rectangle.
  ///
  /// - Parameter order: the items that cross the rectangle's rows, back to front, without groups.
  mutating func write(
    _ rect: PixelRect, order: borrowing Scratch<Int>, items: borrowing Slots<DrawItem>,
    to surface: Surface, through band: inout RotatedBand
  ) {
    guard look(in: rect, order: order, items: items) else {
      parts.removeAll()
      return append(rect.minX, rect.maxX, isBare: false)
    }
    var count = 0
    for index in 0..<parts.count {
      let part = parts[index]
      let columns = PixelRect(minX: part.minX, minY: rect.minY, maxX: part.maxX, maxY: rect.maxY)
      if part.isBare,
        DirectRect.write(columns, order: ground, items: items, to: surface, through: &band)
      {
        continue
      }
      parts[count] = part
      count += 1
    }
    parts.count = count
  }

  /// Looks for bare columns in a rectangle.
  ///
  /// - Parameter order: the items that cross the rectangle's rows, back to front.
  /// - Returns: whether there are any.
  private mutating func look(
    in rect: PixelRect, order: borrowing Scratch<Int>, items: borrowing Slots<DrawItem>
  ) -> Bool {
    if order.count == 0 || order.count > BareColumns.mostItems { return false }
    ground.removeAll()
    covered.removeAll()
    for place in 0..<order.count {
      let item = unsafe items.base + order.base[place]
      let bounds = unsafe item.pointee.bounds.intersection(rect)
      if unsafe bounds == rect && item.pointee.isRect && item.pointee.shader.isOpaque {
        ground.removeAll()
        unsafe ground.append(order.base[place])
        covered.removeAll()
      } else if !bounds.isEmpty {
        covered.add(from: bounds.minX, to: bounds.maxX)
      }
    }
    if ground.count == 0 { return false }
    parts.removeAll()
    var composed = rect.minX
    var last = rect.minX
    for index in 0...covered.count {
      // Whole blocks are turned faster.
      var (start, end) = (rect.maxX, rect.maxX)
      if index < covered.count {
        start = rect.minX + (covered[index].start - rect.minX) & ~7
        end = min(rect.minX + (covered[index].end - rect.minX + 7) & ~7, rect.maxX)
      }
      if start - last >= BareColumns.least {
        append(composed, last, isBare: false)
        append(last, start, isBare: true)
        composed = start
      }
      last = end
    }
    append(composed, rect.maxX, isBare: false)
    return parts.count > 1 || parts[0].isBare
  }

  private mutating func append(_ minX: Int, _ maxX: Int, isBare: Bool) {
    if minX < maxX { parts.append(Part(minX: minX, maxX: maxX, isBare: isBare)) }
  }
}
