import Geometry
import Images
import Raster

/// An animated PNG made from whole pictures; unchanged parts are detected and left out.
final class Movie {
  private let encoder: APNGEncoder
  private let renderer = Renderer()
  private let buffer: PixelBuffer
  private var last: [UInt32] = []

  init(size: PixelSize) throws(ClientError) {
    buffer = PixelBuffer(size: size, format: .xrgb8888)
    encoder = try PictureFile.wrapping { () throws(ImageFileError) in try APNGEncoder(size: size) }
  }

  /// Adds a picture at a time in microseconds.
  func add(_ picture: Image, at time: Int64) throws(ClientError) {
    let pixels = picture.premultipliedPixels
    let damage = changedRows(pixels, width: picture.size.width)
    last = pixels
    let frame = Rect(
      x: 0, y: 0, width: Double(picture.size.width), height: Double(picture.size.height))
    let paint = ImagePaint(image: picture, transform: .identity, filter: .nearest)
    let command = DrawCommand(shape: .fill(.rect(frame), .nonZero), paint: .image(paint))
    renderer.draw([command], region: damage, into: buffer.surface)
    try PictureFile.wrapping { () throws(ImageFileError) in
      try encoder.add(buffer.surface, damage: damage, at: time)
    }
  }

  /// Ends the last picture and returns the file.
  func finish(at time: Int64) throws(ClientError) -> [UInt8] {
    try PictureFile.wrapping { () throws(ImageFileError) in
      try encoder.finish(buffer.surface, at: time)
    }
  }

  /// The rows from the first to the last one that differs from the last picture.
  private func changedRows(_ pixels: [UInt32], width: Int) -> Region {
    let height = pixels.count / width
    guard pixels.count == last.count else {
      return Region(PixelRect(PixelSize(width: width, height: height)))
    }
    func differs(_ row: Int) -> Bool {
      let range = row * width..<(row + 1) * width
      return pixels[range] != last[range]
    }
    guard let first = (0..<height).first(where: differs),
      let end = (0..<height).last(where: differs)
    else { return Region() }
    return Region(PixelRect(minX: 0, minY: first, maxX: width, maxY: end + 1))
  }
}
