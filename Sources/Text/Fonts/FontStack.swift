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

  /// Finds the fonts of a description.
  /// - Parameter missing: called with each family that is not installed.
  /// - Throws: if the font file of the description is unusable.
  public init(
    _ descriptor: FontDescriptor, in catalog: FontCatalog, missing: (String) -> Void = { _ in }
  ) throws(FontError) {
    self.catalog = catalog
    weight = descriptor.weight
    var fonts: [Font] = []
    if let file = descriptor.file {
      fonts.append(try catalog.font(file, weight: descriptor.weight))
    }
    for family in descriptor.families.prefix(TextLimits.families) {
      let font = catalog.font(
        family: family, weight: descriptor.weight, isItalic: descriptor.isItalic)
      guard let font else {
        missing(family)
        continue
      }
      if !fonts.contains(where: { $0 === font }) { fonts.append(font) }
      // One font is enough at first; the families after it are for characters that it lacks.
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

  /// The font that sets the height of lines.
  public var primary: Font? { fonts.first }

  /// The font that draws a character; if no font has it, the first one, with its sign for a missing
  /// glyph.
  public func font(for scalar: UInt32) -> Font? {
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
}

extension FontStack: Equatable {
  /// Two stacks are the same only if they are one.
  public static func == (a: FontStack, b: FontStack) -> Bool { a === b }
}
