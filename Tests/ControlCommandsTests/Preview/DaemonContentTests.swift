import Geometry
import JSON
import Raster
import Testing
import Wire

@testable import ControlCommands

/// A daemon on the page, as far as it needs none.
@Suite struct DaemonContentTests {
  private static func image(_ changes: [Int: UInt32] = [:]) -> Image {
    var pixels = [UInt32](repeating: 0xFF10_2030, count: 8 * 6)
    for (index, pixel) in changes { pixels[index] = pixel }
    return Image(size: PixelSize(width: 8, height: 6), premultipliedPixels: pixels)
  }

  @Test func `pictures differ in the least rectangle`() {
    let first = Self.image()
    #expect(PictureDifference.bounds(of: first, Self.image()) == nil)
    let second = Self.image([1 * 8 + 5: 0xFFFF_FFFF, 4 * 8 + 2: 0xFFFF_FFFF])
    #expect(
      PictureDifference.bounds(of: first, second)
        == PixelRect(minX: 2, minY: 1, maxX: 6, maxY: 5))
  }

  @Test func `a page gets the parts of a picture that it lacks`() throws {
    var content = DaemonContent(allowsControl: false)
    #expect(content.picture(after: -1) == nil)
    content.show(Self.image(), [1], time: 5)
    let whole = try #require(content.picture(after: -1))
    #expect(whole.rect == PixelRect(minX: 0, minY: 0, maxX: 8, maxY: 6))
    #expect(whole.pixels.count == 8 * 6 * 4 && whole.pixels[..<3] == [0x30, 0x20, 0x10])
    #expect(content.picture(after: whole.sequence) == nil)
    // A picture equal to the last one is not a new picture.
    content.show(Self.image(), [2], time: 6)
    #expect(content.picture(after: whole.sequence) == nil)
    content.show(Self.image([9: 0xFF00_00FF]), [3], time: 7)
    let next = try #require(content.picture(after: whole.sequence))
    #expect(next.rect == PixelRect(minX: 1, minY: 1, maxX: 2, maxY: 2))
    #expect(next.pixels == [0xFF, 0, 0, 0])
    #expect(content.picture(after: -1)?.rect.area == 48)
    #expect(content.pictureFile == [3])
  }

  @Test func `a lost connection is reported once, and the other content stays`() {
    var content = DaemonContent(allowsControl: true)
    content.connected(to: "/run/socket")
    content.update(controls: [["name": "job"]], accessibility: [], layers: [])
    let fault = ClientError(.unavailable, "it went away", hint: "start it")
    content.lost(fault)
    let revision = content.revision
    content.lost(fault)
    #expect(content.revision == revision)
    let daemon = content.state["daemon"]?.objectValue
    #expect(daemon?["connected"]?.boolValue == false)
    #expect(daemon?["fault"]?.stringValue == "it went away; start it")
    #expect(content.state["controls"]?.arrayValue?.count == 1)
  }

  @Test func `requests are refused without a connection or permission`() {
    for allowsControl in [false, true] {
      let view = DaemonView(daemon: DaemonOptions(), allowsControl: allowsControl)
      #expect(throws: PreviewError.self) {
        try view.perform(.set(control: "job", value: "1"), now: 0)
      }
      #expect(throws: PreviewError.self) { try view.perform(.seek(0), now: 0) }
      #expect(throws: PreviewError.self) { try view.plot(["a.position"]) }
      #expect(throws: PreviewError.self) { try view.still(at: nil) }
    }
  }
}
