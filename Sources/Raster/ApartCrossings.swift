/// Coverage of rows in which every edge runs from top to bottom and no two share a pixel: most rows
/// of most shapes.
///
/// The spans are written from left to right as the edges come, without cells between them; the
/// areas are the ones that cells would sum to.
enum ApartCrossings {
  /// Stretches of one coverage below this length between two edges become a part of their mask: a
  /// span costs more than its pixels.
  private static let shortestRun = 16

  /// Whether the crossings of a row are such, in order, and cut by neither border of a clip; arcs
  /// of small circles never are.
  @inline(__always)
  static func holds(
    _ crossings: UnsafePointer<RowCrossing>, count: Int, edges: UnsafePointer<Edge>, minX: Int,
    maxX: Int
  ) -> Bool {
    var last = Int.min
    for index in 0..<count {
      let crossing = unsafe crossings + index
      let height = unsafe crossing.pointee.endY &- crossing.pointee.startY
      let edge = unsafe edges + crossing.pointee.index
      guard height == Fixed.one,
        unsafe follows(&last, crossing.pointee, edge, minX: minX, maxX: maxX)
      else { return false }
    }
    return true
  }

  /// Moves crossings that all run through the row above, and all through this one, to this one.
  ///
  /// - Returns: what `holds` then says.
  @inline(__always)
  static func advance(
    _ crossings: UnsafeMutablePointer<RowCrossing>, count: Int, edges: UnsafePointer<Edge>,
    rowTop: Int, minX: Int, maxX: Int
  ) -> Bool {
    var last = Int.min
    var holds = true
    let endY = rowTop &+ Fixed.one
    for index in 0..<count {
      let crossing = unsafe crossings + index
      let edge = unsafe edges + crossing.pointee.index
      unsafe crossing.pointee.startX = crossing.pointee.endX
      unsafe crossing.pointee.endX = edge.pointee.x(at: endY)
      unsafe crossing.pointee.startY = rowTop
      unsafe crossing.pointee.endY = endY
      let follows = unsafe follows(&last, crossing.pointee, edge, minX: minX, maxX: maxX)
      holds = holds && follows
    }
    return holds
  }

  @inline(__always)
  private static func follows(
    _ last: inout Int, _ crossing: RowCrossing, _ edge: UnsafePointer<Edge>, minX: Int, maxX: Int
  ) -> Bool {
    let (a, b) = (crossing.startX &>> 16, crossing.endX &>> 16)
    let low = min(a, b)
    if low <= last { return false }
    last = max(a, b)
    if low < minX ? last >= minX : low < maxX && last >= maxX { return false }
    return unsafe !edge.pointee.isSmallArc
  }

  /// Appends the row's coverage between two pixels.
  static func appendSpans(
    _ crossings: UnsafePointer<RowCrossing>, count: Int, edges: UnsafePointer<Edge>, minX: Int,
    maxX: Int, isEvenOdd: Bool, to row: inout SpanRow
  ) {
    row.mask.reserve(row.mask.count &+ maxX &- minX &+ 16)
    row.spans.reserve(row.spans.count &+ 2 &* count &+ 1)
    let masks = unsafe row.mask.base
    var mask = unsafe masks + row.mask.count
    var spans = unsafe row.spans.base + row.spans.count
    var area = 0
    /// The first pixel that is in no span yet, and the length of the mask that ends there.
    var position = minX
    var open = 0
    var crossing = unsafe crossings
    let end = unsafe crossings + count
    while true {
      var first = maxX
      var last = maxX
      if unsafe crossing < end {
        let (a, b) = unsafe (crossing.pointee.startX &>> 16, crossing.pointee.endX &>> 16)
        last = max(a, b)
        if last >= minX {
          first = min(a, b, maxX)
        } else {
          area &+= unsafe step(crossing, from: area, isEvenOdd: isEvenOdd) &<< 16
          unsafe crossing += 1
          continue
        }
      }
      let length = first &- position
      if length > 0 {
        let value = coverage(area)
        if open > 0, value > 0, length < shortestRun {
          let word = UInt64(value) &* 0x0101_0101_0101_0101
          let target = UnsafeMutableRawPointer(mask)
          unsafe target.storeBytes(of: word, as: UInt64.self)
          unsafe (target + 8).storeBytes(of: word, as: UInt64.self)
          unsafe mask += length
          open &+= length
          position = first
        } else {
          if open > 0 {
            unsafe spans.pointee = CoverageSpan(
              x: position &- open, length: open, mask: mask - masks - open, value: 0)
            unsafe spans += 1
            open = 0
          }
          if value > 0 {
            unsafe spans.pointee = CoverageSpan(
              x: position, length: length, mask: -1, value: value)
            unsafe spans += 1
          }
        }
      }
      if first >= maxX { break }
      let edge = unsafe edges + crossing.pointee.index
      let step = unsafe step(crossing, from: area, isEvenOdd: isEvenOdd)
      let pixels = last &- first &+ 1
      if pixels == 1 {
        let (x0, x1) = unsafe (crossing.pointee.startX, crossing.pointee.endX)
        var part = (131073 &- (x0 & 0xFFFF) &- (x1 & 0xFFFF)) &>> 1
        if unsafe edge.pointee.isBulging {
          let dx = x1 &- x0
          part =
            unsafe part
            &- Edge.bulge(
              square: dx &* dx &+ Fixed.one &* Fixed.one, curvature: edge.pointee.curvature)
        }
        unsafe mask.pointee = coverage(area &+ step &* part)
      } else {
        unsafe appendAcross(edge, crossing, area: area, step: step, to: mask)
      }
      area &+= step &<< 16
      unsafe mask += pixels
      open &+= pixels
      position = last &+ 1
      unsafe crossing += 1
    }
    if open > 0 {
      unsafe spans.pointee = CoverageSpan(
        x: position &- open, length: open, mask: mask - masks - open, value: 0)
      unsafe spans += 1
    }
    row.mask.count = unsafe mask - masks
    row.spans.count = unsafe spans - row.spans.base
  }

