import Animation
import Geometry
import Layers
import Raster
import TestSupport
import Testing

@testable import Compositor

/// Transitions as pixels, and their damage.
@Suite struct TransitionTests {
  private static let size = PixelSize(width: 60, height: 40)
  private let tree: LayerTree
  private let compositor: Compositor
  private let layer = Layer()
  private let red = Color(red: 1, green: 0, blue: 0)
  private let blue = Color(red: 0, green: 0, blue: 1)

  init() {
    let root = Layer()
    root.bounds = Rect(x: 0, y: 0, width: 60, height: 40)
    root.position = Point(x: 30, y: 20)
    layer.bounds = Rect(x: 0, y: 0, width: 40, height: 20)
    layer.position = Point(x: 30, y: 20)
    root.addSublayer(layer)
    tree = LayerTree(root: root)
    compositor = Compositor(tree: tree, size: Self.size)
  }

  private func pixels() -> [UInt32] {
    let buffer = PixelBuffer(size: Self.size, format: .xrgb8888)
    compositor.draw(Region(PixelRect(Self.size)), into: buffer.surface)
    return buffer.makeImage().premultipliedPixels
  }

  private func pixel(_ x: Int, _ y: Int) -> UInt32 { pixels()[y * Self.size.width + x] & 0xFF_FFFF }

  private func advance(to time: Double) -> Region {
    tree.advance(to: time)
    return compositor.update()
  }

  private func add(_ style: Transition.Style, from edge: Transition.Edge = .left) {
    layer.add(
      .transition(Transition(style, from: edge, timing: MediaTiming(duration: 1))), forKey: "t")
  }

  private func change(to color: Color?) {
    tree.transact(disableActions: true) { layer.backgroundColor = color }
  }

  @Test func `opaque pictures dissolve without what lies behind shining through`() {
    tree.root.backgroundColor = Color(red: 0, green: 1, blue: 0)
    layer.backgroundColor = red
    _ = advance(to: 0)
    add(.fade)
    change(to: blue)
    _ = advance(to: 0)
    #expect(pixel(30, 20) == 0xFF0000)
    _ = advance(to: 0.5)
    #expect(pixel(30, 20) == 0x800080 || pixel(30, 20) == 0x7F0080)
    _ = advance(to: 1)
    #expect(pixel(30, 20) == 0x0000FF)
    #expect(pixel(2, 2) == 0x00FF00)
  }

  @Test func `a picture dissolves into nothing and out of it`() {
    layer.backgroundColor = .white
    _ = advance(to: 0)
    add(.fade)
    change(to: nil)
    _ = advance(to: 0)
    _ = advance(to: 0.75)
    #expect(pixel(30, 20) == 0x404040)
    _ = advance(to: 2)
    #expect(pixel(30, 20) == 0)
    add(.fade)
    change(to: .white)
    _ = advance(to: 2)
    _ = advance(to: 2.25)
    #expect(pixel(30, 20) == 0x404040)
  }

  @Test func `a push moves both pictures and cuts them at the layer's bounds`() {
    layer.backgroundColor = red
    _ = advance(to: 0)
    add(.push, from: .right)
    change(to: blue)
    _ = advance(to: 0)
    _ = advance(to: 0.25)
    // The layer is at 10..<50; a quarter of it has come in from the right.
    #expect([9, 10, 39].map { pixel($0, 20) } == [0, 0xFF0000, 0xFF0000])
    #expect([40, 49, 50].map { pixel($0, 20) } == [0x0000FF, 0x0000FF, 0])
  }

  @Test func `a moveIn transition slides over the old content, and a reveal slides it away`() {
    layer.backgroundColor = red
    _ = advance(to: 0)
    add(.moveIn, from: .top)
    change(to: blue)
    _ = advance(to: 0)
    _ = advance(to: 0.5)
    #expect([9, 10, 19, 20, 29, 30].map { pixel(30, $0) } == [0, 255, 255, 0xFF0000, 0xFF0000, 0])
    _ = advance(to: 1)
    add(.reveal, from: .bottom)
    change(to: red)
    _ = advance(to: 1)
    _ = advance(to: 1.75)
    #expect([9, 10, 14, 15, 29].map { pixel(30, $0) } == [0, 255, 255, 0xFF0000, 0xFF0000])
  }

  @Test func `every frame's damage holds all that changed`() {
    for seed in UInt64(1)...12 {
      var random = SeededGenerator(seed: seed)
      let test = TransitionTests()
      let circle = ShapeLayer()
      circle.path = .circle(center: Point(x: 20, y: 10), radius: 8)
      circle.fillColor = test.blue
      circle.opacity = 0.5
      test.layer.addSublayer(circle)
      test.layer.backgroundColor = test.red
      if random.chance(0.5) { test.layer.cornerRadius = 6 }
      if random.chance(0.5) { test.layer.transform = .rotation(random.double(in: -1...1)) }
      if random.chance(0.5) { test.layer.opacity = 0.6 }
      _ = test.advance(to: 0)
      var shown = test.pixels()
      var time = 0.0
      for step in 0..<30 {
        if random.chance(0.2) {
          let style = Transition.Style.allCases[random.int(in: 0...3)]
          test.add(style, from: Transition.Edge.allCases[random.int(in: 0...3)])
          test.change(to: random.chance(0.3) ? nil : random.chance(0.5) ? test.red : test.blue)
          if random.chance(0.3) { circle.isHidden.toggle() }
        }
        time += random.double(in: 0.02...0.4)
        let damage = test.advance(to: time)
        let new = test.pixels()
        for index in new.indices where new[index] != shown[index] {
          let (x, y) = (index % Self.size.width, index / Self.size.width)
          if !damage.contains(x: x, y: y) {
            Issue.record("seed \(seed), step \(step): (\(x), \(y)) changed outside the damage")
            return
          }
        }
        shown = new
      }
    }
  }

  @Test func `nothing stays of a transition that is over`() {
    layer.backgroundColor = red
    _ = advance(to: 0)
    for style in Transition.Style.allCases {
      add(style)
      _ = advance(to: tree.time)
      _ = advance(to: tree.time + 0.5)
      _ = advance(to: tree.time + 1)
      let after = pixels()
      let fresh = Compositor(tree: tree, size: Self.size)
      _ = fresh.update()
      let buffer = PixelBuffer(size: Self.size, format: .xrgb8888)
      fresh.draw(Region(PixelRect(Self.size)), into: buffer.surface)
      #expect(after == buffer.makeImage().premultipliedPixels)
      #expect(advance(to: tree.time + 1).rects.isEmpty)
    }
  }
}
