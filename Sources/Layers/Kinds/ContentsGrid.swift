/// The cuts of a picture and the places of its parts: columns and rows between neighbouring cuts.
public struct ContentsGrid: Equatable, Sendable {
  /// A cut of the picture, and the line of the layer where it comes to lie.
  public struct Cut: Equatable, Sendable {
    /// In pixels of the picture; may lie outside it.
    public var source: Double
    /// In the layer's own coordinates.
    public var place: Double
  }

  /// Cuts at x from left to right, two for one column.
  public var columns: [Cut]
  /// Cuts at y from top to bottom, two for one row.
  public var rows: [Cut]
}
