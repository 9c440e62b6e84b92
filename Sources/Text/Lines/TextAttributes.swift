/// How a text is set, beside its fonts.
public struct TextAttributes: Equatable, Sendable {
  /// Where lines stand between the left and the right side.
  public enum Alignment: Sendable, Equatable, CaseIterable {
    /// Where the paragraph's own direction begins.
    case natural
    case left, center, right
    /// Spaces are widened until the line is full, but in a paragraph's last line.
    case justified
  }

  /// Where the lines stand between top and bottom.
  public enum VerticalAlignment: Sendable, Equatable, CaseIterable { case top, center, bottom }

  /// Where an ellipsis stands for what has no room.
  public enum Truncation: Sendable, Equatable, CaseIterable { case none, start, middle, end }

  /// Points.
  public var size = 36.0
  /// The least size in points that steps of one point go down to until the text fits the width, and
  /// the height where it is wrapped; below it nothing is shown. Nil keeps `size` and lets it stick
  /// out.
  public var minimumSize: Double?
  public var alignment = Alignment.natural
  public var verticalAlignment = VerticalAlignment.top
  public var truncation = Truncation.none
  public var isWrapped = false
  /// The most lines that are shown; 0 for as many as there are.
  public var maximumLines = 0
  /// From one baseline to the next, in parts of the size; nil for the font's own.
  public var lineHeight: Double?
  /// Points between characters, beside what the font has.
  public var letterSpacing = 0.0

  public init() {}
}
