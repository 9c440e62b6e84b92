import Testing
import Text

@Suite struct RemainingTimeFormatTests {
  @Test(arguments: [
    (0.0, "0:00"), (0.1, "0:05"), (44, "0:45"), (59.9, "1:00"), (61, "1:10"), (200, "3:20"),
    (599, "10:00"), (601, "11:00"), (3_599, "1:00:00"), (3_700, "1:02:00"), (1e300, "100:00:00"),
    (-5, "0:00"), (.nan, "0:00"), (.infinity, "100:00:00"),
  ])
  func `a time is rounded up as a clock shows it`(seconds: Double, expected: String) {
    #expect(RemainingTimeFormat(locale: "").text(seconds) == expected)
  }

  @Test func `digits are those of the language`() {
    #expect(RemainingTimeFormat(locale: "ar").text(65) == "١:١٠")
    #expect(RemainingTimeFormat(locale: "hi-u-nu-deva").text(5) == "०:०५")
  }
}
