/// The nodes of layers' contents, kept from one drawing to the next: nodes that a drawing does not
/// use are dropped at its end.
final class NodeCache {
  struct Entry {
    /// The content's number.
    fileprivate var content: Int
    var frame: Double
    /// Framebuffer pixels in a unit across, for nodes that depend on them.
    var pixels: Double?
    var nodes: [PictureNode]
    var cost: EvaluationCost
  }

  private var last: [Entry] = []
  private var present: [Entry] = []
  /// Places of entries by the contents' numbers; -1 for no entry.
  private var lastPlaces: [Int]
  private var presentPlaces: [Int]

  /// Contents whose nodes are kept.
  var count: Int { last.count + present.count }

  /// - Parameter contentCount: of the file; their numbers are below that.
  init(contentCount: Int) {
    lastPlaces = Array(repeating: -1, count: contentCount)
    presentPlaces = lastPlaces
  }

  /// The nodes that a content paints: those that it painted last where they are the same.
  ///
  /// - Parameters:
  ///   - content: its number.
  ///   - made: the nodes, made anew.
  func nodes(
    of content: Int, at frame: Double, pixels: Double? = nil,
    _ budget: EvaluationBudget, isSame: (Entry) -> Bool, made: () -> [PictureNode]
  ) -> [PictureNode] {
    if let entry = entry(of: content), isSame(entry), budget.spend(entry.cost) {
      keep(entry)
      return entry.nodes
    }
    let before = budget.left
    let nodes = made()
    // Incomplete nodes are not kept: the next budget may complete them.
    if !budget.isExceeded {
      keep(
        Entry(
          content: content, frame: frame, pixels: pixels, nodes: nodes, cost: before - budget.left))
    }
    return nodes
  }

  private func entry(of content: Int) -> Entry? {
    if presentPlaces[content] >= 0 { return present[presentPlaces[content]] }
    return lastPlaces[content] >= 0 ? last[lastPlaces[content]] : nil
  }

  private func keep(_ entry: Entry) {
    let place = presentPlaces[entry.content]
    if place >= 0 {
      present[place] = entry
    } else {
      presentPlaces[entry.content] = present.count
      present.append(entry)
    }
  }

  /// Ends a drawing.
  func end() {
    for entry in last { lastPlaces[entry.content] = -1 }
    last.removeAll(keepingCapacity: true)
    swap(&last, &present)
    swap(&lastPlaces, &presentPlaces)
  }
}
