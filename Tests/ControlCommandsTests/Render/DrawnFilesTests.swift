import Testing

@testable import ControlCommands

@Suite struct DrawnFilesTests {
  @Test(arguments: [
    ("a.png", "a.png"), ("b/a.png", "b/a.png"), ("a%20b.png", "a b.png"), ("%c3%A4.png", "ä.png"),
    ("a.svg#part", "a.svg"), ("a.svg?1#part", "a.svg"), ("a%23b?c%", "a#b"),
    ("100%.png", "100%.png"),
    ("%+9", "%+9"), ("..a/b..", "..a/b.."),
  ])
  func `a reference is a path with escapes`(reference: String, path: String) {
    #expect(DrawnFiles.relativePath(in: reference) == path)
  }

  @Test(arguments: [
    "", "#part", "/a", "%2Fa", "../a", "b/../a", "b/..", "%2e%2E/a", "b%2f..%2fa", "/\u{301}a",
    "b/..\u{2F}\u{301}", "a%00.png", "a\u{0}", "%ff.png",
  ])
  func `a reference leads out of no folder`(reference: String) {
    #expect(DrawnFiles.relativePath(in: reference) == nil)
  }
}
