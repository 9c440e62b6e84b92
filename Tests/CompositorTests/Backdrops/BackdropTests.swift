import Geometry
import Layers
import Raster
import TestSupport
import Testing

@testable import Compositor

/// Layers that blur what lies behind them.
@Suite struct BackdropTests {
  private let canvas = Canvas(width: 96, height: 64)

  private func glass(
    _ radius: Double, x: Double = 0, y: Double = 0, width: Double = 96, height: Double = 64,
    to parent: Layer? = nil
  ) -> Layer {
    let layer = canvas.add(
      Layer(), x: x, y: y, width: width, height: height, .clear, to: parent ?? canvas.root)
    layer.backgroundBlur = radius
    return layer
  }

  /// The picture of a layer's backdrop.
  private func backdrop(of layer: Layer) -> Image? {
    let entry = canvas.compositor.entryIndex(ObjectIdentifier(layer))
    for command in canvas.compositor.entries[entry].commands {
      if case .image(let paint) = command.paint { return paint.image }
    }
    return nil
  }

  /// The levels of a white half beside a black one are those of a gaussian's integral.
  @Test(arguments: [1.5, 3, 4, 6, 9.5, 16])
  func `an edge behind is blurred by a gaussian, up to the edges of the output`(radius: Double) {
    canvas.add(Layer(), x: 0, y: 0, width: 96, height: 64, .black)
    canvas.add(Layer(), x: 48, y: 0, width: 48, height: 64, .white)
    _ = glass(radius)
    canvas.advance(to: 0)
    for y in [0, 31, 63] {
      for x in 0..<96 {
        // White goes on beyond the output.
        let expected = integral((Double(x) + 0.5 - 48) / radius) * 255
        let level = Double(canvas.pixel(x, y) & 0xFF)
        #expect(abs(level - expected) <= 3, "\(x), \(y)")
      }
    }
    #expect(canvas.staleness == nil)
  }

  /// The integral of a gaussian of deviation 1, by Simpson's rule from 8 deviations on.
  private func integral(_ x: Double) -> Double {
    let (start, count) = (-8.0, 400)
    if x <= start { return 0 }
    let step = (min(x, 8) - start) / Double(count)
    var sum = 0.0
    for index in 0...count {
      let at = start + Double(index) * step
      let weight = index == 0 || index == count ? 1.0 : index % 2 == 1 ? 4 : 2
      sum += weight * exponential(-at * at / 2)
    }
    return sum * step / 3 / 2.506_628_274_631
  }

  private func exponential(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    let part = x / 64
    for index in 1...20 {
      term *= part / Double(index)
      sum += term
    }
    var result = 1.0
    for _ in 0..<64 { result *= sum }
    return result
  }

  @Test func `only the bounds with their round corners are blurred, under the layer's own colour`()
  {
    canvas.add(Layer(), x: 0, y: 0, width: 96, height: 64, .red)
    for x in stride(from: 0, to: 96, by: 4) {
      canvas.add(Layer(), x: Double(x), y: 0, width: 2, height: 64, .blue)
    }
    canvas.advance(to: 0)
    let sharp = canvas.image
    let layer = glass(12, x: 20, y: 12, width: 56, height: 40)
    layer.cornerRadius = 20
    canvas.change {}
    for (x, y) in [(0, 0), (19, 30), (76, 30), (21, 13), (74, 50)] {
      #expect(canvas.pixel(x, y) == sharp.premultipliedPixels[y * 96 + x])
    }
    for x in 40..<56 {
      let pixel = canvas.pixel(x, 30)
      #expect(abs(Int(pixel >> 16 & 0xFF) - 128) <= 4 && abs(Int(pixel & 0xFF) - 128) <= 4)
    }
    canvas.change { layer.backgroundColor = Color(red: 0, green: 1, blue: 0, alpha: 0.5) }
    #expect(abs(Int(canvas.pixel(48, 30) >> 8 & 0xFF) - 128) <= 2)
    #expect(canvas.staleness == nil)
    canvas.change {
      layer.backgroundBlur = 0
      layer.backgroundColor = nil
    }
    #expect(differences(canvas.image, sharp).count == 0)
  }

