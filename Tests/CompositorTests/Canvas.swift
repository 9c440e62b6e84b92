import Animation
import Geometry
import Layers
import Raster
import TestSupport
import Testing

@testable import Compositor

/// A tree, its compositor, and the picture on a screen that is repainted only where it is damaged.
final class Canvas {
  let size: PixelSize
  let tree: LayerTree
  let compositor: Compositor
  private let screen: PixelBuffer

  var root: Layer { tree.root }

  init(width: Int, height: Int, background: Color? = .black, scale: Double = 1) {
    size = PixelSize(width: width, height: height)
    let root = Layer()
    root.bounds = Rect(x: 0, y: 0, width: Double(width) / scale, height: Double(height) / scale)
    root.position = root.bounds.center
    root.backgroundColor = background
    tree = LayerTree(root: root, contentsScale: scale)
    compositor = Compositor(tree: tree, size: size)
    screen = PixelBuffer(size: size, format: .argb8888)
  }

  /// Adds a layer with a frame to another one, or to the root.
  @discardableResult
  func add<Kind: Layer>(
    _ layer: Kind, x: Double, y: Double, width: Double, height: Double, _ color: Color? = nil,
    to superlayer: Layer? = nil
  ) -> Kind {
    place(layer, x: x, y: y, width: width, height: height)
    layer.backgroundColor = color
    (superlayer ?? root).addSublayer(layer)
    return layer
  }

  /// Gives a layer a frame.
  func place(_ layer: Layer, x: Double, y: Double, width: Double, height: Double) {
    layer.bounds = Rect(x: 0, y: 0, width: width, height: height)
    layer.position = Point(x: x + width / 2, y: y + height / 2)
  }

  /// Brings the tree to a time and the screen up to date.
  @discardableResult
  func advance(to time: Double) -> Region {
    tree.advance(to: time)
    let damage = compositor.update()
    compositor.draw(damage, into: screen.surface)
    return damage
  }

  /// Changes the model at once, and brings the screen up to date.
  @discardableResult
  func change(_ body: () -> Void) -> Region {
    tree.transact(disableActions: true, body)
    return advance(to: tree.time + 0.01)
  }

  /// The screen.
  var image: Image { screen.makeImage() }

  /// The whole picture, repainted.
  var repainted: Image { picture(of: compositor) }

  /// The picture of a new compositor, without any former state.
  var anew: Image {
    let compositor = Compositor(tree: tree, size: size)
    _ = compositor.update()
    return picture(of: compositor)
  }

  /// The whole picture, drawn without any fast path.
  var plain: Image {
    let buffer = PixelBuffer(size: size, format: .argb8888)
    compositor.drawPlainly(into: buffer.surface)
    return buffer.makeImage()
  }

  private func picture(of compositor: Compositor) -> Image {
    let buffer = PixelBuffer(size: size, format: .argb8888)
    compositor.draw(Region(PixelRect(size)), into: buffer.surface)
    return buffer.makeImage()
  }

  /// `0xAARRGGBB` of a pixel of the screen.
  func pixel(_ x: Int, _ y: Int) -> UInt32 {
    let surface = screen.surface
    return unsafe surface.base.load(
      fromByteOffset: surface.byteOffset(x: x, y: y), as: UInt32.self)
  }

  /// The differences between the screen and a full repaint, and between that and a new compositor's
  /// picture; nil for none.
  var staleness: String? {
    let repaint = differences(image, repainted)
    if repaint.count > 0 { return "\(repaint.count) pixels were not repainted" }
    let fresh = differences(repainted, anew)
    if fresh.count > 0 {
      return "\(fresh.count) pixels are not as a new display list has them"
    }
    let plain = differences(repainted, self.plain)
    return plain.count > 0 ? "\(plain.count) pixels differ without fast paths" : nil
  }
}

extension Color {
  static var red: Color { Color(red: 1, green: 0, blue: 0) }
  static var green: Color { Color(red: 0, green: 1, blue: 0) }
  static var blue: Color { Color(red: 0, green: 0, blue: 1) }
}

/// A picture that is another one in every pixel.
func testPicture(width: Int, height: Int, isOpaque: Bool = true) -> Image {
  var pixels: [UInt32] = []
  for y in 0..<height {
    for x in 0..<width {
      let alpha: UInt32 = isOpaque ? 255 : UInt32(x * 255 / max(width - 1, 1))
      let red = UInt32(x * 255 / max(width - 1, 1)) * alpha / 255
      let green = UInt32(y * 255 / max(height - 1, 1)) * alpha / 255
      pixels.append(alpha << 24 | red << 16 | green << 8 | ((x + y) % 2 == 0 ? alpha / 2 : 0))
    }
  }
  return Image(size: PixelSize(width: width, height: height), premultipliedPixels: pixels)
}
