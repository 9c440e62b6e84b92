/// The side at which rows and lines of progress begin.
enum WritingDirection {
  /// The direction of the scene's locale.
  case locale
  case leftToRight, rightToLeft

  func isRightToLeft(in strings: Localization) -> Bool {
    switch self {
    case .locale: strings.isRightToLeft
    case .leftToRight: false
    case .rightToLeft: true
    }
  }
}
