/// A name that a variable is a part of, as `$theme-ink`: with another value of the variable,
/// another definition is used.
struct ComposedName: Hashable {
  let start: [UInt8]
  let end: [UInt8]

  /// The most that are kept of a scene: with more, every definition counts as used.
  static var limit: Int { 64 }

  /// - Parameters:
  ///   - start: the bytes before the first variable, with or without the `@` of a string.
  ///   - end: the bytes behind the last one.
  /// - Returns: nil for a text that is no name, or for any name.
  init?(start: ArraySlice<UInt8>, end: ArraySlice<UInt8>) {
    let start = start.first == UInt8(ascii: "@") ? start.dropFirst() : start
    // A colour may have an opacity: "$theme-ink 40%".
    let end = end.prefix { $0 != UInt8(ascii: " ") }
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

  /// The part of a name that matches in the place of the variables.
  func variablePart(of name: String) -> String {
    String(decoding: name.utf8.dropFirst(start.count).dropLast(end.count), as: UTF8.self)
  }

  /// True if a name begins, or ends, as one with a value would.
  func isLike(_ name: String, with value: String) -> Bool {
    if let joint = end.first, start.isEmpty {
      return name.utf8.starts(with: Array(value.utf8) + [joint])
    }
    if let joint = start.last, end.isEmpty {
      let part = [joint] + Array(value.utf8)
      return name.utf8.suffix(part.count).elementsEqual(part)
    }
    return false
  }
}

/// A name that one variable of the scene is a part of.
struct FilledName {
  var name: ComposedName
  var variable: String
  var value: String
}

/// A misspelt variable at the beginning of a text.
struct MisspeltVariable {
  /// The place of its warning.
  var place: Int
  var hint: String
}
