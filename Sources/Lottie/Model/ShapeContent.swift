/// The entries of a shape layer. Their picture is the same until one of their values changes.
final class ShapeContent {
  let items: [ShapeItem]
  /// True if an entry blends with the picture below it.
  let isBlended: Bool
  var changes: ChangeTimes
  /// Among the contents of the file.
  let number: Int

  /// - Parameter changes: of all values of the entries.
  init(_ items: [ShapeItem], changes: ChangeTimes, number: Int) {
    self.items = items
    self.number = number
    self.changes = changes
    isBlended = items.isBlended
  }
}
