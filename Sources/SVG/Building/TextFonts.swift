import Text

/// Fonts of the machine for texts, found once for a picture and those in it.
final class TextFonts {
  private lazy var catalog = FontCatalog()
  private var stacks: [FontDescriptor: FontStack] = [:]
  private var missing: [FontDescriptor: [String]] = [:]

  /// The fonts of a style, and the families of it that the machine has not before the first one that it has; nil
  /// where there is no font at all.
  func stack(_ look: TextLook) -> (fonts: FontStack, missing: [String])? {
    let descriptor = FontDescriptor(
      sources: look.families.map { .family($0) }, weight: look.weight, isItalic: look.isItalic)
    if let known = stacks[descriptor] { return (known, missing[descriptor] ?? []) }
    var absent: [String] = []
    guard let stack = try? FontStack(descriptor, in: catalog, missing: { absent.append($0) }),
      stack.primary != nil
    else { return nil }
    // A family behind one that is there is for characters that the first one has not.
    let isFirstThere = look.families.first.map { !absent.contains($0) } ?? true
    stacks[descriptor] = stack
    missing[descriptor] = isFirstThere ? [] : absent
    return (stack, missing[descriptor] ?? [])
  }
}
