import Animation
import Layers
import Testing

/// Animations and display links that change less often than the display.
@Suite struct FrameRateTests {
  @Test(
    arguments: [
      // The nearest rate that divides the display's, then the preferred one if none is in the
      // range.
      ([10, 30, 24], 60, 20), ([20, 30, 26], 60, 30), ([24, 24, 0], 60, 24), ([8, 12, 0], 60, 12),
      ([10, 30, 30], 59.94, 29.97), ([10, 60, 30], 144, 28.8), ([1, 1, 1], 60, 1),
      ([40, 50, 0], 60, 50),
      ([48, 120, 0], 60, nil), ([60, 60, 0], 59.94, nil), ([30, 30, 0], .infinity, nil),
    ] as [([Float], Double, Double?)])
  func `a range gives the rate that a display shows evenly`(
    range: [Float], refresh: Double, rate: Double?
  ) {
    let range = FrameRateRange(minimum: range[0], maximum: range[1], preferred: range[2])
    let found = range.rate(on: refresh)
    #expect((found == nil) == (rate == nil))
    if let found, let rate { #expect(abs(found - rate) < 1e-9) }
  }

  @Test func `an animation stays between its frames, and begins and ends at its times`() {
    let layer = Layer()
    let tree = committedTree(layer)
    tree.advance(to: 0.05)
    layer.add(
      fade(duration: 0.95) {
        $0.timing.preferredFrameRateRange = FrameRateRange(minimum: 5, maximum: 20, preferred: 10)
      }, forKey: "fade")
    tree.advance(to: 0.05)
    for frame in 0..<57 {
      let time = 0.05 + Double(frame) / 60
      tree.advance(to: time)
      let shown = Double(frame / 6) * 0.1 / 0.95
      #expect(abs((layer.presentation()?.opacity ?? 0) - shown) < 1e-9, "frame \(frame)")
      // The tree wakes half a frame of the display before the animation's own next frame.
      let next = min(0.05 + Double(frame / 6 + 1) * 0.1 - 0.5 / 60, 1)
      #expect(tree.nextChange.map { abs($0 - next) < 1e-9 } ?? false, "frame \(frame)")
      // The animation runs, but does not need each frame.
      #expect(!tree.hasRunningAnimations && tree.runningAnimationCount == 1)
    }
    tree.advance(to: 1)
    #expect(tree.runningAnimationCount == 0)
    #expect(layer.presentation()?.opacity == 1 && layer.animationKeys.isEmpty)
  }

  @Test func `a layer that runs faster has as many frames`() {
    let layer = Layer()
    layer.timing.speed = 2
    let tree = committedTree(layer)
    layer.add(
      fade(duration: 2) {
        $0.timing.preferredFrameRateRange = FrameRateRange(minimum: 10, maximum: 10)
      }, forKey: "fade")
    tree.advance(to: 0)
    tree.advance(to: 0.15)
    #expect(abs((layer.presentation()?.opacity ?? 0) - 0.1) < 1e-9)
    #expect(tree.nextChange.map { abs($0 - (0.2 - 0.5 / 60)) < 1e-9 } ?? false)
  }

  @Test func `a link is called at its rate, and asks for no more frames`() {
    let tree = committedTree(Layer())
    var calls: [Double] = []
    let link = DisplayLink(tree) { calls.append($0.targetTimestamp) }
    link.preferredFrameRateRange = FrameRateRange(minimum: 20, maximum: 20)
    for frame in 0...9 { tree.advance(to: Double(frame) / 60) }
    #expect(calls.count == 4)
    for (call, expected) in zip(calls, [0, 3, 6, 9]) {
      #expect(abs(call - Double(expected) / 60) < 1e-9)
    }
    #expect(link.timestamp == 6.0 / 60)
    #expect(tree.nextChange.map { abs($0 - 11.5 / 60) < 1e-6 } ?? false)
    link.isPaused = true
    #expect(tree.nextChange == nil)
  }
}
