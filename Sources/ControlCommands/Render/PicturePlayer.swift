import Geometry
import Raster

/// A thing that has a picture for each time: a scene, or a file that is drawn as it is.
protocol PicturePlayer: AnyObject {
  /// The picture of the time that was last moved to.
  var surface: Surface { get }

  func makeImage() -> Image

  /// Moves on to a time in microseconds.
  /// - Returns: the pixels that changed.
  func advance(to time: Int64) throws(ClientError) -> Region
}
