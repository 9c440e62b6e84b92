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
    let curvature = unsafe Float(edge.pointee.isBulging ? edge.pointee.curvature : 0)
    // By value: behind a store all would be read again.
    let edge = unsafe edge.pointee
    /// The height gained at a pixel's left border.
    @inline(__always) func gained(at pixel: Int) -> Int {
      if edge.kind == .arc {
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
      let part = EdgePiece.part(from: from, to: to, height: after &- before, curvature: curvature)
      let area = Float(outer) * 65536 + Float(step) * (Float(before) + part)
      unsafe first[pixel] = UInt8(min(abs(area), 65536) * (255 / 65536) + 0.5)
      before = after
    }
  }

  /// The area of a pixel right of a piece of an edge inside it, in 1/65536 like the others; for an arc
  /// less the one between it and its chord, as `Edge.bulge` has it.
  ///
  /// Floats hold the lengths exactly and round areas to at most 1/256 of that unit.
  @inline(__always)
  private static func part(from: Int, to: Int, height: Int, curvature: Float) -> Float {
    let height = Float(height)
    let area = height * Float(131072 &- from &- to) * (1 / 131072)
    if curvature == 0 { return area }
    let dx = Float(to &- from)
    let square = (dx * dx + height * height) * (1 / 4_294_967_296)
    return area - square * (0.2973 + square * (0.8471 - square * 0.1443)) * curvature
  }
}
