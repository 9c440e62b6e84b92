import Geometry

/// A contour of an outline of many: its edges, and its box in pixels.
struct SmallContour: BitwiseCopyable {
  let firstEdge: Int
  let endEdge: Int
  /// Whether it is known to wind once at most everywhere.
  let isSimple: Bool
  private(set) var minX = 0
  private(set) var minY = 0
  private(set) var maxX = 0
  private(set) var maxY = 0
  /// The next contour that begins in the same row, or −1.
  var next = -1

  init(firstEdge: Int, endEdge: Int, isSimple: Bool) {
    self.firstEdge = firstEdge
    self.endEdge = endEdge
    self.isSimple = isSimple
  }

  var width: Int { maxX &- minX }
  var height: Int { maxY &- minY }
  var box: PixelRect { PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY) }
  /// Bytes from one row to the next.
  var stride: Int { MaskCells.stride(forWidth: width) }

  // One instruction each; the standard library's have a rule for what is not a number, which takes several.
  @inline(__always) private func lesser(_ a: Double, _ b: Double) -> Double { b < a ? b : a }
  @inline(__always) private func greater(_ a: Double, _ b: Double) -> Double { b > a ? b : a }

  /// Coordinates up to this, and those of some rows more, fit 32 bits in 1/65536 px.
  private static let farthest = 0x7F00

  /// Finds the box of its edges; false where they show nothing, or lie too far off for kernels.
  mutating func measure(_ list: borrowing EdgeList) -> Bool {
    var (left, right) = (Double.infinity, -Double.infinity)
    var (top, bottom) = (Int.max, Int.min)
    for index in firstEdge..<endEdge {
      let edge = unsafe list.edges.base + index
      let startY = unsafe max(edge.pointee.top, 0)
      let endY = unsafe min(edge.pointee.bottom, list.endRow << 16)
      top = min(top, startY)
      bottom = max(bottom, endY)
      // The limits of a line are its ends.
      if unsafe edge.pointee.kind == .line {
        left = lesser(left, unsafe edge.pointee.minX)
        right = greater(right, unsafe edge.pointee.maxX)
      } else {
        let a = unsafe Fixed.pixels(edge.pointee.x(at: startY))
        let b = unsafe Fixed.pixels(edge.pointee.x(at: endY))
        left = lesser(left, lesser(a, b))
        right = greater(right, greater(a, b))
      }
    }
    guard left <= right, top < bottom else { return false }
    minX = Int(left.rounded(.down))
    maxX = Int(right.rounded(.down)) + 1
    minY = top >> 16
    maxY = (bottom + 65535) >> 16
    return min(minX, minY) > -SmallContour.farthest && max(maxX, maxY) < SmallContour.farthest
  }

  /// Whether it shares more than half of its box, or of another one's, with the other.
  func isBeside(_ other: SmallContour) -> Bool {
    let width = min(maxX, other.maxX) - max(minX, other.minX)
    let height = min(maxY, other.maxY) - max(minY, other.minY)
    if width <= 0 || height <= 0 { return false }
    return 2 * width * height > min(self.width * self.height, other.width * other.height)
  }
}
