/// The digits that a language uses for numbers: those of Unicode's Common Locale Data Repository
/// (`defaultNumberingSystem`), or those requested by `-u-nu-`.
enum LocaleDigits: UInt32, Sendable {
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

  init(_ tag: LocaleTag) {
    self = LocaleDigits.usual(tag.language, tag.region)
    if let name = tag.numberingSystem, let digits = LocaleDigits.named(name) { self = digits }
  }

  /// A whole number, padded with zeros to a number of digits.
  func text(_ number: Int, minimumCount: Int = 1) -> String {
    var result = String.UnicodeScalarView()
    if number < 0 { result.append("-") }
    let digits = String(number.magnitude).utf8
    for _ in 0..<max(minimumCount - digits.count, 0) { result.append(scalar(0)) }
    for digit in digits { result.append(scalar(UInt32(digit - UInt8(ascii: "0")))) }
    return String(result)
  }

  private func scalar(_ digit: UInt32) -> Unicode.Scalar {
    Unicode.Scalar(rawValue + digit) ?? "\u{FFFD}"
  }

  private static func usual(_ language: String, _ region: String) -> LocaleDigits {
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

  private static func named(_ name: String) -> LocaleDigits? {
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

/// The parts of a language tag that numbers depend on, in lower case.
struct LocaleTag {
  let language: String
  /// Empty for none.
  let region: String
  /// The part after `-nu-`.
  let numberingSystem: String?

  /// - Parameter locale: a BCP 47 tag such as `de`, `fr-CA` or `hi-u-nu-deva`; underscores are
  ///   accepted, too.
  init(_ locale: String) {
    let parts = locale.utf8.split {
      $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
    }
    .map { part in String(decoding: part.map(LocaleTag.lowered), as: UTF8.self) }
    language = parts.first ?? ""
    // A part of one letter begins an extension, whose parts have other meanings.
    let rest = parts.dropFirst()
    region = rest.prefix { $0.utf8.count > 1 }.first { $0.utf8.count == 2 } ?? ""
    let key = rest.drop { $0.utf8.count > 1 }.firstIndex(of: "nu")
    numberingSystem = key.flatMap { $0 + 1 < parts.count ? parts[$0 + 1] : nil }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte + 32 : byte
  }
}
