extension TextContent {
  /// The painted text, as `TextOutlines` has it.
  func nodes(
    at frame: Double, pixels: Double?, _ outlines: TextOutlines, _ budget: EvaluationBudget,
    _ cache: NodeCache
  ) -> [PictureNode] {
    guard let place = model.place(at: frame) else { return [] }
    return cache.nodes(
      of: number, at: frame, pixels: pixels, budget,
      isSame: { $0.pixels == pixels && model.place(at: $0.frame) == place },
      made: { outlines.nodes(model.documents[place].document, pixels: pixels, budget) })
  }
}
