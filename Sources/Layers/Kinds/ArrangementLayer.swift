/// A row, a column or an overlay. The layout of the scene places its sublayers.
public final class ArrangementLayer: Layer {
  private let arrangement: LayerKind

  /// - Parameter kind: `row`, `column` or `overlay`.
  public init(_ kind: LayerKind) { arrangement = kind }

  public override var kind: LayerKind { arrangement }
}
