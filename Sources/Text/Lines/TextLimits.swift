/// What the text target accepts. Each limit is checked before anything of that size is allocated.
public enum TextLimits {
  /// Bytes of a text in UTF-8; a longer one is cut there, between two characters.
  public static let byteCount = 16_384
  /// Lines of a text; what would come after them is left out.
  public static let lines = 1_000
  /// Bytes of a font file.
  public static let fontFileSize = 256 << 20
  /// Bytes of a table that are read to look a face over.
  static let fontTableSize = 1 << 20
  /// Faces of a font collection.
  public static let faces = 256
  /// Font files looked at below all directories.
  public static let fontFiles = 20_000
  /// Faces that are opened to find one with a character.
  public static let fallbackFaces = 2_000
  /// Characters for which it is remembered which font has them.
  static let keptAnswers = 16_384
  /// Folders of fonts that are listed.
  public static let fontFolders = 2_000
  /// Directories within directories of fonts.
  public static let directoryDepth = 8
  /// Families that a font is searched in.
  public static let families = 32
}
