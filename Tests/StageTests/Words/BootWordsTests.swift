import Stage
import Testing

/// The daemon's own words, in the language of a scene.
struct BootWordsTests {
  @Test(arguments: ["ja", "ko", "th", "zh"])
  func `a scene without texts has English words for languages that few fonts can write`(
    locale: String
  ) throws {
    let player = try SteppedStage(
      "{ \"layers\": [{ \"frame\": [0, 0, 40, 40], \"backgroundColor\": \"#FFFFFF\" }] }")
    try player.stage.setLocale(locale)
    #expect(player.stage.bootWords.password == "Password")
    try player.stage.setLocale("de")
    #expect(player.stage.bootWords.password == "Passwort")
  }
}
