import Foundation
import Geometry
import Scene
import Testing

/// The examples of the scene format's page: each loads without a warning, and its picture is the
/// rendered one.
@Suite struct FormatPageTests {
  static let examples = PageExample.all(in: PageExample.scenes)

  @Test func `the page has an example of each kind of layer`() {
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
    let pictures = PageExample.scenes.appending(path: "Pictures")
    try example.expectPicture(PixelSize(width: 320, height: 180), in: pictures)
    guard let portrait = example.portrait else { return }
    try example.expectPicture(
      PixelSize(width: 135, height: 240), named: portrait, in: pictures)
  }
}
