import Geometry
import Lottie
import Raster
import Testing

/// Pictures that are made of the ones before them.
@Suite struct PlayerTests {
  private static let size = PixelSize(width: 40, height: 40)

  private static func moving(_ from: Int, _ to: Int) -> String {
    #"{"p": {"k": [{"t": 0, "s": [\#(from), 20]}, {"t": 10, "s": [\#(to), 20]}]}}"#
  }

  private static let box = Sketch.rect(0, 0, 10, 10) + "," + Sketch.fill(1, 0, 0)
  private static let still = Sketch.solid("#0000ff")

  /// Layers, and the most pixels that a step of a frame may draw again.
  private static let scenes: [(layers: String, most: Int)] = [
    (Sketch.shapes(box, ks: moving(10, 30)) + "," + still, 13 * 10),
    // A layer comes, and those behind it have other places.
    (
      #"{"ty": 4, "ip": 3, "op": 100, "ks": {"p": {"k": [8, 8]}}, "shapes": [\#(box)]},"#
        + Sketch.shapes(box, ks: moving(10, 30)) + "," + still, 40 * 20
    ),
    // Two overlapping boxes fade as one.
    (
      Sketch.shapes(
        box + "," + Sketch.rect(4, 4, 10, 10) + "," + Sketch.fill(0, 1, 0),
        ks: #"{"o": {"k": [{"t": 0, "s": [20]}, {"t": 10, "s": [80]}]}, "p": {"k": [20, 20]}}"#)
        + "," + still, 20 * 20
    ),
    // A matte moves over a layer that stands.
    (
      Sketch.shapes(box, ks: moving(0, 40), more: #""td": 1,"#) + ","
        + Sketch.solid("#ffffff", more: #""tt": 1,"#) + "," + still, 40 * 40
    ),
    // A path changes until frame 4, and is held until frame 8.
    (
      Sketch.shapes(
        """
        {"ty": "el", "p": {"k": [20, 20]}, "s": {"k": [
          {"t": 0, "s": [4, 4]}, {"t": 4, "s": [20, 20], "h": 1}, {"t": 8, "s": [8, 8]}]}},
        """ + Sketch.fill(1, 0, 0)) + "," + still, 22 * 22
    ),
    // Its miters have no bounds.
    (
      Sketch.shapes(Sketch.rect(0, 0, 10, 10) + "," + Sketch.endlessStroke, ks: moving(10, 30))
        + "," + still, 40 * 40
    ),
  ]

  @Test(arguments: scenes.indices)
  func `a picture depends on its time alone, in any order of times`(index: Int) throws {
    let canvas = try LottieCanvas(Self.scenes[index].layers, end: 12)
    let player = LottiePlayer(canvas.file)
    let buffer = PixelBuffer(size: Self.size, format: .argb8888)
    for frame in [0, 1, 2, 2.5, 3, 4, 5, 7.5, 8, 12, 1, 9, 3] {
      _ = player.draw(at: frame / 10, into: buffer.surface)
      let pixels = buffer.makeImage().premultipliedPixels
      #expect(pixels == canvas.picture(at: frame).pixels, "frame \(frame)")
    }
  }

  @Test(arguments: scenes.indices)
  func `only changed parts are drawn again`(index: Int) throws {
    let (layers, most) = Self.scenes[index]
    let player = LottiePlayer(try LottieCanvas(layers, end: 12).file)
    let buffer = PixelBuffer(size: Self.size, format: .argb8888)
    #expect(player.draw(at: 0, into: buffer.surface).area == 40 * 40)
    for frame in 1...9 {
      let damage = player.draw(at: Double(frame) / 10, into: buffer.surface)
      #expect(damage.area <= most, "frame \(frame)")
    }
    #expect(player.draw(at: 0.9, into: buffer.surface).isEmpty)
  }

  @Test func `in another size all is drawn`() throws {
    let canvas = try LottieCanvas(Self.still)
    let player = LottiePlayer(canvas.file)
    for width in [40, 20] {
      let size = PixelSize(width: width, height: width)
      let buffer = PixelBuffer(size: size, format: .argb8888)
      #expect(player.draw(at: 0, into: buffer.surface).area == width * width)
      #expect(buffer.makeImage().premultipliedPixels == canvas.picture(size: size).pixels)
    }
  }
}
