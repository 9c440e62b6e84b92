import Animation
import Geometry
import Layers
import Raster
import TestSupport
import Testing

@testable import Compositor

/// The look of instances and particles, and their damage.
@Suite final class ReplicatedPictureTests {
  private static let size = PixelSize(width: 60, height: 40)
  private let tree: LayerTree
  private let compositor: Compositor
  private let screen = PixelBuffer(size: ReplicatedPictureTests.size, format: .argb8888)

  init() {
    let root = Layer()
    root.bounds = Rect(x: 0, y: 0, width: 60, height: 40)
    root.position = Point(x: 30, y: 20)
    tree = LayerTree(root: root)
    compositor = Compositor(tree: tree, size: Self.size)
  }

  private func place(_ layer: Layer, _ frame: Rect, in superlayer: Layer? = nil) {
    layer.bounds = Rect(origin: .zero, size: frame.size)
    layer.position = frame.center
    (superlayer ?? tree.root).addSublayer(layer)
  }

  /// Presents a time, and the number of pixels in which the screen differs from a full drawing.
  private func show(at time: Double) -> Int {
    tree.advance(to: time)
    compositor.draw(compositor.update(), into: screen.surface)
    let whole = PixelBuffer(size: Self.size, format: .argb8888)
    compositor.draw(Region(PixelRect(Self.size)), into: whole.surface)
    return differences(screen.makeImage(), whole.makeImage()).count
  }

  private func color(_ x: Int, _ y: Int) -> UInt32 {
    screen.makeImage().premultipliedPixels[y * Self.size.width + x]
  }

  /// A replicator of the whole picture whose instances lie 20 points apart.
  private func replicator(count: Int = 3) -> ReplicatorLayer {
    let replicator = ReplicatorLayer()
    place(replicator, Rect(x: 0, y: 0, width: 60, height: 40))
    replicator.instanceCount = count
    replicator.instanceTransform = .translation(x: 20, y: 0)
    return replicator
  }

  @Test func `colours, pictures, gradients and borders take the instance's colour`() {
    let replicator = replicator()
    replicator.instanceColor = Color(red: 1, green: 1, blue: 0)
    replicator.instanceGreenOffset = -0.5
    let square = Layer()
    square.backgroundColor = .white
    square.borderWidth = 2
    square.borderColor = Color(red: 0, green: 1, blue: 1)
    place(square, Rect(x: 0, y: 0, width: 10, height: 10), in: replicator)
    let picture = ImageLayer()
    picture.contents = Image(
      size: PixelSize(width: 1, height: 1), premultipliedPixels: [0xFF80_8080])
    place(picture, Rect(x: 0, y: 10, width: 10, height: 10), in: replicator)
    let gradient = GradientLayer()
    gradient.colors = [.white, .white]
    place(gradient, Rect(x: 0, y: 20, width: 10, height: 10), in: replicator)
    #expect(show(at: 0) == 0)
    for (x, full, half) in [(5, 0xFFFF_FF00, 0xFF80_8000), (25, 0xFFFF_8000, 0xFF80_4000)]
      as [(Int, UInt32, UInt32)]
    {
      #expect(color(x, 5) == full)
      #expect(color(x, 15) == half)
      #expect(color(x, 25) == full)
    }
    #expect(color(1, 5) == 0xFF00_FF00)
    #expect(color(45, 5) == 0xFFFF_0000)
    #expect(color(15, 5) == 0)
  }

  @Test func `the alpha of an instance applies to its layers taken together`() {
    let replicator = replicator()
    replicator.instanceAlphaOffset = -0.5
    for x in [0.0, 4] {
      let square = Layer()
      square.backgroundColor = Color(red: 1, green: 0, blue: 0)
      place(square, Rect(x: x, y: 0, width: 8, height: 8), in: replicator)
    }
    #expect(show(at: 0) == 0)
    #expect(color(5, 4) == 0xFFFF_0000)
    #expect(color(25, 4) == 0x8080_0000)
    #expect(color(21, 4) == 0x8080_0000)
    #expect(color(45, 4) == 0)
  }

  @Test func `no instance draws nothing, and its coming and going is damage`() {
    let replicator = replicator(count: 0)
    let square = Layer()
    square.backgroundColor = .white
    place(square, Rect(x: 0, y: 0, width: 8, height: 8), in: replicator)
    let over = Layer()
    over.backgroundColor = Color(red: 0, green: 0, blue: 1)
    place(over, Rect(x: 24, y: 2, width: 20, height: 4))
    #expect(show(at: 0) == 0)
    #expect(color(4, 4) == 0)
    for (step, count) in [2, 3, 1, 0, 2].enumerated() {
      tree.transact(disableActions: true) { replicator.instanceCount = count }
      #expect(show(at: Double(step + 1)) == 0)
      #expect(color(4, 4) == (count > 0 ? 0xFFFF_FFFF : 0))
      #expect(color(22, 4) == (count > 1 ? 0xFFFF_FFFF : 0))
      #expect(color(26, 4) == 0xFF00_00FF)
    }
  }

