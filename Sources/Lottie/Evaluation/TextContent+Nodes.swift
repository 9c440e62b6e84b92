extension TextContent {
  /// The painted text, as `TextOutlines` has it.
  func nodes(
    at frame: Double, pixels: Double?, _ outlines: TextOutlines, _ budget: EvaluationBudget,
    _ cache: NodeCache
  ) -> [PictureNode] {
    guard let place = model.place(at: frame) else { return [] }
    return cache.nodes(
      of: number, at: frame, pixels: pixels, budget,
      isSame: {
        $0.pixels == pixels && model.place(at: $0.frame) == place
          && changes.areAlike($0.frame, frame)
      },
      made: {
        let document = model.documents[place].document
        return model.animators.isEmpty && model.path == nil
          ? outlines.nodes(document, pixels: pixels, budget)
          : outlines.nodes(document, model, at: frame, budget)
      })
  }
}
