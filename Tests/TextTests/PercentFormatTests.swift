import Testing
import Text

/// Percentages of languages, as CLDR writes them.
@Suite struct PercentFormatTests {
  @Test(arguments: [
    ("", "50%"), ("en", "50%"), ("en-GB", "50%"), ("ja", "50%"), ("he", "50%"),
    ("de", "50\u{A0}%"), ("de_AT.UTF-8", "50\u{A0}%"), ("de-CH", "50%"), ("DE-ch", "50%"),
    ("sv", "50\u{A0}%"), ("fr", "50\u{202F}%"), ("fr-CA", "50\u{A0}%"),
    ("tr", "%50"), ("eu", "%\u{A0}50"),
    ("ar", "٥٠\u{66A}\u{61C}"), ("ar-MA", "50%"), ("fa", "۵۰\u{66A}"),
    ("hi", "50%"), ("hi-u-nu-deva", "५०%"), ("mr", "५०%"), ("bn", "৫০%"), ("my", "၅၀%"),
    ("fr-u-ca-gregory", "50\u{202F}%"), ("fr-CA-u-ca-gregory", "50\u{A0}%"),
    ("fr-x-CA", "50\u{202F}%"), ("hi-NU-u-nu-deva", "५०%"),
    ("zz", "50%"), ("-", "50%"),
  ])
  func `50 % is written in the language's format`(locale: String, expected: String) {
    #expect(PercentFormat(locale: locale).text(50) == expected)
  }

  @Test func `100 % is written in full`() {
    #expect(PercentFormat(locale: "en").text(100) == "100%")
    #expect(PercentFormat(locale: "ar").text(100) == "١٠٠\u{66A}\u{61C}")
    #expect(PercentFormat(locale: "de").text(0) == "0\u{A0}%")
    #expect(PercentFormat(locale: "en").text(-7) == "-7%")
  }
}
