import Geometry
import JSON
import Raster
import Testing

@testable import Lottie

/// Layers in compositions: time, places, masks and mattes.
@Suite struct LayerTests {
  private let red: UInt32 = 0xFFFF_0000
  private let blue: UInt32 = 0xFF00_00FF

  @Test func `a layer is seen from its first frame to its last`() throws {
    let layer = #"{"ty": 1, "ip": 2, "op": 5, "ks": {}, "sw": 40, "sh": 40, "sc": "ff0000"}"#
    let canvas = try LottieCanvas(layer)
    #expect(canvas.picture(at: 1.9).pixel(20, 20) == 0)
    #expect(canvas.picture(at: 2).pixel(20, 20) == red)
    #expect(canvas.picture(at: 5).pixel(20, 20) == red)
    #expect(canvas.picture(at: 5.1).pixel(20, 20) == 0)
  }

  @Test func `the picture is fitted into a surface of another shape`() throws {
    let canvas = try LottieCanvas(Sketch.solid("#ff0000"))
    let picture = canvas.picture(size: PixelSize(width: 100, height: 20))
    #expect(picture.pixel(39, 10) == 0)
    #expect(picture.pixel(40, 10) == red)
    #expect(picture.pixel(59, 10) == red)
    #expect(picture.pixel(60, 10) == 0)
  }

