import Animation
import Geometry
import Layers
import TestSupport
import Testing

/// Trees whose times, speeds and repeats are extreme: no trap, and no frames without a change.
struct ExtremeTimeTests {
  private static let hostile: [Double] = [
    0, 1, -1, 0.25, 1e-9, .leastNonzeroMagnitude, -.leastNormalMagnitude, 1e15, -9.3e18, 1e308,
    -1e308, .greatestFiniteMagnitude, .infinity, -.infinity, .nan,
  ]

  private struct Source {
    var random: SeededGenerator

    mutating func number() -> Double { ExtremeTimeTests.hostile.randomElement(using: &random) ?? 0 }

    mutating func timing(duration: Double) -> MediaTiming {
      MediaTiming(
        beginTime: number(), timeOffset: number(), speed: number(), duration: duration,
        repeatCount: number(), repeatDuration: number(), autoreverses: .random(using: &random),
        fillMode: FillMode.allCases.randomElement(using: &random) ?? .both)
    }

    mutating func layer(_ depth: Int) -> Layer {
      let layer: Layer
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let replicator = ReplicatorLayer()
        replicator.instanceCount = 3
        replicator.instanceDelay = number()
        layer = replicator
      case 1:
        let emitter = EmitterLayer()
        var cell = EmitterCell()
        cell.birthRate = number()
        cell.lifetime = number()
        cell.lifetimeRange = number()
        cell.beginTime = number()
        cell.duration = number()
        cell.velocity = number()
        emitter.emitterCells = [cell]
        layer = emitter
      default: layer = Layer()
      }
      layer.timing = timing(duration: .infinity)
      for index in 0..<Int.random(in: 0...2, using: &random) {
        layer.add(
          .basic(
            BasicAnimation(
              keyPath: AnimationKeyPath(.opacity), from: .scalar(number()), to: .scalar(1),
              timing: timing(duration: number()))), forKey: "\(index)")
      }
      if Bool.random(using: &random) { layer.add(.transition(Transition()), forKey: "") }
      if depth > 0 { for _ in 0..<2 { layer.addSublayer(self.layer(depth - 1)) } }
      return layer
    }
  }

  @Test func `no times trap in a tree of nested speeds`() {
    for seed in UInt64(1)...1_500 {
      var source = Source(random: SeededGenerator(seed: seed))
      let top = source.layer(2)
      let tree = committedTree(top)
      for step in 0..<6 {
        switch step {
        case 2: top.pause()
        case 3: top.resume()
        case 4: top.sublayers.first?.pause()
        default: break
        }
        tree.advance(to: tree.time + [0, 1e-6, 0.016666, 1, 1e5, 1e9][step])
        if let next = tree.nextChange, !(next >= tree.time) {
          Issue.record("seed \(seed): what comes next is at \(next), before \(tree.time)")
          return
        }
        if let time = top.sublayers.first?.treeTime(atLocalTime: source.number()) {
          _ = top.localTime(atTreeTime: time)
        }
      }
    }
  }
}
