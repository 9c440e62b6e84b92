extension DisplayLink {
  /// A link that runs from the tree's next frame on.
  public convenience init(_ tree: LayerTree, _ body: @escaping (DisplayLink) -> Void) {
    self.init(calling: body)
    tree.links.append(self)
  }
}

extension LayerTree {
  /// True if display links ask for frames.
  public var hasRunningLinks: Bool { links.contains { $0.isRunning } }

  /// The time of the next call of any link: now if a link wants each frame; nil without links.
  var nextLinkCall: Double? {
    links.lazy.filter { $0.isRunning }.map { max($0.nextCall(on: self.refreshRate), self.time) }
      .min()
  }

  /// Calls the links that run, once for a time.
  ///
  /// - Parameter last: the time of the frame before.
  /// - Returns: false if none was called.
  func callLinks(after last: Double) -> Bool {
    if links.isEmpty { return false }
    links.removeAll { !$0.isValid }
    guard hasRunningLinks, linkedTime.map({ $0 < time }) ?? true else { return false }
    linkedTime = time
    // Links that are added by these calls begin with the next frame.
    for link in links { link.call(time, after: last, on: refreshRate) }
    return true
  }
}
