import Animation
import Geometry
import Layers
import Raster
import TestSupport
import Testing

@testable import Compositor

/// The picture at a time does not depend on the frames before it.
@Suite struct SteppingTests {
  /// Layers with transitions, springs and keyframes, and their animations, all from a seed.
  private func canvas(seed: UInt64) -> Canvas {
    var random = SeededGenerator(seed: seed)
    let canvas = Canvas(width: 60, height: 44)
    var layers: [Layer] = []
    for _ in 0..<4 {
      let layer = canvas.add(
        Layer(), x: random.double(in: 0...30), y: random.double(in: 0...20),
        width: random.double(in: 10...28), height: random.double(in: 8...22),
        Color(red: random.double(in: 0...1), green: 0.5, blue: random.double(in: 0...1)))
      layer.opacity = random.chance(0.5) ? 1 : 0.6
      layer.masksToBounds = random.chance(0.3)
      layer.speed = random.chance(0.3) ? random.double(in: 0.3...2) : 1
      let dot = canvas.add(ShapeLayer(), x: 2, y: 2, width: 8, height: 8, to: layer)
      dot.path = .circle(center: Point(x: 4, y: 4), radius: 4)
      layers.append(layer)
    }
    canvas.advance(to: 0)
    canvas.tree.transact(disableActions: true) {
      for layer in layers {
        var transition = Transition(
          Transition.Style.allCases[random.int(in: 0...3)],
          from: Transition.Edge.allCases[random.int(in: 0...3)],
          timing: timing(&random), timingFunction: random.chance(0.5) ? .easeInEaseOut : nil)
        transition.startProgress = random.chance(0.3) ? 0.25 : 0
        transition.endProgress = random.chance(0.3) ? 0.75 : 1
        transition.isRemovedOnCompletion = random.chance(0.7)
        layer.add(.transition(transition), forKey: Transition.key)
        layer.backgroundColor = random.chance(0.2) ? nil : .white
        let move = BasicAnimation(
          keyPath: AnimationKeyPath(.position), by: .point(Point(x: 9, y: -5)),
          timing: timing(&random))
        layer.add(random.chance(0.5) ? .spring(SpringAnimation(move)) : .basic(move), forKey: "way")
      }
    }
    canvas.advance(to: 0)
    return canvas
  }

  private func timing(_ random: inout SeededGenerator) -> MediaTiming {
    MediaTiming(
      beginTime: random.chance(0.2) ? random.double(in: 0.1...0.6) : 0,
      speed: random.double(in: 0.4...2), duration: random.double(in: 0.2...0.9),
      repeatCount: random.chance(0.4) ? random.double(in: 0.5...3) : 0,
      autoreverses: random.chance(0.3), fillMode: FillMode.allCases[random.int(in: 0...3)])
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `transitions and motions in them look the same at any frame rate`(seed: UInt64) {
    let (steady, leaping) = (canvas(seed: 40 + seed), canvas(seed: 40 + seed))
    var random = SeededGenerator(seed: seed)
    var now = 0.0
    for leap in [0.05, 0.21, 0.4, 0.83, 1.3, 2.4] {
      while now < leap {
        now = min(leap, now + random.double(in: 0.005...0.05))
        steady.advance(to: now)
      }
      leaping.advance(to: leap)
      let (_, count, largest) = differences(steady.image, leaping.image)
      #expect(count == 0, "seed \(seed), \(leap) s: \(count) pixels differ, by up to \(largest)")
      #expect(leaping.staleness == nil, "seed \(seed), \(leap) s")
    }
  }
}
