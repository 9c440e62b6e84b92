import Geometry
import Raster

/// A font's glyphs in colours that were found before.
///
/// The pixels of all glyphs in use have a limit, since a text may have thousands of such glyphs:
/// beyond the limit a glyph stays empty until others are no longer shown.
struct ColorGlyphCache {
  private var glyphs: [UInt32: ColorGlyph?] = [:]
  private var pixelCount = 0

  /// Glyphs that are kept.
  private static var mostGlyphs: Int { 256 }
  /// Pixels of all pictures together: 16 MB.
  static var mostPixels: Int { 4 << 20 }

  /// - Parameter make: finds a glyph that is not known; nil for one without colours.
  mutating func glyph(_ glyph: UInt32, make: (UInt32) -> ColorGlyph?) -> ColorGlyph? {
    if let known = glyphs[glyph] { return known }
    if glyphs.count >= Self.mostGlyphs || pixelCount >= Self.mostPixels { dropUnused() }
    guard pixelCount < Self.mostPixels else { return ColorGlyph([]) }
    let found = make(glyph)
    pixelCount += found?.pixelCount ?? 0
    glyphs[glyph] = .some(found)
    return found
  }

  private mutating func dropUnused() {
    var kept: [UInt32: ColorGlyph?] = [:]
    pixelCount = 0
    for glyph in Array(glyphs.keys) {
      // This function holds only the reference in `known`: if there is another, the glyph is in
      // use.
      guard var known = glyphs.removeValue(forKey: glyph) ?? nil, known.pixelCount > 0,
        !isKnownUniquelyReferenced(&known)
      else { continue }
      pixelCount += known.pixelCount
      kept[glyph] = .some(known)
    }
    glyphs = kept
  }
}

extension ColorGlyph {
  /// The pixels of its pictures.
  fileprivate var pixelCount: Int {
    pieces.reduce(0) {
      guard case .image(let image, _) = $1.fill else { return $0 }
      return $0 + image.size.width * image.size.height
    }
  }
}
