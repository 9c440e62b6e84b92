import Testing
import Text

/// Remaining times in words.
struct TimeLeftFormatTests {
  @Test(
    "a time is rounded up to minutes",
    arguments: [
      (0, "less than a minute left"), (59.9, "less than a minute left"),
      (60, "about 1\u{A0}min left"), (121, "about 3\u{A0}min left"),
      (3_600, "about 1\u{A0}h left"), (3_601, "about 1\u{A0}h\u{A0}1\u{A0}min left"),
      (36_001, "about 10\u{A0}h\u{A0}5\u{A0}min left"),
    ])
  func rounding(seconds: Double, text: String) {
    #expect(TimeLeftFormat(locale: "en-GB").text(seconds) == text)
  }

  @Test(
    "words are those of the locale",
    arguments: [
      ("de", "noch etwa 3\u{A0}Min."), ("fr_CA.UTF-8", "environ 3\u{A0}min restantes"),
      ("ja", "残り約3分"), ("zh-CN", "剩余约3分钟"), ("zh-TW", "剩餘約3分鐘"), ("nn", "omtrent 3\u{A0}min igjen"),
      ("el", "απομένουν περίπου 3\u{A0}λ."), ("hu-HU", "körülbelül 3\u{A0}perc van hátra"),
      ("id", "sekitar 3\u{A0}menit lagi"), ("vi", "còn khoảng 3\u{A0}phút"),
      ("th", "เหลือประมาณ 3\u{A0}นาที"), ("he", "נותרו בערך 3\u{A0}דק׳"),
      ("ro", "au rămas aproximativ 3\u{A0}min"), ("ar-u-nu-latn", "يتبقى حوالي 3\u{A0}د"),
    ])
  func languages(locale: String, text: String) {
    #expect(TimeLeftFormat(locale: locale).text(150) == text)
  }

  @Test("a language without words shows the time alone", arguments: ["sw", "", "xx-YY"])
  func unknown(locale: String) {
    #expect(TimeLeftFormat(locale: locale).text(200) == "3:20")
    #expect(TimeLeftFormat(locale: locale).text(40) == "0:40")
  }

  @Test(
    "no number is out of bounds",
    arguments: [
      Double.nan, -.infinity, .infinity, -1, 1e300, .leastNonzeroMagnitude,
    ])
  func extremes(seconds: Double) {
    for locale in ["en", "ar"] { #expect(!TimeLeftFormat(locale: locale).text(seconds).isEmpty) }
  }
}
