import Geometry

/// A contour of an outline of many: its edges, and its box in pixels.
struct SmallContour: BitwiseCopyable {
  let firstEdge: Int
  let endEdge: Int
  /// True if it is known to wind once at most everywhere.
  let isSimple: Bool
  let minX: Int
  let minY: Int
  let maxX: Int
  let maxY: Int
  /// The next contour that begins in the same row, or −1.
  var next = -1

  /// Coordinates up to this, and those of some rows more, fit 32 bits in 1/65536 px.
  private static let farthest = 0x7F00

  /// Nil where it lies too far off for kernels.
  ///
  /// - Parameter firstEdge: its first one in the list.
  init?(
    _ contour: EdgeList.Contour, firstEdge: Int, of list: borrowing EdgeList, isSimple: Bool
  ) {
    self.firstEdge = firstEdge
    endEdge = contour.endEdge
    self.isSimple = isSimple
    minX = Int(contour.minX.rounded(.down))
    maxX = Int(contour.maxX.rounded(.down)) + 1
    minY = max(contour.top, 0) >> 16
    maxY = min((contour.bottom + 65535) >> 16, list.endRow)
    guard min(minX, minY) > -SmallContour.farthest, max(maxX, maxY) < SmallContour.farthest else {
      return nil
    }
  }

  var width: Int { maxX &- minX }
  var height: Int { maxY &- minY }
  var box: PixelRect { PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY) }
  /// Bytes from one row to the next.
  var stride: Int { CellGrid.stride(forWidth: width) }

  /// True if it shares more than half of its box, or of another one's, with the other.
  func isBeside(_ other: SmallContour) -> Bool {
    let width = min(maxX, other.maxX) - max(minX, other.minX)
    let height = min(maxY, other.maxY) - max(minY, other.minY)
    if width <= 0 || height <= 0 { return false }
    return 2 * width * height > min(self.width * self.height, other.width * other.height)
  }
}
