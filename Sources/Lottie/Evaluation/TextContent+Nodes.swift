extension TextContent {
  /// The painted text, as `TextOutlines` has it.
  func nodes(
    at frame: Double, pixels: Double?, _ outlines: TextOutlines, _ budget: EvaluationBudget
  ) -> [PictureNode] {
    guard let place = model.place(at: frame) else { return [] }
    if let last, last.place == place, last.pixels == pixels, budget.take(last.cost) {
      return last.nodes
    }
    let before = budget.left
    let nodes = outlines.nodes(model.documents[place].document, pixels: pixels, budget)
    last = budget.isExceeded ? nil : (place, pixels, nodes, before - budget.left)
    return nodes
  }
}
