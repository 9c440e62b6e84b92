import Geometry
import Raster

/// Plays a picture file.
final class FilePlayer: PicturePlayer {
  private let file: any DrawnFile
  private let path: String
  private let buffer: PixelBuffer
  /// True if a warning said that a picture is not whole.
  private var isExcessTold = false

  init(_ file: any DrawnFile, _ path: String, size: PixelSize, isTransparent: Bool) {
    (self.file, self.path) = (file, path)
    buffer = PixelBuffer(size: size, format: isTransparent ? .argb8888 : .xrgb8888)
  }

  var surface: Surface { buffer.surface }

  func makeImage() -> Image { buffer.makeImage() }

  func advance(to time: Int64) throws(ClientError) -> Region {
    let damage = try file.draw(at: Double(time) / 1_000_000, into: buffer.surface)
    if !isExcessTold, let excess = file.excess {
      isExcessTold = true
      Console.explain("\(path): warning: \(excess)")
    }
    return damage
  }
}