  @Test func `a backdrop is kept until something behind it changes`() throws {
    canvas.add(Layer(), x: 0, y: 0, width: 96, height: 64, .red)
    let behind = canvas.add(Layer(), x: 4, y: 30, width: 8, height: 8, .white)
    let far = canvas.add(Layer(), x: 90, y: 2, width: 4, height: 4, .white)
    let layer = glass(3, x: 8, y: 20, width: 40, height: 40)
    let content = canvas.add(Layer(), x: 4, y: 4, width: 10, height: 10, .green, to: layer)
    let over = canvas.add(Layer(), x: 10, y: 22, width: 6, height: 6, .blue)
    canvas.advance(to: 0)
    let first = try #require(backdrop(of: layer))
    canvas.change {
      content.position.x += 3
      over.position.y += 5
      layer.backgroundColor = Color(red: 1, green: 1, blue: 1, alpha: 0.2)
      far.position.x -= 2
    }
    #expect(backdrop(of: layer) == first)
    #expect(canvas.staleness == nil)
    canvas.change { behind.position.x += 2 }
    let second = try #require(backdrop(of: layer))
    #expect(second != first)
    #expect(canvas.staleness == nil)
    canvas.change { layer.position.x += 1 }
    #expect(backdrop(of: layer) != second)
    #expect(canvas.staleness == nil)
  }

  @Test func `only the backdrop's commands around a pane are kept`() {
    for index in 0..<200 {
      let place = Point(x: Double(index % 20) * 4, y: Double(index / 20))
      canvas.add(Layer(), x: place.x, y: place.y, width: 3, height: 1, .red)
    }
    for index in 0..<10 { _ = glass(1, x: Double(index) * 8, y: 40, width: 6, height: 8) }
    let behind = canvas.add(Layer(), x: 4, y: 41, width: 8, height: 8, .white)
    behind.zPosition = -1
    canvas.advance(to: 0)
    #expect(canvas.compositor.backdrops.keptCount > 0)
    #expect(canvas.compositor.backdrops.keptCount < 100)
    canvas.change { behind.position.x += 5 }
    #expect(canvas.staleness == nil)
    #expect(canvas.compositor.backdrops.keptCount < 100)
  }

  @Test func `panes beyond the cache's limit are made anew`() throws {
    canvas.compositor.backdrops = BackdropCache(
      output: PixelSize(width: 96, height: 64), commandLimit: 8)
    var boxes: [Layer] = []
    for index in 0..<5 {
      boxes.append(
        canvas.add(Layer(), x: Double(index) * 9, y: 4, width: 6, height: 50, .green))
    }
    let panes = [glass(2, x: 4, y: 4, width: 50, height: 20), glass(3, x: 0, y: 10)]
    let over = canvas.add(Layer(), x: 10, y: 22, width: 6, height: 6, .blue)
    canvas.advance(to: 0)
    #expect((5...8).contains(canvas.compositor.backdrops.keptCount))
    let far = canvas.add(Layer(), x: 90, y: 60, width: 2, height: 2, .red)
    canvas.change {}
    let first = try #require(backdrop(of: panes[0]))
    canvas.change {
      over.position.y += 5
      far.position.x -= 1
    }
    #expect(backdrop(of: panes[0]) == first)
    #expect(canvas.staleness == nil)
    canvas.change { boxes[2].position.x += 2 }
    #expect(backdrop(of: panes[0]) != first)
    #expect(canvas.staleness == nil)
    #expect(canvas.compositor.backdrops.keptCount <= 8)
  }

  @Test func `in a mask and on a plane in space nothing is blurred`() {
    canvas.add(Layer(), x: 0, y: 0, width: 48, height: 64, .white)
    canvas.add(Layer(), x: 48, y: 0, width: 48, height: 64, .red)
    let masked = canvas.add(Layer(), x: 0, y: 0, width: 96, height: 64, .green)
    let mask = Layer()
    canvas.place(mask, x: 20, y: 0, width: 40, height: 64)
    mask.backgroundBlur = 8
    masked.mask = mask
    canvas.advance(to: 0)
    #expect(canvas.pixel(47, 30) == 0xFFFF_FFFF && canvas.pixel(48, 30) == 0xFFFF_0000)
    #expect(canvas.staleness == nil)
  }

