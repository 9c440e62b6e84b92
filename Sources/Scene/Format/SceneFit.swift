import Geometry

/// A scene that is drawn for one size and scaled to others.
struct SceneFit {
  enum Mode {
    /// All of it is visible; the background fills the rest.
    case contain
    /// The scene fills the output; parts that do not fit are cut off.
    case cover
  }

  /// The size that the scene is drawn for, in points.
  var size: Size
  var mode: Mode

  /// Points of the output in a point of the scene.
  func scale(to output: Size) -> Double {
    let (x, y) = (output.width / size.width, output.height / size.height)
    return mode == .contain ? min(x, y) : max(x, y)
  }
}
