/// Percentages as a language writes them.
///
/// Patterns, digits and signs are those of Unicode's Common Locale Data Repository
/// (`numbers/percentFormats`, `defaultNumberingSystem`, `percentSign`). A locale that is not in
/// the tables is written as in English.
public struct PercentFormat: Sendable, Equatable {
  private var digits: Digits
  private var pattern: Pattern

  private enum Pattern: Sendable {
    /// "50%".
    case plain
    /// "50 %", with a space that does not break.
    case spaced
    /// The same with a narrow one.
    case narrow
    /// "%50".
    case leading
    /// "% 50".
    case leadingSpaced
  }

  private enum Digits: UInt32, Sendable {
    case latin = 0x30
    case arabic = 0x660
    case easternArabic = 0x6F0
    case devanagari = 0x966
    case bengali = 0x9E6
    case gurmukhi = 0xA66
    case gujarati = 0xAE6
    case tamil = 0xBE6
    case thai = 0xE50
    case tibetan = 0xF20
    case myanmar = 0x1040
    case khmer = 0x17E0
  }

  /// - Parameter locale: a BCP 47 tag as in `de`, `fr-CA` or `hi-u-nu-deva`; underscores serve too.
  public init(locale: String) {
    let parts = locale.utf8.split { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
      .map { part in String(decoding: part.map(PercentFormat.lowered), as: UTF8.self) }
    let language = parts.first ?? ""
    let region = parts.dropFirst().first { $0.utf8.count == 2 } ?? ""
    pattern = PercentFormat.pattern(language, region)
    digits = PercentFormat.digits(language, region)
    if let index = parts.firstIndex(of: "nu"), index + 1 < parts.count,
      let named = PercentFormat.digits(named: parts[index + 1])
    {
      digits = named
    }
  }

  /// A whole number of percent: 50 is "50%" in English.
  public func text(_ percent: Int) -> String {
    var number = String.UnicodeScalarView()
    if percent < 0 { number.append("-") }
    for digit in String(percent.magnitude).utf8 {
      let value = digits.rawValue + UInt32(digit - UInt8(ascii: "0"))
      number.append(Unicode.Scalar(value) ?? "\u{FFFD}")
    }
    let sign =
      switch digits {
      // The mark keeps the sign on the number's left.
      case .arabic: "\u{66A}\u{61C}"
      case .easternArabic: "\u{66A}"
      default: "%"
      }
    return switch pattern {
    case .plain: String(number) + sign
    case .spaced: String(number) + "\u{A0}" + sign
    case .narrow: String(number) + "\u{202F}" + sign
    case .leading: sign + String(number)
    case .leadingSpaced: sign + "\u{A0}" + String(number)
    }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte + 32 : byte
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

  private static func digits(_ language: String, _ region: String) -> Digits {
    switch (language, region) {
    case ("ar", "ae"), ("ar", "dz"), ("ar", "eh"), ("ar", "ly"), ("ar", "ma"), ("ar", "tn"):
      .latin
    case ("ar", _), ("ckb", _), ("sd", _): .arabic
    case ("fa", _), ("ps", _), ("mzn", _), ("lrc", _): .easternArabic
    case ("mr", _), ("ne", _), ("sa", _), ("bgc", _), ("bho", _), ("raj", _): .devanagari
    case ("bn", _), ("as", _), ("mni", _): .bengali
    case ("dz", _): .tibetan
    case ("my", _): .myanmar
    default: .latin
    }
  }

  /// Digits by the name of their numbering system.
  private static func digits(named name: String) -> Digits? {
    switch name {
    case "latn": .latin
    case "arab": .arabic
    case "arabext": .easternArabic
    case "deva": .devanagari
    case "beng": .bengali
    case "guru": .gurmukhi
    case "gujr": .gujarati
    case "tamldec": .tamil
    case "thai": .thai
    case "tibt": .tibetan
    case "mymr": .myanmar
    case "khmr": .khmer
    default: nil
    }
  }
}
