import Animation
import Geometry
import JSON
import Scene

/// Graphs as a scene, which the engine draws.
enum PlotScene {
  /// A picture of the graphs.
  /// - Parameter scale: pixels in a point.
  static func draw(_ drawing: PlotDrawing, scale: Double) throws(ClientError) -> [UInt8] {
    let scene: Scene
    do throws(SceneError) {
      scene = try SceneLoader.load(
        bytes: JSONValue.object(description(of: drawing)).encoded(), name: "plot", directory: nil)
    } catch {
      throw ClientError(
        .software,
        "the graphs cannot be drawn: "
          + (error.diagnostics.first?.message ?? "the scene is not valid"))
    }
    let size = PixelSize(
      width: Int((drawing.size.width * scale).rounded(.up)),
      height: Int((drawing.size.height * scale).rounded(.up)))
    let player = try ScenePlayer(scene: scene, size: size, scale: scale, assignments: [])
    _ = try player.advance(to: 0)
    return try PictureFile.encode(player.surface)
  }

  private static func description(of drawing: PlotDrawing) -> JSONObject {
    var scene = JSONObject()
    scene["background"] = .string(PlotSVG.hexadecimal(drawing.background))
    scene["layers"] = .array(drawing.marks.map { .object(layer($0, within: drawing.size)) })
    return scene
  }

  private static func layer(_ mark: PlotDrawing.Mark, within size: Size) -> JSONObject {
    var layer = JSONObject()
    switch mark {
    case .box(let rect, let fill):
      layer["frame"] = array([
        rect.origin.x, rect.origin.y, rect.size.width, rect.size.height,
      ])
      layer["backgroundColor"] = .string(PlotSVG.hexadecimal(fill))
    case .lines(let lines, let color, let width, let dashes):
      layer["kind"] = "shape"
      layer["frame"] = array([0, 0, size.width, size.height])
      var path = JSONObject()
      path["svg"] = .string(PlotSVG.path(lines))
      path["viewBox"] = array([0, 0, size.width, size.height])
      layer["path"] = .object(path)
      layer["strokeColor"] = .string(PlotSVG.hexadecimal(color))
      layer["lineWidth"] = .number(width)
      layer["lineJoin"] = "round"
      if !dashes.isEmpty { layer["lineDashPattern"] = array(dashes) }
    case .text(let string, let place, let anchor, let fontSize, let color, let isBold):
      text(string, place, anchor, fontSize, within: size.width, &layer)
      layer["color"] = .string(PlotSVG.hexadecimal(color))
      if isBold { layer["weight"] = "semibold" }
    }
    return layer
  }

  private static func text(
    _ string: String, _ place: Point, _ anchor: PlotDrawing.Anchor, _ fontSize: Double,
    within width: Double, _ layer: inout JSONObject
  ) {
    layer["kind"] = "text"
    // A name in braces must not become a placeholder: an invisible joiner separates the brace from
    // the word.
    layer["string"] = .string(string.replacing("{", with: "{\u{2060}"))
    layer["fontSize"] = .number(fontSize)
    layer["verticalAlignment"] = "center"
    let (x, alignment): (Double, JSONValue) =
      switch anchor {
      case .start: (place.x, "left")
      case .middle: (place.x - width / 2, "center")
      case .end: (place.x - width, "right")
      }
    layer["alignment"] = alignment
    layer["frame"] = array([x, place.y - fontSize, width, fontSize * 2])
  }

  private static func array(_ numbers: [Double]) -> JSONValue {
    .array(numbers.map { .number($0) })
  }
}
