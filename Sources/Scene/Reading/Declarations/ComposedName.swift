/// A name that a variable is a part of, as `$theme-ink`: with another value of the variable, another definition
/// is used.
struct ComposedName {
  private let start: [UInt8]
  private let end: [UInt8]

  /// The most that are kept of a scene.
  static var limit: Int { 64 }

  /// - Parameters:
  ///   - start: the bytes before the first variable, with or without the `@` of a string.
  ///   - end: the bytes behind the last one.
  /// - Returns: nil for a text that is no name, or for any name.
  init?(start: ArraySlice<UInt8>, end: ArraySlice<UInt8>) {
    let start = start.first == UInt8(ascii: "@") ? start.dropFirst() : start
    guard start.count + end.count > 0, start.allSatisfy({ SceneReader.isPartOfName($0) }),
      end.allSatisfy({ SceneReader.isPartOfName($0) })
    else { return nil }
    self.start = Array(start)
    self.end = Array(end)
  }

  func matches(_ name: String) -> Bool {
    let bytes = name.utf8
    return bytes.count > start.count + end.count && bytes.starts(with: start)
      && bytes.suffix(end.count).elementsEqual(end)
  }
}
