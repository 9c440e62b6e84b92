import Geometry
import Raster

/// A ring in the middle of a layer that shows a progress and becomes the mask of a reveal.
struct LoaderDescription {
  /// The radius of the middle of the stroke.
  var radius: Length
  var lineWidth: Length
  var color: Color
  var lineCap: LineCap
}
