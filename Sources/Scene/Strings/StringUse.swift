import CodeUnits

/// The names of a scene's strings, and their use in its texts.
struct StringUse {
  /// The places of the locales' keys, in the order of the file.
  var localePlaces: [Int] = []
  /// The names of all locales' strings.
  var names: [String] = []
  /// The place of a name's first string.
  var places: [ExactText: Int] = [:]
  var used: Set<ExactText> = []
  /// True if texts have too many parts with strings in all locales, which is reported.
  var hasTooManyParts = false
}
