import Geometry

extension PlacedPaths {
  /// The most paths of a piece, and its greatest width in points, except for a single path's.
  private static var most: (count: Int, width: Double) { (count: 64, width: 960) }
  /// The number of paths and the width in points from which on a piece ends at the next gap, and
  /// the least width of such a gap: more than two pixels, so that no pixel has parts of two pieces.
  private static var usual: (count: Int, width: Double, gap: Double) {
    (count: 32, width: 480, gap: 2.5)
  }

  /// The paths of a line in pieces, in order, which are drawn one by one.
  ///
  /// A rasterizer keeps the coverage of a short piece as a small picture, and nothing of a piece
  /// beyond the screen. For the outline of a line of thousands of letters it keeps some 50 kB a
  /// letter. Pieces end between words, where these are short enough.
  ///
  /// - Parameter width: of the line.
  func pieces(width: Double) -> [PlacedPaths] {
    if parts.isEmpty { return [] }
    if parts.count <= PlacedPaths.most.count, width <= PlacedPaths.most.width { return [self] }
    var pieces: [PlacedPaths] = []
    var piece = PlacedPaths()
    var box = Rect.null
    for index in parts.indices {
      let own = PlacedPaths.bounds(of: parts[index...index])
      let whole = box.union(own)
      let isFull =
        piece.parts.count >= PlacedPaths.most.count || whole.size.width > PlacedPaths.most.width
      let isLong =
        piece.parts.count >= PlacedPaths.usual.count || box.size.width > PlacedPaths.usual.width
      let gap = max(own.minX - box.maxX, box.minX - own.maxX)
      if !piece.isEmpty, isFull || isLong && gap >= PlacedPaths.usual.gap {
        pieces.append(piece)
        piece = PlacedPaths()
        box = own
      } else {
        box = whole
      }
      piece.append(parts[index])
    }
    pieces.append(piece)
    return pieces
  }
}
