import Scene

/// A scene of many small layers side by side: the first ones move and the others rest.
///
/// The moving layers are the same for any number of resting ones: both are spread evenly over the
/// output.
struct LayerGrid {
  private static let columns = 20
  private static let rows = 10
  /// The most layers that there is room for.
  static let places = columns * rows

  var layerCount: Int
  var movingCount: Int

  func scene() throws(SceneError) -> Scene {
    let layers = (0..<layerCount).map { layer($0) }
    let text = """
      { "background": "#101828", "layers": [
      \(layers.joined(separator: ",\n"))
      ] }
      """
    return try SceneLoader.load(bytes: Array(text.utf8), name: "grid", directory: nil)
  }

  private func layer(_ index: Int) -> String {
    // 37 has no divisor in common with the number of places.
    let place = index * 37 % LayerGrid.places
    let x = 48 + place % LayerGrid.columns * 96
    let y = 54 + place / LayerGrid.columns * 108
    let (look, motion) = kind(index)
    let seconds = 1.5 + Double(index % 7) / 4
    let animation = """
      , "animations": [{ \(motion), "duration": \(seconds), "autoreverses": true,
        "repeat": "forever" }]
      """
    return """
      { "position": [\(x), \(y)], "size": [60, 60], \(look)\(index < movingCount ? animation : "") }
      """
  }

  /// The look of a layer, and its motion: every fifth one is of the same kind.
  private func kind(_ index: Int) -> (look: String, motion: String) {
    switch index % 5 {
    case 0:
      (
        """
        "kind": "shape", "path": { "circle": { "center": [30, 30], "radius": 24 } },
        "strokeColor": "#FF8020", "lineWidth": 6, "strokeEnd": 0.7
        """, #""key": "strokeEnd", "from": 0.1, "to": 1"#
      )
    case 1:
      (
        ##""backgroundColor": "#3070F0", "cornerRadius": 12"##,
        #""key": "rotation", "from": 0, "to": 90"#
      )
    case 2:
      (
        ##""backgroundColor": "#40C080", "cornerRadius": 30"##,
        #""key": "opacity", "from": 0.2, "to": 0.9"#
      )
    case 3:
      (
        """
        "backgroundColor": "#F0C040", "cornerRadius": 8, "borderWidth": 3, "borderColor": "#FFFFFF",
        "opacity": 0.5
        """, #""key": "opacity", "from": 0.2, "to": 0.9"#
      )
    default:
      (
        """
        "kind": "gradient", "colors": ["#F04080", "#8040F0"], "cornerRadius": 6
        """, #""key": "translation.y", "from": -12, "to": 12"#
      )
    }
  }
}
