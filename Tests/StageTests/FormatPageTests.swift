import Foundation
import Geometry
import Scene
import Testing

/// The examples of the scene format's page: each loads without a warning, and its picture is the
/// rendered one.
@Suite struct FormatPageTests {
  static let examples = PageExample.all(in: PageExample.scenes)

  @Test func `the format's page has an example of each kind of layer`() {
    let text = Self.examples.map { $0.text }.joined()
    let kinds = [
      "shape", "image", "frames", "gradient", "text", "qr", "progress", "emitter", "replicator",
      "row", "column", "overlay",
    ]
    for kind in kinds {
      #expect(text.contains("\"kind\": \"\(kind)\""), "no example has a layer of the kind \(kind)")
    }
  }

  @Test(arguments: examples)
  func `an example loads without a warning and draws its picture`(example: PageExample) throws {
    #expect(try example.load().warnings.isEmpty)
    try example.expectPicture(
      PixelSize(width: 320, height: 180), in: Self.folder(ofPicture: example.name))
    guard let portrait = example.portrait else { return }
    try example.expectPicture(
      PixelSize(width: 135, height: 240), named: portrait, in: Self.folder(ofPicture: portrait))
  }

  /// The folder of a picture that the page shows.
  private static func folder(ofPicture name: String) throws -> URL {
    let page = try String(
      contentsOf: PageExample.scenes.appending(path: "README.md"), encoding: .utf8)
    let file = try #require(page.range(of: "/\(name).png)"), "the page does not show \(name)")
    let link = try #require(page[..<file.lowerBound].range(of: "](", options: .backwards))
    return PageExample.scenes.appending(path: String(page[link.upperBound..<file.lowerBound]))
  }
}
