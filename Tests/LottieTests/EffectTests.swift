import Geometry
import Lottie
import Testing

/// Effects of layers and what files say about them.
@Suite struct EffectTests {
  private let red: UInt32 = 0xFFFF_0000
  private let blue: UInt32 = 0xFF00_00FF

  private func effect(_ kind: Int, _ values: Any...) -> String {
    let list = values.map { "{\"v\": {\"k\": \($0)}}" }.joined(separator: ", ")
    return "\"ef\": [{\"ty\": \(kind), \"ef\": [\(list)]}],"
  }

  private func square(_ effect: String, ks: String) -> String {
    Sketch.solid("#ff0000", width: 4, height: 4, ks: ks, more: effect)
  }

  @Test(arguments: [(0.0, 0), (0.5, 0x8000_0080), (1.0, 0xFF00_00FF)])
  func `a fill's opacity is that of its colour`(opacity: Double, pixel: UInt32) throws {
    let fill = effect(21, 0, 0, "[0, 0, 1]", 0, 0, 0, opacity)
    let canvas = try LottieCanvas(Sketch.solid("#ff0000", more: fill))
    #expect(canvas.picture().pixel(20, 20) == pixel)
  }

  /// A shadow 10 below, in the layer.
  private func downward(alone: Int = 0) -> String {
    effect(25, "[0, 0, 1]", 255, 180, 10, 0, alone)
  }

  @Test(arguments: [
    (#"{"p": {"k": [20, 20]}}"#, 22, 32), (#"{"p": {"k": [20, 20]}, "r": {"k": 90}}"#, 8, 22),
    (#"{"p": {"k": [20, 20]}, "s": {"k": [100, -100]}}"#, 22, 8),
    (#"{"p": {"k": [20, 20]}, "s": {"k": [400, 100]}}"#, 28, 32),
  ])
  func `a shadow turns and grows with its layer`(ks: String, x: Int, y: Int) throws {
    let picture = try LottieCanvas(square(downward(), ks: ks)).picture()
    #expect(picture.pixel(x, y) == blue)
    let alone = try LottieCanvas(square(downward(alone: 1), ks: ks)).picture()
    #expect(alone.pixel(x, y) == blue && alone.area * 2 == picture.area)
  }

  @Test func `a blur is wider where the layer is`() throws {
    let blur = effect(29, 10, 1, 0)
    let ks = #"{"a": {"k": [2, 2]}, "p": {"k": [20, 20]}, "s": {"k": [200, 50]}}"#
    let canvas = try LottieCanvas(square(blur, ks: ks))
    #expect(canvas.file.warnings == [])
    let picture = canvas.picture()
    #expect(picture.pixel(32, 20) != 0 && picture.pixel(20, 32) == 0)
    let repeating = try LottieCanvas(square(effect(29, 10, 1, 1), ks: ks))
    #expect(repeating.file.warnings.count == 1)
  }

  @Test func `nothing is drawn beside the composition`() throws {
    let canvas = try LottieCanvas(
      Sketch.solid("#ff0000", width: 400, ks: #"{"p": {"k": [-100, 0]}}"#))
    let picture = canvas.picture(size: PixelSize(width: 80, height: 40))
    #expect(picture.area == 1600)
    #expect(picture.pixel(19, 20) == 0 && picture.pixel(20, 20) == red)
  }

  @Test(arguments: ["l", "d"])
  func `a mask that lightens or darkens at an opacity is named`(mode: String) throws {
    func warnings(_ opacity: Int) throws -> Int {
      let mask =
        #""masksProperties": [{"mode": "\#(mode)", "o": {"k": \#(opacity)}, "pt": {"k": {"c": true, "v": [[0, 0], [9, 0], [9, 9]], "i": [], "o": []}}}],"#
      return try LottieCanvas(Sketch.solid("#ff0000", more: mask)).file.warnings.count
    }
    #expect(try warnings(100) == 0)
    #expect(try warnings(60) == 1)
  }

  @Test func `capitals are drawn as such, and looks that are not drawn are named`() throws {
    func drawn(_ text: String, _ more: String) throws -> LottieCanvas {
      try LottieCanvas.text(text, more: more)
    }
    // The file has no capital of its own x.
    #expect(try drawn("x", "").picture().area == 50)
    #expect(try drawn("x", #""ca": 1,"#).picture().area != 50)
    let words = [
      #""ca": 2,"#: "small capitals", #""sz": [30, 30], "ps": [0, 0], "vj": 1,"#: "in the middle",
    ]
    for (more, word) in words {
      let warnings = try drawn("x", more).file.warnings
      #expect(warnings.count == 1 && warnings.first?.contains(word) == true, "\(warnings)")
    }
  }

  @Test(arguments: [
    ("ADBE Slider Control", true), ("Pseudo/Hose", true), ("", true), ("ADBE Ramp", false),
    ("CC Bend It", false),
  ])
  func `an effect in the form of an expression's values is named`(
    _ name: String, isControl: Bool
  ) throws {
    let effect = #""ef": [{"ty": 5, "nm": "E", "mn": "\#(name)", "ef": []}],"#
    let canvas = try LottieCanvas(Sketch.solid("#ff0000", more: effect))
    #expect(canvas.file.warnings.isEmpty == isControl)
    #expect(canvas.file.warnings.allSatisfy { $0.contains("effect 'E'") })
  }
}
