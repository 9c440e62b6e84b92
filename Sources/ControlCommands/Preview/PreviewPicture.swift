import Geometry
import JSON
import Raster

/// A part of a picture on its way to the page.
struct PreviewPicture: Equatable {
  var sequence: Int
  /// The scene's time, in microseconds.
  var time: Int64
  var size: PixelSize
  /// The pixels that the last frame has drawn.
  var damage: [PixelRect]
  /// The place of the pixels.
  var rect: PixelRect
  /// Rows of the rectangle in `xrgb8888`: blue, green, red and a byte without meaning.
  var pixels: [UInt8]

  /// - Parameter rect: a part of the surface, which is upright and of 4 bytes a pixel.
  init(
    sequence: Int, time: Int64, size: PixelSize, damage: [PixelRect], rect: PixelRect,
    surface: Surface
  ) {
    self.sequence = sequence
    self.time = time
    self.size = size
    self.damage = damage
    self.rect = rect
    pixels = []
    pixels.reserveCapacity(rect.width * rect.height * 4)
    for y in rect.minY..<rect.maxY {
      let row = unsafe UnsafeRawBufferPointer(
        start: surface.base + surface.byteOffset(x: rect.minX, y: y), count: rect.width * 4)
      unsafe pixels.append(contentsOf: row)
    }
  }

  /// A part of a picture file.
  init(sequence: Int, time: Int64, image: Image, damage: [PixelRect], rect: PixelRect) {
    self.sequence = sequence
    self.time = time
    size = image.size
    self.damage = damage
    self.rect = rect
    pixels = []
    pixels.reserveCapacity(rect.width * rect.height * 4)
    let all = image.premultipliedPixels
    for y in rect.minY..<rect.maxY {
      for pixel in all[y * size.width + rect.minX..<y * size.width + rect.maxX] {
        pixels += [
          UInt8(truncatingIfNeeded: pixel), UInt8(truncatingIfNeeded: pixel >> 8),
          UInt8(truncatingIfNeeded: pixel >> 16), 0,
        ]
      }
    }
  }

  /// The description beside the pixels, for a header.
  var json: JSONObject {
    var object = JSONObject()
    object["sequence"] = .integer(Int64(sequence))
    object["time"] = .integer(time)
    object["size"] = [.integer(Int64(size.width)), .integer(Int64(size.height))]
    object["rect"] = Self.array(rect)
    object["damage"] = .array(damage.map(Self.array))
    return object
  }

  private static func array(_ rect: PixelRect) -> JSONValue {
    .array([rect.minX, rect.minY, rect.width, rect.height].map { .integer(Int64($0)) })
  }
}
