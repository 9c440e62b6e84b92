import Foundation
import Testing
import Text

/// The fonts that `scripts/setup test` installs; a test that lacks one fails.
enum TestFonts {
  static let latin = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
  static let devanagari = "/usr/share/fonts/truetype/lohit-devanagari/Lohit-Devanagari.ttf"
  static let compact = "/usr/share/fonts/opentype/inter/Inter-Regular.otf"

  /// A font and no others, whatever else the machine has.
  /// - Parameter thaiWords: the path of a dictionary.
  static func stack(
    _ path: String, thaiWords: String = FontDirectories.thaiWords
  ) throws -> FontStack {
    try #require(
      FileManager.default.fileExists(atPath: path), "\(path) is missing: run scripts/setup test")
    return try FontStack(
      FontDescriptor(sources: [.file(FontFile(path: path))]),
      in: FontCatalog(directories: [], thaiWords: thaiWords))
  }
}
