import Lottie
import Raster
import Testing

/// Blend modes of layers, groups and paints.
@Suite struct BlendModeTests {
  /// The colours that a gray of 0x80 makes of an orange behind it, opaque, in the order of the
  /// format's numbers.
  private static let results: [UInt32] = [
    0xFF80_8080, 0xFF80_4000, 0xFFFF_C080, 0xFFFF_8000, 0xFF80_8000, 0xFFFF_8080,
  ]

  private func solids(_ color: String, over back: String, mode: Int, ks: String = "{}") throws
    -> LottieCanvas
  {
    try LottieCanvas(
      Sketch.solid(color, ks: ks, more: #""bm": \#(mode),"#) + "," + Sketch.solid(back))
  }

  private func expect(_ pixel: UInt32, near expected: UInt32, _ note: Comment) {
    for shift in [0, 8, 16, 24] as [UInt32] {
      let (a, b) = (Int(pixel >> shift & 255), Int(expected >> shift & 255))
      #expect(abs(a - b) <= 1, note)
    }
  }

  @Test func `layers are put over those below them by their modes`() throws {
    for (mode, expected) in Self.results.enumerated() {
      let canvas = try solids("#808080", over: "#ff8000", mode: mode)
      expect(canvas.picture().pixel(20, 20), near: expected, "mode \(mode)")
      #expect(canvas.file.warnings.isEmpty)
    }
    // Black over all but difference, exclusion and the sum gives what each formula says.
    for (mode, expected) in [(10, 0xFFFF_8000), (11, 0xFFFF_8000), (16, 0xFFFF_8000)]
      as [(Int, UInt32)]
    {
      expect(
        try solids("#000000", over: "#ff8000", mode: mode).picture().pixel(9, 9), near: expected,
        "mode \(mode)")
    }
    expect(
      try solids("#404040", over: "#ff8000", mode: 16).picture().pixel(9, 9), near: 0xFFFF_C040,
      "the sum")
  }

  @Test func `a faded layer is blended, and then shows as far as it is opaque`() throws {
    let canvas = try solids("#808080", over: "#ff8000", mode: 1, ks: #"{"o": {"k": 50}}"#)
    expect(canvas.picture().pixel(20, 20), near: 0xFFC0_6000, "half of it")
  }

  @Test func `a layer of a composition depends on nothing outside of it`() throws {
    let inner = Sketch.solid("#808080", width: 20, more: #""bm": 1,"#)
    let asset = #""assets": [{"id": "c", "layers": [\#(inner)]}],"#
    let composition =
      #"{"ty": 0, "refId": "c", "ip": 0, "op": 100, "st": 0, "ks": {}, "w": 40, "h": 40}"#
    let picture = try LottieCanvas(composition + "," + Sketch.solid("#ff8000"), more: asset)
      .picture()
    #expect(picture.pixel(10, 10) == 0xFF80_8080)
    #expect(picture.pixel(30, 10) == 0xFFFF_8000)
  }

  @Test func `paints and groups are blended with what lies below them in their layer`() throws {
    let gray = #"{"ty": "fl", "c": {"k": [0.5, 0.5, 0.5, 1]}, "o": {"k": 100}, "r": 1, "bm": 1}"#
    let orange = Sketch.group(Sketch.rect(10, 20, 20, 40) + "," + Sketch.fill(1, 0.5, 0))
    let blended = Sketch.group(Sketch.rect(20, 20, 40, 40) + "," + gray)
    let picture = try LottieCanvas(
      Sketch.shapes(blended + "," + orange) + "," + Sketch.solid("#00ff00")
    ).picture()
    expect(picture.pixel(10, 20), near: 0xFF80_4000, "over the layer's own shape")
    expect(picture.pixel(30, 20), near: 0xFF80_8080, "over nothing of the layer")
    let group =
      #"{"ty": "gr", "bm": 1, "it": [\#(Sketch.rect(20, 20, 40, 40)), \#(Sketch.fill(0.5, 0.5, 0.5))]}"#
    expect(
      try LottieCanvas(Sketch.shapes(group + "," + orange)).picture().pixel(10, 20),
      near: 0xFF80_4000, "a group")
  }

  @Test func `a mode that is not drawn is named, and a blended layer is not one of a scene`() throws
  {
    let canvas = try solids("#808080", over: "#ff8000", mode: 17)
    #expect(canvas.file.warnings.count == 1)
    #expect(canvas.file.warnings.first?.contains("hard mix") == true)
    #expect(canvas.picture().pixel(20, 20) == 0xFF80_8080)
    let blended = try solids("#808080", over: "#ff8000", mode: 1)
    let obstacle = #expect(throws: LayerObstacle.self) {
      try blended.file.layers(from: 0, duration: 1)
    }
    #expect(obstacle?.place == "layers[0].bm")
  }
}
