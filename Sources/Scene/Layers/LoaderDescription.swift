import Geometry
import Raster

/// A ring in the middle of a layer that shows a progress, and that a reveal makes its mask.
struct LoaderDescription {
  /// Of the middle of the stroke.
  var radius: Length
  var lineWidth: Length
  var color: Color
  var lineCap: LineCap
}
