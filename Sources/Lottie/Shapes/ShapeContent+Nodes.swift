extension ShapeContent {
  /// The nodes that the entries paint, from back to front, in the layer's space.
  func nodes(at frame: Double, _ budget: EvaluationBudget) -> [PictureNode] {
    if let last, changes.areAlike(last.frame, frame), budget.take(last.cost) { return last.nodes }
    let before = budget.left
    let nodes = ShapeEvaluator.nodes(items, at: frame, budget)
    // What was cut is not what another budget would leave.
    last = budget.isExceeded ? nil : (frame, nodes, before - budget.left)
    return nodes
  }
}
