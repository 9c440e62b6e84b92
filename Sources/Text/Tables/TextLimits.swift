/// The limits of the text target. Each is checked before anything of that size is allocated.
public enum TextLimits {
  /// Bytes of a text in UTF-8; a longer one is cut, between two characters.
  public static let byteCount = 16_384
  /// Characters of one grapheme cluster: a letter and 32 marks, two more than Unicode's Stream-Safe
  /// Text Format has. Further ones are left out, since such a cluster is measured as a whole again
  /// and again.
  static let clusterLength = 33
  /// Lines of a text; further ones are left out.
  public static let lines = 1_000
  /// Bytes of a font file.
  public static let fontFileSize = 256 << 20
  /// Bytes of a table that are read to inspect a face.
  static let fontTableSize = 1 << 20
  /// Faces of a font collection.
  public static let faces = 256
  /// Font files that are inspected below all directories.
  public static let fontFiles = 20_000
  /// Faces that are opened to find one with a character.
  public static let fallbackFaces = 2_000
  /// Characters whose font is remembered.
  static let keptAnswers = 16_384
  /// Folders of fonts that are listed.
  public static let fontFolders = 2_000
  /// Levels of directories of fonts.
  public static let directoryDepth = 8
  /// Families that a font is searched in.
  public static let families = 32
}
