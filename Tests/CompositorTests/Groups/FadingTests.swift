import Animation
import Geometry
import Layers
import Raster
import TestSupport
import Testing

@testable import Compositor

/// Opacities that change keep the display list, and the screen as a new one would have it.
@Suite struct FadingTests {
  /// A replicator that shows its sublayers twice.
  private static func twice() -> Layer {
    let replicator = ReplicatorLayer()
    replicator.instanceCount = 2
    replicator.instanceTransform = .translation(x: 9, y: 4)
    replicator.instanceAlphaOffset = -0.4
    return replicator
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `changing opacities leave the screen as a new display list has it`(seed: UInt64) {
    var random = SeededGenerator(seed: 900 + seed)
    let canvas = Canvas(width: 70, height: 50)
    var layers: [Layer] = [canvas.root]
    let colors: [Color?] = [.red, .green, .blue, .white, nil]
    for _ in 0..<random.int(in: 1...9) {
      let layer = random.chance(0.2) ? Self.twice() : Layer()
      if random.chance(0.15) {
        layer.shadowOpacity = 0.7
        layer.shadowRadius = 2
        layer.shadowOffset = Size(width: 3, height: 2)
      }
      if random.chance(0.3) { layer.borderWidth = 3 }
      layer.borderColor = .blue
      layer.opacity = random.chance(0.5) ? 0.5 : 1
      if random.chance(0.2) {
        let mask = Layer()
        canvas.place(mask, x: 3, y: 2, width: 14, height: 30)
        mask.backgroundColor = Color(red: 0, green: 0, blue: 0, alpha: 0.7)
        layer.mask = mask
      }
      canvas.add(
        layer, x: random.double(in: -5...40), y: random.double(in: -5...30),
        width: random.double(in: 5...30), height: random.double(in: 5...30),
        colors[random.int(in: 0...4)], to: layers[random.int(in: 0...(layers.count - 1))])
      layers.append(layer)
    }
    canvas.advance(to: 0)
    for step in 0..<12 {
      canvas.change {
        for _ in 0..<random.int(in: 1...3) {
          if random.chance(0.1) {
            let timing = MediaTiming(duration: 0.03)
            layers[random.int(in: 0...(layers.count - 1))]
              .add(.transition(Transition(.fade, timing: timing)), forKey: "transition")
          }
          let layer = layers[random.int(in: 0...(layers.count - 1))]
          let opacities = [0, 0.3, 0.7, 1, random.double(in: 0...1)]
          (random.chance(0.2) ? layer.mask ?? layer : layer).opacity =
            opacities[random.int(in: 0...4)]
          if random.chance(0.3) { layer.position.x += 2 }
          if random.chance(0.2) { layer.backgroundColor = colors[random.int(in: 0...4)] }
        }
      }
      #expect(canvas.staleness == nil, "seed \(seed), step \(step)")
    }
  }
}
