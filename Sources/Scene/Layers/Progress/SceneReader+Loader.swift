import Geometry
import Raster

/// Loader rings.
extension SceneReader {
  func loader(_ reader: inout ObjectReader) -> LoaderDescription {
    LoaderDescription(
      radius: reader.length("radius") ?? .points(20),
      lineWidth: reader.length("lineWidth") ?? .points(2),
      color: reader.color("color") ?? .white,
      lineCap: reader.choice(
        "lineCap", [("butt", LineCap.butt), ("round", .round), ("square", .square)]) ?? .butt)
  }
}
