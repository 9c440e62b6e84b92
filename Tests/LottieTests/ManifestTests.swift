import Lottie
import Testing

/// The animation of an archive that is shown first.
@Suite struct ManifestTests {
  @Test(arguments: [
    (#"{ "animations": [{ "id": "a" }, { "id": "b" }] }"#, "a"),
    (#"{ "activeAnimationId": "b", "animations": [{ "id": "a" }, { "id": "b" }] }"#, "b"),
    (
      #"{ "version": "2", "initial": { "animation": "b" }, "animations": [{ "id": "a" }, { "id": "b" }] }"#,
      "b"
    ),
    // A name that is not listed, and one of another kind.
    (#"{ "activeAnimationId": "c", "animations": [{ "id": "a" }] }"#, "a"),
    (#"{ "initial": "b", "animations": [{ "id": "a" }, { "id": "b" }] }"#, "a"),
  ])
  func `a player begins with the animation that the manifest names`(manifest: String, name: String)
  {
    #expect(LottieFile.animationName(manifest: Array(manifest.utf8)) == name)
  }

  @Test(arguments: [
    "", "[]", "{}", #"{ "animations": [] }"#, #"{ "initial": { "animation": "b" } }"#,
  ])
  func `a manifest without animations names no animation`(manifest: String) {
    #expect(LottieFile.animationName(manifest: Array(manifest.utf8)) == nil)
  }

  @Test(
    arguments: [
      (#"{ "initial": { "stateMachine": "m" }, "animations": [{ "id": "a" }] }"#, "m"),
      (#"{ "initial": { "animation": "a" }, "animations": [{ "id": "a" }] }"#, nil),
      ("", nil),
    ] as [(String, String?)])
  func `the manifest names the state machine that runs first`(manifest: String, name: String?) {
    #expect(LottieFile.stateMachineName(manifest: Array(manifest.utf8)) == name)
  }

  @Test(arguments: [
    (#""speed": 1, "direction": 1, "playMode": "normal", "background": """#, ""),
    (#""speed": 2"#, "speed"), (#""direction": -1"#, "forward"),
    (#""playMode": "bounce""#, "forward"),
    (##""background": "#ff0000""##, "background"),
  ])
  func `settings for the player have a warning`(wish: String, word: String) {
    let manifest = #"{ "animations": [{ "id": "b", "speed": 3 }, { "id": "a", \#(wish) }] }"#
    let lines = LottieFile.unfollowed(manifest: Array(manifest.utf8), animation: "a")
    #expect(lines.count == (word.isEmpty ? 0 : 1))
    #expect(lines.allSatisfy { $0.contains(word) && $0.contains("'a'") })
  }
}
