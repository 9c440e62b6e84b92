import Images
import Raster
import System

/// A directory with a PNG file for each frame: `frame-000001.png` and so on.
///
/// Each file appears complete. Files of an earlier run are replaced when their number comes;
/// nothing else in the directory is touched.
final class FrameFiles {
  private let directory: String
  private let encoder: PNGEncoder
  /// For frames without alpha.
  private let frameEncoder: PNGFrameEncoder

  /// Creates the directory if it does not exist.
  init(directory: String) throws(OutputError) {
    do throws(SystemError) {
      try createDirectory(directory)
    } catch {
      throw .noDirectory(error)
    }
    self.directory = directory
    do throws(ImageFileError) {
      encoder = try PNGEncoder(compression: .fast)
      frameEncoder = try PNGFrameEncoder(compression: .fast)
    } catch {
      throw .frameNotShown(frame: 0, .png(error), isRepetition: false)
    }
  }

  /// - Parameter changed: the rows of the surface that may differ from those of the frame before.
  /// - Throws: `notWritten`.
  func write(_ surface: Surface, changed: Range<Int>, frame: Int) throws(ImageFileError) {
    let path = path(ofFrame: frame)
    if surface.format.hasAlpha { return try encoder.write(surface, toPath: path) }
    try frameEncoder.write(surface, changed: changed, toPath: path)
  }

  /// Forgets the last frame: the next one is written as if all of it had changed.
  func forget() { frameEncoder.forget() }

  func path(ofFrame frame: Int) -> String {
    let digits = "\(frame)"
    let zeroes = String(repeating: "0", count: max(0, 6 - digits.utf8.count))
    return directory + "/frame-" + zeroes + digits + ".png"
  }
}
