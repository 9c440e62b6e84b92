import Animation
import Geometry
import Layers
import Raster
import TestSupport
import Testing

@testable import Compositor

/// Layers that change within others that change.
@Suite struct NestedChangeTests {
  @Test func `a subtree is recorded once, however many layers above it move`() {
    let canvas = Canvas(width: 90, height: 60)
    var layers = [canvas.root]
    for _ in 0..<40 {
      layers.append(
        canvas.add(Layer(), x: 1, y: 0, width: 60, height: 60, to: layers[layers.count - 1]))
    }
    for index in 0..<400 {
      canvas.add(
        Layer(), x: Double(index % 40), y: Double(index / 40), width: 3, height: 3, .green,
        to: layers[layers.count - 1])
    }
    canvas.advance(to: 0)
    var random = SeededGenerator(seed: 3)
    for time in 1...3 {
      canvas.tree.transact(disableActions: true) {
        // Inner ones first, too.
        for layer in layers.dropFirst().shuffled(using: &random) { layer.position.x += 0.25 }
      }
      canvas.tree.advance(to: Double(time))
      canvas.compositor.beginUpdate()
      var slices = 1
      while canvas.compositor.updateSlice() == nil { slices += 1 }
      // Of 32 layers each.
      #expect(slices < 25)
      #expect(differences(canvas.repainted, canvas.anew).count == 0)
    }
  }

  @Test func `large shadows are blurred in a slice each, also those around what changes`() {
    let canvas = Canvas(width: 300, height: 300)
    var (outer, inner): ([Layer], [Layer]) = ([], [])
    for index in 0..<6 {
      let layer = canvas.add(Layer(), x: Double(index), y: 5, width: 280, height: 280)
      (layer.shadowOpacity, layer.shadowRadius) = (0.5, 4)
      outer.append(layer)
      inner.append(canvas.add(Layer(), x: 0, y: 0, width: 280, height: 280, .green, to: layer))
    }
    canvas.advance(to: 0)
    for time in 1...2 {
      canvas.tree.transact(disableActions: true) {
        for layer in time == 1 ? outer : [] { layer.shadowRadius = 5 }
        for layer in time == 2 ? inner : [] { layer.position.x += 0.5 }
      }
      canvas.tree.advance(to: Double(time))
      canvas.compositor.beginUpdate()
      var slices = 1
      while canvas.compositor.updateSlice() == nil { slices += 1 }
      #expect(slices > 6)
      #expect(differences(canvas.repainted, canvas.anew).count == 0)
    }
  }

  @Test(arguments: 0..<16 as Range<UInt64>)
  func `nested changes are repainted as in a new drawing`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let canvas = Canvas(width: 60, height: 50)
    var layers: [Layer] = []
    for _ in 0..<24 {
      let layer = canvas.add(
        Layer(), x: random.double(in: -5...20), y: random.double(in: -5...20),
        width: random.double(in: 5...40), height: random.double(in: 5...40),
        Color(red: random.double(in: 0...1), green: random.double(in: 0...1), blue: 0.5),
        to: layers.isEmpty || random.chance(0.2)
          ? canvas.root : layers[random.int(in: 0...layers.count - 1)])
      layers.append(layer)
      layer.cornerRadius = random.chance(0.3) ? 4 : 0
      layer.masksToBounds = random.chance(0.3)
      if random.chance(0.4) {
        // Masks within masks.
        let mask = Layer()
        canvas.place(mask, x: 2, y: 2, width: 20, height: 20)
        mask.backgroundColor = .white
        layer.mask = mask
        layers.append(mask)
      }
    }
    canvas.advance(to: 0)
    for _ in 0..<12 {
      canvas.change {
        for layer in layers where random.chance(0.4) {
          switch random.int(in: 0...4) {
          case 0: layer.position.x += random.double(in: -6...6)
          case 1: layer.opacity = random.chance(0.5) ? 1 : 0.5
          case 2: layer.cornerRadius = random.double(in: 0...9)
          case 3: layer.isHidden.toggle()
          default: layer.backgroundColor = random.chance(0.5) ? .red : .blue
          }
        }
      }
      #expect(canvas.staleness == nil, "seed \(seed)")
    }
  }
}
