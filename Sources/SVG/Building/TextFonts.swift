import Text

/// Fonts of the machine for texts, found once for a picture and those in it.
final class TextFonts {
  private lazy var catalog = FontCatalog()
  private var stacks: [FontDescriptor: FontStack] = [:]
  private var missing: [FontDescriptor: [String]] = [:]

  /// Each may open files; further styles have the usual family.
  private static let stackLimit = 64

  /// The fonts of a style, and its families that the machine does not have, if the first one is
  /// among them; nil where there is no font at all.
  func stack(_ look: TextLook) -> (fonts: FontStack, missing: [String])? {
    // Few families have more than nine weights, and all of them would be opened.
    let weight = min(max((look.weight + 50) / 100 * 100, 100), 900)
    let families = stacks.count < Self.stackLimit ? look.families : TextLook().families
    let descriptor = FontDescriptor(
      sources: families.map { .family($0) }, weight: weight, isItalic: look.isItalic)
    if let known = stacks[descriptor] { return (known, missing[descriptor] ?? []) }
    var absent: [String] = []
    guard let stack = try? FontStack(descriptor, in: catalog, missing: { absent.append($0) }),
      stack.primary != nil
    else { return nil }
    // A family behind one that is there is for characters that the first one lacks.
    let isFirstThere = families.first.map { !absent.contains($0) } ?? true
    stacks[descriptor] = stack
    missing[descriptor] = isFirstThere ? [] : absent
    return (stack, missing[descriptor] ?? [])
  }
}
