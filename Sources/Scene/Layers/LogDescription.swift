/// A layer that shows the last lines of a log.
struct LogDescription {
  /// The look of each line.
  var text: TextDescription
  /// The distance of the lines, as a fraction of the font's size.
  var lineHeight: Double
  /// True if a line that is too long goes on in the next row.
  var isWrapped: Bool
}
