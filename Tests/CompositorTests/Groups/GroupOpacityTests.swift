import Geometry
import Layers
import Raster
import Testing

@testable import Compositor

/// Opacity applies to a layer and its sublayers taken together.
@Suite struct GroupOpacityTests {
  private static let size = PixelSize(width: 60, height: 40)
  private let tree: LayerTree
  private let compositor: Compositor

  init() {
    let root = Layer()
    root.bounds = Rect(x: 0, y: 0, width: 60, height: 40)
    root.position = Point(x: 30, y: 20)
    tree = LayerTree(root: root)
    compositor = Compositor(tree: tree, size: Self.size)
  }

  private func addSquare(
    x: Double, _ color: Color, opacity: Double = 1, to layer: Layer? = nil
  ) -> Layer {
    let square = Layer()
    square.bounds = Rect(x: 0, y: 0, width: 20, height: 20)
    square.anchorPoint = .zero
    square.position = Point(x: x, y: 10)
    square.backgroundColor = color
    square.opacity = opacity
    (layer ?? tree.root).addSublayer(square)
    return square
  }

  private func addGroup(opacity: Double, to layer: Layer? = nil) -> Layer {
    let group = Layer()
    group.opacity = opacity
    (layer ?? tree.root).addSublayer(group)
    return group
  }

  /// `0xRRGGBB` of a pixel of the present frame.
  private func pixel(_ x: Int, _ y: Int) -> UInt32 {
    let buffer = PixelBuffer(size: Self.size, format: .xrgb8888)
    compositor.draw(Region(PixelRect(Self.size)), into: buffer.surface)
    return buffer.makeImage().premultipliedPixels[y * Self.size.width + x] & 0xFF_FFFF
  }

  private func advance(to time: Double) -> Region {
    tree.advance(to: time)
    return compositor.update()
  }

  private let red = Color(red: 1, green: 0, blue: 0)
  private let blue = Color(red: 0, green: 0, blue: 1)

  @Test func `sublayers do not shine through each other`() {
    let group = addGroup(opacity: 0.6)
    _ = addSquare(x: 5, red, to: group)
    _ = addSquare(x: 15, blue, to: group)
    _ = advance(to: 0)
    #expect(pixel(10, 20) == 0x99_0000)
    #expect(pixel(20, 20) == 0x00_0099)
    #expect(pixel(30, 20) == 0x00_0099)
    #expect(pixel(40, 20) == 0)
  }

  @Test func `the backdrop shows through a translucent group once`() {
    tree.root.backgroundColor = .white
    let group = addGroup(opacity: 0.6)
    _ = addSquare(x: 5, red, to: group)
    _ = addSquare(x: 15, blue, to: group)
    _ = advance(to: 0)
    #expect(pixel(20, 20) == 0x66_66FF)
    #expect(pixel(50, 20) == 0xFF_FFFF)
  }

  @Test func `groups multiply from the inside out`() {
    let outer = addGroup(opacity: 0.6)
    _ = addSquare(x: 5, red, to: outer)
    let inner = addGroup(opacity: 0.2, to: outer)
    _ = addSquare(x: 5, .white, to: inner)
    _ = addSquare(x: 15, blue, to: inner)
    _ = advance(to: 0)
    // A fifth white on red, or blue on red, all at .6.
    #expect(pixel(10, 20) == 0x99_1F1F)
    #expect(pixel(20, 20) == 0x7A_001F)
    #expect(pixel(30, 20) == 0x00_001F)
  }

  @Test func `a translucent ring hides its track`() {
    let style = CircleProgressStyle()
    style.trackWidth = 6
    style.trackColor = .white
    style.progressWidth = 6
    style.progressColor = blue
    let ring = ProgressLayer(style: style)
    ring.bounds = Rect(x: 0, y: 0, width: 30, height: 30)
    ring.position = Point(x: 30, y: 20)
    ring.opacity = 0.6
    tree.root.addSublayer(ring)
    ring.update(0.5, animated: false)
    _ = advance(to: 0)
    // The right half is done.
    #expect(pixel(42, 20) == 0x00_0099)
    #expect(pixel(17, 20) == 0x99_9999)
  }

  @Test func `a change of the opacity damages what the group shows`() {
    let group = addGroup(opacity: 0.5)
    _ = addSquare(x: 2, red, to: group)
    _ = addSquare(x: 30, blue, to: group)
    _ = advance(to: 0)
    tree.transact(disableActions: true) { group.opacity = 0.7 }
    var expected = Region(PixelRect(minX: 2, minY: 10, maxX: 22, maxY: 30))
    expected.formUnion(PixelRect(minX: 30, minY: 10, maxX: 50, maxY: 30))
    #expect(advance(to: 1) == expected)
    tree.transact(disableActions: true) { group.opacity = 1 }
    #expect(advance(to: 2) == expected)
  }

  @Test func `a change in a group damages its own surroundings`() {
    let group = addGroup(opacity: 0.5)
    _ = addSquare(x: 2, red, to: group)
    let square = addSquare(x: 30, blue, to: group)
    _ = advance(to: 0)
    tree.transact(disableActions: true) { square.backgroundColor = .white }
    #expect(advance(to: 1) == Region(PixelRect(minX: 30, minY: 10, maxX: 50, maxY: 30)))
  }

  @Test func `a layer that joins a group is damaged where it stays`() {
    let group = addGroup(opacity: 0.5)
    _ = addSquare(x: 2, red, to: group)
    let square = addSquare(x: 30, blue)
    _ = advance(to: 0)
    #expect(pixel(40, 20) == 0x00_00FF)
    square.removeFromSuperlayer()
    group.addSublayer(square)
    #expect(advance(to: 1).contains(x: 40, y: 20))
    #expect(pixel(40, 20) == 0x00_0080)
  }
}