  @Test func `a child follows its parent's place and not its opacity`() throws {
    let canvas = try LottieCanvas(
      Sketch.solid("#0000ff", width: 4, height: 4, more: #""parent": 7,"#) + ","
        + #"{"ty": 3, "ind": 7, "ip": 0, "op": 1, "ks": {"p": {"k": [20, 10]}, "o": {"k": 0}}}"#)
    // Even after the parent's own end.
    let picture = canvas.picture(at: 50)
    #expect(picture.pixel(21, 11) == blue)
    #expect(picture.area == 16)
  }

  @Test func `a number names the last layer that has it`() throws {
    let text =
      #"[{"ind": 5}, {"ind": -1}, {}, {"ind": 5}, {"ind": 2147483647}, {"ind": -2147483648}, {"ind": 0}]"#
    let tape = try JSONTape(parsing: Array(text.utf8))
    let places = try withExtendedLifetime(tape) { LayerPlaces(try #require(tape.root.elements)) }
    #expect([5, -1, 2_147_483_647, -2_147_483_648, 0].map { places[$0] } == [3, 1, 4, 5, 6])
    #expect([4, 6, 1, -2, 2_147_483_646].allSatisfy { places[$0] == nil })
  }

  @Test(arguments: [(#""7""#, "7"), ("7", #""7""#), (#""7""#, #""7""#)])
  func `a layer's number may be a text`(number: String, parent: String) throws {
    let canvas = try LottieCanvas(
      Sketch.solid("#0000ff", width: 4, height: 4, more: #""parent": \#(parent),"#) + ","
        + Sketch.solid(
          "#ff0000", width: 4, height: 4, ks: #"{"p": {"k": [20, 20]}, "o": {"k": 0}}"#,
          more: #""ind": \#(number),"#))
    #expect(canvas.picture().pixel(22, 22) == 0xFF00_00FF)
    #expect(canvas.picture().pixel(2, 2) == 0)
  }

  @Test func `layers that are each other's parents end`() throws {
    let canvas = try LottieCanvas(
      Sketch.solid("#0000ff", more: #""ind": 1, "parent": 2,"#) + ","
        + Sketch.solid("#0000ff", more: #""ind": 2, "parent": 1,"#))
    #expect(canvas.picture().pixel(20, 20) == blue)
  }

  @Test func `a parent that leads back to its layer is left out, with a warning`() throws {
    func layer(_ name: String, _ place: String, _ number: Int, parent: Int) -> String {
      Sketch.solid(
        "#0000ff", width: 4, height: 4, ks: #"{"p": {"k": \#(place)}}"#,
        more: #""nm": "\#(name)", "ind": \#(number), "parent": \#(parent),"#)
    }
    let own = try LottieCanvas(layer("a", "[20, 10]", 1, parent: 1))
    #expect(own.picture().pixel(21, 11) == blue)
    #expect(own.picture().area == 16)
    #expect(
      own.file.warnings == ["layer 'a': a parent that leads back to the layer itself is left out"])
    // The first layer keeps its parent; the parent's own parent, which closes the circle, is left
    // out.
    let round = try LottieCanvas(
      layer("a", "[10, 0]", 1, parent: 2) + "," + layer("b", "[0, 20]", 2, parent: 1))
    #expect(round.picture().pixel(11, 21) == blue)
    #expect(round.picture().pixel(1, 21) == blue)
    #expect(round.picture().area == 32)
    #expect(
      round.file.warnings == ["layer 'b': a parent that leads back to the layer itself is left out"]
    )
  }

  private let composition =
    #""assets": [{"id": "c", "layers": [\#(Sketch.solid("#ff0000", width: 60, ks: #"{"p": {"k": [{"t": 0, "s": [0, 0]}, {"t": 10, "s": [10, 0]}]}}"#))]}],"#

  private func user(_ more: String, ks: String = "{}") -> String {
    #"{"ty": 0, "refId": "c", "ip": 0, "op": 100, "w": 30, "h": 40, "ks": \#(ks), \#(more) "nm": "u"}"#
  }

  @Test func `a composition is cut at its size, and runs from its start, slower where stretched`()
    throws
  {
    let plain = try LottieCanvas(user(#""st": 0,"#), more: composition).picture(at: 5)
    #expect(plain.pixel(4, 20) == 0)
    #expect(plain.pixel(5, 20) == red)
    #expect(plain.pixel(29, 20) == red)
    #expect(plain.pixel(30, 20) == 0)
    // The content starts at frame 5 and takes twice as long: at frame 9 it shows its frame 2.
    let late = try LottieCanvas(user(#""st": 5, "sr": 2,"#), more: composition).picture(at: 9)
    #expect(late.pixel(1, 20) == 0)
    #expect(late.pixel(2, 20) == red)
  }

  @Test func `a remapped composition shows the second that the remap gives`() throws {
    let canvas = try LottieCanvas(
      user(#""st": 0, "tm": {"k": [{"t": 0, "s": [1]}, {"t": 10, "s": [0]}]},"#), more: composition)
    #expect(canvas.picture(at: 0).pixel(9, 20) == 0)
    #expect(canvas.picture(at: 0).pixel(10, 20) == red)
    #expect(canvas.picture(at: 7).pixel(3, 20) == red)
    #expect(canvas.picture(at: 7).pixel(2, 20) == 0)
  }

  @Test func `compositions that use themselves and each other end`() throws {
    let use = #"{"ty": 0, "refId": "c", "ip": 0, "op": 100, "w": 40, "h": 40, "ks": {}}"#
    let list = Array(repeating: use, count: 10).joined(separator: ",")
    let canvas = try LottieCanvas(
      use, more: #""assets": [{"id": "c", "layers": [\#(Sketch.solid("#ff0000")), \#(list)]}],"#)
    #expect(canvas.picture().pixel(20, 20) == red)
  }

  // MARK: Masks

  private func canvas(masks: String) throws -> LottieCanvas {
    try LottieCanvas(
      Sketch.solid("#0000ff", more: #""hasMask": true, "masksProperties": [\#(masks)],"#))
  }

  private func masked(_ masks: String) throws -> LottieCanvas.Picture {
    try canvas(masks: masks).picture()
  }

  private func mask(
    _ mode: String, _ range: (Int, Int), isInverted: Bool = false, opacity: Double = 100,
    expansion: Double = 0
  ) -> String {
    let (low, high) = range
    return """
      {"mode": "\(mode)", "inv": \(isInverted), "o": {"k": \(opacity)}, "x": {"k": \(expansion)},
       "pt": {"k": {"c": true, "v": [[\(low), 10], [\(high), 10], [\(high), 30], [\(low), 30]],
       "i": [[0,0],[0,0],[0,0],[0,0]], "o": [[0,0],[0,0],[0,0],[0,0]]}}}
      """
  }

  @Test func `masks add, subtract and intersect in turn`() throws {
    let added = try masked(mask("a", (5, 15)) + "," + mask("a", (20, 30), opacity: 50))
    #expect(added.pixel(10, 20) == blue)
    #expect(added.pixel(17, 20) == 0)
    #expect(added.pixel(25, 20) == 0x8000_0080)
    #expect(added.pixel(10, 5) == 0)
    let subtracted = try masked(mask("s", (5, 15)))
    #expect(subtracted.pixel(10, 20) == 0)
    #expect(subtracted.pixel(17, 20) == blue)
    #expect(subtracted.pixel(10, 5) == blue)
    let cut = try masked(mask("a", (5, 30)) + "," + mask("s", (10, 15), opacity: 50))
    #expect(cut.pixel(7, 20) == blue)
    #expect(abs(Int(cut.pixel(12, 20) >> 24) - 128) < 2)
    let shared = try masked(mask("a", (5, 20)) + "," + mask("i", (15, 30)))
    #expect(shared.pixel(10, 20) == 0)
    #expect(shared.pixel(17, 20) == blue)
    #expect(shared.pixel(25, 20) == 0)
  }

  @Test(arguments: ["i", "s", "f"])
  func `masks without number are drawn up to a limit`(mode: String) throws {
    let one = mask(mode, mode == "s" ? (35, 39) : (5, 30))
    let picture = try masked(Array(repeating: one, count: 5000).joined(separator: ","))
    #expect(picture.pixel(20, 20) == blue)
  }

  @Test(arguments: ["i", "d", "f"])
  func `a mask that intersects is never inverted, and the first one is laid down`(mode: String)
    throws
  {
    let alone = try canvas(masks: mask(mode, (5, 15), isInverted: true))
    #expect(alone.picture().pixel(10, 20) == blue)
    #expect(alone.picture().pixel(17, 20) == 0)
    #expect(alone.file.warnings.count == 1)
    #expect(alone.file.warnings.first?.contains("not inverted") == true)
    #expect(try canvas(masks: mask(mode, (5, 15))).file.warnings.isEmpty)
    for isInverted in [false, true] {
      let second = try canvas(
        masks: mask("a", (5, 20)) + "," + mask(mode, (15, 30), isInverted: isInverted))
      let picture = second.picture()
      #expect(picture.pixel(10, 20) == 0)
      #expect(picture.pixel(17, 20) == blue)
      #expect(picture.pixel(25, 20) == 0)
      #expect(second.file.warnings.contains { $0.contains("difference") } == (mode == "f"))
    }
  }

  @Test func `an inverted subtraction intersects, and a mask that lightens adds`() throws {
    let alone = try masked(mask("s", (5, 15), isInverted: true))
    #expect(alone.pixel(10, 20) == blue)
    #expect(alone.pixel(17, 20) == 0)
    let second = try masked(mask("a", (5, 30)) + "," + mask("s", (10, 20), isInverted: true))
    #expect(second.pixel(7, 20) == 0)
    #expect(second.pixel(15, 20) == blue)
    #expect(second.pixel(25, 20) == 0)
    // An added mask adds to all masks before it, even where they are cut.
    let light = try masked(
      mask("s", (0, 40)) + "," + mask("i", (5, 10)) + "," + mask("l", (20, 30)))
    #expect(light.pixel(7, 20) == 0)
    #expect(light.pixel(25, 20) == blue)
    let inverted = try masked(mask("l", (5, 15), isInverted: true))
    #expect(inverted.pixel(10, 20) == 0)
    #expect(inverted.pixel(17, 20) == blue)
  }

  @Test func `a mask may be inverted, and its expansion is left out`() throws {
    let inverted = try masked(mask("a", (5, 15), isInverted: true))
    #expect(inverted.pixel(10, 20) == 0)
    #expect(inverted.pixel(17, 20) == blue)
    for expansion in [4.0, -3, 0] {
      let expanded = try canvas(masks: mask("a", (10, 20), expansion: expansion))
      #expect(expanded.picture().pixel(8, 20) == 0)
      #expect(expanded.picture().pixel(10, 20) == blue)
      #expect(expanded.picture().pixel(19, 20) == blue)
      #expect(expanded.picture().area == 10 * 20)
      #expect(expanded.file.warnings.contains { $0.contains("expansion") } == (expansion != 0))
    }
    // A mask with the mode none leaves out nothing.
    #expect(try masked(mask("n", (10, 20))).pixel(35, 35) == blue)
  }

  // MARK: Mattes

  private func matted(_ kind: Int, _ color: String) throws -> LottieCanvas.Picture {
    try LottieCanvas(
      Sketch.solid(color, width: 20, ks: #"{"o": {"k": 60}}"#, more: #""td": 1,"#) + ","
        + Sketch.solid("#0000ff", more: #""tt": \#(kind),"#)
    ).picture()
  }

  @Test func `a matte's alpha or light cuts the layer after it, either way`() throws {
    let alpha = try matted(1, "#ff0000")
    #expect(alpha.pixel(10, 20) == 0x9900_0099)
    #expect(alpha.pixel(30, 20) == 0)
    let inverted = try matted(2, "#ff0000")
    #expect(inverted.pixel(10, 20) == 0x6600_0066)
    #expect(inverted.pixel(30, 20) == blue)
    // Green has .7152 of the light, and the matte's opacity is .6.
    let luma = try matted(3, "#00ff00")
    #expect(abs(Int(luma.pixel(10, 20) >> 24) - 109) < 2)
    #expect(luma.pixel(30, 20) == 0)
    let dark = try matted(4, "#00ff00")
    #expect(abs(Int(dark.pixel(10, 20) >> 24) - 146) < 2)
    #expect(dark.pixel(30, 20) == blue)
  }

  @Test func `a matte of an unknown kind cuts nothing, with a warning`() throws {
    let canvas = try LottieCanvas(
      Sketch.solid("#ff0000", width: 20) + "," + Sketch.solid("#0000ff", more: #""tt": 5,"#))
    #expect(canvas.picture().pixel(10, 20) == red)
    #expect(canvas.picture().pixel(30, 20) == blue)
    #expect(canvas.file.warnings == ["layer: a matte of kind 5 does not cut the layer"])
  }

  @Test
  func `the layer before one with a matte serves as that alone, and another one by its number`()
    throws
  {
    let plain = try LottieCanvas(
      Sketch.solid("#ff0000", width: 20) + "," + Sketch.solid("#0000ff", more: #""tt": 1,"#)
    ).picture()
    #expect(plain.pixel(10, 20) == blue)
    #expect(plain.pixel(30, 20) == 0)
    let numbered = try LottieCanvas(
      Sketch.solid("#0000ff", more: #""tt": 1, "tp": 9,"#) + ","
        + Sketch.solid("#ff0000", width: 20, more: #""td": 1, "ind": 9,"#)
    ).picture()
    #expect(numbered.pixel(10, 20) == blue)
    #expect(numbered.pixel(30, 20) == 0)
  }

  @Test(arguments: [3, 4])
  func `a matte of light within another one's layer is masked in turn`(kind: Int) throws {
    // The inner matte is white on the left, and the outer one on the upper half.
    let inner =
      Sketch.solid("#ffffff", width: 20, more: #""td": 1,"#) + ","
      + Sketch.solid("#0000ff", more: #""tt": \#(kind),"#)
    let layer =
      #"{"ty": 0, "refId": "c", "ip": 0, "op": 100, "w": 40, "h": 40, "ks": {}, "tt": \#(kind)}"#
    let picture = try LottieCanvas(
      Sketch.solid("#ffffff", height: 20, more: #""td": 1,"#) + "," + layer,
      more: #""assets": [{"id": "c", "layers": [\#(inner)]}],"#
    ).picture()
    for (x, y) in [(10, 10), (30, 10), (10, 30), (30, 30)] {
      let isShown = (x < 20) == (kind == 3) && (y < 20) == (kind == 3)
      #expect(picture.pixel(x, y) == (isShown ? blue : 0))
    }
  }

  // MARK: Effects

  private let shadow =
    #""ef": [{"ty": 25, "ef": [{"v": {"k": [0, 0, 1]}}, {"v": {"k": 255}}, {"v": {"k": 90}}, {"v": {"k": 15}}, {"v": {"k": 0}}]}],"#

  @Test func `a layer outside the picture casts its shadow into it`() throws {
    let picture = try LottieCanvas(
      Sketch.solid("#ff0000", width: 10, ks: #"{"p": {"k": [-12, 0]}}"#, more: shadow)
    ).picture()
    #expect(picture.pixel(2, 20) == 0)
    for x in [3, 8, 12] { #expect(picture.pixel(x, 20) == blue) }
    #expect(picture.pixel(13, 20) == 0)
  }

  @Test func `a style's shadow lies opposite to its light`() throws {
    let style =
      #""sy": [{"ty": 1, "c": {"k": [0, 0, 1]}, "o": {"k": 100}, "a": {"k": 120}, "d": {"k": 12}, "s": {"k": 0}}],"#
    let picture = try LottieCanvas(
      Sketch.solid("#ff0000", width: 4, height: 4, ks: #"{"p": {"k": [10, 10]}}"#, more: style)
    ).picture()
    // Light from above, on the left: the shadow is 6 to the right and 10 below.
    #expect(picture.pixel(17, 22) == blue)
    #expect(picture.pixel(5, 22) == 0)
    #expect(picture.area == 32)
  }

  @Test(arguments: [
    (1, 0, true, true), (2, 0, true, false), (3, 0, false, true), (2, 90, false, true),
  ])
  func `a blur may have one axis`(axes: Int, turn: Int, isWide: Bool, isHigh: Bool) throws {
    let blur = #""ef": [{"ty": 29, "ef": [{"v": {"k": 10}}, {"v": {"k": \#(axes)}}]}],"#
    let picture = try LottieCanvas(
      Sketch.solid(
        "#0000ff", width: 10, height: 10,
        ks: #"{"a": {"k": [5, 5]}, "p": {"k": [20, 20]}, "r": {"k": \#(turn)}}"#, more: blur)
    ).picture()
    #expect((picture.pixel(13, 20) != 0) == isWide)
    #expect((picture.pixel(20, 13) != 0) == isHigh)
  }

  @Test func `a stroke whose miters have no bounds has effects and mattes`() throws {
    let picture = try LottieCanvas(
      Sketch.shapes(Sketch.rect(10, 20, 10, 10) + "," + Sketch.endlessStroke, more: shadow)
    ).picture()
    #expect(picture.pixel(10, 14) == red)
    #expect(picture.pixel(28, 14) == blue)
    let cut = try LottieCanvas(
      Sketch.solid("#ffffff", width: 10, more: #""td": 1,"#) + ","
        + Sketch.shapes(
          Sketch.rect(10, 20, 10, 10) + "," + Sketch.endlessStroke, more: #""tt": 2,"#)
    ).picture()
    #expect(cut.pixel(8, 14) == 0)
    #expect(cut.pixel(12, 14) == red)
  }

  @Test func `a composition is cut behind the effects in it`() throws {
    let inner = Sketch.solid(
      "#ff0000", width: 30, height: 10, ks: #"{"p": {"k": [-20, 10]}}"#, more: shadow)
    let picture = try LottieCanvas(
      #"{"ty": 0, "refId": "c", "ip": 0, "op": 100, "w": 20, "h": 40, "ks": {"p": {"k": [10, 0]}}}"#,
      more: #""assets": [{"id": "c", "layers": [\#(inner)]}],"#
    ).picture()
    // The layer and its shadow begin left of the composition, and the shadow ends right of it.
    #expect(picture.pixel(5, 15) == 0)
    #expect(picture.pixel(15, 15) == red)
    #expect(picture.pixel(25, 15) == blue)
    #expect(picture.pixel(32, 15) == 0)
  }

  @Test func `a matte that is not there at a time hides, or shows, all`() throws {
    let matte = #"{"ty": 1, "ip": 0, "op": 5, "td": 1, "ks": {}, "sw": 40, "sh": 40, "sc": "fff"}"#
    for (kind, pixel) in [(1, UInt32(0)), (2, blue)] {
      let canvas = try LottieCanvas(
        matte + "," + Sketch.solid("#0000ff", more: #""tt": \#(kind),"#))
      #expect(canvas.picture(at: 6).pixel(20, 20) == pixel)
    }
  }
}
