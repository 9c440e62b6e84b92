import Geometry
import Raster
import Testing

@testable import Lottie

/// Pictures that would take the rasterizer too much work.
@Suite struct WorkTests {
  private static let size = PixelSize(width: 40, height: 40)

  /// Nested compositions. Each shows the next one twice: below, and by another kind of layer.
  private static func nest(_ levels: Int, _ members: (first: String, second: String)) throws
    -> LottieFile
  {
    func use(_ level: Int, _ members: String) -> String {
      #"{"ty": 0, "nm": "nest", "ip": 0, "op": 100, "ks": {"o": {"k": 99}}, \#(members) "refId": "c\#(level)"}"#
    }
    let assets = (0..<levels).map { level in
      let layers =
        level == levels - 1
        ? Sketch.solid("#ff0000")
        : use(level + 1, members.first) + "," + use(level + 1, members.second)
      return #"{"id": "c\#(level)", "layers": [\#(layers)]}"#
    }
    return try LottieCanvas(
      use(0, ""), more: #""assets": [\#(assets.joined(separator: ","))],"#
    ).file
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      (#""td": 1,"#, #""tt": 1,"#), (#""td": 1,"#, #""tt": 2,"#), (#""td": 1,"#, #""tt": 3,"#),
      (#""td": 1,"#, #""tt": 4,"#), ("", ""), ("", #""bm": 3,"#),
    ])
  func `mattes and groups that double at each level are left out, with their layer`(
    members: (first: String, second: String)
  ) throws {
    let most = PixelSize(width: 400, height: 400)
    let deep = try Self.nest(15, members)
    #expect(LottieCanvas(deep).picture(size: most).area < 400 * 400)
    #expect(deep.excess?.hasPrefix("layer 'nest': the picture takes too much work") == true)
    let flat = try Self.nest(5, members)
    _ = LottieCanvas(flat).picture(size: most)
    #expect(flat.excess == nil)
  }

  @Test func `fills are left out beyond a number of looked-up paths`() throws {
    func file(_ count: Int) throws -> LottieFile {
      let path = #"{"ty": "sh", "ks": {"k": {"c": true, "v": [], "i": [], "o": []}}}, "#
      let pairs = (0..<count).map { _ in path + Sketch.fill(1, 0, 0) }
      return try LottieCanvas(Sketch.shapes(pairs.joined(separator: ","))).file
    }
    for (count, isWhole) in [(1000, true), (4000, false)] {
      let file = try file(count)
      _ = file.drawing(at: 0, size: Self.size)
      #expect((file.excess == nil) == isWhole, "\(count)")
    }
  }

  @Test func `a fill has the paths before it alone`() throws {
    let picture = try LottieCanvas(
      Sketch.shapes(
        [
          Sketch.rect(10, 20, 10, 10), Sketch.fill(0, 0, 1), Sketch.rect(30, 20, 10, 10),
          Sketch.fill(1, 0, 0, opacity: 50),
        ].joined(separator: ","))
    ).picture()
    #expect(picture.pixel(10, 20) == 0xFF00_00FF)
    #expect(picture.pixel(30, 20) >> 16 > 0 && picture.pixel(30, 20) & 0xFF == 0)
  }

  @Test func `an excess is that of the last drawing`() throws {
    let file = try Self.nest(13, (#""td": 1,"#, #""tt": 4,"#))
    for (side, isWhole) in [(800, false), (1, true), (800, false)] {
      _ = file.drawing(at: 0, size: PixelSize(width: side, height: side))
      #expect((file.excess == nil) == isWhole, "\(side)")
    }
  }

  @Test func `a composition in itself ends at a depth, with its layer`() throws {
    let layer = #"{"ty": 0, "nm": "self", "ip": 0, "op": 100, "ks": {}, "refId": "c"}"#
    let canvas = try LottieCanvas(
      layer,
      more: #""assets": [{"id": "c", "layers": [\#(layer), \#(Sketch.solid("#ff0000"))]}],"#)
    #expect(canvas.picture().area == 40 * 40)
    #expect(canvas.file.excess?.hasPrefix("layer 'self': ") == true)
  }

  private static func copies(_ items: String, _ count: Int) -> String {
    Sketch.shapes(
      Sketch.group(
        items
          + #", {"ty": "rp", "c": {"k": \#(count)}, "o": {"k": 0}, "m": 1, "tr": {"p": {"k": [0.01, 0]}, "so": {"k": 100}, "eo": {"k": 100}}}"#
      ))
  }

  @Test func `effects count, and the layer that has too many is named`() throws {
    // Each counts for 65,536 pixels or more.
    let blur = #"{"ty": 29, "ef": [{"v": {"k": 1}}, {"v": {"k": 1}}, {"v": {"k": 0}}]}"#
    for (count, isWhole) in [(4, true), (1400, false)] {
      let effects = Array(repeating: blur, count: count).joined(separator: ",")
      let file = try LottieCanvas(
        Sketch.solid("#ff0000", more: #""nm": "glow", "ef": [\#(effects)],"#)
      ).file
      _ = file.drawing(at: 0, size: Self.size)
      #expect((file.excess == nil) == isWhole)
      #expect(file.excess?.hasPrefix("layer 'glow': ") ?? true, "\(file.excess ?? "")")
    }
  }

  @Test func `pixels count that others show through`() throws {
    let box = Sketch.rect(20, 20, 40, 40) + ","
    func isWhole(_ paint: String, _ count: Int) throws -> Bool {
      let file = try LottieCanvas(Self.copies(box + paint, count)).file
      _ = file.drawing(at: 0, size: PixelSize(width: 2000, height: 2000))
      return file.excess == nil
    }
    // Four million pixels each.
    #expect(try isWhole(Sketch.fill(1, 0, 0, opacity: 50), 100))
    #expect(try !isWhole(Sketch.fill(1, 0, 0, opacity: 50), 300))
    #expect(try isWhole(Sketch.fill(1, 0, 0), 300))
  }

  @Test func `edges count where a path covers itself`() throws {
    let points = (0..<1000).map { "[\($0 * 7919 % 40), \($0 * 6101 % 40)]" }
    let none = Array(repeating: "[0, 0]", count: points.count).joined(separator: ",")
    let path =
      #"{"ty": "sh", "ks": {"k": {"c": true, "v": [\#(points.joined(separator: ","))], "i": [\#(none)], "o": [\#(none)]}}},"#
    for (count, isWhole) in [(1, true), (300, false)] {
      let file = try LottieCanvas(Self.copies(path + Sketch.stroke(1), count)).file
      _ = file.drawing(at: 0, size: PixelSize(width: 400, height: 400))
      #expect((file.excess == nil) == isWhole, "\(count)")
    }
    // Simple outlines, as many.
    let ring = #"{"ty": "el", "p": {"k": [20, 20]}, "s": {"k": [30, 30]}},"#
    let file = try LottieCanvas(Self.copies(ring + Sketch.stroke(1), 300)).file
    _ = file.drawing(at: 0, size: PixelSize(width: 400, height: 400))
    #expect(file.excess == nil)
  }

  @Test(arguments: [(2, true), (600, false)])
  func `stops of gradients count`(count: Int, isWhole: Bool) throws {
    // 200 offsets, with eight parts and an end between two.
    let colors = (0..<100).map { "\(Double($0) / 100), 1, 0, 0, " }.joined()
    let alphas = (0..<100).map { "\((Double($0) + 0.5) / 100), 0.5" }.joined(separator: ", ")
    let gradient =
      #"{"ty": "gf", "t": 1, "o": {"k": 100}, "s": {"k": [0, 0]}, "e": {"k": [40, 0]}, "#
      + #""g": {"p": 100, "k": {"k": [\#(colors)\#(alphas)]}}}"#
    let items = Array(repeating: gradient, count: 4).joined(separator: ",")
    let layer = Sketch.shapes(Sketch.rect(20, 20, 40, 40) + "," + items)
    let use = #"{"ty": 0, "ip": 0, "op": 100, "ks": {}, "refId": "c"}"#
    let uses = Array(repeating: use, count: count)
    let file = try LottieCanvas(
      uses.joined(separator: ","), more: #""assets": [{"id": "c", "layers": [\#(layer)]}],"#
    ).file
    _ = file.drawing(at: 0, size: Self.size)
    // 1791 stops each, and four million fit.
    #expect((file.excess == nil) == isWhole)
  }

  @Test func `layers that are not seen count where a composition is used often`() throws {
    let hidden = Array(repeating: #"{"ty": 3, "hd": true}"#, count: 1600).joined(separator: ",")
    func file(_ uses: Int) throws -> LottieFile {
      let use = #"{"ty": 0, "ip": 0, "op": 100, "ks": {}, "refId": "c"}"#
      let list = [Sketch.solid("#ff0000")] + Array(repeating: use, count: uses)
      return try LottieCanvas(
        list.joined(separator: ","), more: #""assets": [{"id": "c", "layers": [\#(hidden)]}],"#
      ).file
    }
    // A hundred steps, and one for the layer.
    for (uses, color) in [(500, 0xFFFF_0000), (700, 0)] as [(Int, UInt32)] {
      let file = try file(uses)
      #expect(LottieCanvas(file).picture().pixel(20, 20) == color)
      #expect((file.excess == nil) == (color != 0))
    }
  }

  @Test func `a group whose mask does not fit is left out, and what is below it is not`() {
    func square(_ opacity: Double = 1) -> PictureNode {
      .command(
        DrawCommand(
          shape: .fill(.rect(Rect(x: 0, y: 0, width: 10, height: 10)), .nonZero),
          paint: .color(.white), opacity: opacity))
    }
    let masked = PictureNode.group(
      PictureGroup(
        nodes: [square()],
        mask: PictureMask(nodes: [square(), square(0.5)], kind: .invertedAlpha)))
    func list(work: Int) -> (DrawList, EvaluationBudget) {
      let budget = EvaluationBudget()
      #expect(budget.spend(work: budget.work - work))
      return (
        DrawList([square(), masked, square()], size: Self.size, budget, EffectCache()), budget
      )
    }
    let (whole, spent) = list(work: 1 << 20)
    #expect(whole.commands.count == 7)
    #expect(whole.groups.count == 2)
    #expect(!spent.isExceeded)
    let cost = (1 << 20) - spent.work
    #expect(list(work: cost).0.commands.count == 7)
    // If the group is the first thing that does not fit, nothing after it is drawn either.
    #expect(list(work: cost - 1).0.commands.count == 6)
    let (cut, empty) = list(work: cost / 2)
    #expect(cut.commands.count == 1)
    #expect(cut.groups.isEmpty)
    #expect(empty.isExceeded)
    #expect(empty.excess == "")
  }
}