  /// What an edge changes the winding by; by the even-odd rule it goes to and fro between 0 and 1.
  @inline(__always)
  private static func step(
    _ crossing: UnsafePointer<RowCrossing>, from area: Int, isEvenOdd: Bool
  ) -> Int {
    if isEvenOdd { return area == 0 ? 1 : -1 }
    return unsafe crossing.pointee.winding
  }

  /// Writes the coverage of the pixels that an edge crosses, from what lies left of them.
  @inline(__always)
  private static func appendAcross(
    _ edge: UnsafePointer<Edge>, _ crossing: UnsafePointer<RowCrossing>, area outer: Int,
    step: Int, to target: UnsafeMutablePointer<UInt8>
  ) {
    let (x0, x1) = unsafe (crossing.pointee.startX, crossing.pointee.endX)
    let (startX, endX) = (min(x0, x1), max(x0, x1))
    let startY = unsafe x0 < x1 ? crossing.pointee.startY : crossing.pointee.endY
    let isArc = unsafe edge.pointee.kind == .arc
    let curvature = unsafe edge.pointee.isBulging ? edge.pointee.curvature : 0
    // What heights are computed from, by value: behind a store all would be read again.
    let centerX = unsafe edge.pointee.originX
    let centerY = unsafe edge.pointee.originY
    let radius = unsafe edge.pointee.slope
    let half = unsafe edge.pointee.half
    let inverse = unsafe edge.pointee.inverse
    var mask = unsafe target
    var area = outer
    var gained = 0
    var from = startX & 0xFFFF
    var border = (startX | 0xFFFF) &+ 1
    while border <= endX {
      var after: Int
      if isArc {
        let y = Edge.arcY(
          at: Fixed.pixels(border), centerX: centerX, centerY: centerY, radius: radius, half: half)
        let distance = y &- startY
        after = max(distance, 0 &- distance)
      } else {
        after = Fixed.roundedInt(min(Double(border &- startX) * inverse, 65536))
      }
      after = min(max(after, gained), Fixed.one)
      let part = part(from: from, to: Fixed.one, height: after &- gained, curvature: curvature)
      unsafe mask.pointee = coverage(area &+ step &* part)
      unsafe mask += 1
      area &+= step &* (after &- gained)
      gained = after
      from = 0
      border &+= 65536
    }
    let part = part(
      from: from, to: endX & 0xFFFF, height: Fixed.one &- gained, curvature: curvature)
    unsafe mask.pointee = coverage(area &+ step &* part)
  }

  /// The area of a pixel right of a piece of an edge inside it.
  @inline(__always)
  private static func part(from: Int, to: Int, height: Int, curvature: Double) -> Int {
    let area = (height &* (131072 &- from &- to) &+ 65536) &>> 17
    if curvature == 0 { return area }
    let dx = to &- from
    return area &- Edge.bulge(square: dx &* dx &+ height &* height, curvature: curvature)
  }

  /// The coverage byte of an area in 1/65536.
  @inline(__always) private static func coverage(_ area: Int) -> UInt8 {
    let amount = min(max(area, 0 &- area), Fixed.one)
    return UInt8(truncatingIfNeeded: (amount &* 255 &+ 32768) &>> 16)
  }
}
