import Compositor
import Geometry
import Layers
import Raster
import SVG
import Testing

/// The pixels of a file, drawn on nothing.
struct DrawnPicture {
  let width: Int
  let pixels: [UInt32]
  let warnings: [SVGWarning]

  /// Draws what stands in an `svg` element with a view box of the size.
  ///
  /// - Parameter scale: pixels to a user unit.
  init(_ content: String, width: Int = 8, height: Int = 8, scale: Int = 1) throws {
    try self.init(
      file: "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 \(width) \(height)'>"
        + content + "</svg>", width: width * scale, height: height * scale)
  }

  init(file: String, width: Int, height: Int, limits: SVGLimits = SVGLimits()) throws {
    try self.init(bytes: Array(file.utf8), width: width, height: height, limits: limits)
  }

  init(bytes: [UInt8], width: Int, height: Int, limits: SVGLimits = SVGLimits()) throws {
    self.width = width
    let picture = try SVGPicture(bytes, limits: limits)
    let root = try picture.makeLayer(size: Size(width: Double(width), height: Double(height)))
    let tree = LayerTree(root: root)
    tree.advance(to: 0)
    let size = PixelSize(width: width, height: height)
    let compositor = Compositor(tree: tree, size: size)
    let buffer = PixelBuffer(size: size, format: .argb8888)
    compositor.draw(compositor.update(), into: buffer.surface)
    pixels = buffer.makeImage().premultipliedPixels
    warnings = picture.warnings
  }

  /// Premultiplied `0xAARRGGBB`.
  subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }

  /// The places of pixels that are not clear.
  var painted: Set<Place> {
    var places: Set<Place> = []
    for (index, pixel) in pixels.enumerated() where pixel != 0 {
      places.insert(Place(index % width, index / width))
    }
    return places
  }

  /// The places in a rectangle of pixels.
  static func places(_ x: Range<Int>, _ y: Range<Int>) -> Set<Place> {
    Set(x.flatMap { column in y.map { Place(column, $0) } })
  }
}

struct Place: Hashable {
  var x: Int
  var y: Int

  init(_ x: Int, _ y: Int) {
    self.x = x
    self.y = y
  }
}

let green: UInt32 = 0xFF00_8000
let red: UInt32 = 0xFFFF_0000
let blue: UInt32 = 0xFF00_00FF

/// True if no component of two pixels differs by more than some levels.
func isNear(_ a: UInt32, _ b: UInt32, within levels: Int = 1) -> Bool {
  stride(from: 0, to: 32, by: 8).allSatisfy {
    abs(Int(a >> UInt32($0) & 255) - Int(b >> UInt32($0) & 255)) <= levels
  }
}
