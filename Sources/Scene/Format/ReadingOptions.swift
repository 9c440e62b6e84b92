public import Images

/// Choices for the reading of a scene.
public struct ReadingOptions: Sendable {
  /// True to leave out a picture or font file that cannot be used, with a warning: the layer stays
  /// without its picture, and another font replaces a missing one.
  public var isLenient: Bool
  /// True to read only the headers of large pictures of image layers, which are then to be unpacked
  /// when the scene is in play.
  public var defersPictures: Bool
  /// The kernel's folder with the firmware's logo.
  public var firmware: String
  /// The directories of the machine's fonts; nil for the usual ones. For scenes of another machine.
  package var fontDirectories: [String]?
  /// The colour that a word of another format means, as a scene writes it, for hints beside those
  /// of the usual words.
  package var colorOfWord: (@Sendable (String) -> String?)?

  public init(
    isLenient: Bool = false, defersPictures: Bool = false, firmware: String = FirmwareLogo.folder
  ) {
    self.isLenient = isLenient
    self.defersPictures = defersPictures
    self.firmware = firmware
  }
}
