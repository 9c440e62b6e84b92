import Text

/// Fonts of the machine for texts, found once for a picture and those in it.
final class TextFonts {
  /// The fonts of a style.
  struct Match {
    var fonts: FontStack
    /// The families that the machine does not have, if the first one is among them.
    var missing: [String] = []
    /// False where no family has a face of the width.
    var hasWidth = true
  }

  private lazy var catalog = FontCatalog()
  private var matches: [FontDescriptor: Match] = [:]

  /// The most styles that are looked up, since each may open files; further styles have the usual
  /// family.
  private static let matchLimit = 64

  /// Nil where there is no font at all.
  func match(_ look: TextLook) -> Match? {
    // Few families have more than nine weights, and all of them would be opened.
    let weight = min(max((look.weight + 50) / 100 * 100, 100), 900)
    let families = matches.count < Self.matchLimit ? look.families : TextLook().families
    let words = TextFonts.words(for: look.stretch)
    // Faces of other widths are families of their own, too.
    func wide(_ family: String) -> [String] { words.map { "\(family) \($0)" } }
    let descriptor = FontDescriptor(
      sources: families.flatMap { wide($0) + [$0] }.map { .family($0) }, weight: weight,
      isItalic: look.isItalic)
    if let known = matches[descriptor] { return known }
    var absent: Set<String> = []
    guard let stack = try? FontStack(descriptor, in: catalog, missing: { _ = absent.insert($0) }),
      stack.primary != nil
    else { return nil }
    var match = Match(fonts: stack)
    // The families after an installed one are only for characters that it lacks.
    if let first = families.first, (wide(first) + [first]).allSatisfy({ absent.contains($0) }) {
      match.missing = families.filter { absent.contains($0) }
    }
    match.hasWidth =
      words.isEmpty || families.contains { wide($0).contains { !absent.contains($0) } }
    matches[descriptor] = match
    return match
  }

  /// The words for widths in names of families; none for the usual width.
  private static func words(for stretch: Double) -> [String] {
    if stretch < 100 { return ["Condensed", "Narrow"] }
    return stretch > 100 ? ["Expanded", "Extended"] : []
  }
}
