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

  /// Creates the directory if it does not exist.
  init(directory: String) throws(OutputError) {
    do throws(SystemError) {
      try createDirectory(directory)
    } catch {
      throw .noDirectory(error)
    }
    self.directory = directory
    do throws(PNGError) {
      encoder = try PNGEncoder(compression: .fast)
    } catch {
      throw .frameNotShown(frame: 0, .png(error), isRepetition: false)
    }
  }

  /// - Throws: `notWritten`.
  func write(_ surface: Surface, frame: Int) throws(PNGError) {
    try encoder.write(surface, toPath: path(ofFrame: frame))
  }

  func path(ofFrame frame: Int) -> String {
    let digits = "\(frame)"
    let zeroes = String(repeating: "0", count: max(0, 6 - digits.utf8.count))
    return directory + "/frame-" + zeroes + digits + ".png"
  }
}
