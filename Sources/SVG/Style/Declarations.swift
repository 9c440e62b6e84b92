/// An element's declarations: for each property the values as they are written.
///
/// A value that cannot be read is ignored, so that the next weaker one counts, as CSS says.
struct Declarations {
  /// The most values of a property that are kept; the weakest are left out.
  private static let limit = 8

  private var texts: [String: [String]] = [:]
  /// Bytes of all values.
  private(set) var byteCount = 0
  /// Custom properties (`--name`), inherited ones included.
  var custom: [String: String] = [:]

  /// The strongest value.
  subscript(name: String) -> String? { texts[name]?.last }

  /// From the strongest to the weakest.
  func values(of name: String) -> ReversedCollection<[String]> { (texts[name] ?? []).reversed() }

  /// Adds a value that is stronger than those before it.
  mutating func add(_ value: String, for name: String) {
    texts[name, default: []].append(value)
    byteCount += value.utf8.count
    if texts[name, default: []].count > Declarations.limit { texts[name]?.removeFirst() }
  }
}