  @Test func `a mask is replicated with what it masks`() {
    let replicator = replicator(count: 2)
    let square = Layer()
    square.backgroundColor = .white
    place(square, Rect(x: 0, y: 0, width: 10, height: 10), in: replicator)
    let mask = Layer()
    mask.backgroundColor = .black
    mask.bounds = Rect(x: 0, y: 0, width: 5, height: 10)
    mask.position = Point(x: 2.5, y: 5)
    square.mask = mask
    #expect(show(at: 0) == 0)
    #expect(color(2, 5) == 0xFFFF_FFFF && color(22, 5) == 0xFFFF_FFFF)
    #expect(color(7, 5) == 0 && color(27, 5) == 0)
  }

  @Test func `a partial repaint of moving replicators equals a full one`() {
    var generator = SeededGenerator(seed: 11)
    let outer = replicator(count: 3)
    outer.instanceDelay = 0.13
    outer.masksToBounds = true
    outer.instanceAlphaOffset = -0.2
    let inner = ReplicatorLayer()
    inner.instanceCount = 2
    inner.instanceDelay = 0.07
    inner.instanceTransform = .rotation(0.6)
    inner.instanceBlueOffset = -0.5
    place(inner, Rect(x: 0, y: 0, width: 20, height: 40), in: outer)
    var layers: [Layer] = []
    for index in 0..<3 {
      let layer = Layer()
      layer.backgroundColor = Color(
        red: generator.double(in: 0...1), green: generator.double(in: 0...1), blue: 1)
      layer.opacity = 0.8
      place(
        layer, Rect(x: 2, y: Double(index) * 9, width: 9, height: 12), in: index < 2 ? inner : outer
      )
      layer.add(
        .basic(
          BasicAnimation(
            keyPath: AnimationKeyPath(.position), by: .point(Point(x: 6, y: 9)),
            timing: MediaTiming(duration: 0.4, repeatCount: .infinity, autoreverses: true))),
        forKey: "move")
      layers.append(layer)
    }
    for frame in 0..<60 {
      switch frame % 12 {
      case 3: layers[generator.int(in: 0...2)].opacity = generator.double(in: 0...1)
      case 5: outer.instanceCount = generator.int(in: 0...4)
      case 7: layers[generator.int(in: 0...2)].zPosition = generator.double(in: 0...1)
      case 9: inner.isHidden.toggle()
      case 10: inner.instanceTransform = .rotation(generator.double(in: 0...6))
      default: break
      }
      #expect(show(at: Double(frame) / 30) == 0, "frame \(frame)")
    }
  }

  @Test func `particles of a picture are drawn in their colours, where they are`() {
    let emitter = EmitterLayer()
    place(emitter, Rect(x: 0, y: 0, width: 60, height: 40))
    emitter.emitterPosition = Point(x: 10, y: 20)
    var cell = EmitterCell()
    cell.contents = .image(
      Image(
        size: PixelSize(width: 4, height: 2),
        premultipliedPixels: [
          .max, .max, 0xFF00_0000, 0xFF00_0000, .max, .max, 0xFF00_0000, 0xFF00_0000,
        ]))
    cell.contentsRect = Rect(x: 0, y: 0, width: 0.5, height: 1)
    cell.birthRate = 1
    cell.duration = 1
    cell.lifetime = 4
    cell.velocity = 10
    cell.scale = 4
    cell.color = Color(red: 0, green: 1, blue: 0)
    emitter.emitterCells = [cell]
    #expect(show(at: 0) == 0)
    for step in 1...4 {
      #expect(show(at: Double(step)) == 0)
      // Of 8 pixels about the middle; bilinear sampling blends the edge of the part that is shown.
      #expect(color(10 * step - 2, 20) == 0xFF00_FF00)
      #expect(color(10 * step - 6, 20) == 0)
      #expect(color(10 * step, 15) == 0)
    }
    #expect(show(at: 5) == 0)
    #expect(color(38, 20) == 0)
  }

  @Test func `many particles are damaged in one piece, and no more than they cover`() {
    let emitter = EmitterLayer()
    place(emitter, Rect(x: 0, y: 0, width: 60, height: 40))
    emitter.emitterPosition = Point(x: 15, y: 20)
    emitter.backgroundColor = .white
    var cell = EmitterCell()
    cell.contents = .disc(diameter: 2)
    cell.birthRate = 200
    cell.lifetime = 0.5
    cell.velocity = 20
    cell.emissionRange = 2 * .pi
    emitter.emitterCells = [cell]
    #expect(show(at: 0) == 0)
    tree.advance(to: 0.4)
    compositor.draw(compositor.update(), into: screen.surface)
    tree.advance(to: 0.45)
    let damage = compositor.update()
    #expect(damage.rects.count == 1)
    #expect(damage.bounds.maxX <= 28 && damage.bounds.maxX > 20)
    compositor.draw(damage, into: screen.surface)
    #expect(show(at: 0.5) == 0)
  }
}
