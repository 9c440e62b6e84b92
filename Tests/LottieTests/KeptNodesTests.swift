import Geometry
import Raster
import Testing

@testable import Lottie

/// The memory of drawings, and what is kept from one to the next.
@Suite struct KeptNodesTests {
  private static func dot(_ side: Double = 10) -> PictureNode {
    .command(
      DrawCommand(
        shape: .fill(.rect(Rect(x: 0, y: 0, width: side, height: side)), .nonZero),
        paint: .color(.white)))
  }

  /// A budget that has room for so many more pixels.
  private static func budget(pixels: Int) -> EvaluationBudget {
    let budget = EvaluationBudget()
    #expect(budget.spend(pixels: budget.pixels - pixels))
    return budget
  }

  @Test func `contents that a drawing does not use hold nothing after it`() throws {
    let box = Sketch.rect(5, 5, 10, 10) + "," + Sketch.fill(1, 0, 0)
    let file = try LottieCanvas(
      #"{"ty": 4, "ip": 0, "op": 5, "ks": {}, "shapes": [\#(box)]},"#
        + #"{"ty": 4, "ip": 0, "op": 15, "ks": {}, "shapes": [\#(box)]},"#
        + #"{"ty": 5, "ip": 20, "op": 25, "ks": {}, "t": {"d": {"k": [{"t": 0, "s": {"t": "x", "f": "F", "s": 10}}]}}}"#
    ).file
    let size = PixelSize(width: 40, height: 40)
    for (frame, count) in [(0.0, 2), (1, 2), (10, 1), (18, 0), (22, 1), (30, 0), (3, 2)] {
      _ = file.drawing(at: frame / 10, size: size)
      #expect(file.kept.count == count, "frame \(frame)")
    }
  }

  @Test func `pictures that the budget has cut are not kept`() {
    let inner = PictureNode.group(
      PictureGroup(nodes: [Self.dot()], effects: [.fill(.black, opacity: 1)]))
    // Each of the two pictures counts for 65,536 pixels.
    for (pixels, count) in [(1 << 17, 2), (1 << 16, 0)] {
      let budget = Self.budget(pixels: pixels)
      let cache = EffectCache()
      let result = cache.applied(
        [.fill(.white, opacity: 1)], to: [inner, Self.dot(5)],
        size: PixelSize(width: 40, height: 40), budget)
      #expect(!result.isEmpty)
      #expect(budget.isExceeded == (count == 0))
      cache.end()
      #expect(cache.count == count)
      cache.end()
      #expect(cache.count == 0)
    }
  }

  @Test(arguments: [
    PictureEffect.blur(across: 100, down: 100),
    .shadow(.black, offset: Vector(dx: 0, dy: 0), deviation: 100),
  ])
  func `a blurred picture takes the pixels that it grows by`(effect: PictureEffect) {
    // The dot by itself, and with 300 pixels around it.
    let most = (1 << 16) + 610 * 610
    for (pixels, isDrawn) in [(most, true), (most - 1, false)] {
      let budget = Self.budget(pixels: pixels)
      let result = EffectCache().applied(
        [effect], to: [Self.dot()], size: PixelSize(width: 800, height: 800), budget)
      #expect(result.isEmpty == !isDrawn)
      #expect(budget.isExceeded == !isDrawn)
      if isDrawn { #expect(budget.pixels == 0) }
    }
  }
}
