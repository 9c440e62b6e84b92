import Geometry

/// Finds the columns or rows of a part of a rotated picture that show only the opaque item below
/// all others. They need no composing.
@safe struct BareStrips: ~Copyable {
  enum Axis { case columns, rows }

  struct Strip: BitwiseCopyable {
    var rect: PixelRect
    var isBare: Bool
  }

  /// The least columns, or rows, of a bare strip; fewer are composed with those beside them.
  private static let least = 64
  /// The most items that are searched: among more of them hardly a strip is bare.
  private static let mostItems = 48

  private var strips = Scratch<Strip>(capacity: 40)
  private var covered = RowStretches()

  /// Strips of the rectangle that are left to be drawn, from left to right or downward.
  var count: Int { strips.count }
  subscript(index: Int) -> PixelRect { strips[index].rect }

  /// Writes bare columns or rows of a band without groups.
  mutating func write(_ axis: Axis, of band: Band, through rotated: inout RotatedBand) {
    guard let backdrop = look(for: axis, in: band) else {
      strips.removeAll()
      return strips.append(Strip(rect: band.rect, isBare: false))
    }
    var count = 0
    for index in 0..<strips.count {
      let strip = strips[index]
      if strip.isBare,
        let direct = BandPlan.direct(
          band.part(strip.rect, with: backdrop), through: &rotated)
      {
        direct.write(strip.rect, to: band.surface, through: &rotated)
        continue
      }
      strips[count] = strip
      count += 1
    }
    strips.count = count
  }

  /// Looks for bare columns or rows.
  ///
  /// - Returns: the place of the item that is seen in these columns or rows; nil if none are bare.
  private mutating func look(for axis: Axis, in band: Band) -> Int? {
    if band.count > BareStrips.mostItems { return nil }
    let rect = band.rect
    var backdrop: Int?
    covered.removeAll()
    for place in 0..<band.count {
      let item = unsafe band[place]
      let bounds = unsafe item.pointee.bounds.intersection(rect)
      if unsafe bounds == rect && item.pointee.isRect && item.pointee.shader.isOpaque {
        backdrop = place
        covered.removeAll()
      } else if !bounds.isEmpty {
        switch axis {
        case .columns: covered.add(from: bounds.minX, to: bounds.maxX)
        case .rows: covered.add(from: bounds.minY, to: bounds.maxY)
        }
      }
    }
    if backdrop == nil { return nil }
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
          // Then rows of four-byte pixels fill whole cache lines of the scanout.
          start = max(RotatedBand.end(after: start, height: 16, on: band.surface) - 16, first)
          end = min(RotatedBand.end(after: end - 1, height: 16, on: band.surface), limit)
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
    return strips.count > 1 || strips[0].isBare ? backdrop : nil
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
