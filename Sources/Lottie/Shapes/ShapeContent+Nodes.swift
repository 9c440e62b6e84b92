extension ShapeContent {
  /// The nodes that the entries paint, from back to front, in the layer's space.
  func nodes(at frame: Double, _ budget: EvaluationBudget, _ cache: NodeCache) -> [PictureNode] {
    cache.nodes(
      of: number, at: frame, budget,
      isSame: { changes.areAlike($0.frame, frame) },
      made: { ShapeEvaluator.nodes(items, at: frame, budget) })
  }
}
