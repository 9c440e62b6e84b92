import Geometry
import Raster
import Scene
import Stage
import Testing

/// Pictures that clients give to controls.
@Suite struct ImageControlTests {
  private static let scene = """
    { "layers": [
        { "kind": "image", "name": "photo", "frame": [20, 20, 100, 100],
          "transition": { "type": "fade", "duration": 0.5 } },
        { "kind": "image", "name": "code", "frame": [140, 20, 40, 40], "filter": "nearest" } ],
      "controls": {
        "photo": { "kind": "image", "label": "Photo", "drives": "photo" },
        "code": { "kind": "image", "drives": "code" } } }
    """

  private func image(_ color: UInt32, side: Int = 4) -> Image {
    Image(
      size: PixelSize(width: side, height: side),
      premultipliedPixels: [UInt32](repeating: color, count: side * side))
  }

  private func pixel(_ player: SteppedStage, _ x: Int, _ y: Int) -> [UInt8] {
    Array(player.pixels[(y * 200 + x) * 4..<(y * 200 + x) * 4 + 3])
  }

  @Test func `a picture is shown, with the layer's transition`() throws {
    let player = try SteppedStage(Self.scene)
    #expect(pixel(player, 70, 70) == [0, 0, 0])
    _ = player.stage.takeEvents()
    try player.stage.setImage("photo", to: image(0xFF00_00FF), text: "A blue square")
    #expect(
      player.stage.takeEvents() == [
        .imageChanged(control: "photo"),
        .accessibilityChanged(control: "photo", text: "A blue square"),
      ])
    player.run(from: 0, to: 0.25)
    let half = pixel(player, 70, 70)
    #expect(half[0] > 60 && half[0] < 200)
    player.run(from: 0.25, to: 1)
    #expect(pixel(player, 70, 70) == [255, 0, 0])
    #expect(pixel(player, 150, 30) == [0, 0, 0])
    #expect(player.pixels == player.redrawn())
    let node = player.stage.accessibilityNodes[0]
    #expect((node.label, node.text, node.role) == ("Photo", "A blue square", .image))
  }

  @Test func `without a name it is for the first control, and only image controls take one`() throws
  {
    let player = try SteppedStage(Self.scene)
    try player.stage.setImage(nil, to: image(0xFFFF_FFFF))
    player.run(from: 0, to: 1)
    #expect(pixel(player, 70, 70) == [255, 255, 255])
    #expect(throws: ControlError.noSuchControl("phto")) {
      try player.stage.setImage("phto", to: image(0))
    }
    let other = try SteppedStage(
      "{ \"layers\": [], \"controls\": { \"job\": { \"kind\": \"progress\" } } }")
    #expect(throws: ControlError.wrongKind(control: "job", kind: .progress)) {
      try other.stage.setImage("job", to: image(0))
    }
  }

  @Test func `the picture stays in another size and in a scene that is carried over`() throws {
    let player = try SteppedStage(Self.scene)
    try player.stage.setImage("code", to: image(0xFF00_FF00))
    player.run(from: 0, to: 0.5)
    player.stage.resize(to: PixelSize(width: 200, height: 200), scale: 2)
    player.run(from: 0.5, to: 0.6)
    #expect(player.stage.controls[1].description == "")
    // The layer is at (280, 40) now, and out of the picture.
    player.stage.resize(to: PixelSize(width: 200, height: 200), scale: 1)
    player.run(from: 0.6, to: 0.7)
    #expect(pixel(player, 150, 30) == [0, 255, 0])
    let scene = try SceneLoader.load(
      bytes: Array(Self.scene.utf8), name: "test.jsonc", directory: nil)
    player.stage.replaceScene(scene, migrating: true)
    player.run(from: 0.7, to: 1.5)
    #expect(pixel(player, 150, 30) == [0, 255, 0])
    player.stage.replaceScene(scene)
    player.run(from: 1.5, to: 1.6)
    #expect(pixel(player, 150, 30) == [0, 0, 0])
  }

  @Test func `a transition goes on in another size`() throws {
    let player = try SteppedStage(Self.scene)
    try player.stage.setImage("photo", to: image(0xFF00_00FF))
    player.run(from: 0, to: 0.25)
    let half = pixel(player, 70, 70)
    player.stage.resize(to: PixelSize(width: 200, height: 200), scale: 2)
    player.stage.resize(to: PixelSize(width: 200, height: 200), scale: 1)
    player.run(from: 0.25, to: 0.25 + 1 / 60.0)
    let next = pixel(player, 70, 70)
    #expect(next[0] >= half[0] && next[0] < 220)
    player.run(from: 0.3, to: 1)
    #expect(pixel(player, 70, 70) == [255, 0, 0])
  }

  @Test func `all pictures together have a limit`() throws {
    let player = try SteppedStage(Self.scene)
    let large = image(0xFFFF_FFFF, side: 3000)
    try player.stage.setImage("photo", to: large)
    #expect(throws: ControlError.self) { try player.stage.setImage("code", to: large) }
    // The control's own former picture is replaced.
    try player.stage.setImage("photo", to: large)
    #expect(player.stage.controls[1].kind == .image)
  }
}
