/// The fonts that draw a text: the requested ones in order, and others for characters that they
/// lack.
public final class FontStack {
  /// Never changes; empty if none was found.
  public let fonts: [Font]
  private let catalog: FontCatalog
  private let weight: Int
  /// Fonts that were found by their characters.
  private var extra: [Font] = []
  private var lacking: Set<UInt32> = []
  /// Fonts in colours that were found by their characters, and characters that none has.
  private var emoji: [Font] = []
  private var lackingEmoji: Set<UInt32> = []

  /// Finds the fonts of a description.
  /// - Parameters:
  ///   - first: an open font that comes before them.
  ///   - missing: called with each family that is not installed. One with the same widths takes its
  ///     place.
  /// - Throws: if a font file of the description is unusable.
  public init(
    _ descriptor: FontDescriptor, in catalog: FontCatalog, first: Font? = nil,
    missing: (String) -> Void = { _ in }
  ) throws(FontError) {
    self.catalog = catalog
    weight = descriptor.weight
    var fonts: [Font] = []
    if let first { fonts.append(first) }
    for source in descriptor.sources.prefix(TextLimits.families) {
      let font: Font?
      switch source {
      case .file(let file): font = try catalog.font(file, weight: descriptor.weight)
      case .family(let name): font = FontStack.font(name, descriptor, in: catalog, missing: missing)
      }
      guard let font, !fonts.contains(where: { $0 === font }) else { continue }
      fonts.append(font)
    }
    if fonts.isEmpty,
      let font = catalog.font(
        family: "sans-serif", weight: descriptor.weight, isItalic: descriptor.isItalic)
        ?? catalog.font(having: 0x61, weight: descriptor.weight)
    {
      fonts = [font]
    }
    self.fonts = fonts
  }

  /// A family's face, or that of an installed family with the same widths.
  private static func font(
    _ family: String, _ descriptor: FontDescriptor, in catalog: FontCatalog,
    missing: (String) -> Void
  ) -> Font? {
    func find(_ name: String) -> Font? {
      catalog.font(family: name, weight: descriptor.weight, isItalic: descriptor.isItalic)
    }
    if let font = find(family) { return font }
    missing(family)
    for other in MetricFamilies.others(for: family) {
      if let font = find(other) { return font }
    }
    return nil
  }

  /// The dictionary that divides Thai into words; nil without one.
  var thaiWords: WordList? { catalog.thaiWords }

  /// The font that sets the height of lines.
  public var primary: Font? { fonts.first }

  /// The font that draws a character; if no font has it, the first one, with its sign for a missing
  /// glyph.
  /// - Parameter isEmoji: true for a character that is shown in colours if any font has it so.
  public func font(for scalar: UInt32, isEmoji: Bool = false) -> Font? {
    if isEmoji, let font = emojiFont(for: scalar) { return font }
    for font in fonts where font.glyph(for: scalar) != nil { return font }
    guard !lacking.contains(scalar) else { return fonts.first }
    for font in extra where font.glyph(for: scalar) != nil { return font }
    if let font = catalog.font(having: scalar, weight: weight) {
      extra.append(font)
      return font
    }
    if lacking.count >= TextLimits.keptAnswers { lacking.removeAll() }
    lacking.insert(scalar)
    return fonts.first
  }

  private func emojiFont(for scalar: UInt32) -> Font? {
    if lackingEmoji.contains(scalar) { return nil }
    for font in fonts where font.hasColorGlyph(for: scalar) { return font }
    for font in emoji where font.hasColorGlyph(for: scalar) { return font }
    if let font = catalog.emojiFont(having: scalar, weight: weight) {
      emoji.append(font)
      return font
    }
    if lackingEmoji.count >= TextLimits.keptAnswers { lackingEmoji.removeAll() }
    lackingEmoji.insert(scalar)
    return nil
  }
}

extension FontStack {
  /// The characters of a text that no font has, in the text's order, each once, without invisible
  /// ones.
  /// - Parameter limit: the most characters to look for.
  public func missingCharacters(in text: String, limit: Int) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars where !FontStack.isUnseen(scalar.value) {
      if result.count >= limit { break }
      if result.contains(scalar) || font(for: scalar.value)?.glyph(for: scalar.value) != nil {
        continue
      }
      result.append(scalar)
    }
    return result
  }

  /// True for spaces, controls, joiners, marks of direction and selectors of forms.
  private static func isUnseen(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0...0x20, 0x7F...0xA0, 0xAD, 0x61C, 0x1680, 0x180B...0x180F, 0x2000...0x200F,
      0x2028...0x202F, 0x205F...0x206F, 0x3000, 0xFE00...0xFE0F, 0xFEFF, 0xE0000...0xE0FFF:
      true
    default: false
    }
  }
}

extension FontStack: Equatable {
  /// Stacks are compared by identity.
  public static func == (a: FontStack, b: FontStack) -> Bool { a === b }
}
