internal import CHarfBuzz

extension Unicode.Scalar {
  /// True for a character that takes no place in a line, so that any number of them may stand over
  /// one letter: marks of all scripts, joiners and the like.
  public var hasNoWidth: Bool { firstlight_has_no_width(value) != 0 }
}
