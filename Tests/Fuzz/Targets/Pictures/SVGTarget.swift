import Compositor
import Geometry
import Layers
import Raster
import SVG

/// SVG files: read, made into layers and drawn, within small limits.
enum SVGTarget {
  static var limits: SVGLimits {
    var limits = SVGLimits()
    limits.byteCount = 1 << 16
    limits.expandedByteCount = 1 << 18
    limits.elementCount = 1000
    limits.depth = 48
    limits.layerCount = 1000
    limits.ruleMatchCount = 100_000
    limits.segmentCount = 10_000
    limits.imagePixelCount = 1 << 16
    // A step of 1200 pixels takes as long as the rest of a file.
    limits.filterPixelCount = 1 << 18
    return limits
  }

  static func run(_ bytes: [UInt8]) throws(Finding) {
    guard let picture = try? SVGPicture(bytes, limits: limits) else { return }
    let own = picture.size
    try require(
      own.width >= 0 && own.height >= 0 && own.width.isFinite && own.height.isFinite,
      "a picture is \(own) large")
    guard let root = try? picture.makeLayer(size: Size(width: 40, height: 30)) else { return }
    try require(
      picture.warnings.allSatisfy { $0.line > 0 && !$0.message.isEmpty },
      "a warning has no place or says nothing")
    let tree = LayerTree(root: root)
    tree.advance(to: 0)
    let size = PixelSize(width: 40, height: 30)
    let compositor = Compositor(tree: tree, size: size)
    let whole = PixelBuffer(size: size, format: .argb8888)
    compositor.draw(compositor.update(), into: whole.surface)
    let parts = PixelBuffer(size: size, format: .argb8888)
    for x in [0, 20] {
      let part = PixelRect(minX: x, minY: 0, maxX: x + 20, maxY: 30)
      compositor.draw(Region(part), into: parts.surface)
    }
    try require(whole.bytes == parts.bytes, "two halves of a picture differ from the whole")
  }
}
