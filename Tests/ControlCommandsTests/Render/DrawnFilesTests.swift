import Geometry
import Raster
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
  func `a reference cannot leave its folder`(reference: String) {
    #expect(DrawnFiles.relativePath(in: reference) == nil)
  }

  @Test func `the error of a Lottie file beyond a limit names that limit`() throws {
    func nested(_ start: String) -> String {
      start + String(repeating: "[", count: 300) + String(repeating: "]", count: 300) + "}"
    }
    let start = #"{"fr": 30, "ip": 0, "op": 60, "w": 9, "h": 9, "layers": [], "x": "#
    let large = start + "\"" + String(repeating: "a", count: 16 << 20) + "\"}"
    for (text, part) in [
      (nested(start), "at most 200 nested levels"), (large, "the 16 MiB that a Lottie file"),
    ] {
      let fault = #expect(throws: ClientError.self) {
        try LottiePicture.open(Array(text.utf8), "a.json")
      }
      #expect(fault?.message.contains(part) == true)
      #expect(fault?.hint != nil)
    }
    // A scene has limits of its own.
    let scene = try LottiePicture.open(Array(nested(#"{"layers": "#).utf8), "a.json")
    #expect(scene == nil)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a picture that would take too long to draw is refused before that`() throws {
    let group = #"<g opacity="0.5"><path d="M0 0H9V9H0"/><path d="M0 0H9V9H0"/></g>"#
    let text =
      #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">"#
      + String(repeating: group, count: 20_000) + "</svg>"
    let file = try #require(try VectorPicture.open(Array(text.utf8), "a.svg"))
    let small = PixelBuffer(size: PixelSize(width: 40, height: 40), format: .argb8888)
    _ = try file.draw(at: 0, into: small.surface)
    #expect(small.bytes[3] == 255)
    let large = PixelBuffer(size: PixelSize(width: 1000, height: 1000), format: .argb8888)
    let fault = #expect(throws: ClientError.self) {
      try file.draw(at: 0, into: large.surface)
    }
    #expect(fault?.message.contains("would take more than about ten seconds") == true)
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      (#"<filter id="f"><feOffset/></filter><g filter="url(#f)">"#, "</g>"),
      (
        #"<pattern id="p" width="9" height="9" patternUnits="userSpaceOnUse">"#,
        #"</pattern><path d="M0 0H9V9H0" fill="url(#p)"/>"#
      ),
    ])
  func `a picture whose filter or pattern would take too long is refused`(
    start: String, end: String
  ) throws {
    let group = #"<g opacity="0.5"><path d="M0 0H9V9H0"/><path d="M0 0H9V9H0"/></g>"#
    let text =
      #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">"#
      + start + String(repeating: group, count: 20_000) + end + "</svg>"
    let file = try #require(try VectorPicture.open(Array(text.utf8), "a.svg"))
    let large = PixelBuffer(size: PixelSize(width: 1000, height: 1000), format: .argb8888)
    let fault = #expect(throws: ClientError.self) {
      try file.draw(at: 0, into: large.surface)
    }
    #expect(fault?.message.contains("filters and patterns would take more than") == true)
  }
}
