import System
import Testing

@testable import ControlCommands

@Suite struct FrameScriptTests {
  @Test func `the last function for each call is the one that counts`() {
    let script = FrameScript(
      """
      for (i = 1; i < 25; i++) frames[i] = Image ("a" + i + ".png");
      fun none () { }
      fun progress (time, part) { sprite.SetImage (frames[Math.Int (part * 24)]); }
      Plymouth.SetRefreshFunction (progress);
      Plymouth.SetRefreshFunction (none);
      Plymouth.SetBootProgressFunction (progress);
      """, mode: "boot-up")
    #expect(script.loop?.name == "frames" && script.loop?.numbers == 1..<25)
    #expect(script.followsProgress)
  }

  @Test(arguments: [
    ("/* a */", false), ("/**/", false), ("// /*\n", false), ("\"/*\";", false),
    ("/*/", true), ("/*/ */", false), ("/* /* */", true), ("/* /* */ */", false), ("/***/", false),
    ("#", true), ("# */ /*\n", false), ("/* \" */", false), ("a / * b;", false),
  ])
  func `comments end where those of the theme's language do`(before: String, isComment: Bool) {
    let script = FrameScript(before + "Plymouth.SetMessageFunction (show);", mode: "boot-up")
    #expect(script.hasMessages == !isComment)
  }

  /// A theme is often one that somebody has found.
  @Test(arguments: [
    "a", "1.", "PlymouthSet", "fun f () {} Plymouth.SetRefreshFunction (f);", "for (",
    "if (a < b) ", "\n",
  ])
  func `the time for a script grows with its length, and no faster`(part: String) throws {
    let loop = "for (i = 1; i < 25; i++) frames[i] = Image (\"a\" + i + \".png\");"
    let text = loop + String(repeating: part, count: (16 << 10) / part.utf8.count)
    // A long gap, as a branch for another mode leaves it.
    let spaces = String(repeating: " ", count: 16 << 10)
    for script in [text, "for (i = 1; i < 25; i++)" + spaces, text + "if (a < b)" + spaces] {
      let start = try threadTime()
      _ = FrameScript(script, mode: "boot-up")
      let time = try threadTime() - start
      #expect(time < 1_500_000, "\(time) µs")
    }
  }
}
