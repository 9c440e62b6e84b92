/// Percentages as a language writes them.
///
/// Patterns and signs are those of Unicode's Common Locale Data Repository
/// (`numbers/percentFormats`, `percentSign`). A locale that is not in the tables is written as in
/// English.
public struct PercentFormat: Sendable, Equatable {
  private let digits: LocaleDigits
  private let pattern: Pattern

  private enum Pattern: Sendable {
    /// "50%".
    case plain
    /// "50 %", with a space that does not break.
    case spaced
    /// "50 %", with a narrow space that does not break.
    case narrow
    /// "%50".
    case leading
    /// "% 50".
    case leadingSpaced
  }

  /// - Parameter locale: a BCP 47 tag such as `de`, `fr-CA` or `hi-u-nu-deva`; underscores are
  ///   accepted, too.
  public init(locale: String) {
    let tag = LocaleTag(locale)
    pattern = PercentFormat.pattern(tag.language, tag.region)
    digits = LocaleDigits(tag)
  }

  /// A whole number of percent: 50 is "50%" in English.
  public func text(_ percent: Int) -> String {
    let number = digits.text(percent)
    let sign =
      switch digits {
      // The mark keeps the sign on the number's left.
      case .arabic: "\u{66A}\u{61C}"
      case .easternArabic: "\u{66A}"
      default: "%"
      }
    return switch pattern {
    case .plain: number + sign
    case .spaced: number + "\u{A0}" + sign
    case .narrow: number + "\u{202F}" + sign
    case .leading: sign + number
    case .leadingSpaced: sign + "\u{A0}" + number
    }
  }

  private static func pattern(_ language: String, _ region: String) -> Pattern {
    switch (language, region) {
    case ("de", "ch"), ("de", "li"), ("fr", "ch"), ("es", "mx"), ("es", "us"): .plain
    case ("fr", "ca"): .spaced
    case ("fr", _): .narrow
    case ("en", "at"), ("en", "de"), ("en", "dk"), ("en", "fi"), ("en", "se"), ("en", "si"):
      .spaced
    case ("be", _), ("bs", _), ("ca", _), ("cs", _), ("da", _), ("de", _), ("dsb", _), ("es", _),
      ("fi", _), ("fo", _), ("gl", _), ("hr", _), ("hsb", _), ("lb", _), ("lt", _), ("mk", _),
      ("nb", _), ("nn", _), ("no", _), ("ro", _), ("ru", _), ("se", _), ("sk", _), ("sl", _),
      ("sv", _):
      .spaced
    case ("tr", _): .leading
    case ("eu", _): .leadingSpaced
    default: .plain
    }
  }
}
