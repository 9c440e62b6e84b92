/// The nodes of layers' contents, from one drawing to the next: those that a drawing does not use are gone at its end.
final class NodeCache {
  struct Entry {
    var frame: Double
    /// Framebuffer pixels in a unit across, for what depends on them.
    var pixels: Double?
    var nodes: [PictureNode]
    var cost: EvaluationCost
  }

  private var last: [ObjectIdentifier: Entry] = [:]
  private var present: [ObjectIdentifier: Entry] = [:]

  /// Contents whose nodes are kept.
  var count: Int { last.count + present.count }

  /// The nodes that a content paints: those that it painted last where they are the same.
  ///
  /// - Parameters:
  ///   - content: an object that lives as long as this cache.
  ///   - made: the nodes, made anew.
  func nodes(
    of content: ObjectIdentifier, at frame: Double, pixels: Double? = nil,
    _ budget: EvaluationBudget, isSame: (Entry) -> Bool, made: () -> [PictureNode]
  ) -> [PictureNode] {
    if let entry = present[content] ?? last[content], isSame(entry), budget.take(entry.cost) {
      present[content] = entry
      return entry.nodes
    }
    let before = budget.left
    let nodes = made()
    // Cut nodes are not the ones that another budget would leave.
    present[content] =
      budget.isExceeded
      ? nil : Entry(frame: frame, pixels: pixels, nodes: nodes, cost: before - budget.left)
    return nodes
  }

  /// Ends a drawing.
  func end() {
    swap(&last, &present)
    present.removeAll(keepingCapacity: true)
  }
}
