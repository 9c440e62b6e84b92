import Geometry
import Raster

/// Plays a picture file.
final class FilePlayer: PicturePlayer {
  private let file: any DrawnFile
  private let buffer: PixelBuffer

  init(_ file: any DrawnFile, size: PixelSize, isTransparent: Bool) {
    self.file = file
    buffer = PixelBuffer(size: size, format: isTransparent ? .argb8888 : .xrgb8888)
  }

  var surface: Surface { buffer.surface }

  func makeImage() -> Image { buffer.makeImage() }

  func advance(to time: Int64) throws(ClientError) -> Region {
    try file.draw(at: Double(time) / 1_000_000, into: buffer.surface)
  }
}
