/// The style of a text, apart from its fonts.
public struct TextAttributes: Equatable, Sendable {
  /// The alignment of lines between the left and the right side.
  public enum Alignment: Sendable, Equatable, CaseIterable {
    /// At the beginning in the paragraph's own direction.
    case natural
    case left, center, right
    /// Spaces are widened until the line is full, except in a paragraph's last line: see
    /// `justifiesLastLine`.
    case justified
  }

  /// The alignment of all lines between top and bottom.
  public enum VerticalAlignment: Sendable, Equatable, CaseIterable { case top, center, bottom }

  /// The place of the ellipsis if the text does not fit.
  public enum Truncation: Sendable, Equatable, CaseIterable { case none, start, middle, end }

  /// Points.
  public var size = 36.0
  /// The least size in points: the size is reduced in steps of a point until the text fits the
  /// width, and if it is wrapped the height. If it does not fit at this size it is truncated, and
  /// without a `truncation` nothing is shown. Nil keeps `size` and lets the text overflow.
  public var minimumSize: Double?
  public var alignment = Alignment.natural
  /// True to widen the spaces of a justified paragraph's last line, too.
  public var justifiesLastLine = false
  public var verticalAlignment = VerticalAlignment.top
  public var truncation = Truncation.none
  public var isWrapped = false
  /// True to make the lines of a wrapped paragraph as equally long as their number allows.
  public var isBalanced = false
  /// The most lines that are shown; 0 for any number.
  public var maximumLines = 0
  /// The distance between baselines, as a fraction of the size; nil for the font's own.
  public var lineHeight: Double?
  /// Points between characters, in addition to the font's own spacing.
  public var letterSpacing = 0.0

  public init() {}
}
