import Geometry
internal import Layers
import Raster

/// Texts, in fonts of the machine.
extension LayerBuilder {
  /// - Parameter context: with the text's own style as the parent's.
  func text(_ place: Int, in context: Context) throws(SVGError) -> Piece {
    var setter = TextSetter(self)
    try setter.add(place, in: context)
    let runs = try TextLines.runs(setter, images.fonts)
    let box = runs.reduce(Rect.null) { $0.union($1.box) }
    var piece = Piece(box: box)
    for run in runs where !run.path.isEmpty && run.path.isFinite {
      let span = setter.spans[run.span]
      var context = span.context
      if let decoration = run.decoration {
        context.parent = decoration.style(over: context.parent)
      }
      // Glyphs may overlap.
      piece.layers += try painted(run.path, box: box, rule: .nonZero, of: span.place, in: context)
    }
    return piece
  }

  /// The outlines of a text that is a part of a clip; nil for none.
  func textPath(_ place: Int, in context: Context) throws(SVGError) -> (path: Path, box: Rect)? {
    var setter = TextSetter(self)
    try setter.add(place, in: context)
    var path = Path()
    var box = Rect.null
    for run in try TextLines.runs(setter, images.fonts)
    where setter.spans[run.span].context.parent.visibility == .visible {
      path.append(run.path)
      box = box.union(run.box)
    }
    return path.isEmpty || !path.isFinite ? nil : (path, box)
  }
}
