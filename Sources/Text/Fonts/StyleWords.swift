/// The words for styles in font files' names: a file with words of another style need not be
/// opened.
enum StyleWords {
  /// True if a name has words of a style other than the wanted one.
  ///
  /// - Parameter name: normalized, and without the family's own name, which may have such words as
  ///   well.
  static func tell(
    of name: ArraySlice<UInt8>, otherThan style: (weight: Int, isItalic: Bool)
  ) -> Bool {
    func has(_ word: String) -> Bool { FontCatalog.contains(name, word.utf8) }
    if widths.contains(where: has) { return true }
    let isItalic = has("italic") || has("oblique")
    if isItalic && !style.isItalic { return true }
    let weight = weights.first { has($0.word) }?.value
    if let weight { return weight != style.weight || isItalic != style.isItalic }
    // Without a word for a weight, a name means the regular weight if it says italic, and any
    // weight otherwise.
    return isItalic && style.weight != 400
  }

  @inline(never) private static var widths: [String] { ["condensed", "narrow", "expanded"] }

  /// Words that contain other words come before them.
  @inline(never) private static var weights: [(word: String, value: Int)] {
    [
      ("extralight", 200), ("ultralight", 200), ("semilight", 350), ("demilight", 350),
      ("semibold", 600),
      ("demibold", 600), ("extrabold", 800), ("ultrabold", 800), ("thin", 100), ("light", 300),
      ("regular", 400), ("medium", 500), ("bold", 700), ("black", 900), ("heavy", 900),
    ]
  }
}
