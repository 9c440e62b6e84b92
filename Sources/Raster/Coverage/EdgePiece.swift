internal import CKernels

/// An edge in a row that it runs through whole, and whose pixels it shares with no other.
struct EdgePiece {
  let startX: Int
  let endX: Int
  /// The row's upper border, fixed point like x.
  let top: Int

  /// The pixels that it crosses.
  @inline(__always) var pixels: Range<Int> {
    let (a, b) = (startX &>> 16, endX &>> 16)
    return unsafe Range(uncheckedBounds: (min(a, b), max(a, b) &+ 1))
  }

  /// Writes the coverage of pixels among them, from the winding left of the edge and what it changes
  /// it by.
  func cover(
    _ visible: Range<Int>, of edge: UnsafePointer<Edge>, outer: Int, step: Int,
    into target: UnsafeMutablePointer<UInt8>
  ) {
    let (left, right) = (min(startX, endX), max(startX, endX))
    let isRightward = startX < endX
    // By value: behind a store all would be read again.
    let edge = unsafe edge.pointee
    /// The height gained at a pixel's left border.
    @inline(__always) func gained(at pixel: Int) -> Int {
      if edge.isArc {
        let distance = edge.arcY(at: Double(pixel)) &- top
        return min(max(isRightward ? distance : Fixed.one &- distance, 0), Fixed.one)
      }
      return Fixed.roundedInt(min(Double(pixel &<< 16 &- left) * edge.inverse, 65536))
    }
    var before = visible.lowerBound > left &>> 16 ? gained(at: visible.lowerBound) : 0
    let first = unsafe target - visible.lowerBound
    for pixel in visible {
      let isLast = pixel == right &>> 16
      let after = isLast ? Fixed.one : gained(at: pixel &+ 1)
      let from = pixel == left &>> 16 ? left & 0xFFFF : 0
      let to = isLast ? right & 0xFFFF : Fixed.one
      let part = EdgePiece.part(of: edge, from: from, to: to, height: after &- before)
      unsafe first[pixel] = EdgePiece.coverage(outer &* Fixed.one &+ step &* (before &+ part))
      before = after
    }
  }

  /// The area of a pixel right of a piece of an edge inside it.
  @inline(__always)
  private static func part(of edge: Edge, from: Int, to: Int, height: Int) -> Int {
    let area = (height &* (131072 &- from &- to) &+ 65536) &>> 17
    return edge.isBulging ? area &- edge.bulge(dx: to &- from, dy: height) : area
  }

  /// The coverage byte of an area in 1/65536.
  @inline(__always) private static func coverage(_ area: Int) -> UInt8 {
    let amount = min(max(area, 0 &- area), Fixed.one)
    return UInt8(truncatingIfNeeded: (amount &* 255 &+ 32768) &>> 16)
  }
}