  @Test func `a mask that reaches behind a pane beside its content is not drawn there`() {
    let masked = canvas.add(Layer(), x: 60, y: 0, width: 30, height: 64, .red)
    let mask = Layer()
    canvas.place(mask, x: -60, y: 0, width: 96, height: 64)
    mask.backgroundColor = .white
    masked.mask = mask
    _ = glass(2, width: 20)
    canvas.advance(to: 0)
    #expect(canvas.pixel(10, 30) == 0xFF00_0000 && canvas.pixel(75, 30) == 0xFFFF_0000)
    #expect(canvas.staleness == nil)
  }

  /// With all pixels that backdrops may have, the panes in front are made at a lower resolution.
  @Test func `resolutions do not depend on the panes of former frames`() throws {
    let canvas = Canvas(width: 1600, height: 1200)
    for x in stride(from: 5.0, to: 1600, by: 97) {
      canvas.add(Layer(), x: x, y: 100, width: 1, height: 1000, .white)
    }
    let panes = (0..<3).map { _ in
      canvas.add(Layer(), x: 0, y: 0, width: 1600, height: 1200, .clear)
    }
    for pane in panes { pane.backgroundBlur = 1 }
    canvas.advance(to: 0)
    let first = canvas.image
    canvas.change { panes[0].backgroundColor = Color(red: 1, green: 1, blue: 1, alpha: 0.01) }
    #expect(canvas.staleness == nil)
    canvas.change {
      panes[0].backgroundColor = .clear
      panes[1].backgroundBlur = 0
    }
    #expect(canvas.staleness == nil)
    canvas.change { panes[1].backgroundBlur = 1 }
    #expect(differences(canvas.image, first).count == 0)
    canvas.change { panes[2].zPosition = -1 }
    #expect(canvas.staleness == nil)
  }

  /// Panes over one another, in groups that fade and modes, while things come, go and move behind
  /// them.
  @Test(arguments: 0..<12) func `a repaint equals the whole picture`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    canvas.add(Layer(), x: 0, y: 0, width: 96, height: 64, .blue)
    var boxes: [Layer] = []
    var panes: [Layer] = []
    var groups: [Layer] = []
    for index in 0..<3 {
      for _ in 0..<2 {
        let box = canvas.add(
          Layer(), x: number(0...80), y: number(0...50), width: 12, height: 9,
          Color(red: number(0...1), green: number(0...1), blue: 0))
        box.shadowOpacity = index == 1 ? 0.5 : 0
        boxes.append(box)
      }
      let group = canvas.add(Layer(), x: 0, y: 0, width: 96, height: 64, .clear)
      canvas.add(Layer(), x: number(0...60), y: 5, width: 20, height: 8, .green, to: group)
      let pane = glass(
        number(0.5...20), x: number(-10...50), y: number(-10...30), width: number(10...60),
        height: number(10...50), to: group)
      pane.backgroundColor = Color(red: 1, green: 1, blue: 1, alpha: 0.2)
      pane.shadowOpacity = index == 2 ? 0.4 : 0
      canvas.add(Layer(), x: 2, y: 2, width: 6, height: 6, .red, to: pane)
      groups.append(group)
      panes.append(pane)
    }
    canvas.advance(to: 0)
    for _ in 0..<20 {
      canvas.change {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: boxes.randomElement(using: &random)?.position.x += 3
        case 1: panes.randomElement(using: &random)?.position.y += 2
        case 2: panes.randomElement(using: &random)?.backgroundBlur = number(0...12)
        case 3: groups.randomElement(using: &random)?.opacity = number(0.2...1)
        case 4: groups.randomElement(using: &random)?.blendMode = .multiply
        case 5: boxes.randomElement(using: &random)?.isHidden.toggle()
        case 6: panes.randomElement(using: &random)?.opacity = number(0...1)
        default: groups.randomElement(using: &random)?.zPosition = number(-1...1)
        }
      }
      #expect(canvas.staleness == nil)
    }
  }
}
