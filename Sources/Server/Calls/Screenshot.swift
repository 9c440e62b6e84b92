/// A call for a picture of a screen.
struct Screenshot {
  /// The screen's name; nil for the main scene's first one.
  var screen: String?
  /// True if the file is a part of the reply.
  var isInline: Bool
}
