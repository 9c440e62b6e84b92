/// A remaining time in a language's words: "about 3 min left", "less than a minute left".
///
/// A language without words here gets the time of `RemainingTimeFormat` alone.
public struct TimeLeftFormat: Sendable, Equatable {
  private let locale: String
  private let digits: LocaleDigits
  private let words: Words?

  /// The phrases of a language. Units are abbreviated, so that numbers need no plural forms.
  private struct Words: Sendable, Equatable {
    let underAMinute: String
    /// The text before and after a time of a minute and more.
    let before: String
    let after: String
    let minutes: String
    let hours: String
    /// The space between numbers and units.
    var space = "\u{A0}"
  }

  /// - Parameter locale: a BCP 47 tag such as `de` or `zh-TW`.
  public init(locale: String) {
    let tag = LocaleTag(locale)
    self.locale = locale
    digits = LocaleDigits(tag)
    words = TimeLeftFormat.words(tag.language, tag.region)
  }

  /// Seconds, rounded up to a minute, and to five from ten hours on. At most a hundred hours.
  public func text(_ seconds: Double) -> String {
    guard let words else { return RemainingTimeFormat(locale: locale).text(seconds) }
    let bounded = seconds.isNaN ? 0 : min(max(seconds, 0), 360_000)
    if bounded < 60 { return words.underAMinute }
    let step: Double = bounded < 36_000 ? 60 : 300
    let minutes = Int((bounded / step).rounded(.up) * step) / 60
    var parts: [String] = []
    if minutes >= 60 { parts.append(digits.text(minutes / 60) + words.space + words.hours) }
    if minutes % 60 > 0 { parts.append(digits.text(minutes % 60) + words.space + words.minutes) }
    return words.before + parts.joined(separator: words.space) + words.after
  }

  private static func words(_ language: String, _ region: String) -> Words? {
    // Chinese as it is written in Taiwan, Hong Kong and Macao.
    let isTraditional = language == "zh" && (region == "tw" || region == "hk" || region == "mo")
    let tag = isTraditional ? "zh-tw" : language
    return table.first { $0.tags.contains(tag) }?.words
  }

  /// By language, with the codes that it had formerly.
  private static let table: [(tags: [String], words: Words)] = [
    (
      ["ar"],
      Words(
        underAMinute: "يتبقى أقل من دقيقة", before: "يتبقى حوالي ", after: "", minutes: "د",
        hours: "س")
    ),
    (
      ["cs"],
      Words(
        underAMinute: "zbývá méně než minuta", before: "zbývá asi ", after: "", minutes: "min",
        hours: "h")
    ),
    (
      ["da"],
      Words(
        underAMinute: "mindre end et minut tilbage", before: "cirka ", after: " tilbage",
        minutes: "min.", hours: "t.")
    ),
    (
      ["de"],
      Words(
        underAMinute: "noch weniger als eine Minute", before: "noch etwa ", after: "",
        minutes: "Min.", hours: "Std.")
    ),
    (
      ["el"],
      Words(
        underAMinute: "απομένει λιγότερο από ένα λεπτό", before: "απομένουν περίπου ", after: "",
        minutes: "λ.", hours: "ώ.")
    ),
    (
      ["en"],
      Words(
        underAMinute: "less than a minute left", before: "about ", after: " left", minutes: "min",
        hours: "h")
    ),
    (
      ["es"],
      Words(
        underAMinute: "queda menos de un minuto", before: "quedan unos ", after: "", minutes: "min",
        hours: "h")
    ),
    (
      ["fi"],
      Words(
        underAMinute: "alle minuutti jäljellä", before: "noin ", after: " jäljellä", minutes: "min",
        hours: "t")
    ),
    (
      ["fr"],
      Words(
        underAMinute: "moins d’une minute restante", before: "environ ", after: " restantes",
        minutes: "min", hours: "h")
    ),
    (
      ["he", "iw"],
      Words(
        underAMinute: "נותרה פחות מדקה", before: "נותרו בערך ", after: "", minutes: "דק׳",
        hours: "שע׳")
    ),
    (
      ["hu"],
      Words(
        underAMinute: "kevesebb mint egy perc van hátra", before: "körülbelül ",
        after: " van hátra", minutes: "perc", hours: "óra")
    ),
    (
      ["id", "in"],
      Words(
        underAMinute: "kurang dari satu menit lagi", before: "sekitar ", after: " lagi",
        minutes: "menit", hours: "jam")
    ),
    (
      ["it"],
      Words(
        underAMinute: "meno di un minuto rimanente", before: "circa ", after: " rimanenti",
        minutes: "min", hours: "h")
    ),
    (
      ["ja"],
      Words(
        underAMinute: "残り1分未満", before: "残り約", after: "", minutes: "分", hours: "時間", space: "")
    ),
    (
      ["ko"],
      Words(
        underAMinute: "1분 미만 남음", before: "약 ", after: " 남음", minutes: "분", hours: "시간", space: "")
    ),
    (
      ["nb", "nn", "no"],
      Words(
        underAMinute: "mindre enn ett minutt igjen", before: "omtrent ", after: " igjen",
        minutes: "min", hours: "t")
    ),
    (
      ["nl"],
      Words(
        underAMinute: "nog minder dan een minuut", before: "nog ongeveer ", after: "",
        minutes: "min.", hours: "u.")
    ),
    (
      ["pl"],
      Words(
        underAMinute: "pozostała mniej niż minuta", before: "pozostało około ", after: "",
        minutes: "min", hours: "godz.")
    ),
    (
      ["pt"],
      Words(
        underAMinute: "menos de um minuto restante", before: "cerca de ", after: " restantes",
        minutes: "min", hours: "h")
    ),
    (
      ["ro"],
      Words(
        underAMinute: "a rămas mai puțin de un minut", before: "au rămas aproximativ ", after: "",
        minutes: "min", hours: "h")
    ),
    (
      ["ru"],
      Words(
        underAMinute: "осталось меньше минуты", before: "осталось около ", after: "",
        minutes: "мин", hours: "ч")
    ),
    (
      ["sv"],
      Words(
        underAMinute: "mindre än en minut kvar", before: "ungefär ", after: " kvar", minutes: "min",
        hours: "tim")
    ),
    (
      ["th"],
      Words(
        underAMinute: "เหลือไม่ถึง 1 นาที", before: "เหลือประมาณ ", after: "", minutes: "นาที",
        hours: "ชั่วโมง")
    ),
    (
      ["tr"],
      Words(
        underAMinute: "bir dakikadan az kaldı", before: "yaklaşık ", after: " kaldı",
        minutes: "dk.", hours: "sa.")
    ),
    (
      ["uk"],
      Words(
        underAMinute: "залишилося менше хвилини", before: "залишилося близько ", after: "",
        minutes: "хв", hours: "год")
    ),
    (
      ["vi"],
      Words(
        underAMinute: "còn chưa đến một phút", before: "còn khoảng ", after: "", minutes: "phút",
        hours: "giờ")
    ),
    (
      ["zh-tw"],
      Words(
        underAMinute: "剩餘不到1分鐘", before: "剩餘約", after: "", minutes: "分鐘", hours: "小時", space: "")
    ),
    (
      ["zh"],
      Words(
        underAMinute: "剩余不到1分钟", before: "剩余约", after: "", minutes: "分钟", hours: "小时", space: "")
    ),
  ]
}
