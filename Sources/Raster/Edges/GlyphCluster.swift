import Geometry

/// Subpaths that follow each other and share no column of pixels with the others of their path. In
/// a line of text this is mostly a letter.
struct GlyphCluster: BitwiseCopyable {
  private(set) var firstElement: Path.Elements.Index
  private(set) var endElement: Path.Elements.Index
  private(set) var minX: Int
  private(set) var maxX: Int

  var elements: Range<Path.Elements.Index> { firstElement..<endElement }
  var width: Int { maxX &- minX }

  /// Lists an outline's clusters from left to right; an outline that runs to the left may give only
  /// one.
  static func list(_ outline: borrowing DeviceOutline, to clusters: inout Scratch<GlyphCluster>) {
    clusters.removeAll()
    let elements = outline.elements
    let verbs = outline.path.verbs
    var start = elements.startIndex
    while start < elements.endIndex {
      var end = elements.index(after: start)
      while end < elements.endIndex, verbs[end.verb] != .move { end = elements.index(after: end) }
      let box = PathBox(elements[start..<end], under: outline.transform)
      // A coordinate that is not a number makes the whole path invalid.
      guard let pixels = box?.pixels() else { return clusters.removeAll() }
      add(
        GlyphCluster(
          firstElement: start, endElement: end, minX: pixels.minX, maxX: pixels.maxX),
        to: &clusters)
      start = end
    }
  }

  private static func add(_ subpath: GlyphCluster, to clusters: inout Scratch<GlyphCluster>) {
    var cluster = subpath
    while clusters.count > 0 {
      let last = clusters[clusters.count - 1]
      if cluster.minX >= last.maxX { break }
      clusters.count -= 1
      cluster.firstElement = last.firstElement
      cluster.minX = min(cluster.minX, last.minX)
      cluster.maxX = max(cluster.maxX, last.maxX)
    }
    clusters.append(cluster)
  }
}
