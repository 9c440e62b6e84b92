import Geometry
import Raster
import Scene
import Stage
import TestSupport
import Testing

/// QR codes on the screen: whole pixels, and texts of controls.
@Suite struct CodeLayerTests {
  private static let scene = """
    { "background": "#808080", "layers": [
        { "kind": "qr", "name": "code", "string": "https://example.org", "frame": [10, 10, 111, 111] } ],
      "controls": { "link": { "kind": "text", "drives": "code" } } }
    """

  private func colors(_ player: SteppedStage) -> Set<UInt8> {
    let pixels = player.pixels
    return Set(stride(from: 0, to: pixels.count, by: 4).lazy.map { pixels[$0] })
  }

  @Test(
    "modules are whole pixels",
    arguments: [
      ("", 1.0), ("", 1.25), ("", 1.5), (#""fit": "contain", "size": [173, 141],"#, 1),
      (#""fit": "contain", "size": [333, 77],"#, 1),
    ])
  func whole(_ fit: String, _ scale: Double) throws {
    let scene = "{" + fit + Self.scene.dropFirst(1)
    let player = try SteppedStage(scene, scale: scale)
    // Only the edges of the layer's own ground may be mixed.
    let pixels = player.pixels
    let dark = pixels.enumerated().filter { $0.offset % 4 == 0 && $0.element < 128 }
    #expect(dark.count > 400)
    #expect(dark.allSatisfy { $0.element == 0 })
    #expect(areEqual(pixels, player.redrawn()))
    // The first finder: seven modules in a row are a whole number of pixels.
    let first = try #require(dark.first?.offset) / 4
    var length = 0
    while pixels[(first + length) * 4] == 0 { length += 1 }
    #expect(length % 7 == 0)
  }

  @Test func `a rotated code equals its modules`() throws {
    let player = try SteppedStage(
      Self.scene.replacing(
        "\"frame\": [10, 10, 111, 111]", with: "\"rotation\": 30, \"size\": [100, 100]"))
    #expect(colors(player).count > 10)
    #expect(player.pixels == player.redrawn())
  }

  @Test func `a text control changes the code, up to its size`() throws {
    let player = try SteppedStage(Self.scene)
    let before = player.pixels
    try player.stage.setText("link", to: "{percent} WIFI:S:kiosk;;")
    player.run(from: 0, to: 0.1)
    #expect(player.pixels != before)
    #expect(player.pixels == player.redrawn())
    #expect(throws: ControlError.self) {
      try player.stage.setText("link", to: String(repeating: "a", count: 2332))
    }
    try player.stage.setText("link", to: "")
    player.run(from: 0.1, to: 0.2)
    #expect(colors(player) == [128, 255])
  }
}
