/// The entries of a shape layer. Their picture is the same until one of their values changes.
final class ShapeContent {
  let items: [ShapeItem]
  /// True if some of it depends on what it is painted over.
  let isBlended: Bool
  var changes: ChangeTimes

  /// - Parameter changes: of all values of the entries.
  init(_ items: [ShapeItem], changes: ChangeTimes) {
    self.items = items
    self.changes = changes
    isBlended = items.isBlended
  }
}
