import Animation
import Testing

struct TimingNameTests {
  @Test(arguments: [
    ("linear", TimingName.linear), ("EASE_IN", .easeIn), ("ease-in-ease-out", .easeInEaseOut),
    ("linear" + String(repeating: "-", count: 26), .linear),
    ("linear" + String(repeating: "-", count: 26) + "xyz", nil),
    ("linearly", nil), ("", nil),
  ])
  func `a timing curve is matched by its whole name`(text: String, name: TimingName?) {
    #expect(TimingName(otherwise: text) == name)
  }
}
